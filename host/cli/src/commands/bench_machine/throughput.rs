// SPDX-License-Identifier: Apache-2.0
//! Rates of the whole machine: bytes of DRAM, flits of the crossbar, atomic operations of L2.

use super::bench::{difference, Bench};
use super::figure::Figure;
use super::latency;
use anyhow::Result;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::stats::IcntStats;

/// Threads of a CTA; as many CTAs as fill the SMs.
const THREADS: u32 = 512;
const MEGABYTE: u64 = 1 << 20;
const PINS: &str =
    "channels x bus_bytes x transfers_per_cycle, of which 90 % are asked for; row changes that no other \
                    bank covers take the rest";
const OUTSTANDING: &str =
    "the lesser of the pins and of the lines that sm.count x l1.mshrs keep under way at the idle \
                           latency; waiting in queues makes the latency up to 15 % longer";

pub fn measure(bench: &Bench) -> Result<Vec<Figure>> {
    let m = &bench.machine;
    let ctas = m.sm.count * (m.sm.threads / THREADS);
    let run = |machine: &MachineSpec, kind: &str, ctas: u32, threads: u32, bytes: u64, n: &[u64]| {
        let first = [u64::from(ctas), u64::from(threads), bytes];
        let numbers = first.iter().chain(n).map(u64::to_string);
        let args: Vec<String> = std::iter::once(kind.to_string()).chain(numbers).collect();
        bench.run_on(machine, "throughput", &args)
    };
    let mut figures = Vec::new();

    // Bytes of a DRAM cycle that the pins move, and that the L1s have MSHRs for when each line takes the idle latency.
    let pins = f64::from(m.dram.channels * m.dram.bus_bytes * m.dram.transfers_per_cycle);
    let dram_cycles = latency::dram_idle(m) * f64::from(m.clock.dram_mhz) / f64::from(m.clock.sm_mhz);
    let each = f64::from(m.sm.count * m.line_bytes) / dram_cycles;
    let outstanding = f64::from(m.l1.mshrs) * each;
    let mut many = m.clone();
    many.l1.mshrs = m.l1.mshrs.max((2.0 * pins / each).ceil() as u32);
    for (what, machine, kind, configured, share, why) in [
        ("DRAM write stream", m, "fill", pins, 0.1, PINS),
        ("DRAM read stream, L1 with MSHRs for twice the idle latency", &many, "stream", pins, 0.1, PINS),
        ("DRAM read stream past the L1", m, "past", pins, 0.1, PINS),
        ("DRAM read stream", m, "stream", pins.min(outstanding), 0.15, OUTSTANDING),
    ] {
        // The first launch fills L2, so that the others write back as much as they write.
        let launches = run(machine, kind, ctas, THREADS, MEGABYTE, &[2, 4, 12])?;
        let bytes = difference(&launches[1..], |k| {
            k.stats.counters.dram.read_bytes + k.stats.counters.dram.write_bytes
        });
        figures.push(Figure {
            what: what.into(),
            unit: "bytes / DRAM cycle",
            configured,
            measured: bytes / difference(&launches[1..], |k| k.stats.time.dram_cycles),
            tolerance: share * configured,
            why,
        });
    }

    // Half of what L2 holds, and more than the L1s hold.
    let l2_bytes =
        u64::from(m.l2_partitions()) * u64::from(m.l2.cache.sets * m.l2.cache.ways) * m.lines().bytes();
    let ports = f64::from(m.sm.count.min(m.l2_partitions()));
    let replies: fn(&IcntStats) -> u64 = |icnt| icnt.reply_flits;
    let requests: fn(&IcntStats) -> u64 = |icnt| icnt.request_flits;
    for (what, kind, flits) in [
        ("crossbar, replies of L2 hits", "laps", replies),
        ("crossbar, requests of stores to L2", "refill", requests),
    ] {
        let launches = run(m, kind, ctas, THREADS, l2_bytes / 2, &[1, 2, 4])?;
        figures.push(Figure {
            what: what.into(),
            unit: "flits / interconnect cycle",
            configured: ports,
            measured: difference(&launches[1..], |k| flits(&k.stats.counters.icnt))
                / difference(&launches[1..], |k| k.stats.time.icnt_cycles),
            tolerance: 0.1 * ports,
            why: "one flit a port and cycle on the side with fewer ports; uneven demand on the ports takes the rest",
        });
    }
    for (what, stride) in [("atomics on one word", 0), ("atomics on the words of one line", 4)] {
        let (ctas, threads, n) = (m.sm.count, 256, [4, 12]);
        let launches = run(m, "atomic", ctas, threads, stride, &n)?;
        let operations = f64::from(ctas * threads) * (n[1] - n[0]) as f64;
        let configured = f64::from(m.l2.atomic_bytes_per_cycle) / 4.0;
        figures.push(Figure {
            what: what.into(),
            unit: "operations / L2 cycle",
            configured,
            measured: operations / difference(&launches, |k| k.stats.time.l2_cycles),
            tolerance: 0.02 * configured,
            why: "l2.atomic_bytes_per_cycle of one sub-partition over 4 bytes; start and end of the launches are not \
                  alike to the cycle",
        });
    }
    Ok(figures)
}
