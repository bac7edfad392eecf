#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Scale the event energies of a machine file to the averages that the Equalizer documents state.

The documents give, over all kernels, +12 % energy for SM +15 % and +7 % for MEM +15 % (dissertation, Fig. 3.7).
Energy is linear in the prices, so two factors (one for the SM domain's events, one for the memory domain's events
and standby power) are found by bisection from results that are already there:

    warpsmith claims equalizer --cache DIR
    scripts/calibrate-energy.py DIR

The output is the two factors and the averages before and after; multiply the prices in machines/*.toml by them.
"""

import json
import math
import pathlib
import sys
import tomllib

SM = ["sm_clock", "issue", "register_file", "alu", "sfu", "l1_shared"]
MEMORY = ["noc", "l2", "dram_activate", "dram_read", "dram_write", "standby"]
TARGETS = {"sm": 1.12, "mem": 1.07}


def programs_of_the_classes(root):
    manifest = tomllib.loads((root / "tests/programs/programs.toml").read_text())
    return {p["name"] for p in manifest["program"] if p["class"] != "phase"}


def variant(configuration):
    """`base`, `sm` or `mem` for the three runs that matter, else None."""
    attachments = configuration["attachments"]
    if not attachments:
        return "base"
    if len(attachments) == 1 and attachments[0]["name"] == "static_levels":
        high = [k for k, v in attachments[0]["parameters"].items() if v == "high"]
        low = [k for k, v in attachments[0]["parameters"].items() if v == "low"]
        if len(high) == 1 and not low:
            return high[0]
    return None


def read(folder, names):
    runs = {}
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        result = json.loads(path.read_text())
        which = variant(result["configuration"])
        if which and result["program"]["name"] in names:
            e = result["statistics"]["total"]["energy"]
            parts = (e["leakage"], sum(e[k] for k in SM), sum(e[k] for k in MEMORY))
            runs.setdefault(result["program"]["name"], {})[which] = parts
    complete = {n: r for n, r in runs.items() if len(r) == 3}
    if complete.keys() != names:
        sys.exit(f"{folder}: no complete runs of {', '.join(sorted(names - complete.keys()))}")
    return complete


def mean(runs, which, k_sm, k_memory):
    """Geometric mean over the programs of the energy against the baseline."""
    price = lambda p: p[0] + k_sm * p[1] + k_memory * p[2]
    logs = [math.log(price(r[which]) / price(r["base"])) for r in runs.values()]
    return math.exp(sum(logs) / len(logs))


def bisect(rises_to_target):
    low, high = 0.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if rises_to_target(middle) else (middle, high)
    return low


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    runs = read(sys.argv[1], programs_of_the_classes(pathlib.Path(__file__).resolve().parent.parent))
    k_sm = k_memory = 1.0
    print(f"before: SM +15 % {mean(runs, 'sm', 1, 1) - 1:+.3f}, MEM +15 % {mean(runs, 'mem', 1, 1) - 1:+.3f}")
    for _ in range(200):
        k_sm = bisect(lambda k: mean(runs, "sm", k, k_memory) >= TARGETS["sm"])
        k_memory = bisect(lambda k: mean(runs, "mem", k_sm, k) >= TARGETS["mem"])
    print(f"factors: SM events {k_sm:.3f}, memory events and standby {k_memory:.3f}")
    print(f"after:  SM +15 % {mean(runs, 'sm', k_sm, k_memory) - 1:+.3f}, "
          f"MEM +15 % {mean(runs, 'mem', k_sm, k_memory) - 1:+.3f}")


main()
