# `make serve` builds the site and serves it; `make test` runs everything; `make check` is the quick one before a commit.
# What is missing is installed here: the wasm target by rustup, wasm-bindgen into .tools, npm packages, and for tests Chromium and Firefox by
# apt and Python packages into .tools.

PORT ?= 8080
FUZZ_SECONDS ?= 900
FUZZ_TARGETS := laws edits exports command work
# What counts how often each part of the code is run.
COUNTED := RUSTFLAGS='-C instrument-coverage --cfg counted' LLVM_PROFILE_FILE=/dev/null
WASM_BINDGEN := 0.2.129
TWIGGY := 0.8.0
CARGO_DENY := 0.20.2
CARGO_MUTANTS := 27.1.0
TARGET := wasm32-unknown-unknown

TOOLS := $(CURDIR)/.tools
BINDGEN := $(TOOLS)/bin/wasm-bindgen-$(WASM_BINDGEN)
PYTHON := $(TOOLS)/python
SPARK := $(TOOLS)/spark
# No path of the machine that built it gets into the WebAssembly: the same comes out anywhere.
CARGO_HOME ?= $(HOME)/.cargo
REMAP := --config 'target.$(TARGET).rustflags = ["--remap-path-prefix=$(CARGO_HOME)/registry/src/=crates/"]'
WASM := target/$(TARGET)/wasm/chunklab.wasm
# Into a folder. Where the WebAssembly is, whoever starts it says: a bundler would put one that is named in the script in twice.
BIND := $(BINDGEN) $(WASM) --target web --omit-default-module-path --out-dir
PAGE := $(shell find www build -type f -not -path 'www/pkg/*')
CORE := $(shell find src -name '*.rs' -o -name '*.ts') Cargo.toml Cargo.lock .cargo/config.toml

.PHONY: build serve wasm single package crate check test test-fuzz test-wasm test-consumers test-package test-page test-spark bench bench-corpus sizes reproducible deny mutants fuzz prerequisites chromium firefox lighthouse clean

build: dist/index.html

serve: build
	@echo "Chunklab is at http://127.0.0.1:$(PORT) (Ctrl+C ends it)"
	@node_modules/.bin/vite preview --host 127.0.0.1 --port $(PORT) --strictPort --logLevel warn

wasm: www/pkg/chunklab_bg.wasm

# The page as one file that opens from disk.
single: chunklab.html

# The crate, as it is published, built from what is in it.
crate:
	cargo package --quiet --allow-dirty

# The JavaScript package, as npm installs it.
package: build
	@scripts/package.sh

# --- prerequisites -----------------------------------------------------------------------------------------------------------------

prerequisites:
	@scripts/prerequisites.sh

$(TOOLS)/wasm-target: | prerequisites
	@rustc --print target-libdir --target $(TARGET) | xargs test -d || rustup target add $(TARGET)
	@mkdir -p $(TOOLS) && touch $@

# Not optimised: it is there in half the time, and takes a second longer.
$(BINDGEN): | prerequisites
	@echo "wasm-bindgen is built, once: that takes a minute or two"
	cargo install wasm-bindgen-cli --version $(WASM_BINDGEN) --locked --quiet --debug --root $(TOOLS)
	@cp $(TOOLS)/bin/wasm-bindgen $@

node_modules/.package-lock.json: package.json package-lock.json | prerequisites
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(PYTHON)/ready: tests/consumers/requirements.txt
$(SPARK)/ready: tests/scale/requirements.txt
$(PYTHON)/ready $(SPARK)/ready: | prerequisites
	@scripts/python.sh $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check --requirement $<
	@touch $@

chromium:
	@scripts/chromium.sh >/dev/null

firefox:
	@scripts/firefox.sh >/dev/null

# --- build -------------------------------------------------------------------------------------------------------------------------

$(WASM): $(CORE) $(TOOLS)/wasm-target
	cargo build --quiet --profile wasm $(REMAP) --lib --no-default-features --target $(TARGET)
	@touch $@

www/pkg/chunklab_bg.wasm: $(WASM) $(BINDGEN) node_modules/.package-lock.json
	$(BIND) www/pkg
	node_modules/.bin/wasm-opt www/pkg/chunklab_bg.wasm -o www/pkg/chunklab_bg.wasm -O3 \
		--enable-simd --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals --enable-reference-types --enable-multivalue

dist/index.html: www/pkg/chunklab_bg.wasm $(PAGE) vite.config.ts tsconfig.json
	npm run --silent build
	@touch $@

chunklab.html: www/pkg/chunklab_bg.wasm $(PAGE) vite.single.config.ts tsconfig.json
	npm run --silent build:single
	@touch $@

# --- checks ------------------------------------------------------------------------------------------------------------------------

check: wasm
	cargo fmt --check
	cargo clippy --quiet --all-targets -- -D warnings
	cargo clippy --quiet --lib --test web --no-default-features --target $(TARGET) -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps
	cargo test --quiet
	npm run --silent check

test: check test-fuzz test-wasm test-consumers test-package test-page

# The wasm build against the same snapshots, in a browser.
test-wasm: $(BINDGEN) $(TOOLS)/wasm-target chromium
	CHROMEDRIVER="$$(command -v chromedriver)" CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=$(TOOLS)/bin/wasm-bindgen-test-runner \
		cargo test --no-default-features --target $(TARGET) --test web

