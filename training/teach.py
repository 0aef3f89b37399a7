"""Teach a pretrained model a desk from demonstrations: the warm start that GRPO continues from.

    python -m training.teach --desk exec_assist --out assets/models/exec_assist/pretrained/warm
    python -m training.teach --again assets/models/it_triage/pretrained/warm/courses.json --out DIR

LoRA with TRL's SFTTrainer, on answers to train-split prompts in all voices
(`training/sft/demonstrations.py`), each after its worksheet (`training/sft/worksheets/`); with
tools, on episodes. The model is not shown the system message: it learns the rules from the
demonstrations. With --self-assessed it answers cases itself instead, and learns how sure it may be
(`training/sft/own_answers.py`). --again repeats the courses that an adapter was taught, one after
the other. --resume continues a killed run from its last checkpoint, if there is one. Exit status: 0
done, 1 error.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from desks import TIERS
from desks.desk import Frozen
from training.common.console import CommandError, argument_parser, command, complaint
from training.models.base import check_base, write_hashes
from training.sft.curriculum import TAUGHT, Curriculum
from training.sft.demonstrations import demonstrations

CHAT_TEMPLATE = (
    "{% for m in messages %}"
    "{% if m.role == 'tool' %}<|im_start|>user\n{{ m.content }}<|im_end|>\n"
    "{% elif m.role != 'system' %}<|im_start|>{{ m.role }}\n{{ m.content }}"
    "{% for c in m.tool_calls or [] %}"
    '<tool_call>\n{"name": "{{ c.function.name }}", '
    '"arguments": {{ c.function.arguments | tojson }}}\n</tool_call>'
    "{% endfor %}<|im_end|>\n{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
"""A chat template that leaves out the system message and the tools' schemas."""
COURSES = "courses.json"
"""The record beside an adapter: each curriculum that it was taught, in order, with its log."""
OWN_ANSWERS = "own_answers.jsonl"
"""The answers that a model learns from how sure it may be, beside its checkpoints."""


class Course(Frozen):
    """A course in an adapter's record."""

    course: Curriculum
    log: tuple[dict[str, Any], ...] = ()
    """What the trainer logged."""


_RECORD = TypeAdapter(Annotated[list[Course], Field(min_length=1)])


def teach(curriculum: Curriculum, out: Path, resume: bool = False) -> None:
    """Train on the whole curriculum; saves the adapter, in bfloat16, and the checkpoints."""
    from transformers.trainer_utils import get_last_checkpoint

    from training.models import attention
    from training.models.fused_lora import load_adapter, round_lora
    from training.models.loading import load_model
    from training.models.memory import keep_freed_memory
    from training.models.pretrained import MODEL, model_folder
    from training.models.tool_calls import with_response_schema
    from training.sft.trainer import make_trainer

    keep_freed_memory()
    base = model_folder(MODEL)
    model, tokenizer = load_model(str(base))
    model.config._name_or_path = model.name_or_path = MODEL
    model.set_attn_implementation(attention.NAME)
    tokenizer.chat_template = CHAT_TEMPLATE
    with_response_schema(tokenizer)
    earlier = []
    if curriculum.adapter:
        check_base(Path(curriculum.adapter), base)
        if (record := Path(curriculum.adapter) / COURSES).exists():  # GRPO leaves none
            earlier = read_courses(record)
        model = load_adapter(model, Path(curriculum.adapter))
    checkpoints = out / "checkpoints"
    own_answers = checkpoints / OWN_ANSWERS
    if not resume:
        own_answers.unlink(missing_ok=True)
    shown = demonstrations(curriculum, own_answers)
    trainer = make_trainer(curriculum, checkpoints, model, tokenizer, shown)
    trainer.train(resume_from_checkpoint=resume and get_last_checkpoint(str(checkpoints)))
    round_lora(trainer.model, base)
    trainer.model.save_pretrained(out)
    (out / "README.md").unlink(missing_ok=True)  # PEFT's empty template
    tokenizer.save_pretrained(out)
    write_hashes(out, base)
    course = Course(course=curriculum, log=tuple(trainer.state.log_history))
    (out / COURSES).write_bytes(_RECORD.dump_json([*earlier, course], indent=1) + b"\n")


def read_courses(record: Path) -> list[Course]:
    """The courses in an adapter's record; CommandError if it holds none."""
    try:
        return _RECORD.validate_json(record.read_bytes())
    except ValidationError as error:
        raise CommandError(f"{record}: {complaint(error.errors()[0])}") from None


def again(record: Path, out: Path, resume: bool = False) -> None:
    """Repeat the courses in an adapter's record: each but the last in a folder of its own in `out`,
    which the next one goes on from, the first from where it began then. OSError or CommandError if
    there is no such record."""
    courses = read_courses(record)
    adapter = courses[0].course.adapter
    for number, one in enumerate(courses, start=1):
        folder = out / f"course_{number}" if number < len(courses) else out
        if not (resume and (folder / COURSES).exists()):
            teach(one.course.model_copy(update={"adapter": adapter}), folder, resume)
        adapter = str(folder)


@command()
def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; `@command` returns the exit status."""
    parser = argument_parser("teach", __doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--desk", choices=TAUGHT)
    what.add_argument("--again", type=Path, metavar="FILE", help=f"the {COURSES} of an adapter")
    parser.add_argument("--out", type=Path, required=True, help="folder of the adapter")
    known = Curriculum.model_fields
    counts = "drills", "series_drills", "reading_cases", "examples", "what_ifs"
    for name in (*counts, "self_assessed", "passes"):
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=known[name].default)
    parser.add_argument(
        "--tier", action="append", choices=TIERS, dest="tiers", help="cycled through; repeatable"
    )
    parser.add_argument(
        "--situation",
        action="append",
        dest="situations",
        help="of the examples, cycled through; repeatable",
    )
    parser.add_argument("--mixed", action="store_true", help="shuffle drills and examples together")
    parser.add_argument("--disguised", action="store_true", help="cases with invented names")
    parser.add_argument(
        "--freely-written", action="store_true", help="with --disguised: cases written freely, too"
    )
    rate = known["learning_rate"].default
    parser.add_argument("--learning-rate", type=float, default=rate, help=f"({rate:g})")
    parser.add_argument("--adapter", default="", help="folder of one that the course goes on from")
    parser.add_argument("--seed", type=int, default=0, choices=range(10))
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    args = parser.parse_args(arguments)
    told = {
        name: value for name, value in vars(args).items() if name in known and value is not None
    }
    if args.again:
        if any(value != parser.get_default(name) for name, value in told.items()):
            parser.error(
                "--again has its settings from the file: only --out and --resume go with it"
            )
        again(args.again, args.out, args.resume)
        return
    try:
        curriculum = Curriculum(**told)
    except ValidationError as error:
        parser.error(complaint(error.errors()[0]))
    teach(curriculum, args.out, args.resume)


if __name__ == "__main__":
    sys.exit(main())
