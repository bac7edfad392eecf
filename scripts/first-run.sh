#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# From a fresh checkout to a result: installs what is missing, builds with RTL in the loop, compiles one CUDA
# program, runs it without and with Equalizer's Verilated RTL, and compares the two.
#
#   scripts/first-run.sh [PROGRAM.cu [ARGS...]]     default: a sparse matrix product of tests/programs
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh
cargo build --release -p warpsmith -p warpsmith-cudart --features warpsmith/rtl
target="${CARGO_TARGET_DIR:-target}"
warpsmith="$target/release/warpsmith"

if [ "$#" = 0 ]; then
	set -- tests/programs/spmv.cu
fi
source="$1"
shift
out="$target/first-run"
mkdir -p "$out"
program="$out/$(basename "$source" .cu)"

set -x
"$warpsmith" cc "$source" -o "$program"
"$warpsmith" run -o "$out/baseline.json" -- "$program" "$@"
"$warpsmith" run --with equalizer:mode=performance --backend rtl -o "$out/equalizer.json" -- "$program" "$@"
"$warpsmith" compare "$out/baseline.json" "$out/equalizer.json"
