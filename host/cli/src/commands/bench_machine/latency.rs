// SPDX-License-Identifier: Apache-2.0
//! Latencies of an idle machine: one thread follows pointers. Two chases differ by so many hops of the kind that is
//! measured, and by nothing else.

use super::bench::{difference, Bench};
use super::caches::constants;
use super::figure::Figure;
use super::published::published;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::mem::MemRequest;
use warpsmith_gpu::types::{MemKind, SECTOR_BYTES};

/// A ring of nodes in memory, as `memory.cu` describes it.
#[derive(Clone, Copy)]
pub struct Pattern {
    pub offset: u64,
    pub outer: u64,
    pub inner: u64,
    pub stride: u64,
    pub count: u64,
}

impl Pattern {
    /// `count` nodes, one every `stride` bytes.
    pub fn line(stride: u64, count: u64) -> Pattern {
        Pattern { offset: 0, outer: stride, inner: 1, stride: 0, count }
    }

    /// As an argument of the program.
    pub fn argument(&self, kind: &str, n: u64) -> String {
        let Pattern { offset, outer, inner, stride, count } = self;
        format!("{kind}:{offset}:{outer}:{inner}:{stride}:{count}:{n}")
    }
}

/// Loads of the chase's unrolled loop.
const UNROLLED: f64 = 16.0;
/// From SM to crossbar to L2 and back.
const CROSSINGS: f64 = 4.0;

