"""What a report says that was found."""

from rewardproof import Report


def assert_found(tried: str, report: Report) -> None:
    """Some error was found by a try of about that name."""
    errors = [one.tried for one in report.findings if one.severity == "error"]
    assert any(tried in one for one in errors), str(report)
