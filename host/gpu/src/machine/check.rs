// SPDX-License-Identifier: Apache-2.0
//! The ranges of a machine file's values.

use super::spec::{CacheSpec, MachineSpec, OpTiming, PagingSpec, WritePolicy};
use crate::energy::CONSTANTS;
use crate::mmu::{LEVEL_BITS, VIRTUAL_BITS};
use crate::socket::TLB_PORTS;
use crate::types::SECTOR_BYTES;
use thiserror::Error;
use warpsmith_ptx::{GLOBAL_BASE, LOCAL_PHYSICAL_BASE};

/// A machine that cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum MachineError {
    #[error("there is no machine `{name}`: it is neither built in ({known}) nor a file")]
    NoSuchMachine { name: String, known: String },
    #[error("{file}: cannot be read: {source}")]
    Unreadable { file: String, source: std::io::Error },
    /// It is not TOML, a key is missing or unknown, or a value has the wrong type.
    #[error("{file}: {message}")]
    Syntax { file: String, message: String },
    #[error("{file}: `{key} = {value}` cannot be: it must be {range}")]
    Range { file: String, key: String, value: String, range: String },
}

struct Checker<'a> {
    file: &'a str,
}

type Check = Result<(), MachineError>;

impl Checker<'_> {
    fn require(&self, holds: bool, key: &str, value: impl ToString, range: impl FnOnce() -> String) -> Check {
        if holds {
            return Ok(());
        }
        Err(MachineError::Range {
            file: self.file.into(),
            key: key.into(),
            value: value.to_string(),
            range: range(),
        })
    }

    fn range(&self, key: &str, value: u32, min: u32, max: u32) -> Check {
        self.require((min..=max).contains(&value), key, value, || format!("in {min}..={max}"))
    }

    fn power(&self, key: &str, value: u32, min: u32, max: u32) -> Check {
        let holds = value.is_power_of_two() && (min..=max).contains(&value);
        self.require(holds, key, value, || format!("a power of two in {min}..={max}"))
    }

    fn multiple(&self, key: &str, value: u32, of: u32, max: u32) -> Check {
        let holds = value != 0 && value % of == 0 && value <= max;
        self.require(holds, key, value, || format!("a multiple of {of} in {of}..={max}"))
    }

    fn energy(&self, key: &str, value: f64) -> Check {
        let holds = value.is_finite() && (0.0..=1e6).contains(&value);
        self.require(holds, key, value, || "a number in 0..=1000000".into())
    }
}

/// Checks every value of a machine.
pub(super) fn check(m: &MachineSpec, file: &str) -> Check {
    let c = Checker { file };
    let word =
        !m.name.is_empty() && m.name.chars().all(|ch| ch.is_ascii_alphanumeric() || "-_.".contains(ch));
    c.require(word, "name", &m.name, || "a word of letters, digits, `-`, `_` and `.`".into())?;
    c.power("line_bytes", m.line_bytes, SECTOR_BYTES as u32, 128)?;
    clock(&c, m)?;
    sm(&c, m)?;
    front_end(&c, m)?;
    cache(&c, "l1", &m.l1, &[WritePolicy::WriteEvict])?;
    texture(&c, m)?;
    cache(&c, "constant", &m.constant, &[WritePolicy::WriteEvict])?;
    icnt(&c, m)?;
    l2(&c, m)?;
    dram(&c, m)?;
    mmu(&c, m)?;
    cpu(&c, m)?;
    energy(&c, m)
}

fn clock(c: &Checker, m: &MachineSpec) -> Check {
    let keys = ["clock.sm_mhz", "clock.icnt_mhz", "clock.l2_mhz", "clock.dram_mhz"];
    for (key, mhz) in keys.into_iter().zip(m.clock.base_mhz()) {
        c.range(key, mhz, 1, 10_000)?;
    }
    let list = format!("{:?} MHz", m.clock.base_mhz());
    c.require(crate::clock::ticks_per_20us(&m.clock).is_some(), "clock", list, || {
        "frequencies whose least common multiple is below 2^40 / 7820 MHz".into()
    })
}

