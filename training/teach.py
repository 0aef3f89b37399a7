"""Teach a pretrained model a desk by demonstrations: the warm start that GRPO goes on from.

    python -m training.teach --desk exec_assist --out assets/models/exec_assist/pretrained/warm

LoRA by TRL's SFTTrainer, on answers to train-split prompts in all voices: those that strong
language models wrote (`training/written/`) and the oracle's, each behind its worksheet
(`training/worksheets/`). The model reads no system message: what stands there it is taught. Killed,
it goes on with --resume from its last checkpoint. Exit status: 0 done, 1 something is wrong.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from desks import Scenario, Tier, load
from desks.desk import Frozen, Message, stream
from training.base import BaseError, name_base
from training.gguf_files import PARTS
from training.messages import say
from training.rewards import find
from training.worksheets import drill, shown, what_ifs

WRITTEN = Path(__file__).parent / "written"
FIRST = 100_000
"""The first train-split seed that is demonstrated: GRPO draws from 0 on."""
BRIEF = (
    "{% for message in messages %}{% if message.role != 'system' %}<|im_start|>{{ message.role }}\n"
    "{{ message.content }}<|im_end|>\n{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
"""A chat template that leaves the system message out."""


SURE = re.compile(r'("confidence": )[\d.]+')
"""What an answer says of itself."""
END = "<|im_end|>"
COLUMNS = ("ids", "places", "segments", "labels", "sources")
"""Of a demonstration as one sequence; see `packed`."""


class Course(Frozen):
    """What decides how a model is taught."""

    desk: str
    drills: int = 200
    """Made-up cases to begin with, where the desk has some."""
    examples: int = 900
    tiers: tuple[Tier, ...] = ("easy", "medium", "medium", "hard")
    """In turn."""
    learning_rate: float = 1e-3
    batch: int = 1
    lora_rank: int = 32
    frozen: int = 10
    """Layers at the bottom that stay as they are."""
    what_ifs: int = 6
    """Other questions to each case, where the desk has some."""
    seed: int = 0


class Demonstration(NamedTuple):
    """A prompt, and what may be written after it: what is given of that, and what is learned."""

    prompt: list[Message]
    texts: list[tuple[str, str]]


def demonstrations(course: Course) -> Iterator[Demonstration]:
    """Drills first. Then as many as the course has, in an order of its own: of what was written at
    most every fourth, and the oracle's answers for the rest, behind their worksheets; and after
    the same prompt worksheets of what might have been asked instead.

    How sure an answer says it is, is drawn: that is for GRPO to teach, and it can choose among what
    it sees alone.
    """
    desk = load(course.desk)
    rng = stream("teach", course.desk, course.seed)
    for number in range(course.drills):
        drawn = desk.scenario(FIRST + course.examples + number, "hard", "train", "all")
        shown_, asked = drill(rng, drawn, course.what_ifs)
        if asked:
            yield Demonstration([{"role": "user", "content": shown_}], _thought(asked))
    for scenario, answer in _answered(course, rng):
        sure = SURE.sub(rf"\g<1>{rng.randrange(50, 101, 5) / 100}", answer)
        others = _thought(what_ifs(rng, scenario, course.what_ifs))
        yield Demonstration(desk.prompt(scenario), [("", f"{shown(scenario, sure)}{END}"), *others])


def _answered(course: Course, rng: Random) -> list[tuple[Scenario, str]]:
    desk = load(course.desk)
    lines = (WRITTEN / f"{course.desk}.jsonl").read_text(encoding="utf-8").splitlines()
    pairs = [(find(one["scenario"]), one["completion"]) for one in map(json.loads, lines)]
    rng.shuffle(pairs)
    pairs = pairs[: course.examples // 4]
    for number in range(course.examples - len(pairs)):
        tier = course.tiers[number % len(course.tiers)]
        scenario = desk.scenario(FIRST + number, tier, "train", "all")
        pairs.append((scenario, desk.oracle(scenario)))
    rng.shuffle(pairs)
    return pairs


def _thought(asked: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(f"<think>\n{given}", f"{told}\n</think>\n") for given, told in asked]


def packed(one: Demonstration, tokenizer: Any) -> dict[str, list[int]]:
    """A demonstration as one sequence, in which each text sees the prompt and itself: token ids,
    their places, the lengths of prompt and texts; then what is learned, and where each of these is
    expected."""
    prompt = tokenizer.apply_chat_template(
        one.prompt, add_generation_prompt=True, return_dict=True
    )["input_ids"]
    ids, places, segments = list(prompt), list(range(len(prompt))), [len(prompt)]
    labels: list[int] = []
    sources: list[int] = []
    for given, told in one.texts:
        before, after = (
            tokenizer(part, add_special_tokens=False)["input_ids"] for part in (given, told)
        )
        text, at = before + after, len(ids)
        labels += after
        sources += [at + n - 1 if n else len(prompt) - 1 for n in range(len(before), len(text))]
        ids += text[:-1]
        places += range(len(prompt), len(prompt) + len(text) - 1)
        segments.append(len(text) - 1)
    return dict(zip(COLUMNS, (ids, places, segments, labels, sources), strict=True))


def teach(course: Course, out: Path, resume: bool = False) -> None:
    """Run a course to its end; the adapter is kept in `out` in bfloat16, checkpoints beside it."""
    import torch
    from datasets import Dataset
    from peft import LoraConfig
    from torch.nn.functional import cross_entropy
    from trl import SFTConfig, SFTTrainer

    from training import attention
    from training.gpu import usable
    from training.lean_lora import lean
    from training.loading import load_model
    from training.pretrained import MODEL, folder

    base = folder(MODEL)
    model, tokenizer = load_model(str(base))
    model.config._name_or_path = model.name_or_path = MODEL
    model.set_attn_implementation(attention.NAME)
    tokenizer.chat_template = BRIEF

    def alone(rows: list[dict[str, list[int]]]) -> dict[str, Any]:
        return {name: torch.tensor(rows[0][name])[None] for name in COLUMNS}

    class Teacher(SFTTrainer):
        """Of texts that share a prompt; the last layer is asked for what is learned alone, in one
        product, where TRL's own tiles take as long on a CPU as all other layers do."""

        def compute_loss(
            self, model: Any, inputs: Any, return_outputs: bool = False, num_items_in_batch: Any = 1
        ) -> Any:
            ids, places, segments, labels, sources = (inputs[name] for name in COLUMNS)
            logits = model(
                input_ids=ids,
                position_ids=places,
                segments=segments[0].tolist(),
                use_cache=False,
                logits_to_keep=sources[0],
            ).logits[0]
            return cross_entropy(logits.float(), labels[0], reduction="sum") / num_items_in_batch

    rows = [packed(one, tokenizer) for one in demonstrations(course)]
    trainer = Teacher(
        model=model,
        processing_class=tokenizer,
        train_dataset=Dataset.from_list(rows),
        data_collator=alone,
        peft_config=lean(
            LoraConfig(
                r=course.lora_rank,
                lora_alpha=2 * course.lora_rank,
                target_modules=[part.rpartition(".")[2] for part in PARTS],
                layers_to_transform=list(range(course.frozen, model.config.num_hidden_layers)),
                task_type="CAUSAL_LM",
            )
        ),
        args=SFTConfig(
            output_dir=str(out / "checkpoints"),
            max_steps=len(rows) // course.batch,
            train_sampling_strategy="sequential",
            per_device_train_batch_size=1,
            gradient_accumulation_steps=course.batch,
            learning_rate=course.learning_rate,
            lr_scheduler_type="cosine_with_min_lr",
            lr_scheduler_kwargs={"min_lr_rate": 0.1},
            warmup_steps=20,
            adam_beta2=0.98,
            dataset_kwargs={"skip_prepare_dataset": True},
            remove_unused_columns=False,
            use_cpu=not usable(),
            bf16=usable(),  # of a CPU the weights are bfloat16 themselves
            gradient_checkpointing=False,
            dataloader_pin_memory=usable(),
            logging_steps=10,
            save_steps=50,
            save_total_limit=2,
            report_to="none",
            disable_tqdm=True,
            seed=course.seed,
        ),
    )
    trainer.train(resume_from_checkpoint=resume)
    for name, weights in trainer.model.named_parameters():
        if "lora_" in name:
            weights.data = weights.data.to(torch.bfloat16)
    trainer.model.save_pretrained(out)
    tokenizer.save_pretrained(out)
    name_base(out, base)
    told = {"course": course.model_dump(mode="json"), "log": trainer.state.log_history}
    (out / "course.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.teach", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--desk", required=True, choices=("exec_assist", "it_triage"))
    parser.add_argument("--out", type=Path, required=True, help="folder of the adapter")
    parser.add_argument("--examples", type=int, default=Course.model_fields["examples"].default)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    asked = parser.parse_args(arguments)
    try:
        course = Course(desk=asked.desk, examples=asked.examples, seed=asked.seed)
        teach(course, asked.out, asked.resume)
    except (BaseError, OSError) as error:
        say(f"error: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
