#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every check of the project, as CI runs it: format, lints, all tests (with RTL), dependencies.
# Installs missing tools as scripts/setup.sh does. That generated files are not stale is one of the tests.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

step "tools"
scripts/setup.sh --all

step "format"
cargo fmt --all -- --check

features="warpsmith/rtl,warpsmith-tests/rtl"
step "lints"
cargo clippy --release --workspace --all-targets --features "$features" -- -D warnings

# CI repeats one set of random inputs, so that a red run means a change; by hand every run draws its own.
if [ "${CI:-}" = true ]; then
	export PROPTEST_RNG_SEED="${PROPTEST_RNG_SEED:-1}"
fi

# The command is built first: the whole-system tests run it as a user does.
step "tests"
cargo build --release -p warpsmith -p warpsmith-cudart --features warpsmith/rtl
WARPSMITH_MUTATIONS=10000 cargo test --release --workspace --features "$features"

step "dependencies"
if ! command -v cargo-deny >/dev/null; then
	if [ "${CI:-}" = true ]; then
		cargo install cargo-deny --locked
	else
		echo "skipped: cargo-deny is not installed (cargo install cargo-deny --locked)"
		exit 0
	fi
fi
cargo deny check bans licenses sources
# Advisories need their database from the network, which a build machine may not reach.
if cargo deny fetch db >/dev/null 2>&1; then
	cargo deny check advisories
else
	echo "advisories: not checked, the advisory database cannot be reached from here"
fi
