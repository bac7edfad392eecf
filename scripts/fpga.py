#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Place and route the units for FPGAs, and put the figures into the tables of docs/fpga.md.

    scripts/fpga.py                              all modules at the papers' configurations, ECP5 and iCE40; takes hours
    scripts/fpga.py --only eq_fm --only sms      these modules only; may be repeated
    scripts/fpga.py --limit 30                   minutes of processor time that each of the tools may take for a module
    scripts/fpga.py --only mosaic_l1_tlb --no-sweep   as the command's --no-sweep: for a module whose LUTs take too long with it

Every row is one run of `warpsmith synth UNIT --module MODULE --fpga FAMILY`. All get an eighth of the limit first, so that the
small modules are in the page early; those that it was too short for get the whole limit afterwards, and are only counted if
that is too short, too. A row that is not measured stays as it is in the page, and so does one with a clock if it is not known
now whether there is one, or with LUTs of a module whose flip-flops alone are too many, which are not counted now. The command is the one of $WARPSMITH_BIN, or `warpsmith` of the path. Figures are kept in warpsmith's
cache, so that a second run goes on from the first.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/fpga.md"
COMMAND = os.environ.get("WARPSMITH_BIN", "warpsmith")
FAMILIES = ("ecp5", "ice40")
HEAD = ["design", "LUTs", "flip-flops", "block RAMs", "highest MHz"]
LATE = "no result in"
TOO_LARGE = "does not fit"
NOT_COUNTED = "not counted"


def designs():
    """Unit, configuration and module of all that is synthesised: the folders that `--scripts` makes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([COMMAND, "synth", "all", "--scripts", folder], check=True, stdout=subprocess.DEVNULL)
        return sorted(tuple(made.name.split("-")) for made in pathlib.Path(folder).iterdir())


def children():
    """Processor time of all that was run so far, s."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measured(unit, module, family, minutes, more):
    """The report of one module, or why there is none."""
    seconds = int(minutes * 60)

    def limit():
        # Of each process by itself.
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "fpga.json"
        line = [COMMAND, "synth", unit, "--module", module, "--fpga", family, "--json", report, *more]
        before = children()
        done = subprocess.run(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=limit)
        if report.exists():
            return json.loads(report.read_text()), None
        if children() - before >= seconds:
            return None, f"{LATE} {minutes:g} min"
        sys.stderr.write(done.stderr)
        return None, "failed"


def cells(design, report, reason):
    """A row of the table."""
    if report is None:
        return [design, "", "", "", reason]
    (found,) = report["designs"]
    clock = found["highest_clock_mhz"]
    counts = [NOT_COUNTED if found[key] is None else str(found[key]) for key in ("luts", "flip_flops", "block_rams")]
    if found["luts"] is not None and not report["sweep"]:
        counts[0] += " (no sweep)"
    said = f"{clock:.0f}" if clock is not None else reason if found["fits"] else TOO_LARGE
    return [design, *counts, said]


def put(family, row, report):
    """Replaces or adds a row of the family's table, and what it was measured with."""
    page = PAGE.read_text()
    section = re.compile(rf"(<!-- fpga {family} -->\n)(.*?)(<!-- end -->)", re.S)
    found = section.search(page) or sys.exit(f"{PAGE}: nothing is marked with <!-- fpga {family} -->")
    lines = found.group(2).splitlines()
    rows = {line.split(" | ")[0]: line for line in lines if line.startswith("| ")}
    line = ("| " + " | ".join(row) + " |").replace("  ", " ")
    name = line.split(" | ")[0]
    old = rows.get(name, "")
    has_clock = re.search(r"\| \d+ \|$", old)
    has_more = NOT_COUNTED in row and TOO_LARGE in old and NOT_COUNTED not in old
    if (row[-1].isdigit() or row[-1] == TOO_LARGE or not has_clock) and not has_more:
        rows[name] = line
    head = "| " + " | ".join(HEAD) + " |"
    rows.pop(head.split(" | ")[0], None)
    rows = [text for _, text in sorted(rows.items()) if not text.startswith("| ---")]
    note = next((text for text in lines if text.startswith("Device:")), "")
    if report:
        tools = [re.sub(r'^"?(\S+?)"? --.*\(Version (\S+?)\)$', r"\1 \2", tool) for tool in report["tools"]]
        note = f"Device: {report['device']}. Clock aimed at: {report['clock_ns']:g} ns. Made with {', '.join(tools)}."
    text = "\n".join([head, "|" + " --- |" * len(HEAD), *rows, "", note]) + "\n"
    PAGE.write_text(section.sub(lambda match: match.group(1) + text + match.group(3), page))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="MODULE", help="this module")
    parser.add_argument("--family", action="append", choices=FAMILIES, help="this family")
    parser.add_argument("--limit", type=float, default=15, help="minutes for a module [default: 15]")
    parser.add_argument("--no-sweep", action="store_true", help="map LUTs without SAT sweeping")
    options = parser.parse_args()

    mapping = ["--no-sweep"] if options.no_sweep else []
    chosen = [design for design in designs() if not options.only or design[2] in options.only]
    left = [(design, family) for family in options.family or FAMILIES for design in chosen]
    for minutes in (options.limit / 8, options.limit):
        late = []
        for (unit, config, module), family in left:
            design = f"{unit}/{config} {module}"
            report, reason = measured(unit, module, family, minutes, mapping)
            if report is None and LATE in reason and minutes == options.limit:
                report, why = measured(unit, module, family, minutes, [*mapping, "--no-route"])
                reason = f"not placed and routed in {minutes:g} min" if report else why
            put(family, cells(design, report, reason), report)
            print(family, design, reason or "done", flush=True)
            if reason and LATE in reason:
                late.append(((unit, config, module), family))
        left = late


if __name__ == "__main__":
    main()