fn sm(c: &Checker, m: &MachineSpec) -> Check {
    let s = &m.sm;
    c.range("sm.count", s.count, 1, 64)?;
    c.range("sm.warps", s.warps, 1, 64)?;
    c.range("sm.ctas", s.ctas, 1, 32)?;
    c.multiple("sm.threads", s.threads, 32, 32 * s.warps)?;
    c.multiple("sm.max_threads_per_cta", s.max_threads_per_cta, 32, s.threads)?;
    c.range("sm.registers", s.registers, 32, 1 << 20)?;
    c.power("sm.register_granularity", s.register_granularity, 1, 1024)?;
    c.power("sm.warp_granularity", s.warp_granularity, 1, 8)?;
    c.range("sm.max_registers_per_thread", s.max_registers_per_thread, 1, 255)?;
    c.range("sm.shared_bytes", s.shared_bytes, 0, 1 << 20)?;
    c.power("sm.shared_granularity", s.shared_granularity, 1, 4096)?;
    c.power("sm.shared_banks", s.shared_banks, 1, 32)?;
    c.range("sm.schedulers", s.schedulers, 1, 4)?;
    c.range("sm.ibuffer", s.ibuffer, 1, 8)?;
    c.range("sm.fetch_width", s.fetch_width, 1, 8)?;
    c.range("sm.sp_units", s.sp_units, 1, 8)?;
    c.range("sm.sfu_units", s.sfu_units, 1, 8)?;
    c.range("sm.dp_units", s.dp_units, 0, 8)?;
    c.range("sm.operand_latency", s.operand_latency, 0, 64)?;
    let collectors = &s.operand_collectors;
    c.range("sm.operand_collectors.banks", collectors.banks, 0, 32)?;
    c.require(
        collectors.banks == 0 || m.front_end.is_none(),
        "sm.operand_collectors.banks",
        collectors.banks,
        || "0 on a machine with [front_end]".into(),
    )?;
    for (kind, count) in [("sp", collectors.sp), ("mem", collectors.mem)] {
        c.range(&format!("sm.operand_collectors.{kind}"), count, 1, 64)?;
    }
    c.range("sm.ldst_queue", s.ldst_queue, 1, 64)?;
    c.range("sm.response_queue", s.response_queue, 1, 64)?;
    for (key, latency) in [
        ("sm.shared_latency", s.shared_latency),
        ("sm.l1_hit_latency", s.l1_hit_latency),
        ("sm.constant_latency", s.constant_latency),
    ] {
        c.range(key, latency, 1, 1000)?;
    }
    for (class, ops) in [("int", &s.int), ("fp", &s.fp), ("dp", &s.dp)] {
        for (name, op) in
            [("add", ops.add), ("max", ops.max), ("mul", ops.mul), ("mad", ops.mad), ("div", ops.div)]
        {
            timing(c, &format!("sm.{class}.{name}"), op)?;
        }
    }
    timing(c, "sm.sfu", s.sfu)
}

fn front_end(c: &Checker, m: &MachineSpec) -> Check {
    let Some(s) = &m.front_end else { return Ok(()) };
    c.power("front_end.lanes", s.lanes, 4, 16)?;
    c.range("front_end.latency", s.latency, 1, 64)?;
    c.range("front_end.alu_latency", s.alu_latency, 2, 16)?;
    c.range("front_end.branch_stage", s.branch_stage, 1, s.alu_latency)?;
    c.range("front_end.tlp_sms", s.tlp_sms, 0, m.sm.count)?;
    c.require(m.sm.schedulers == 1, "sm.schedulers", m.sm.schedulers, || {
        "1 on a machine with [front_end], which has one issue stage".into()
    })
}

fn timing(c: &Checker, key: &str, op: OpTiming) -> Check {
    c.range(&format!("{key}.latency"), op.latency, 1, 1000)?;
    c.range(&format!("{key}.initiation"), op.initiation, 1, op.latency)
}

fn cache(c: &Checker, key: &str, s: &CacheSpec, policies: &[WritePolicy]) -> Check {
    let names = || policies.iter().map(|policy| format!("{policy:?}")).collect::<Vec<_>>().join(" or ");
    let (value, range) =
        (format!("{:?}", s.write_policy), || format!("{}, which this level models", names()));
    c.require(policies.contains(&s.write_policy), &format!("{key}.write_policy"), value, range)?;
    c.power(&format!("{key}.sets"), s.sets, 1, 1 << 16)?;
    c.range(&format!("{key}.ways"), s.ways, 1, 64)?;
    c.range(&format!("{key}.mshrs"), s.mshrs, 1, 1024)?;
    c.range(&format!("{key}.mshr_merges"), s.mshr_merges, 1, 64)?;
    // A miss may need two entries: the fetch and the write-back of its victim.
    c.range(&format!("{key}.miss_queue"), s.miss_queue, 2, 1024)
}

