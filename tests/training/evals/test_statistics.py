"""Intervals against known values, and what must hold of any."""

from statistics import NormalDist, fmean, pstdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.calibration import auroc
from training.evals.statistics import Resampling, differences, share, wins

LITTLE = 1e-9
numbers = st.floats(-1, 1, allow_nan=False).map(lambda x: round(x, 6))
clustered = st.lists(st.tuples(numbers, st.integers(0, 6)), min_size=2, max_size=40)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_share_has_the_interval_of_the_binomial(share):
    n = 400
    values = [1.0] * int(n * share) + [0.0] * (n - int(n * share))
    found = Resampling(range(n)).mean(values)
    half = NormalDist().inv_cdf(0.975) * (share * (1 - share) / n) ** 0.5
    assert found.mean == pytest.approx(share)
    assert found.low == pytest.approx(share - half, abs=0.006)
    assert found.high == pytest.approx(share + half, abs=0.006)


def test_copies_of_a_scenario_make_nothing_surer():
    values = [n % 7 / 7 for n in range(30)]
    once = Resampling(range(30)).mean(values)
    tenfold = Resampling([n for n in range(30) for _ in range(10)]).mean(
        [value for value in values for _ in range(10)]
    )
    assert tenfold == pytest.approx(once)
    plain = Resampling(range(300)).mean([value for value in values for _ in range(10)])
    assert plain.high - plain.low < 0.5 * (tenfold.high - tenfold.low)


@pytest.mark.parametrize(
    ("mean", "count", "low", "high"),
    [
        (0.5, 10, 0.2366, 0.7634),  # as in the tables of Newcombe, 1998
        (1.0, 10, 0.7225, 1.0),
        (0.0, 20, 0.0, 0.1611),
        (81 / 263, 263, 0.2553, 0.3662),
        (1 / 29, 29, 0.0061, 0.1718),
    ],
)
def test_a_share_of_few_is_never_certain(mean, count, low, high):
    found = share(mean, count)
    assert found == pytest.approx((mean, low, high), abs=5e-5)
    assert share(0.5, 0) == (None, None, None)


@pytest.mark.parametrize(
    ("values", "clusters", "expected"),
    [
        ([0.25, 0.75], ["a", "a"], (0.5, None, None)),  # one cluster says nothing of others
        ([0.2, None], ["a", "b"], (0.2, None, None)),
        ([None, None], ["a", "b"], (None, None, None)),
        ([0.5, None, 0.5], ["a", "b", "c"], (0.5, 0.5, 0.5)),
    ],
)
def test_what_cannot_be_told_is_none(values, clusters, expected):
    assert Resampling(clusters).mean(values) == expected


def test_values_that_are_none_are_no_zeros():
    some = Resampling(range(6)).mean([1.0, None, 1.0, None, 0.0, None])
    assert some.mean == pytest.approx(2 / 3)


def test_any_measure_agrees_with_the_mean_where_it_is_the_mean():
    values = [n * n % 11 / 11 for n in range(50)]
    drawing = Resampling([n % 9 for n in range(50)])
    by_places = drawing.of(lambda places: fmean(values[n] for n in places))
    assert by_places == pytest.approx(drawing.mean(values))


def test_undefined_resamples_are_left_out_and_an_undefined_measure_is_none():
    p, y = [0.9, 0.8, 0.3, 0.1], [1, 1, 0, 0]

    def measure(places):
        return auroc([p[n] for n in places], [y[n] for n in places])

    found = Resampling(range(4)).of(measure)
    assert found == (1.0, 1.0, 1.0)
    y = [1, 1, 1, 1]
    assert Resampling(range(4)).of(measure) == (None, None, None)


@settings(max_examples=60)
@given(clustered)
def test_an_interval_holds_its_mean_and_stays_within_the_values(pairs):
    values, clusters = zip(*pairs, strict=True)
    found = Resampling(clusters).mean(values)
    assert found.mean == pytest.approx(fmean(values), abs=LITTLE)
    if found.low is not None:
        assert min(values) - LITTLE <= found.low <= found.mean + LITTLE
        assert found.mean - LITTLE <= found.high <= max(values) + LITTLE


@settings(max_examples=60)
@given(st.lists(numbers, min_size=2, max_size=40), st.floats(1, 10))
def test_an_interval_widens_as_the_values_spread(values, factor):
    drawing = Resampling(range(len(values)))
    near = drawing.mean(values)
    far = drawing.mean([factor * value for value in values])
    assert far.high - far.low == pytest.approx(factor * (near.high - near.low), abs=1e-6)
    if pstdev(values) > 1e-3 and factor > 1.01:
        assert far.high - far.low > near.high - near.low


@settings(max_examples=60)
@given(clustered)
def test_a_policy_differs_from_itself_by_exactly_nothing(pairs):
    values, clusters = zip(*pairs, strict=True)
    found = Resampling(clusters).mean(differences(values, values))
    assert found.mean == 0.0
    assert found.low in (0.0, None)
    assert found.high in (0.0, None)
    assert wins(values, values) == {"wins": 0, "ties": len(values), "losses": 0}


def test_pairs_are_told_apart():
    assert differences([0.5, None, 0.25], [1.0, 1.0, 0.0]) == [0.5, None, -0.25]
    assert wins([0.1, 0.2, 0.3, 0.3], [0.2, 0.1, 0.3, 0.4]) == {"wins": 2, "ties": 1, "losses": 1}


def test_nothing_is_an_error():
    with pytest.raises(ValueError, match="no scenarios"):
        Resampling([])