pub fn measure(bench: &Bench) -> Result<Vec<Figure>> {
    let m = &bench.machine;
    let layout = Layout::of(m);
    let hop = |first: (Pattern, u64), second: (Pattern, u64), hops: u64| -> Result<f64> {
        let args = [layout.all_banks.to_string(), first.0.argument("chase", first.1)];
        let args = [&args[..], &[second.0.argument("chase", second.1)]].concat();
        let launches = bench.run("memory", &args)?;
        Ok(difference(&launches, |k| k.cycles) / hops as f64)
    };
    let chase = |pattern: Pattern, hops: u64| (pattern, hops);

    // The first launch fetches the line; the others find it in L2 with their first hop.
    let one_line = [16, 512, 1024].map(|hops| Pattern::line(0, 1).argument("chase", hops));
    let launches = bench.run("memory", &[&[layout.all_banks.to_string()][..], &one_line].concat())?;
    let l1 = difference(&launches[1..], |k| k.cycles) / 512.0;
    // Twice what the L1 holds, in order: under LRU every access misses it. The L2 has the lines from the first lap.
    let lines = 2 * u64::from(m.l1.sets * m.l1.ways);
    let l2_ring = Pattern::line(m.lines().bytes(), lines);
    let args: Vec<String> = std::iter::once(layout.all_banks.to_string())
        .chain([1, 1, 2].map(|laps| l2_ring.argument("chase", laps * lines)))
        .collect();
    let launches = bench.run("memory", &args)?;
    let l2 = difference(&launches[1..], |k| k.cycles) / lines as f64;

    // Past the L1, every hop reaches L2.
    let one_line = [16, 512, 1024].map(|hops| Pattern::line(0, 1).argument("past", hops));
    let launches = bench.run("memory", &[&[layout.all_banks.to_string()][..], &one_line].concat())?;
    let past = difference(&launches[1..], |k| k.cycles) / 512.0;
    // The same for constants; twice what the cache holds must fit in constant memory.
    let constant = |lines: u64, laps: u64| -> Result<f64> {
        let launches =
            constants(bench, Pattern::line(m.lines().constant().bytes(), lines), [1, 1, 1 + laps])?;
        Ok(difference(&launches[1..], |k| k.cycles) / (laps * lines) as f64)
    };
    let constant_lines = u64::from(m.constant.sets * m.constant.ways);
    let (constant_hit, constant_miss) = (constant(constant_lines / 2, 16)?, constant(2 * constant_lines, 1)?);

    let Layout { rotation, columns, banks, next_bank, .. } = layout;
    // Lines of rows that are closed: the first half of the banks against the second, less one bank.
    let closed = |offset: u64, count: u64| Pattern {
        offset,
        outer: next_bank,
        inner: layout.partitions,
        stride: layout.chunk,
        count: count * layout.partitions,
    };
    let (few, many) = (banks / 4, banks - banks / 4);
    let row_miss = hop(
        chase(closed(0, few), few * layout.partitions),
        chase(closed(few * next_bank, many), many * layout.partitions),
        (many - few) * layout.partitions,
    )?;
    // One line a row against all columns of as many rows.
    let rows = banks / 2;
    let row_hit = hop(
        chase(Pattern { offset: 0, outer: next_bank, inner: 1, stride: 0, count: rows }, rows),
        chase(
            Pattern {
                offset: rows * next_bank,
                outer: next_bank,
                inner: columns,
                stride: rotation,
                count: rows * columns,
            },
            rows * columns,
        ),
        rows * (columns - 1),
    )?;
    // Row after row of one bank, other columns in the second chase.
    let conflicts = |offset, count| Pattern { offset, ..Pattern::line(layout.same_bank, count) };
    let row_conflict = hop(chase(conflicts(0, 32), 32), chase(conflicts(rotation, 96), 96), 64)?;

    let sm = &m.sm;
    // The loop's counter, comparison and branch wait for one another while the last load is under way, each of them
    // behind a refill of the instruction buffer (two cycles) at worst.
    let control = 2 * (sm.operand_latency + sm.int.add.latency) + 1 + 3 * 2;
    let loop_end = |latency: f64| (f64::from(control) - latency).max(0.0) / UNROLLED;
    let t = &m.dram.timing;
    let l1_configured = f64::from(sm.l1_hit_latency + 1);
    let mut figures = vec![
        Figure {
            what: "L1 hit".into(),
            unit: "SM cycles",
            configured: l1_configured,
            measured: l1,
            tolerance: loop_end(l1_configured),
            why: "sm.l1_hit_latency and one cycle in the LD/ST queue; the end of the loop, shared by 16 loads, is \
                  not hidden",
        },
        Figure {
            what: "L2 hit".into(),
            unit: "SM cycles",
            configured: l2_hit(m, m.lines().bytes()),
            measured: l2,
            tolerance: if same_clocks(m) { 0.0 } else { CROSSINGS * slowest(m) },
            why: "LD/ST queue, request flits, icnt.latency, l2.rop_latency, arbitration, reply flits, icnt.latency, \
                  arrival; up to one period at each crossing of different clocks",
        },
    ];
    // Between two constants, an addition makes the address.
    let addition = f64::from(sm.operand_latency + sm.int.add.latency);
    let crossings = if same_clocks(m) { 0.0 } else { CROSSINGS * slowest(m) };
    let hit = f64::from(sm.constant_latency + sm.operand_latency + 1);
    for (what, configured, measured, tolerance, why) in [
        (
            "L2 hit past the L1",
            l2_hit(m, SECTOR_BYTES),
            past,
            crossings,
            "as an L2 hit; a sector travels, not a line",
        ),
        (
            "constant cache hit",
            hit,
            constant_hit - addition,
            loop_end(hit),
            "sm.constant_latency, sm.operand_latency and one cycle in the LD/ST queue",
        ),
        (
            "constant cache miss, L2 hit",
            l2_hit(m, m.lines().constant().bytes()),
            constant_miss - addition,
            crossings,
            "as an L2 hit; a line of the constant cache travels",
        ),
    ] {
        figures.push(Figure { what: what.into(), unit: "SM cycles", configured, measured, tolerance, why });
    }
    for (what, cycles, measured) in [
        ("DRAM, row open", 0, row_hit),
        ("DRAM, bank closed", t.rcd, row_miss),
        ("DRAM, other row open", t.rp + t.rcd, row_conflict),
    ] {
        let (least, waits) = dram(m, cycles);
        let clocks = if same_clocks(m) { 0.0 } else { CROSSINGS * slowest(m) };
        figures.push(Figure {
            what: what.into(),
            unit: "SM cycles",
            configured: least + waits / 2.0,
            measured,
            tolerance: waits / 2.0 + clocks,
            why: "an L2 hit, the miss queue, l2.dram_latency, the DRAM's commands and data, the fill; half a DRAM \
                  and half an L2 period on average at the crossings, which bound the difference",
        });
    }
    for figure in published(m) {
        let of_row = figures.iter().find(|f| f.what == figure.of).map_or(f64::NAN, |f| f.measured);
        figures.push(Figure {
            what: format!("{}, published", figure.of),
            unit: "SM cycles",
            configured: figure.cycles,
            measured: of_row,
            tolerance: figure.tolerance,
            why: &figure.why,
        });
    }
    Ok(figures)
}