fn texture(c: &Checker, m: &MachineSpec) -> Check {
    let s = &m.texture;
    c.range("texture.queue", s.queue, 1, 1024)?;
    c.range("texture.lanes_per_cycle", s.lanes_per_cycle, 1, 32)?;
    c.range("texture.hit_latency", s.hit_latency, 1, 1000)?;
    cache(c, "texture.cache", &s.cache, &[WritePolicy::WriteEvict])
}

fn icnt(c: &Checker, m: &MachineSpec) -> Check {
    let s = &m.icnt;
    c.power("icnt.flit_bytes", s.flit_bytes, 4, 256)?;
    c.range("icnt.header_bytes", s.header_bytes, 1, 64)?;
    let packet = (s.header_bytes + m.line_bytes).div_ceil(s.flit_bytes);
    c.range("icnt.input_buffer", s.input_buffer, packet, 4096)?;
    c.range("icnt.output_buffer", s.output_buffer, packet, 4096)?;
    c.range("icnt.latency", s.latency, 1, 1000)
}

fn l2(c: &Checker, m: &MachineSpec) -> Check {
    let s = &m.l2;
    c.power("l2.sub_partitions_per_channel", s.sub_partitions_per_channel, 1, 4)?;
    let partitions = s.sub_partitions_per_channel.saturating_mul(m.dram.channels);
    c.require(partitions <= 64, "l2.sub_partitions_per_channel", s.sub_partitions_per_channel, || {
        format!("at most 64 / dram.channels ({})", m.dram.channels)
    })?;
    if let Some(b) = &s.banked {
        c.power("l2.banked.ports", b.ports, 1, 8)?;
        c.require(b.ports * partitions <= 64, "l2.banked.ports", b.ports, || {
            format!("at most 64 / sub-partitions ({partitions})")
        })?;
        c.power("l2.banked.banks", b.banks, 1, 8)?;
        c.range("l2.banked.latency", b.latency, 0, 1000)?;
        c.range("l2.banked.occupancy", b.occupancy, 1, 64)?;
    }
    cache(c, "l2.cache", &s.cache, &[WritePolicy::WriteBack, WritePolicy::WriteThrough])?;
    c.range("l2.rop_latency", s.rop_latency, 1, 10_000)?;
    c.range("l2.rop_queue", s.rop_queue, 1, 1024)?;
    c.range("l2.atomic_bytes_per_cycle", s.atomic_bytes_per_cycle, 1, m.line_bytes)?;
    c.range("l2.dram_latency", s.dram_latency, 1, 10_000)?;
    c.range("l2.dram_latency_queue", s.dram_latency_queue, 1, 4096)
}

fn dram(c: &Checker, m: &MachineSpec) -> Check {
    let s = &m.dram;
    // What lies between the addresses of global and of local memory.
    c.range("dram.capacity_mib", s.capacity_mib, 1, ((LOCAL_PHYSICAL_BASE - GLOBAL_BASE) >> 20) as u32)?;
    c.range("dram.channels", s.channels, 1, 32)?;
    c.power("dram.interleave_bytes", s.interleave_bytes, m.line_bytes, 1 << 16)?;
    c.power("dram.bus_bytes", s.bus_bytes, 1, 128)?;
    c.power("dram.transfers_per_cycle", s.transfers_per_cycle, 1, 8)?;
    c.power("dram.burst_length", s.burst_length, s.transfers_per_cycle, 32)?;
    let burst = s.burst_bytes();
    c.require(burst <= m.line_bytes, "dram.burst_length", s.burst_length, || {
        format!("at most line_bytes ({}) / dram.bus_bytes ({})", m.line_bytes, s.bus_bytes)
    })?;
    c.power("dram.row_bytes", s.row_bytes, s.interleave_bytes, 1 << 20)?;
    c.power("dram.banks", s.banks, m.l2.sub_partitions_per_channel, 32)?;
    c.power("dram.bank_groups", s.bank_groups, 1, s.banks)?;
    c.range("dram.scheduler_queue", s.scheduler_queue, 1, 64 - s.banks)?;
    c.range("dram.return_queue", s.return_queue, 1, 4096)?;
    c.range("dram.write_queue", s.write_queue, 1, 64 - s.banks)?;
    c.range("dram.write_high", s.write_high, 1, s.write_queue)?;
    c.range("dram.write_low", s.write_low, 0, s.write_high - 1)?;
    c.range("dram.direction_limit", s.direction_limit, 1, 4096)?;
    let t = &s.timing;
    c.range("dram.timing.turnaround", t.turnaround, 0, 1000)?;
    for (key, cycles) in [
        ("rcd", t.rcd),
        ("rp", t.rp),
        ("ras", t.ras),
        ("rrd", t.rrd),
        ("cl", t.cl),
        ("wl", t.wl),
        ("cdlr", t.cdlr),
        ("wr", t.wr),
        ("rtp", t.rtp),
    ] {
        c.range(&format!("dram.timing.{key}"), cycles, 1, 1000)?;
    }
    // A row that may be closed before it could be used, or opened again before it may be closed.
    c.range("dram.timing.ras", t.ras, t.rcd + t.rtp, 1000)?;
    c.range("dram.timing.rc", t.rc, t.ras, 2000)?;
    c.range("dram.timing.faw", t.faw, t.rrd, 4000)?;
    c.range("dram.timing.ccd", t.ccd, s.burst_cycles(), 1000)?;
    c.range("dram.timing.ccdl", t.ccdl, t.ccd, 1000)?;
    c.require(s.bank_groups > 1 || t.ccdl == t.ccd, "dram.timing.ccdl", t.ccdl, || {
        format!("dram.timing.ccd ({}), because there is one bank group", t.ccd)
    })?;
    refresh(c, s)
}

