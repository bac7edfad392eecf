#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The parts of scripts/against-accel-sim.sh that read and write files.

against_accel_sim.py programs FOLDER SIZE [NAME...]  name, source and arguments of programs, a line each
against_accel_sim.py config RESULT CONFIG OUT        the configuration for the machine of a result file
against_accel_sim.py measure OUT LOG COMMAND...      runs it; its seconds and memory go to OUT
against_accel_sim.py table FOLDER NAME...            what both say of the programs, as Markdown
"""

import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tomllib

OPTION = re.compile(r'^\s*(-[A-Za-z]\S*)[ \t]*("[^"]*"|[^\n]*)', re.MULTILINE)


def fail(message):
    sys.exit(f"against-accel-sim: {message}")


def read(path):
    try:
        return path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        fail(f"cannot read {path}: {error}")


def write(path, text):
    """All of it or nothing."""
    beside = path.with_name(path.name + ".part")
    beside.write_text(text)
    os.replace(beside, path)


def trial():
    """The recorded trial: what Accel-Sim said of each program, and with which arguments."""
    return tomllib.loads(read(pathlib.Path(__file__).with_name("accel-sim-trial.toml")))["program"]


def programs(folder, size, names):
    recorded = trial()
    manifest = tomllib.loads(read(pathlib.Path(folder) / "programs.toml"))
    known = {program["name"]: program for program in manifest["program"]}
    if size == "recorded":
        known = {name: known[name] for name in recorded}
    for name in names or recorded:
        if name not in known:
            fail(f"there is no program {name} to compare with; there are {', '.join(sorted(known))}")
        arguments = recorded[name]["args"] if name in recorded and size != "args_small" else known[name].get(size)
        print(name, known[name]["file"], *arguments)


# The configuration.


def log2(what, value):
    if value <= 0 or value & (value - 1):
        fail(f"{what} is {value}, for which Accel-Sim has no address bits: it must be a power of two")
    return value.bit_length() - 1


def set_index(where, cache):
    if cache["set_index"] != "linear":
        fail(f"{where}.set_index is {cache['set_index']}, which Accel-Sim does not have in that form; take -m {where}.set_index=linear")
    return "L"


def address_bits(machine):
    """Row, bank, column and byte of a channel from the high bits to the low ones."""
    dram = machine["dram"]
    burst = dram["bus_bytes"] * dram["burst_length"]
    low = log2("bytes of a burst", burst)
    column = log2("dram.row_bytes", dram["row_bytes"]) - low
    bank = log2("dram.banks", dram["banks"])
    row = (dram["capacity_mib"] * 2**20 // dram["channels"] - 1).bit_length() - low - column - bank
    bits = ("R" * row + "B" * bank + "C" * column + "S" * low).rjust(64, "0")
    return ".".join(bits[at : at + 8] for at in range(0, 64, 8))


def colons(*values):
    return ":".join(str(value) for value in values)


def timings(machine, kind, field, was):
    """The five that a machine has, and what the configuration has beyond them."""
    five = [machine["sm"][kind][operation][field] for operation in ("add", "max", "mul", "mad", "div")]
    return ",".join([*map(str, five), *was.split(",")[5:]])


def caches(machine):
    def shape(where, cache, policies):
        sizes = colons("N", cache["sets"], machine["line_bytes"], cache["ways"])
        mshrs = colons("A", cache["mshrs"], cache["mshr_merges"])
        return f"{sizes},{policies}:{set_index(where, cache)},{mshrs},{cache['miss_queue']}"

    l2 = machine["l2"]["cache"]
    if l2["write_policy"] != "write-back":
        fail(f"l2.cache.write_policy is {l2['write_policy']}; Accel-Sim is only compared with write-back")
    return {
        # Writes of global data evict, and no store allocates; L2 writes back, and fetches the line of a store.
        "-gpgpu_cache:dl1": shape("l1", machine["l1"], "L:L:m:N"),
        "-gpgpu_cache:dl2": shape("l2.cache", l2, "L:B:m:F") + f":0,{machine['icnt']['flit_bytes']}",
    }


def memory(machine):
    dram, l2 = machine["dram"], machine["l2"]
    schedulers = {"fcfs": 0, "frfcfs": 1}
    if dram["scheduler"] not in schedulers:
        fail(f"dram.scheduler is {dram['scheduler']}; Accel-Sim has {' and '.join(schedulers)}")
    if dram["bank_index"] != "linear":
        fail("dram.bank_index is not linear; take -m dram.bank_index=linear")
    chip = 4
    names = {"CCD": "ccd", "RRD": "rrd", "RCD": "rcd", "RAS": "ras", "RP": "rp", "RC": "rc", "CL": "cl", "WL": "wl"}
    names |= {"CDLR": "cdlr", "WR": "wr", "CCDL": "ccdl", "RTPL": "rtp"}
    timing = [f"nbk={dram['banks']}", f"nbkgrp={dram['bank_groups']}"]
    timing += [f"{theirs}={dram['timing'][ours]}" for theirs, ours in names.items()]
    return {
        "-gpgpu_n_mem": dram["channels"],
        "-gpgpu_n_sub_partition_per_mchannel": l2["sub_partitions_per_channel"],
        "-gpgpu_l2_rop_latency": l2["rop_latency"],
        "-dram_latency": l2["dram_latency"],
        "-gpgpu_dram_scheduler": schedulers[dram["scheduler"]],
        "-gpgpu_frfcfs_dram_sched_queue_size": dram["scheduler_queue"],
        "-gpgpu_dram_return_queue_size": dram["return_queue"],
        "-dram_seperate_write_queue_enable": 1,
        "-dram_write_queue_size": colons(dram["write_queue"], dram["write_high"], dram["write_low"]),
        "-gpgpu_n_mem_per_ctrlr": dram["bus_bytes"] // chip,
        "-gpgpu_dram_buswidth": chip,
        "-gpgpu_dram_burst_length": dram["burst_length"],
        "-dram_data_command_freq_ratio": dram["transfers_per_cycle"],
        "-gpgpu_memory_partition_indexing": 0,
        "-gpgpu_mem_addr_mapping": f"dramid@{log2('dram.interleave_bytes', dram['interleave_bytes'])};{address_bits(machine)}",
        "-gpgpu_dram_timing_opt": '"' + ":".join(timing) + '"',
        "-dram_bnk_indexing_policy": 0,
        "-dram_bnkgrp_indexing_policy": 1,
    }


def cores(machine, was):
    clock, sm = machine["clock"], machine["sm"]
    options = {
        "-gpgpu_n_clusters": sm["count"],
        "-gpgpu_n_cores_per_cluster": 1,
        "-gpgpu_clock_domains": colons(*(clock[key] for key in ("sm_mhz", "icnt_mhz", "l2_mhz", "dram_mhz"))),
        "-gpgpu_shader_registers": sm["registers"],
        "-gpgpu_shader_core_pipeline": colons(sm["threads"], 32),
        "-gpgpu_shader_cta": sm["ctas"],
        "-gpgpu_num_sp_units": sm["sp_units"],
        "-gpgpu_num_sfu_units": sm["sfu_units"],
        "-gpgpu_num_dp_units": sm["dp_units"],
        "-gpgpu_num_sched_per_core": sm["schedulers"],
        "-gpgpu_max_insn_issue_per_warp": 1,
        "-gpgpu_scheduler": sm["warp_scheduler"],
        "-gpgpu_shmem_size": sm["shared_bytes"],
        "-gpgpu_shmem_sizeDefault": sm["shared_bytes"],
        "-gpgpu_shmem_num_banks": sm["shared_banks"],
        "-gpgpu_smem_latency": sm["shared_latency"],
        "-gpgpu_l1_latency": sm["l1_hit_latency"],
        "-icnt_flit_size": machine["icnt"]["flit_bytes"],
        "-gpgpu_perfect_inst_const_cache": 1,
        "-power_simulation_enabled": 0,
    }
    for kind in ("int", "fp", "dp"):
        for field in ("latency", "initiation"):
            name = f"-ptx_opcode_{field}_{kind}"
            options[name] = timings(machine, kind, field, was.get(name, ""))
    collectors = sm["operand_collectors"]
    if collectors["banks"]:
        options["-gpgpu_num_reg_banks"] = collectors["banks"]
        options |= {f"-gpgpu_operand_collector_num_units_{kind}": collectors[kind] for kind in ("sp", "mem")}
    return options


def trace_options(machine):
    sm = machine["sm"]

    def pair(timing):
        return f"{timing['latency']},{timing['initiation']}"

    pairs = {"int": sm["int"]["add"], "sp": sm["fp"]["add"], "dp": sm["dp"]["add"], "sfu": sm["sfu"]}
    return {f"-trace_opcode_latency_initiation_{kind}": pair(timing) for kind, timing in pairs.items()}


def network(text, machine):
    ports = machine["sm"]["count"] + machine["dram"]["channels"] * machine["l2"]["sub_partitions_per_channel"]
    for key, value in (("flit_size", machine["icnt"]["flit_bytes"]), ("k", ports)):
        text, found = re.subn(rf"(?m)^(\s*{key}\s*=).*?;", rf"\g<1> {value};", text)
        if not found:
            fail(f"the network's configuration has no {key}")
    return text


def lines(options):
    return "".join(f"{name} {value}\n" for name, value in options.items())


def config(result, folder, out):
    machine = json.loads(read(pathlib.Path(result)))["configuration"]["machine"]
    for key, what in (("front_end", "a front end with beats"), ("mmu", "address translation"), ("cpu", "CPU cores")):
        if machine.get(key):
            fail(f"the machine {machine['name']} has {what}, which Accel-Sim has not; take another")
    folder, out = pathlib.Path(folder), pathlib.Path(out)
    text = re.sub(r"#[^\n]*", "", read(folder / "gpgpusim.config"))
    was = {name: value.strip() for name, value in OPTION.findall(text)}
    if "-inter_config_file" not in was:
        fail(f"{folder / 'gpgpusim.config'} names no -inter_config_file: is it a configuration of GPGPU-Sim?")
    ours = cores(machine, was) | caches(machine) | memory(machine)
    icnt = was["-inter_config_file"].strip('"')
    write(out / pathlib.Path(icnt).name, network(read(folder / icnt), machine))
    ours["-inter_config_file"] = pathlib.Path(icnt).name
    write(out / "gpgpusim.config", lines(was | {name: str(value) for name, value in ours.items()}))
    write(out / "trace.config", lines(trace_options(machine)))
    said = [f"{name}: {was.get(name, 'not there')}, now {value}" for name, value in ours.items() if was.get(name) != str(value)]
    write(out / "changes.txt", "".join(line + "\n" for line in said))


# Runs.


def measure(out, log, command):
    with open(log, "w") as said:
        code = subprocess.run(command, stdout=said, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    if code:
        last = "\n".join("  " + line for line in pathlib.Path(log).read_text(errors="replace").splitlines()[-5:])
        fail(f"{command[0]} ended with {code}; all it said is in {log}, last:\n{last}")
    write(pathlib.Path(out), json.dumps({"seconds": used.ru_utime + used.ru_stime, "kib": used.ru_maxrss}) + "\n")


# What both say.


def share(part, whole):
    return part / whole if whole else None


def theirs(log):
    """Statistics of the last kernel; they count from the start of the run."""
    text = read(log)
    if "GPGPU-Sim: *** exit detected ***" not in text:
        fail(f"Accel-Sim did not come to the end of its run: {log}")

    def last(name):
        found = re.findall(rf"(?m)^\s*{re.escape(name)}\s*=\s*(\d+)", text)
        return int(found[-1]) if found else None

    def needed(name):
        value = last(name)
        if value is None:
            fail(f"{log} has no line `{name} = N`; this version of Accel-Sim says it in another way")
        return value

    def of_l1(status):
        parts = (f"Total_core_cache_stats_breakdown[{space}_ACC_R][{status}]" for space in ("GLOBAL", "LOCAL"))
        return sum(last(part) or 0 for part in parts)

    missed = of_l1("MISS") + of_l1("SECTOR_MISS")
    reads = missed + of_l1("HIT") + of_l1("HIT_RESERVED")
    channels = {}
    for channel, counts in re.findall(r"(?m)DRAM\[(\d+)\]:.*\n(n_cmd=.*)$", text):
        channels[channel] = {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)\b(?!\.)", counts)}
    if not channels:
        fail(f"{log} has no lines `DRAM[N]: ...` with n_act, n_req, n_rd and n_write")
    dram = {key: sum(of.get(key, 0) for of in channels.values()) for key in ("n_act", "n_req", "n_rd", "n_rd_L2_A", "n_write", "n_wr_bk")}
    rows_opened = share(dram["n_act"], dram["n_req"])
    return {
        "cycles": needed("gpu_tot_sim_cycle"),
        "instructions": needed("gpu_tot_sim_insn"),
        "l1": share(missed, reads),
        "l2": share(needed("L2_total_cache_misses"), needed("L2_total_cache_accesses")),
        "reads": dram["n_rd"] + dram["n_rd_L2_A"],
        "writes": dram["n_write"] + dram["n_wr_bk"],
        "rows": None if rows_opened is None else max(0.0, 1 - rows_opened),
    }


def of_trial(of):
    counts = {"cycles": of["cycles"], "reads": 1000 * of["reads"], "writes": 1000 * of["writes"]}
    return counts | {share: of[share] for share in ("l1", "l2", "rows")}


def ours(path):
    total = json.loads(read(path))["statistics"]["total"]
    l1, l2, dram = total["l1"], total["l2"], total["dram"]
    rows_opened = share(dram["activates"], dram["read_lines"] + dram["write_lines"])
    return {
        "cycles": total["time"]["sm_cycles"],
        "instructions": total["sm"]["thread_instructions"],
        # What a read misses comes in; stores and atomic operations never do.
        "l1": share(l1["fills"], l1["reads"]),
        "l2": share(l2["misses"], l2["accesses"]),
        "reads": dram["read_bursts"],
        "writes": dram["write_bursts"],
        "rows": None if rows_opened is None else max(0.0, 1 - rows_opened),
    }


def ranks(values):
    """From 1 on; equal values share the mean of their places."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]


