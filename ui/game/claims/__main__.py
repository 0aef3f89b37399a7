"""Read and settle the claims that players made: for maintainers.

    REWARDDESK_STORE=FILE python -m ui.game.claims list
    python -m ui.game.claims confirm ID --name a_slot_nobody_offered
    python -m ui.game.claims reject ID        # the answer is fine
    python -m ui.game.claims hide ID          # nobody sees it any more
    python -m ui.game.claims reopen ID
    python -m ui.game.claims export > answers.jsonl

`confirm` writes the claim as a case into tests/exploits/, where it is expected to fail until the
graders are fixed; then `python -m graders.known_cheats` counts it for the page. "fixed" in the list
is what neither rubric nor referee takes for the work any more. `export` prints the settled claims,
each answer with its scenario and a label: "wrong" if confirmed, "sound" if rejected.

Exit status: 0 done, 1 what was asked for cannot be done, 2 an invalid command line.
"""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from desks.cases import CaseError
from ui.game.claims import book
from ui.game.claims.record import Claim, State, standing
from ui.game.store import Store
from ui.links import GameRef, LinkError, game_href
from ui.store import STORE, StoreError, place

EXPLOITS = Path(__file__).parents[3] / "tests" / "exploits"
STATES: dict[str, State] = {"reject": "rejected", "hide": "hidden", "reopen": "open"}
LABELS: dict[State, str] = {"confirmed": "wrong", "rejected": "sound"}


class RefusedError(Exception):
    """What was asked for cannot be done; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    args = _parser().parse_args(arguments)
    try:
        if not place().is_file():
            raise RefusedError(f"{place()}: a store was expected; {STORE} names it")
        args.run(Store(), args)
    except (RefusedError, StoreError, CaseError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ui.game.claims",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    orders = parser.add_subparsers(required=True, metavar="list|export|confirm|reject|hide|reopen")
    orders.add_parser("list", help="all claims, the oldest first").set_defaults(run=_list)
    orders.add_parser("export", help="labelled answers").set_defaults(run=_export)
    confirm = orders.add_parser("confirm", help="the answer is wrong: write a test case of it")
    confirm.set_defaults(run=_confirm)
    confirm.add_argument("id")
    confirm.add_argument("--name", type=_name, help="the file's, without .json: what it does")
    confirm.add_argument("--folder", type=Path, default=EXPLOITS, help="(tests/exploits)")
    for order, state in STATES.items():
        one = orders.add_parser(order, help=f"make it {state}")
        one.set_defaults(run=_settle, state=state)
        one.add_argument("id")
    return parser


def _name(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9_]{1,80}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"{text!r}: small letters, digits and _ were expected")
    return text


def _list(kept: Store, args: argparse.Namespace) -> None:
    claims = book.everything(kept)
    for one, votes in zip(claims, book.tallies(kept, claims), strict=True):
        said = f"{one.why!r}" if one.why else "no reason"  # repr: no control character is printed
        print(
            f"{one.id}  {standing(one):9}  {votes.wrong} wrong, {votes.fine} fine  "
            f"paid {one.score:.2f}  {_address(one)}  {said}"
        )


def _address(one: Claim) -> str:
    try:
        return game_href(GameRef.parse(f"{one.desk}/{one.level}/{one.scenario}"), one.id)
    except LinkError:
        return f"{one.desk!r}, {one.level!r}: no such level any more"


def _export(kept: Store, args: argparse.Namespace) -> None:
    for one in book.everything(kept):
        if label := LABELS.get(one.state):
            row = {"desk": one.desk, "label": label, "why": one.why, "completion": one.completion}
            print(json.dumps(row | {"scenario": json.loads(one.case_text)}))


def _confirm(kept: Store, args: argparse.Namespace) -> None:
    if (one := book.claim(kept, args.id)) is None:
        raise RefusedError(f"{args.id!r} is no claim; `list` names them")
    case, file = one.case(), args.folder / f"{args.name or f'claim_{one.id}'}.json"
    if file.exists() and file.read_text(encoding="utf-8") != case.to_json():
        raise RefusedError(f"{file} is there already, and another case: --name gives this a name")
    file.write_text(case.to_json(), encoding="utf-8")
    book.settle(kept, one.id, "confirmed")
    today = "open: expected to fail until the graders are fixed" if case.open else "it passes today"
    print(f"{file}: {today}")


def _settle(kept: Store, args: argparse.Namespace) -> None:
    if book.settle(kept, args.id, args.state) is None:
        raise RefusedError(f"{args.id!r} is no claim; `list` names them")
    print(f"{args.id}: {args.state}")


if __name__ == "__main__":
    sys.exit(main())