fn refresh(c: &Checker, s: &super::DramSpec) -> Check {
    let t = &s.timing;
    if t.refi == 0 {
        return c.require(t.rfc == 0, "dram.timing.rfc", t.rfc, || {
            "0 without refresh, that is with dram.timing.refi = 0".into()
        });
    }
    c.range("dram.timing.rfc", t.rfc, 1, 10_000)?;
    // Half of the time is left for requests.
    c.range("dram.timing.refi", t.refi, 2 * s.longest_refresh(), 1_000_000)
}

fn mmu(c: &Checker, m: &MachineSpec) -> Check {
    let Some(s) = &m.mmu else { return Ok(()) };
    // The walker has a port of the crossbar like an SM.
    c.require(m.sm.count <= 63, "sm.count", m.sm.count, || "in 1..=63 on a machine with [mmu]".into())?;
    c.range("mmu.page_bits", s.page_bits, 12, 21)?;
    let bits = VIRTUAL_BITS - s.page_bits;
    let least = bits.div_ceil(LEVEL_BITS);
    c.require((least..=5).contains(&s.levels), "mmu.levels", s.levels, || {
        format!("in {least}..=5, because {LEVEL_BITS} bits a level must cover the {bits} of a page's number")
    })?;
    c.range("mmu.walks", s.walks, 4, 64)?;
    c.range("mmu.l1.entries", s.l1.entries, 1, 256)?;
    c.range("mmu.l1.mshrs", s.l1.mshrs, 1, 64)?;
    c.range("mmu.l2.ways", s.l2.ways, 1, 32)?;
    c.multiple("mmu.l2.entries", s.l2.entries, s.l2.ways, 8192)?;
    c.range("mmu.l2.ports", s.l2.ports, 1, TLB_PORTS as u32)?;
    c.range("mmu.l2.latency", s.l2.latency, 2, 200)?;
    c.range("mmu.l2.replay_queue", s.l2.replay_queue, 4, 256)?;
    let Some(p) = &s.paging else { return Ok(()) };
    c.range("mmu.paging.fault_4k_ns", p.fault_4k_ns, 0, 1_000_000)?;
    let by_small = 1 << (PagingSpec::LARGE_BITS - PagingSpec::SMALL_BITS);
    let most = p.fault_4k_ns * by_small;
    c.require(
        (p.fault_4k_ns..=most).contains(&p.fault_2m_ns),
        "mmu.paging.fault_2m_ns",
        p.fault_2m_ns,
        || format!("in {}..={most}, from mmu.paging.fault_4k_ns to {by_small} times that", p.fault_4k_ns),
    )
}

fn cpu(c: &Checker, m: &MachineSpec) -> Check {
    let Some(s) = &m.cpu else { return Ok(()) };
    c.range("cpu.cores", s.cores, 1, 32)?;
    c.multiple("cpu.mhz", s.mhz, m.clock.dram_mhz, 16 * m.clock.dram_mhz)?;
    c.range("cpu.width", s.width, 1, 16)?;
    c.range("cpu.window", s.window, 1, 4096)?;
    c.range("cpu.gpu_row_coalescer", s.gpu_row_coalescer, 0, 256)?;
    c.range("cpu.outstanding", s.outstanding, 1, 64)
}

fn energy(c: &Checker, m: &MachineSpec) -> Check {
    for constant in CONSTANTS {
        c.energy(&format!("energy.{}", constant.key), (constant.value)(&m.energy))?;
    }
    Ok(())
}
