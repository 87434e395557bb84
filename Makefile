# What people call and what CI calls are the same targets.
PYTHON ?= python3
PORT ?= 8000
VENV ?= .venv
TEST_VENV ?= .venv-test
# DATA: a folder with train/, val/ and manifest.csv, in the form the README describes. Faces and backgrounds are optional beside it.
DATA ?=
FACES ?= $(if $(DATA),$(wildcard $(DATA)/../faces))
BACKGROUNDS ?= $(if $(DATA),$(wildcard $(DATA)/../backgrounds))
# Characters of rendered sets are written with the fonts of this machine, the more the better: the model card names those of the shipped weights.
FONTS ?= $(wildcard /usr/share/fonts)
# Birds and plants of rendered sets: a folder of icon collections, which `make icons` fetches (needs npm).
ICONS ?= $(wildcard $(RUNS)/icons)
WEIGHTS ?= $(if $(DATA),$(firstword $(wildcard $(DATA)/../weights/warm_*.pt) $(wildcard $(DATA)/../weights/*.pt)))
RUNS ?= runs
TORCH ?= torch==2.14.1 torchvision==0.29.1

# opencv-python needs two system libraries that a bare Debian lacks: installed where that is allowed, named where it isn't.
OPENCV_LIBRARIES = libgl1 libglib2.0-0
define opencv-loads
	@$(1)/bin/python -c 'import cv2' 2>/dev/null || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq $(OPENCV_LIBRARIES) >/dev/null; } || \
	  { echo "OpenCV doesn't load: install $(OPENCV_LIBRARIES) (Debian's names), then try again."; exit 1; }
endef

.PHONY: run test check mutants icons train train-deps ablate evaluate bench taps load load-club bad-input killed screenshots clean

run: $(VENV)/.ready
	$(VENV)/bin/python -m webapp --port $(PORT)

# Run-time dependencies alone: reading a photo needs no torch.
$(VENV)/.ready: pyproject.toml
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable .
	$(call opencv-loads,$(VENV))
	touch $@

$(TEST_VENV)/.ready: pyproject.toml
	test -x $(TEST_VENV)/bin/python || $(PYTHON) -m venv $(TEST_VENV)
	$(TEST_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(call opencv-loads,$(TEST_VENV))
	touch $@

$(TEST_VENV)/.train-ready: $(TEST_VENV)/.ready
	$(TEST_VENV)/bin/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	$(TEST_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[train]'
	touch $@

train-deps: $(TEST_VENV)/.train-ready

# The browser tests need Chromium and a font with Chinese: Debian's are installed where that is allowed.
# Where it isn't, those tests fail and say what to install.
test: $(TEST_VENV)/.ready
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && apt-get install -y -qq chromium fonts-noto-cjk >/dev/null; } || \
	  echo "No Chromium found: install it with 'apt-get install chromium fonts-noto-cjk', or the browser tests fail."
	FANLENS_DATA="$(DATA)" $(TEST_VENV)/bin/python -m pytest

check: $(TEST_VENV)/.ready
	$(TEST_VENV)/bin/ruff check .
	$(TEST_VENV)/bin/ruff format --check .
	$(TEST_VENV)/bin/mypy

# Changes scoring/ one operator, constant or argument at a time and runs on each change the fast scoring tests that reach it: a minute or two for one module
# (`make mutants MODULE=payout`, or several: "payout rulesets/*"), an hour or two for all of them. Exit 1 where one survives that docs/mutants.md doesn't list.
MODULE ?=
mutants: $(TEST_VENV)/.ready
	$(TEST_VENV)/bin/python -m tests.scoring.mutants $(foreach one,$(MODULE),'$(one)')

need-data:
	@test -d "$(DATA)/train" || { echo "DATA= must name a folder with train/ and val/: make $(MAKECMDGOALS) DATA=/path/to/photos"; exit 2; }

# Hours on two cores. Checkpoints lie in $(RUNS); an interrupted run goes on from them. A first, short round teaches a detector to find the tiles
# that the photos leave unlabelled; the second round then sees whole photos. WITHOUT="cn_tray riichi_red" leaves subsets out
# (with MODELS= and RUNS= folders of their own): how strangers' real tiles are read.
FIRST ?= --canvases 500 --renders 250
SECOND ?= --canvases 1500 --renders 2000 --crop-renders 2600
TRAIN ?= --tile-epochs 5 --face-epochs 20
MODELS ?= models
MATERIAL = $(if $(FACES),--faces "$(FACES)") $(if $(BACKGROUNDS),--backgrounds "$(BACKGROUNDS)") $(if $(FONTS),--fonts "$(FONTS)") $(if $(ICONS),--icons "$(ICONS)") $(foreach subset,$(WITHOUT),--without $(subset))
RECOGNIZER = $(TEST_VENV)/bin/python -m recognizer
PREPARE = $(TEST_VENV)/bin/python -m datasets prepare "$(DATA)"
train: need-data $(TEST_VENV)/.train-ready
	test -e $(RUNS)/first/.done || $(PREPARE) $(RUNS)/first $(MATERIAL) $(FIRST) --crop-renders 0
	$(RECOGNIZER) train $(RUNS)/first $(RUNS)/first-models --only detector --tile-epochs 1 $(if $(WEIGHTS),--start "$(WEIGHTS)")
	$(RECOGNIZER) export $(RUNS)/first-models $(RUNS)/first-models/onnx
	test -e $(RUNS)/prepared/.done || $(PREPARE) $(RUNS)/prepared $(MATERIAL) $(SECOND) --seed 2 --complete-with $(RUNS)/first-models/onnx
	$(RECOGNIZER) train $(RUNS)/prepared $(RUNS)/models $(TRAIN) --start $(RUNS)/first-models/tiles/weights/last.pt
	$(RECOGNIZER) export $(RUNS)/models $(MODELS)
	$(RECOGNIZER) calibrate "$(DATA)/train" $(MODELS)

COLLECTIONS = game-icons noto twemoji openmoji fluent-emoji-high-contrast fluent-emoji-flat emojione emojione-monotone fxemoji healthicons arcticons ph mdi tabler \
  material-symbols mingcute hugeicons icon-park-outline icon-park-solid solar lucide iconoir fa6-solid temaki streamline-freehand
icons:
	mkdir -p $(RUNS)/icons
	cd $(RUNS)/icons && for one in $(COLLECTIONS); do \
	  mkdir -p $$one && npm pack --silent @iconify-json/$$one >/dev/null && tar -xzf iconify-json-$$one-[0-9]*.tgz -C $$one --strip-components=1 && rm iconify-json-$$one-[0-9]*.tgz || exit 1; \
	done

# What each ingredient of the face reader's training is worth, on real tiles of sets that it never saw: ten trainings of a quarter of an hour each on two cores.
ABLATE ?= cn_tray riichi_red riichi_leo
ablate: WITHOUT = $(ABLATE)
ablate: need-data $(TEST_VENV)/.train-ready
	test -e $(RUNS)/ablate/.done || $(PREPARE) $(RUNS)/ablate $(MATERIAL) --canvases 0 --renders 0 --crop-renders 4200
	$(RECOGNIZER) ablate $(RUNS)/ablate $(RUNS)/ablate/runs

# Rewrites the numbers of models/CARD.md and README.md. With tile sets beside DATA, also on rendered photos of those kept out of training.
HELD = $(RUNS)/held
LARGE = $(RUNS)/large
evaluate: need-data $(TEST_VENV)/.ready
	$(if $(FACES),test -e $(HELD)/manifest.csv || $(TEST_VENV)/bin/python -m datasets render $(HELD)/val --held-out --count 500 --seed 7 $(MATERIAL))
	$(if $(FACES),test -e $(LARGE)/manifest.csv || $(TEST_VENV)/bin/python -m datasets render $(LARGE)/val --held-out --count 24 --seed 12 --size 4000x3000 $(MATERIAL))
	$(TEST_VENV)/bin/python -m recognizer card "$(DATA)/val" $(if $(FACES),--rendered $(HELD)/val --large $(LARGE)/val)

# Side by side in one run: two other scoring libraries, and with DATA= another tile reader on the same photos.
BENCH_VENV ?= .venv-bench
$(BENCH_VENV)/.ready: pyproject.toml
	test -x $(BENCH_VENV)/bin/python || $(PYTHON) -m venv $(BENCH_VENV)
	$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	touch $@

bench: $(BENCH_VENV)/.ready
	$(if $(DATA),$(BENCH_VENV)/bin/python -m recognizer rival "$(DATA)/val")
	$(BENCH_VENV)/bin/python -m tests.scoring.bench

# Taps and seconds from a photo to its payment, in a browser with the shipped models: photos of DATA's val/, rendered hands without it.
PHOTOS ?= 60
taps: $(TEST_VENV)/.ready
	FANLENS_DATA="$(DATA)" FANLENS_TAPS=$(PHOTOS) $(TEST_VENV)/bin/python -m pytest -q tests/webapp/browser/test_taps.py

# Fifty phones for ten minutes on this machine; exit 1 where an answer is wrong, scoring slow or the memory grows.
SECONDS ?= 600
load: $(TEST_VENV)/.ready
	$(TEST_VENV)/bin/python -m tests.webapp.load --seconds $(SECONDS)

# The same at a club: nginx, two workers and PostgreSQL on this machine.
load-club: $(TEST_VENV)/.ready
	$(TEST_VENV)/bin/python -m tests.webapp.load --club --seconds $(if $(filter file,$(origin SECONDS)),60,$(SECONDS))

# Damaged photos and JSON bodies by the thousand, the same ones every time; exit 1 where one is answered by a fault, or not within five seconds.
COUNT ?= 5000
bad-input: $(TEST_VENV)/.ready
	$(TEST_VENV)/bin/python -m tests.webapp.mutated json --count $(COUNT)
	$(TEST_VENV)/bin/python -m tests.webapp.mutated photos --count $(COUNT)

# The server killed amid saves, again and again, on a file (DATABASE= names a PostgreSQL instead); exit 1 where a save is lost or there by half.
KILLS ?= 200
DATABASE ?=
killed: $(TEST_VENV)/.ready
	$(TEST_VENV)/bin/python -m tests.webapp.killed --count $(KILLS) $(if $(DATABASE),--database "$(DATABASE)")

screenshots: $(TEST_VENV)/.ready
	$(TEST_VENV)/bin/python -m webapp.screenshots docs/screenshots

clean:
	rm -rf $(VENV) $(TEST_VENV) $(BENCH_VENV) mutants build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
