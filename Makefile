# What a person types: make demo, make test. Needs Python 3.11 or newer and nothing else.
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed
TYPINGS := typings/installed
# Boards whose MicroPython has a standard library of its own; a Pico's is in typings itself.
STUBBED := rpi_pico2 esp32_generic stm32_pybv11
LOCKED_STUBS := $(STUBBED:%=boards/%/stubs.lock)
PYTHONS := $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check

.PHONY: demo test lint types install lock picture docs clean
.DEFAULT_GOAL := test

demo: install
	@$(BIN)/paishan demo $(ARGS)

test: lint types
	@$(BIN)/pytest --numprocesses auto --dist worksteal $(ARGS)

lint: install
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: install $(TYPINGS)
	@$(BIN)/mypy
	@$(BIN)/mypy --config-file firmware/mypy.ini
	@for board in rpi_pico $(STUBBED); do \
	  BOARD=$$board $(BIN)/mypy --config-file boards/mypy.ini \
	    boards/$$board/board.py firmware/rescue/controller.py \
	  || { echo "paishan: boards/$$board/board.py does not fit its MicroPython" >&2; exit 1; }; \
	done

install: $(STAMP)

# A second run starts at once: the stamp is newer than what it was made from.
$(STAMP): pyproject.toml requirements.lock
	@found=; old=; bare=; \
	for p in $(PYTHONS); do \
	  "$$p" -c 'import sys' >/dev/null 2>&1 || continue; \
	  "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { old=$$("$$p" -V); continue; }; \
	  "$$p" -c 'import ensurepip, venv' >/dev/null 2>&1 || { bare=$$p; continue; }; \
	  found=$$p; break; \
	done; \
	if [ -z "$$found" ] && [ -n "$$bare" ]; then \
	  echo "paishan: $$bare has no venv module: install it (Debian, Ubuntu: sudo apt install python3-venv) and try again." >&2; exit 1; \
	elif [ -z "$$found" ]; then \
	  echo "paishan: Python 3.11 or newer is needed (found: $${old:-none}): install it, or name one: make PYTHON=/path/to/python3.12" >&2; exit 1; \
	fi; \
	echo "paishan: setting up $(VENV) with $$("$$found" -V) (once)"; \
	$(BIN)/python -c 'import pip' 2>/dev/null || "$$found" -m venv --clear $(VENV)
	@$(PIP) install --require-hashes --requirement requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(TYPINGS): requirements-typings.lock $(LOCKED_STUBS) $(STAMP)
	@rm -rf typings
	@$(PIP) install --require-hashes --no-deps --target typings --requirement requirements-typings.lock
	@for board in $(STUBBED); do \
	  $(PIP) install --require-hashes --no-deps --target typings/boards/$$board \
	    --requirement boards/$$board/stubs.lock || exit 1; \
	done
	@touch $@

# Needs uv on the path.
HEADER := \# Every version and hash that `make` installs; made by `make lock`, never by hand.
COMPILE := uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --python-version 3.11
lock:
	@echo '$(HEADER)' > requirements.lock && $(COMPILE) pyproject.toml --group dev >> requirements.lock
	@echo '$(HEADER)' > requirements-typings.lock && $(COMPILE) --group typings >> requirements-typings.lock
	@for board in $(STUBBED); do \
	  echo '$(HEADER)' > boards/$$board/stubs.lock; \
	  $(COMPILE) --no-deps --group typings-$$board >> boards/$$board/stubs.lock; \
	done

# The picture in the README.
picture: install
	@$(BIN)/paishan demo --svg host_tools/docs/demo.svg

# The reference pages, from the tables of the code.
docs: install
	@$(BIN)/paishan docs

clean:
	@rm -rf $(VENV) typings build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