def correlation(xs, ys):
    if len(xs) < 2 or len(set(xs)) < 2 or len(set(ys)) < 2:
        return "none"
    return f"{statistics.correlation(xs, ys):.3f}"


def table(folder, names):
    heads = ["program", "cycles, there", "here", "here / there", "L1 read misses, there / here", "L2 misses", "DRAM reads, K bursts"]
    heads += ["writes", "row hits"]
    made = {name: pathlib.Path(folder) / name for name in names}
    has_run = all((at / "accel-sim.log").exists() for at in made.values())
    heads += ["CPU s, there / live / replay", "MB"] if has_run else []
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    recorded = trial()
    there, here = [], []
    for name, at in made.items():
        a, b = (theirs(at / "accel-sim.log"), ours(at / "replay.json")) if has_run else (of_trial(recorded[name]), ours(at / "live.json"))
        there.append(a["cycles"])
        here.append(b["cycles"])

        def both(key, text, a=a, b=b):
            return " / ".join("-" if side[key] is None else text(side[key]) for side in (a, b))

        def thousands(value):
            return f"{value / 1000:.1f}"

        cells = [name, str(a["cycles"]), str(b["cycles"]), f"{b['cycles'] / a['cycles']:.2f}"]
        cells += [both("l1", "{:.2f}".format), both("l2", "{:.2f}".format)]
        cells += [both("reads", thousands), both("writes", thousands), both("rows", "{:.2f}".format)]
        if has_run:
            costs = [json.loads(read(at / f"{run}.cost.json")) for run in ("accel-sim", "live", "replay")]
            cells += [" / ".join(f"{cost['seconds']:.1f}" for cost in costs), " / ".join(f"{cost['kib'] / 1024:.0f}" for cost in costs)]
        print(f"| {' | '.join(cells)} |")
    away = statistics.mean(abs(b / a - 1) for a, b in zip(there, here))
    print(
        f"\nCycles of {len(names)} programs: Pearson {correlation(there, here)}, of ranks {correlation(ranks(there), ranks(here))}, "
        f"mean absolute difference {away:.1%}."
    )


def main():
    verb, *words = sys.argv[1:] or [""]
    if verb == "programs" and len(words) > 1:
        programs(words[0], words[1], words[2:])
    elif verb == "config" and len(words) == 3:
        config(*words)
    elif verb == "measure" and len(words) > 2:
        measure(words[0], words[1], words[2:])
    elif verb == "table" and len(words) > 1:
        table(words[0], words[1:])
    else:
        sys.exit(__doc__)


main()