/// Whether SM, interconnect and L2 have their edges together.
fn same_clocks(m: &MachineSpec) -> bool {
    let c = &m.clock;
    c.sm_mhz == c.icnt_mhz && c.icnt_mhz == c.l2_mhz
}

/// The longest period of SM, interconnect and L2 in SM cycles.
fn slowest(m: &MachineSpec) -> f64 {
    let c = &m.clock;
    f64::from(c.sm_mhz) / f64::from(c.sm_mhz.min(c.icnt_mhz).min(c.l2_mhz))
}

/// SM cycles from the issue of a load that finds its `bytes` in L2 to that of an instruction that needs its result.
fn l2_hit(m: &MachineSpec, bytes: u64) -> f64 {
    let request = MemRequest { bytes: bytes as u16, kind: MemKind::Read, ..MemRequest::default() };
    let flits = request.request_flits(&m.icnt) + request.reply_flits(&m.icnt);
    let sm = f64::from(m.clock.sm_mhz);
    let icnt = f64::from(flits + 2 * m.icnt.latency + 1) * sm / f64::from(m.clock.icnt_mhz);
    let l2 = f64::from(m.l2.rop_latency) * sm / f64::from(m.clock.l2_mhz);
    1.0 + icnt + l2 + 1.0
}

/// The same for one that reads DRAM and needs `before` DRAM cycles until its first column command: the least, and the
/// waits for clock edges at most.
fn dram(m: &MachineSpec, before: u32) -> (f64, f64) {
    let (d, t) = (&m.dram, &m.dram.timing);
    let bursts = m.bursts_per_line();
    let commands = before + (bursts - 1) * t.ccd.max(t.ccdl) + t.cl + d.burst_cycles();
    let sm = f64::from(m.clock.sm_mhz);
    let (l2_period, dram_period) = (sm / f64::from(m.clock.l2_mhz), sm / f64::from(m.clock.dram_mhz));
    let l2 = f64::from(1 + m.l2.dram_latency + 1) * l2_period;
    (l2_hit(m, m.lines().bytes()) + l2 + f64::from(commands) * dram_period, l2_period + dram_period)
}

/// SM cycles of a load that must open a row in an idle machine, without the waits at clock crossings.
pub fn dram_idle(m: &MachineSpec) -> f64 {
    dram(m, m.dram.timing.rcd).0
}

/// Where lines lie in DRAM, in bytes, from the keys of the machine file.
struct Layout {
    /// Consecutive bytes of one sub-partition.
    chunk: u64,
    partitions: u64,
    /// One chunk of every sub-partition.
    rotation: u64,
    /// Chunks of a row, less the one in which the row begins, and that one.
    columns: u64,
    /// Banks of a sub-partition.
    banks: u64,
    /// From a row to that of the next bank.
    next_bank: u64,
    /// One row of every bank: the pattern of banks repeats.
    all_banks: u64,
    /// From a row to another of the same bank, however banks are indexed.
    same_bank: u64,
}

impl Layout {
    fn of(m: &MachineSpec) -> Layout {
        let subs = u64::from(m.l2.sub_partitions_per_channel);
        let chunk = u64::from(m.dram.interleave_bytes);
        let partitions = subs * u64::from(m.dram.channels);
        let rotation = chunk * partitions;
        let columns = u64::from(m.dram.row_bytes) / chunk;
        let banks = u64::from(m.dram.banks) / subs;
        let next_bank = columns * rotation;
        let all_banks = banks * next_bank;
        // The low bits of the row number may be part of the bank's; as many rows on they are the same again.
        let same_bank = banks * all_banks;
        Layout { chunk, partitions, rotation, columns, banks, next_bank, all_banks, same_bank }
    }
}
