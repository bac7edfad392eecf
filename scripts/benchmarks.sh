#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs all benchmarks and prints what stands in docs/benchmarks.md, section by section. Takes minutes and needs a quiet
# machine. Arguments go to the benchmarks: a word selects those whose name contains it.
#
#   scripts/benchmarks.sh [WORD]
set -euo pipefail
cd "$(dirname "$0")/.."

section() {
    local title=$1
    shift
    printf '### %s\n\n```\n' "$title"
    # The precision of the timer is another one in every run.
    cargo bench --quiet "$@" | grep -v '^Timer precision' | cat -s
    printf '```\n\n'
}

section "Execution of PTX" -p warpsmith-ptx --benches -- "$@"
section "Traces" -p warpsmith-trace --benches -- "$@"
section "Caches, memory system and SMs" -p warpsmith-gpu --benches -- "$@"
section "Units: model and RTL" -p warpsmith-testbenches --benches -- "$@"
section "Whole runs" -p warpsmith-tests --features rtl --benches -- "$@"
