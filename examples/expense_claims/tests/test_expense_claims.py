"""The desk is ready, and its judges agree on replies that are easy to misread."""

from desks import register
from examples.expense_claims import DESK
from graders import grade
from graders.check import check_desk
from graders.referee import referee

register(DESK)
REPLIES = {
    "{paid} will be transferred to you.": True,
    "Instead of {claimed} we will pay {paid}, Ana.": True,
    "We will pay {claimed}.": False,
    "We will pay EUR " + 400 * "9" + ".00": False,
    "We will pay {paid}. The claim is refused.": False,
    "We will pay {paid}. Please send us a receipt.": False,
}


def test_the_desk_is_ready() -> None:
    assert check_desk(DESK) == []


def test_both_judges_read_a_reply_alike() -> None:
    claim = DESK.scenario(0, "hard", "train")  # a claim that is cut
    best, money = DESK.parse(DESK.oracle(claim)), claim.policy.money
    for reply, right in REPLIES.items():
        told = reply.format(paid=money(claim.truth.amount), claimed=money(claim.total))
        text = best.model_copy(update={"reply": told}).model_dump_json()
        assert grade(claim, text).correct == referee(claim, text).done == right, reply
