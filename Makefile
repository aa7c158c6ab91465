# OpenBench builds an engine with `make EXE=path`.
EXE ?= jadoube
ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif

# OpenBench says CC=cargo. The build scripts of dependencies would take that for a C compiler.
unexport CC CXX

.PHONY: all
all:
	cargo build --release
	cp target/release/jadoube$(SUFFIX) $(EXE)
