"""A reward of one's own: what does it pay for without the work?

It runs in the visitor's browser, in Pyodide, so that the server never executes what a visitor
wrote (`assets/own_reward.js`, `assets/own_reward_worker.js`); the server gives the sources of
rewardproof.
"""

import html as markup
import os
from functools import lru_cache
from pathlib import Path

import gradio as gr
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, Router

import rewardproof
from ui.component import ASSETS, html

PATH = "/own-reward"
PYODIDE = "https://cdn.jsdelivr.net/npm/pyodide@314.0.7/"
"""Where browsers load Python from: the npm package that the tests use. REWARDDESK_PYODIDE names
another place."""
BUDGET = 1_200
"""Calls of the reward: a minute is enough, if one takes less than 50 ms."""
EXAMPLE = '''\
def reward(completion, answer):
    """1.0 if the right answer stands in the text."""
    return 1.0 if answer in completion else 0.0
'''
TASKS = """\
{"prompt": "What is 17 + 25? End with 'Answer: <number>'.", "answer": "42"}
{"prompt": "What is 6 * 31? End with 'Answer: <number>'.", "answer": "186"}
{"prompt": "What is 90 - 23? End with 'Answer: <number>'.", "answer": "67"}
"""
GOOD = "Answer: {answer}"
AT_HOME = """\
pip install ./rewardproof
rewardproof my_rewards.py:reward --tasks tasks.jsonl --good answer"""


def build() -> None:
    """The panel."""
    with gr.Column(elem_classes="pane own-reward-pane", min_width=0):
        html("scroll.js", "own_reward.js", drawn=draw())


def draw() -> str:
    """The form, with an example in it."""
    code, tasks, good = map(markup.escape, (EXAMPLE, TASKS, GOOD))
    return f"""<section class="own-reward"><h2>Your own reward</h2>
<p class="hint">Paste the function that you train with. Within a minute you see what it pays for
without the work. It runs in your browser; nothing is sent.</p>
<details class="own-reward-form"><summary>Paste it, or try the example</summary>
<label>The reward, in Python
<textarea name="code" rows="7" spellcheck="false">{code}</textarea></label>
<label>Three tasks or more, one JSON object per line
<textarea name="tasks" rows="5" spellcheck="false">{tasks}</textarea></label>
<label>What a right answer is: a column, or a text with {{columns}} in it
<input name="good" value="{good}" spellcheck="false"></label>
<div class="buttons"><button type="button" class="primary" data-prove>Find what it pays for</button>
<button type="button" data-stop hidden>Stop</button>
<button type="button" data-link>Copy a link to it</button></div>
<p class="own-reward-state"></p>
<div class="own-reward-home" hidden><p>On your own machine, in a copy of this project:</p>
<pre>{markup.escape(AT_HOME)}</pre></div>
<div class="own-reward-found"></div></details></section>"""


def route() -> Mount:
    """What the browser needs: the worker and the sources, as JSON, compressed."""
    return Mount(PATH, GZipMiddleware(Router([Route("/job.json", _job)])))


async def _job(request: Request) -> Response:
    place = os.environ.get("REWARDDESK_PYODIDE", PYODIDE)
    told = {"pyodide": place, "source": _worker(), "files": _sources(), "budget": BUDGET}
    return JSONResponse(told)


@lru_cache(1)
def _worker() -> str:
    return (ASSETS / "own_reward_worker.js").read_text(encoding="utf-8")


@lru_cache(1)
def _sources() -> dict[str, str]:
    """The package's modules, by path."""
    home = Path(rewardproof.__file__).parent
    return {
        file.relative_to(home.parent).as_posix(): file.read_text(encoding="utf-8")
        for file in sorted(home.rglob("*.py"))
    }
