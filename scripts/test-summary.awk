# SPDX-License-Identifier: Apache-2.0
# The summary of a run of `cargo test --no-fail-fast`, whose output it reads: what failed by name, counts, the slowest.
# The exit code is 1 if a test failed, a binary died without a result, or no test ran at all.

# A binary that aborts, or is killed, says nothing more.
function begin(name) {
	if (current != "" && !ended) dead[++died] = current
	current = name
	ended = 0
}

$1 == "Running" && /deps\// {
	name = $0
	sub(/.*deps\//, "", name)
	sub(/-[0-9a-f]+[)`]*$/, "", name)
	begin(name)
}
$1 == "Doc-tests" { begin("documentation of " $2) }
$1 == "test" && $NF == "FAILED" { failures[++failed] = current ": " $2 }
/^test result: / {
	binaries++
	ended = 1
	for (i = 1; i <= NF; i++) {
		if ($i ~ /^passed;?$/) passed += $(i - 1)
		if ($i ~ /^ignored;?$/) ignored += $(i - 1)
	}
	seconds[binaries] = $NF + 0
	names[binaries] = current
}

END {
	begin("")
	print "\n== summary of the tests"
	for (i = 1; i <= failed; i++) print "FAILED  " failures[i]
	for (i = 1; i <= died; i++) print "DIED    " dead[i] " ended without a result"
	for (n = 1; n <= 5 && n <= binaries; n++) {
		slowest = 0
		for (i in seconds) if (!slowest || seconds[i] > seconds[slowest]) slowest = i
		if (seconds[slowest] >= 10) printf "slow    %s took %d s\n", names[slowest], seconds[slowest]
		delete seconds[slowest]
	}
	printf "%d test binaries: %d tests passed, %d failed, %d ignored, %d binaries died\n",
		binaries + died, passed, failed, ignored, died
	exit failed + died > 0 || binaries == 0
}
