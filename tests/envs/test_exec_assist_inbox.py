"""A morning of emails: the generator, the episode, and what its ways are worth."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desks import SPLITS, TIERS
from desks.desk import Split, Tier, Voices
from desks.exec_assist import DESK
from desks.exec_assist.calendar import solve
from envs.episode import EpisodeError, OverError
from envs.exec_assist_inbox.episode import Episode
from envs.exec_assist_inbox.models import Morning
from envs.exec_assist_inbox.moment import as_scenario
from envs.exec_assist_inbox.morning import generate
from envs.exec_assist_inbox.oracle import play
from envs.exec_assist_inbox.roles import SIZES
from graders.exec_assist_inbox import RUBRIC
from tests.envs.inbox_policies import DEGENERATE, SAYS, Policy, none, right, through

ROOT = Path(__file__).parents[2]
SEEDS = range(12)
LONGEST: dict[Voices, dict[Tier, int]] = {
    "plain": {"easy": 230, "medium": 330, "hard": 800},
    "all": {"easy": 560, "medium": 900, "hard": 1400},
}
"""Words of an opening."""

tiers = pytest.mark.parametrize("tier", TIERS)
splits = pytest.mark.parametrize("split", SPLITS)


def mornings(tier: Tier, split: Split, voices: Voices = "all") -> list[Morning]:
    return [generate(seed, tier, split, voices) for seed in SEEDS]


def best(episode: Episode, email: str) -> str:
    return DESK.oracle(episode.scenario(email))


# -- what the generator promises ---


@tiers
@splits
@pytest.mark.parametrize("voices", LONGEST)
def test_a_morning(tier: Tier, split: Split, voices: Voices) -> None:
    for morning in mornings(tier, split, voices):
        assert len(morning.mails) in SIZES[tier]
        sent = [mail.thread[-1].sent for mail in morning.mails]
        assert [mail.id for mail in morning.mails] == [f"m{n}" for n, _ in enumerate(sent, 1)]
        assert sent == sorted(sent)
        assert sent[-1] < morning.now
        assert len({mail.sender.first_name for mail in morning.mails}) == len(morning.mails)
        assert len({mail.truth.topic for mail in morning.mails}) == len(morning.mails)
        assert len({mail.priority for mail in morning.mails}) > 1
        assert len(Episode(morning).opening.split()) <= LONGEST[voices][tier]


@splits
@pytest.mark.parametrize("voices", LONGEST)
def test_news_is_told_once_and_nothing_recalls_it_as_a_request(
    split: Split, voices: Voices
) -> None:
    for morning in mornings("hard", split, voices):
        for mail in morning.mails:
            assert mail.truth.request or len(mail.thread) == 1


@tiers
@splits
def test_what_is_dealt_stands_on_a_rule_of_the_solver(tier: Tier, split: Split) -> None:
    """The extra rule for declining is never needed by who makes no mistake."""
    for morning in mornings(tier, split):
        for answer in play(morning).answers:
            assert solve(answer.scenario.calendar, answer.scenario.truth.request)


def test_the_same_morning_in_any_process() -> None:
    code = (
        "from envs.exec_assist_inbox.morning import generate\n"
        "for t in ('easy', 'medium', 'hard'): print(generate(5, t, 'eval').model_dump_json())"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert found[0] == found[1]
    assert found[0].splitlines() == [generate(5, t, "eval").model_dump_json() for t in TIERS]


@pytest.mark.parametrize(
    ("seed", "tier", "split"), [(-1, "easy", "train"), (0, "harder", "train"), (0, "easy", "test")]
)
def test_a_morning_that_there_is_not(seed: int, tier: Tier, split: Split) -> None:
    with pytest.raises(ValueError, match=r"no seed|unknown (tier|split)"):
        generate(seed, tier, split)


def test_the_splits_share_neither_names_nor_topics() -> None:
    seen = {
        split: {
            word
            for tier in TIERS
            for morning in mornings(tier, split)
            for mail in morning.mails
            for word in (
                *mail.sender.name.split(),
                mail.truth.topic.split()[0],
                mail.sender.email.split("@")[1][:4],
            )
        }
        for split in SPLITS
    }
    assert not seen["train"] & seen["eval"]


# -- the bookings of the agent change what is right ---


@tiers
@splits
def test_a_booking_changes_the_next_answer(tier: Tier, split: Split) -> None:
    """What is contested could be booked at first, and cannot once the more urgent mail has it."""
    for morning in mornings(tier, split):
        for mail in morning.mails:
            if mail.situation != "contested":
                continue
            first = as_scenario(morning, mail, morning.calendar)
            [then] = [a for a in play(morning).answers if a.email == mail.id]
            assert [one.action for one in first.truth.acceptable] == ["book"]
            assert [one.action for one in then.scenario.truth.acceptable] == [
                "propose_alternatives"
            ]
            assert all(one.startswith("b") for one in then.scenario.truth.conflicts)


def contest(episode: Episode) -> tuple[str, str]:
    """A contested mail, and the one that is granted its slot."""
    morning = episode.morning
    [mail, *_] = [one for one in morning.mails if one.situation == "contested"]
    [answer] = [one for one in play(morning).answers if one.email == mail.id]
    return mail.id, f"m{answer.scenario.truth.conflicts[0][1:]}"


@pytest.mark.parametrize("seed", SEEDS)
def test_what_waits_blocks_until_it_is_answered_otherwise(seed: int) -> None:
    episode = Episode(generate(seed, "medium", "train"))
    loser, winner = contest(episode)
    before = episode.scenario(loser).truth
    assert winner in before.conflicts
    assert before.accepts("book") is None
    mail = next(one for one in episode.waiting if one.id == winner)
    episode.answer(winner, none(episode, mail))  # wrong: nothing is booked
    others = [one.id for one in episode.waiting if one.id != loser]
    for other in others:
        mail = next(one for one in episode.waiting if one.id == other)
        episode.answer(other, none(episode, mail))
    assert episode.scenario(loser).truth.accepts("book")


def test_who_gives_the_slot_away_is_wrong_and_the_urgent_mail_comes_too_late() -> None:
    episode = Episode(generate(0, "medium", "train"))
    loser, winner = contest(episode)
    mail = next(one for one in episode.waiting if one.id == loser)
    greedy = DESK.oracle(as_scenario(episode.morning, mail, episode.calendar))
    episode.answer(loser, greedy)
    assert not episode.answers[-1].grade.correct
    assert episode.scenario(winner).truth.accepts("book") is None


@tiers
def test_the_truth_is_in_nothing_that_an_agent_reads(tier: Tier) -> None:
    for seed in SEEDS:
        morning, other = generate(seed, tier, "train"), generate(seed + 1, tier, "train")
        size = min(len(morning.mails), len(other.mails))
        mails = [
            mail.model_copy(update={"truth": other.mails[n % size].truth, "situation": "other"})
            for n, mail in enumerate(morning.mails)
        ]
        changed = morning.model_copy(update={"mails": tuple(mails)})
        assert Episode(changed).messages == Episode(morning).messages
        assert Episode(changed).opening == Episode(morning).opening


# -- the course of an episode ---


def test_a_morning_from_first_to_last() -> None:
    morning = generate(3, "medium", "train")
    episode = Episode(morning)
    assert (episode.steps_left, episode.over) == (len(morning.mails) + 2, False)
    opening = episode.opening
    for mail in morning.by_urgency():
        assert f"{mail.id} From: {mail.sender.name}" in episode.observation
        assert f"{mail.id} is answered" in episode.answer(mail.id, best(episode, mail.id))
        assert f"{mail.id} From: {mail.sender.name}" not in episode.observation
    assert (episode.steps_left, episode.over, episode.waiting) == (0, True, ())
    assert episode.opening == opening
    assert episode.grade.correct
    assert len(episode.grade.action) == len(morning.mails)
    with pytest.raises(OverError, match="last email answered"):
        episode.answer("m1", "{}")


REFUSED = [
    ("m1", "", "empty"),
    ("m1", "I would book it.", "not JSON"),
    ("m1", "{}", "conflicts"),
    ("m1", '{"calendar_action": "none"}', "conflicts"),
    ("m1", None, "a string was expected, not NoneType"),
    ("m9", "{}", "one of m1, m2, m3 was expected, not 'm9'"),
    ("", "{}", "was expected"),
    ("M1", "{}", "was expected"),
    (1, "{}", "was expected"),
    (None, "{}", "was expected"),
    (["m1"], "{}", "was expected"),
]


@pytest.mark.parametrize(("email", "completion", "why"), REFUSED)
def test_what_cannot_be_taken_spends_a_step(email, completion, why: str) -> None:
    episode = Episode(generate(0, "easy", "train"))
    before = episode.observation
    with pytest.raises(EpisodeError, match=why):
        episode.answer(email, completion)
    assert (episode.steps_left, episode.failed, episode.observation) == (4, 1, before)
    assert not episode.answers


def test_a_mail_is_answered_once() -> None:
    episode = Episode(generate(0, "easy", "train"))
    completion = best(episode, "m2")
    episode.answer("m2", completion)
    with pytest.raises(EpisodeError, match="one of m1, m3 was expected, not 'm2'"):
        episode.answer("m2", completion)


def test_without_an_answer_there_is_nothing_to_earn() -> None:
    episode = Episode(generate(0, "easy", "train"))
    for _ in range(5):
        with pytest.raises(EpisodeError):
            episode.answer("m1", "nothing")
    assert (episode.over, episode.grade.total, episode.grade.correct) == (True, 0.0, False)
    with pytest.raises(OverError, match="ran out of steps"):
        episode.answer("m1", "nothing")


def test_a_budget_of_one_is_enough_for_one() -> None:
    episode = Episode(generate(0, "easy", "train"), budget=1)
    first = episode.morning.by_urgency()[0]
    assert "No step is left" in episode.answer(first.id, best(episode, first.id))
    assert not episode.grade.correct
    assert episode.grade.total < 0.30
    with pytest.raises(ValueError, match="at least 1 step"):
        Episode(episode.morning, budget=0)


texts = st.one_of(
    st.text(max_size=80),
    st.builds(
        lambda kind, start, end, who, entry: json.dumps(
            {
                "conflicts": [],
                "calendar_action": kind,
                "meeting_details": {"title": "", "start": start, "end": end, "attendees": who},
                "proposed_slots": [{"start": end, "end": start}],
                "reschedule": {"event_id": entry, "start": start, "end": end},
                "email_reply": "",
            }
        ),
        st.sampled_from(["book", "propose_alternatives", "reschedule", "decline", "none"]),
        st.sampled_from(["2000-01-01T00:00", "2026-03-10T14:00+14:00", "2100-12-31T23:59-11:59"]),
        st.sampled_from(["2000-01-01T00:00", "2100-12-31T23:59", "2026-03-10T14:30Z"]),
        st.lists(st.text(max_size=5), max_size=3),
        st.sampled_from(["e1", "e2", "b1", "m1", "", "x" * 200]),
    ),
)
calls = st.lists(st.tuples(st.sampled_from(["m1", "m2", "m3", "m4", "m5", "x"]), texts))


@settings(max_examples=60)
@given(st.sampled_from(SEEDS), st.sampled_from(["easy", "medium"]), calls)
def test_no_completion_breaks_an_episode(seed: int, tier: Tier, calls) -> None:
    episode = Episode(generate(seed, tier, "train"))
    for email, completion in calls:
        left = episode.steps_left
        try:
            episode.answer(email, completion)
        except OverError:
            assert left == 0
        except EpisodeError:
            assert left > 0
        assert episode.over or episode.steps_left == left - 1
    if episode.over:
        shares = sum(episode.grade.contributions.values())
        assert episode.grade.total == pytest.approx(shares)
        assert 0 <= episode.grade.total <= 1


WAYS = [*DEGENERATE.values(), play, lambda m: through(m, m.mails, right)]


@settings(max_examples=40)
@given(st.sampled_from(SEEDS), st.sampled_from(TIERS), st.sampled_from(WAYS))
def test_the_contributions_add_up(seed: int, tier: Tier, way: Policy) -> None:
    grade = way(generate(seed, tier, "train")).grade
    assert grade.total == pytest.approx(sum(grade.contributions.values()))
    assert grade.parts.keys() == RUBRIC.parts.keys()


@settings(max_examples=60)
@given(
    st.sampled_from(SEEDS),
    st.sampled_from(TIERS),
    st.lists(st.sampled_from(sorted(SAYS)), min_size=8),
    st.randoms(use_true_random=False),
)
def test_there_is_always_a_right_answer(seed: int, tier: Tier, kinds: list[str], rng) -> None:
    """Whatever was done before, the oracle of the moment is right about what is left."""
    episode = Episode(generate(seed, tier, "eval"))
    mails = list(episode.morning.mails)
    rng.shuffle(mails)
    for mail, kind in zip(mails[:-1], kinds, strict=False):
        completion = SAYS[kind](episode, mail)
        episode.answer(mail.id, completion)
    episode.answer(mails[-1].id, best(episode, mails[-1].id))
    assert episode.answers[-1].grade.correct, episode.answers[-1].grade.verdict
