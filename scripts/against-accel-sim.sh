#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs programs here and on an Accel-Sim of yours, on the same traces and a machine as alike as its options allow, and prints
# both side by side: cycles, cache misses, DRAM accesses, processor time and memory, and how the cycles correlate.
#
#   scripts/against-accel-sim.sh [OPTION...] ACCEL_SIM CONFIG DIR [PROGRAM...]
#   scripts/against-accel-sim.sh --recorded [-m KEY=VALUE] DIR [PROGRAM...]
#
#   ACCEL_SIM   its executable, accel-sim.out, or a folder that has it (source its setup_environment.sh first)
#   CONFIG      the GPGPU-Sim configuration to begin with, such as .../tested-cfgs/SM2_GTX480: a folder with gpgpusim.config
#   DIR         a new folder for configuration, logs and results; table.md has what is printed, config/changes.txt the options
#               that are not those of CONFIG
#   PROGRAM     programs of tests/programs, at their default sizes; without any, the nine of docs/against-accel-sim.md, which
#               always have the sizes that they have there
#
#   --recorded      without an Accel-Sim: what runs here, beside what it said in the trial of docs/against-accel-sim.md
#   --machine M     built-in machine or machine file (default gtx480)
#   -m KEY=VALUE    change one key of it, such as sm.count=8 (repeatable)
#   --small         the small sizes of the programs
#   --gto           greedy-then-oldest instead of loose round robin, in both, whatever the machine has
#   --keep-traces   leave the traces, which may take gigabytes
#
# WARPSMITH is the command, if it is not the one that was built here.
set -euo pipefail

die() {
	echo "against-accel-sim: $1" >&2
	exit "${2:-1}"
}

usage() {
	sed -n '3,24s/^# \{0,1\}//p' "$0"
}

here=$(cd "$(dirname "$0")/.." && pwd)
machine=gtx480 changes=() size=args_default scheduler=lrr keep=0 recorded=0 words=()
while [ "$#" -gt 0 ]; do
	case $1 in
	-h | --help)
		usage
		exit 0
		;;
	--machine | -m)
		[ "$#" -gt 1 ] || die "$1 takes a value; see --help" 2
		if [ "$1" = -m ]; then changes+=(-m "$2"); else machine=$2; fi
		shift
		;;
	--recorded) recorded=1 size=recorded ;;
	--small) size=args_small ;;
	--gto) scheduler=gto ;;
	--keep-traces) keep=1 ;;
	-*) die "unknown option '$1'; see --help" 2 ;;
	*) words+=("$1") ;;
	esac
	shift
done
before=$((recorded ? 1 : 3))
if [ "${#words[@]}" -lt "$before" ]; then
	usage >&2
	exit 2
fi
names=("${words[@]:before}")
dir=${words[before - 1]}
if [ "$recorded" = 0 ]; then
	accel=${words[0]}
	if [ -d "$accel" ]; then
		found=$(find -L "$accel" -name accel-sim.out -type f -perm -u+x -print -quit)
		[ -n "$found" ] || die "there is no accel-sim.out below $accel; build Accel-Sim first, or name the executable"
		accel=$found
	fi
	[ -x "$accel" ] || die "$accel is no program; name accel-sim.out of your build, or a folder that has it"
	accel=$(realpath "$accel")
	[ -f "${words[1]}/gpgpusim.config" ] || die "there is no ${words[1]}/gpgpusim.config; name a configuration's folder, such as SM2_GTX480"
	config=$(realpath "${words[1]}")
elif [ "$size" != recorded ] || [ "$scheduler" != lrr ] || [ "$machine" != gtx480 ]; then
	die "--recorded is of one machine, one scheduler and one size: without --small, --gto and --machine" 2
fi
[ ! -e "$dir" ] || die "$dir exists; name a folder that does not"
warpsmith=$(realpath -m "${WARPSMITH:-${CARGO_TARGET_DIR:-$here/target}/release/warpsmith}")
[ -x "$warpsmith" ] || die "there is no $warpsmith: cargo build --release -p warpsmith -p warpsmith-cudart"
helper=("python3" "$here/scripts/against_accel_sim.py")
sources=$here/tests/programs
listed=$("${helper[@]}" programs "$sources" "$size" "${names[@]}")

mkdir -p "$dir"
out=$(cd "$dir" && pwd)
options=(--machine "$machine" -m "sm.warp_scheduler=$scheduler" "${changes[@]}")

# compared NAME SOURCE ARGUMENTS...: the trace of a program, and all runs of it.
compared() {
	local name=$1 at=$out/$1
	mkdir -p "$at"
	echo "$name" >&2
	"$warpsmith" cc "$sources/$2" -o "$at/program" >&2
	local program=("$at/program" "${@:3}")
	"${helper[@]}" measure "$at/live.cost.json" "$at/live.log" \
		"$warpsmith" run "${options[@]}" -o "$at/live.json" -- "${program[@]}"
	[ "$recorded" = 0 ] || return 0
	"${helper[@]}" measure "$at/record.cost.json" "$at/record.log" \
		"$warpsmith" record "${options[@]}" --format accelsim -o "$at/traces" -- "${program[@]}"
	"${helper[@]}" measure "$at/replay.cost.json" "$at/replay.log" \
		"$warpsmith" run "${options[@]}" -o "$at/replay.json" "$at/traces/kernelslist.g"
	mkdir -p "$out/config"
	[ -f "$out/config/gpgpusim.config" ] || "${helper[@]}" config "$at/live.json" "$config" "$out/config"
	# It reads the network's configuration from where it runs.
	(cd "$out/config" && "${helper[@]}" measure "$at/accel-sim.cost.json" "$at/accel-sim.log" \
		"$accel" -trace "$at/traces/kernelslist.g" -config ./gpgpusim.config -config ./trace.config)
	[ "$keep" = 1 ] || rm -rf "$at/traces"
}

names=()
while read -ra line; do
	names+=("${line[0]}")
	compared "${line[@]}"
done <<<"$listed"
"${helper[@]}" table "$out" "${names[@]}" >"$out/table.md.part"
mv "$out/table.md.part" "$out/table.md"
cat "$out/table.md"