# The exports against what reads them: Python, LangChain, LlamaIndex, shells.
test-consumers: $(PYTHON)/ready target/release/chunklab
	$(PYTHON)/bin/python -m unittest tests/consumers/test_consumers.py

# The JavaScript package, installed from its tarball, in Node, in a bundler and in a browser, against the command.
test-package: package chromium target/release/chunklab
	node --test tests/package/

# The built page and the single file in browsers, against the command; library and JavaScript package beside them.
test-page: build single package chromium firefox target/release/chunklab
	cargo build --quiet --example records
	npm run --silent test:page

# The examples for many machines, on Spark and with GNU parallel: takes some minutes and half a gigabyte, so it is no part of `make test`.
test-spark: $(SPARK)/ready target/release/chunklab
	@scripts/scale.sh >/dev/null
	$(SPARK)/bin/python -B -m unittest discover --start-directory tests/scale

target/release/chunklab: $(CORE)
	cargo build --quiet --release
	@touch $@

# A gigabyte of JSON Lines through the command, and a tenth of it through LangChain, too.
bench-corpus: $(PYTHON)/ready target/release/chunklab
	$(PYTHON)/bin/pip install --quiet --disable-pip-version-check --requirement benches/requirements.txt
	$(PYTHON)/bin/python benches/corpus.py

# How the built site does in Lighthouse: by hand, since its measures of speed are those of the machine.
lighthouse: build chromium
	scripts/lighthouse.sh

# Hunts for inputs that break a law, one target after the other, from those kept in fuzz/seeds on; needs a nightly Rust.
fuzz: $(FUZZ_TARGETS:%=fuzz-%)

fuzz-%: $(TOOLS)/bin/cargo-fuzz
	@mkdir -p fuzz/corpus/$*
	PATH="$(TOOLS)/bin:$$PATH" cargo +nightly fuzz run $* fuzz/corpus/$* fuzz/seeds/$* -- -max_total_time=$(FUZZ_SECONDS) -max_len=1000 -len_control=10 -timeout=30

# Work is counted by what is run of the core and of the standard library, which is built for it.
fuzz-work: $(TOOLS)/bin/cargo-fuzz
	@mkdir -p fuzz/corpus/work
	rustup component add rust-src --toolchain nightly
	PATH="$(TOOLS)/bin:$$PATH" $(COUNTED) cargo +nightly fuzz run -O --sanitizer none --build-std work fuzz/corpus/work fuzz/seeds/work -- -max_total_time=$(FUZZ_SECONDS) -max_len=600 -len_control=10 -timeout=30

# The inputs it has found so far, and how the work grows with the text.
test-fuzz: | prerequisites
	$(COUNTED) cargo test --quiet --manifest-path fuzz/Cargo.toml --no-default-features -- --test-threads=1

# Changes the code in small ways: each must make a test fail.
mutants: $(TOOLS)/bin/cargo-mutants
	PATH="$(TOOLS)/bin:$$PATH" cargo mutants --file src/estimate.rs --file src/pack.rs --file src/strategy/recursive_char.rs --file src/overlap.rs --output target --timeout 60 -- --lib --test laws --test snapshots --test cases

$(TOOLS)/bin/cargo-mutants: | prerequisites
	cargo install cargo-mutants --version $(CARGO_MUTANTS) --locked --quiet --root $(TOOLS)

$(TOOLS)/bin/cargo-fuzz: | prerequisites
	cargo install cargo-fuzz --locked --quiet --root $(TOOLS)

# Everything that is measured, in one run, into docs/benchmarks.md; takes some five minutes.
bench: build chromium benches/node_modules/.package-lock.json
	benches/documents.sh
	cargo bench --quiet --bench native > target/bench/native.jsonl
	node benches/web.mjs > target/bench/web.jsonl
	node benches/table.mjs > docs/benchmarks.md

# What the peers could use besides is not all in the registry, so `npm ci` refuses their lock.
benches/node_modules/.package-lock.json: benches/package.json benches/package-lock.json
	npm install --prefix benches --no-save --omit=optional --no-audit --no-fund --loglevel=error
	@touch $@

# What the WebAssembly is made of, function by function, and what the page's files weigh.
sizes: $(TOOLS)/bin/twiggy $(WASM) $(BINDGEN) node_modules/.package-lock.json
	@$(BIND) target/sizes
	@$(TOOLS)/bin/twiggy top -n 60 target/sizes/chunklab_bg.wasm
	@npm run --silent build

# Whether the WebAssembly is the same wherever it is built.
reproducible:
	@scripts/reproducible.sh

# Advisories about the crates (fetched from RustSec), their licences and where they come from.
deny: $(TOOLS)/bin/cargo-deny
	$(TOOLS)/bin/cargo-deny check

$(TOOLS)/bin/cargo-deny: | prerequisites
	cargo install cargo-deny --version $(CARGO_DENY) --locked --quiet --root $(TOOLS)

$(TOOLS)/bin/twiggy: | prerequisites
	cargo install twiggy --version $(TWIGGY) --locked --quiet --root $(TOOLS)

clean:
	rm -rf dist chunklab.html www/pkg target node_modules .tools
