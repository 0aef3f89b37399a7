"""Publish to the Hub: a run (its adapter, tokenizer and record, with a card made from the record),
or the page as a Space.

    python -m training.publish --run exec_assist_pocket --to OWNER/NAME
    python -m training.publish --space OWNER/NAME
    python -m training.publish --run exec_assist_pocket --to OWNER/NAME --dry-run FOLDER

A dry run writes what would be uploaded to a folder, and sends nothing.
"""

import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from training.common.console import CommandError, argument_parser, command, log
from training.common.provenance import changed
from training.hub import space
from training.hub.repository import PUBLIC, Hub
from training.hub.run_folder import assemble, commit_message
from training.hub.source import source
from training.runs.record import RUNS


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("publish", __doc__)
    parser.add_argument("--run", help="a name in assets/runs, or a folder")
    parser.add_argument("--to", metavar="OWNER/NAME", help="where it goes; private if new")
    parser.add_argument("--public", action="store_true", help=PUBLIC)
    parser.add_argument("--space", metavar="OWNER/NAME", help="instead: where the page goes")
    parser.add_argument(
        "--source", type=source, metavar="URL", help="git URL for the page's jobs; default: origin"
    )
    parser.add_argument("--dry-run", type=Path, metavar="FOLDER", help="put it there, send nothing")
    args = parser.parse_args(arguments)
    if bool(args.space) == bool(args.run or args.to) or bool(args.run) != bool(args.to):
        parser.error("either --run and --to, or --space")
    if args.source and not args.space:
        parser.error("--source goes with --space")
    to = args.space or args.to
    if args.dry_run and args.dry_run.exists() and any(args.dry_run.iterdir()):
        raise CommandError(f"{args.dry_run} is not empty: name a new folder")
    hub = None if args.dry_run else Hub(to, "space" if args.space else "model", args.public)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        if args.space:
            message = f"The page, {space.assemble(made, args.source)} files"
            if changed():
                log("files here are not committed: the page has them, the jobs it starts have not")
        else:
            run = RUNS / args.run if (RUNS / args.run).is_dir() else Path(args.run)
            assemble(run, made, to)
            message = commit_message(run)
        if hub is None:
            shutil.copytree(made, args.dry_run, dirs_exist_ok=True)
            print(f"nothing was sent; {args.dry_run} holds what {to} would get")
        else:
            hub.create()
            hub.send(made, message)
            print(f"{message}: at {to}")


if __name__ == "__main__":
    sys.exit(main())
