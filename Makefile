# OpenBench builds an engine with `make EXE=path`.
#
# Where llvm-profdata is found the build is guided by a profile: the bench is run once, and the compiler
# then knows which branches are taken. Rustup has the tool that fits the compiler, by
# `rustup component add llvm-tools`; another can be named, as in `make PROFDATA=llvm-profdata-19`.
# Without it the build is that of `cargo build --release`.
EXE ?= jadoube
HOST := $(shell rustc --print host-tuple)
ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif
PROFDATA ?= $(wildcard $(shell rustc --print sysroot)/lib/rustlib/$(HOST)/bin/llvm-profdata$(SUFFIX))

# Its own folder, so that the usual build stays as it is.
PROFILE := $(CURDIR)/target/profile
# A flag is added to RUSTFLAGS where these are set, since they replace all flags that are given otherwise,
# and else to those of .cargo/config.toml. The target is named so that build scripts, which run while the
# program is built, are left out.
guided = $(if $(RUSTFLAGS),RUSTFLAGS="$(RUSTFLAGS) -Cprofile-$(1)") \
    cargo build --release --target $(HOST) --target-dir $(PROFILE) \
    $(if $(RUSTFLAGS),,--config "target.'cfg(all())'.rustflags = ['-Cprofile-$(1)']")
PROGRAM := $(PROFILE)/$(HOST)/release/jadoube$(SUFFIX)

# OpenBench says CC=cargo. The build scripts of dependencies would take that for a C compiler.
unexport CC CXX

.PHONY: all plain profiled
all: $(if $(PROFDATA),profiled,plain)

plain:
	cargo build --release
	cp target/release/jadoube$(SUFFIX) $(EXE)

profiled:
	rm -rf $(PROFILE)/counts $(PROFILE)/merged.profdata
	$(call guided,generate=$(PROFILE)/counts)
	$(PROGRAM) bench
	$(PROFDATA) merge -o $(PROFILE)/merged.profdata $(PROFILE)/counts
	$(call guided,use=$(PROFILE)/merged.profdata)
	cp $(PROGRAM) $(EXE)
