"""The desks, for the suites that hold every desk to the same contract."""

import pytest

from desks import DESKS, Desk, load


@pytest.fixture(params=list(DESKS), scope="session")
def desk(request: pytest.FixtureRequest) -> Desk:
    return load(request.param)
