# OpenBench builds an engine with `make EXE=path`.
EXE ?= jadoube
ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif

.PHONY: all
all:
	cargo build --release
	cp target/release/jadoube$(SUFFIX) $(EXE)
