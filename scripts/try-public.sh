#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tries programs of public CUDA suites as they are, and prints a table of what became of each. The suites are not part of
# this repository: DIR is a folder of yours with their checkouts. scripts/public-programs.txt lists what is tried; a program
# that is not in DIR is passed over. A WORD selects the programs whose folder contains it.
#
#   scripts/try-public.sh DIR [WORD]
#
# SECONDS_EACH limits a run (default 120). WARPSMITH is the command, if it is not the one that was built here.
# The exit code is 1 if a program fails.
set -uo pipefail
if [ "$#" = 0 ] || [ ! -d "$1" ]; then
	sed -n '3,10s/^# \{0,1\}//p' "$0"
	exit 2
fi
suites=$(cd "$1" && pwd)
word=${2:-}
limit=${SECONDS_EACH:-120}
cd "$(dirname "$0")/.." || exit
warpsmith=$(realpath -m "${WARPSMITH:-${CARGO_TARGET_DIR:-target}/release/warpsmith}")
if [ ! -x "$warpsmith" ]; then
	echo "there is no $warpsmith: cargo build --release -p warpsmith -p warpsmith-cudart" >&2
	exit 2
fi
list=$PWD/scripts/public-programs.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$warpsmith" cuda-home "$work/cuda" >/dev/null
failed=0

# The first line of a log that tells what went wrong, short enough for a table.
reason() {
	grep -m 1 -E 'error|undefined reference|^warpsmith:' "$1" | tr '|' '/' | cut -c 1-150
}

# build COMMAND: in the program's folder. `cc` makes $work/program; `make` runs the suite's makefile with nvcc of a CUDA home.
build() {
	case $1 in
	cc\ *)
		read -ra words <<<"${1#cc }"
		"$warpsmith" cc "${words[@]}" -o "$work/program"
		;;
	make*)
		read -ra words <<<"$1"
		PATH=$work/cuda/bin:$PATH CUDA_DIR=$work/cuda CUDA_PATH=$work/cuda "${words[@]}"
		;;
	esac
}

printf '| suite | program | size | outcome | SM cycles | seconds |\n|---|---|---|---|---|---|\n'
while IFS='|' read -r folder how program arguments check; do
	[[ $folder == \#* || -z $folder || $folder != *"$word"* || ! -d $suites/$folder ]] && continue
	cd "$suites/$folder" || continue
	rm -f "$work/program"
	cycles=- seconds=-
	if ! build "$how" >"$work/built" 2>&1; then
		outcome="does not compile: $(reason "$work/built")"
		failed=1
	else
		[ "$program" = - ] && program=$work/program
		read -ra words <<<"$arguments"
		begin=${EPOCHREALTIME/./}
		timeout "$limit" "$warpsmith" run -- "$program" "${words[@]}" >"$work/said" 2>"$work/told" </dev/null
		code=$?
		seconds=$(((${EPOCHREALTIME/./} - begin) / 100000))
		seconds=$((seconds / 10)).$((seconds % 10))
		cycles=$(awk '$1 == "total" { print $3 }' "$work/told")
		if [ "$code" = 124 ]; then
			outcome="longer than $limit s"
			cycles=-
		elif [ "$code" != 0 ]; then
			outcome="fails, exit code $code: $(reason "$work/told")"
			failed=1
		elif [ "$check" = - ]; then
			outcome="runs; has no check"
		elif [ "$check" = exit ] || grep -qE "$check" "$work/said" "$work/told"; then
			outcome="passes its check"
		else
			outcome="its check fails"
			failed=1
		fi
	fi
	size=$(grep -oE -e '-D[^ ]+' <<<"$how" | paste -sd ' ')
	size+=${size:+${arguments:+ }}$arguments
	printf '| %s | %s | %s | %s | %s | %s |\n' "${folder%%/*}" "${folder#*/}" "${size:+\`$size\`}" "$outcome" "$cycles" "$seconds"
done <"$list"
exit $failed
