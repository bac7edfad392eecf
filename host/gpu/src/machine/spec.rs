// SPDX-License-Identifier: Apache-2.0
//! The keys of a machine file. The source of each value stands beside it in the file itself.

use serde::{Deserialize, Serialize};

use crate::types::{ClockSpec, LineSize, SmCycle};

/// A whole GPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineSpec {
    /// Short name, as in results.
    pub name: String,
    /// One line about the machine.
    pub description: String,
    /// Bytes in a line of every cache but the constant cache: 32, 64 or 128.
    pub line_bytes: u32,
    /// Nominal frequencies of the clocks.
    pub clock: ClockSpec,
    /// The SMs: what they hold, and how fast they execute.
    pub sm: SmSpec,
    /// A front end of the SMs with beats and slots; none: each scheduler issues a whole warp instruction a cycle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front_end: Option<FrontEndSpec>,
    /// The L1 of an SM, write-evict.
    pub l1: CacheSpec,
    /// The texture unit of an SM, with its cache.
    pub texture: TextureSpec,
    /// The constant cache of an SM, with lines of 64 bytes at most; only read, so that its write policy never counts.
    pub constant: CacheSpec,
    /// The crossbar between SMs and L2.
    pub icnt: IcntSpec,
    /// L2, write-back or write-through.
    pub l2: L2Spec,
    /// The device memory.
    pub dram: DramSpec,
    /// Translation of addresses; none: programs use physical ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mmu: Option<MmuSpec>,
    /// CPU cores beside the GPU, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<CpuSpec>,
    /// What leaks, and what each event costs.
    pub energy: EnergySpec,
}

impl MachineSpec {
    /// The size of a line.
    pub fn lines(&self) -> LineSize {
        LineSize::of(self.line_bytes)
    }

    /// Nanoseconds in which so many bytes are read and written over the bus of one DRAM channel.
    pub fn copy_ns(&self, bytes: u64) -> u64 {
        let bytes_per_us =
            u64::from(self.dram.bus_bytes * self.dram.transfers_per_cycle) * u64::from(self.clock.dram_mhz);
        (2000 * bytes).div_ceil(bytes_per_us)
    }

    /// Whether some of its SMs are TLP cores, and others are not.
    pub fn is_heterogeneous(&self) -> bool {
        self.front_end.as_ref().is_some_and(|front| (1..self.sm.count).contains(&front.tlp_sms))
    }

    /// L2 sub-partitions on the chip.
    pub fn l2_partitions(&self) -> u32 {
        self.dram.channels * self.l2.sub_partitions_per_channel
    }

    /// DRAM column commands that move one line.
    pub fn bursts_per_line(&self) -> u32 {
        self.line_bytes / self.dram.burst_bytes()
    }
}

/// The streaming multiprocessors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmSpec {
    /// SMs on the chip.
    pub count: u32,
    /// Warp slots per SM.
    pub warps: u32,
    /// CTA slots per SM.
    pub ctas: u32,
    /// Resident threads per SM.
    pub threads: u32,
    /// Threads per CTA at most.
    pub max_threads_per_cta: u32,
    /// 32-bit registers per SM.
    pub registers: u32,
    /// Registers are given to a warp in multiples of this.
    pub register_granularity: u32,
    /// Warps of a CTA are counted in multiples of this when registers are given out.
    pub warp_granularity: u32,
    /// Registers per thread at most.
    pub max_registers_per_thread: u32,
    /// Shared memory per SM, bytes.
    pub shared_bytes: u32,
    /// Shared memory is given to a CTA in multiples of this many bytes.
    pub shared_granularity: u32,
    /// Banks of shared memory, 4 bytes wide.
    pub shared_banks: u32,
    /// Cycles from issue to writeback of a conflict-free shared-memory load.
    pub shared_latency: u32,
    /// Warp schedulers; each issues at most one warp instruction a cycle.
    pub schedulers: u32,
    /// How they choose where nothing is attached for it.
    pub warp_scheduler: WarpPolicy,
    /// Instruction-buffer entries per warp.
    pub ibuffer: u32,
    /// Warps fetched for in one cycle.
    pub fetch_width: u32,
    /// Pipelines for integer and single-precision instructions, each one warp instruction wide.
    pub sp_units: u32,
    /// Special-function pipelines (also double precision when `dp_units` is 0).
    pub sfu_units: u32,
    /// Double-precision pipelines; 0: the SFU pipelines execute them.
    pub dp_units: u32,
    /// Cycles between issue and the start of execution: operand collection, without conflicts.
    pub operand_latency: u32,
    /// Banks of registers in conflict make that longer.
    pub operand_collectors: CollectorSpec,
    /// Memory instructions that can wait between issue and the LD/ST unit.
    pub ldst_queue: u32,
    /// Cycles from an L1 hit to writeback.
    pub l1_hit_latency: u32,
    /// Cycles of a constant-cache hit to writeback.
    pub constant_latency: u32,
    /// Responses that wait in an SM for the L1's fill port.
    pub response_queue: u32,
    /// Integer instructions.
    pub int: OpTimings,
    /// Single precision.
    pub fp: OpTimings,
    /// Double precision.
    pub dp: OpTimings,
    /// Special functions, and floating-point division, square roots and reciprocals of both precisions.
    pub sfu: OpTiming,
}

/// Where warp instructions wait for their registers, in each SM.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CollectorSpec {
    /// Single-ported banks of the register file, each as wide as a warp: register r of warp w is in bank r + w modulo these; 0: no conflicts, and
    /// always a free collector.
    pub banks: u32,
    /// Collectors for integer, single precision and control. Special functions and double precision always find one: their pipelines take
    /// an instruction in several cycles.
    pub sp: u32,
    /// Collectors for memory, textures included.
    pub mem: u32,
}

/// How a warp scheduler of the machine itself chooses among the ready warps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WarpPolicy {
    /// Loose round robin: the first after the one that issued last (baseline of Sethia 2015, chapter IV).
    Lrr,
    /// Greedy then oldest: the one that issued last while it is ready, else the oldest (Rogers 2012).
    Gto,
}

/// The front end of an SM with fewer lanes than a warp has threads (specification of ILP, section 2.0), in SM cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FrontEndSpec {
    /// Lanes; a warp instruction takes 32 / lanes cycles, its beats, and issues in a cycle that is a multiple of them.
    pub lanes: u32,
    /// Cycles of fetch and decode.
    pub latency: u32,
    /// EX stages of arithmetic.
    pub alu_latency: u32,
    /// The EX stage in which branches are resolved.
    pub branch_stage: u32,
    /// SMs, the first ones, that are TLP cores whatever hazard control is attached to the others.
    pub tlp_sms: u32,
    /// Where a dispatcher hands out CTAs: an SM can hold those of two kernels at a time.
    #[serde(default)]
    pub mixed_sms: bool,
}

impl FrontEndSpec {
    /// Cycles of a warp instruction in a stage.
    pub fn beats(&self) -> u32 {
        32 / self.lanes
    }

    /// Cycles from the issue of a branch until all its beats are resolved.
    pub fn resolve(&self) -> u32 {
        self.branch_stage + self.beats() - 1
    }

    /// Whether an instruction can issue in cycle `now`.
    pub fn is_slot(&self, now: SmCycle) -> bool {
        now.0 % u64::from(self.beats()) == 0
    }
}

/// Timing of one class of arithmetic, by operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpTimings {
    /// Of integers what neither multiplies nor divides, conversions and comparisons included; of floating point nothing takes it.
    pub add: OpTiming,
    /// Nothing takes it; its latency counts as one that an instruction may have.
    pub max: OpTiming,
    /// The same: multiplications take [`OpTimings::mad`].
    pub mul: OpTiming,
    /// Of integers what multiplies; of floating point everything but what [`SmSpec::sfu`] times.
    pub mad: OpTiming,
    /// Of integers division and remainder; of floating point nothing takes it.
    pub div: OpTiming,
}

/// Timing of one operation, in SM cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpTiming {
    /// Start of execution to result.
    pub latency: u32,
    /// Cycles before the pipeline takes the next warp instruction.
    pub initiation: u32,
}

/// How a cache treats stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WritePolicy {
    /// A store goes to the next level and evicts the line if present; no allocation (Fermi's L1, global data).
    WriteEvict,
    /// A store allocates; dirty lines are written on eviction (Fermi's L2).
    WriteBack,
    /// A store changes a line that is there, and goes on to the next level; no allocation. What an atomic operation does to
    /// a line goes on as well, so that no line is ever dirty.
    WriteThrough,
}

/// How a line number selects a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SetIndex {
    /// The low bits of the line number.
    Linear,
    /// The low bits exclusive-ored with the two groups of bits above them.
    Xor,
}

/// A cache: tag array, MSHRs and miss queue. Lines are 128 bytes (of the constant cache 64), replacement is LRU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CacheSpec {
    /// Sets, a power of two; of L2 those of one bank.
    pub sets: u32,
    /// Ways of a set, 1..=64.
    pub ways: u32,
    /// Lines that can be outstanding.
    pub mshrs: u32,
    /// Accesses that can wait on one outstanding line, the first included.
    pub mshr_merges: u32,
    /// Requests that can wait for the next level.
    pub miss_queue: u32,
    /// What becomes of stores; L1, texture and constant cache are write-evict.
    pub write_policy: WritePolicy,
    /// How a line finds its set.
    pub set_index: SetIndex,
}

/// The texture unit of an SM.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextureSpec {
    /// Fetches that can wait for the samplers and the texture cache.
    pub queue: u32,
    /// Lanes for which the samplers compute addresses and filter in a cycle.
    pub lanes_per_cycle: u32,
    /// Cycles from a hit in the texture cache to writeback.
    pub hit_latency: u32,
    /// The texture cache; it is only read, so that its write policy never counts.
    pub cache: CacheSpec,
}

/// The crossbar between SMs and L2; one network in each direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IcntSpec {
    /// Bytes a port moves per cycle.
    pub flit_bytes: u32,
    /// Bytes of a packet beside its data.
    pub header_bytes: u32,
    /// Buffer of an input port, flits.
    pub input_buffer: u32,
    /// Buffer of an output port, flits.
    pub output_buffer: u32,
    /// Cycles from the transfer of a packet's last flit to its arrival.
    pub latency: u32,
}

/// The shared L2, in sub-partitions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct L2Spec {
    /// Sub-partitions per DRAM channel.
    pub sub_partitions_per_channel: u32,
    /// Ports and banks of a sub-partition; none: one of each, which takes a request a cycle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banked: Option<BankSpec>,
    /// One bank.
    pub cache: CacheSpec,
    /// Cycles between a request's arrival and its tag access.
    pub rop_latency: u32,
    /// Requests that can be on that way in one sub-partition; with [`L2Spec::banked`] those that wait in front of a bank.
    pub rop_queue: u32,
    /// Bytes of atomic operations that a sub-partition completes in a cycle.
    pub atomic_bytes_per_cycle: u32,
    /// Cycles between L2 and the DRAM scheduler.
    pub dram_latency: u32,
    /// Requests that can be on that way in one channel.
    pub dram_latency_queue: u32,
}

impl L2Spec {
    /// Ports and banks of a sub-partition.
    pub fn banks(&self) -> BankSpec {
        self.banked.unwrap_or(BankSpec { ports: 1, banks: 1, latency: 0, occupancy: 1 })
    }
}

/// Ports and banks of an L2 sub-partition (specification of MeDiC, section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BankSpec {
    /// Ports of the crossbar; SMs take turns among them.
    pub ports: u32,
    /// Banks, each with a queue, tags and MSHRs of its own; the low bits of a line's number in the sub-partition choose one.
    pub banks: u32,
    /// Cycles of a look-up in a bank.
    pub latency: u32,
    /// Cycles before a bank takes the next request.
    pub occupancy: u32,
}

/// Address translation (specification of MASK, section 4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MmuSpec {
    /// Bits of an offset in a page.
    pub page_bits: u32,
    /// Levels of page tables, each of 9 bits of a virtual page's number.
    pub levels: u32,
    /// Walks at the same time.
    pub walks: u32,
    /// The L1 TLB of each SM.
    pub l1: L1TlbSpec,
    /// The L2 TLB behind them; attached units and policies may replace it.
    pub l2: L2TlbSpec,
    /// Demand paging; none: all data is in device memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paging: Option<PagingSpec>,
}

impl MmuSpec {
    /// Whether pages have to come from the host, and that takes time.
    pub fn pages_on_demand(&self) -> bool {
        self.paging.as_ref().is_some_and(|paging| paging.fault_2m_ns > 0)
    }
}

/// Demand paging: a page comes from the host when it is touched for the first time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PagingSpec {
    /// Nanoseconds from a far fault until its page is there, of an idle link and a page of 4 kB.
    pub fault_4k_ns: u32,
    /// The same of a page of 2 MB. Both 0: pages are there when they are touched.
    pub fault_2m_ns: u32,
    /// What far faults share that are under way together.
    pub order: PagingOrder,
}

impl PagingSpec {
    /// Bits of an offset in the page of 4 kB ([`PagingSpec::fault_4k_ns`]).
    pub const SMALL_BITS: u32 = 12;
    /// Those of the page of 2 MB ([`PagingSpec::fault_2m_ns`]).
    pub const LARGE_BITS: u32 = 21;
}

/// What several far faults share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PagingOrder {
    /// Data moves one page at a time, the fixed part of their times passes for all at once.
    Overlapped,
    /// Nothing: one fault is served at a time.
    Serial,
}

/// The L1 TLB of an SM, fully associative, LRU, looked up in one cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct L1TlbSpec {
    /// Pages that it holds, 1..=256.
    pub entries: u32,
    /// Pages that the SM can wait for.
    pub mshrs: u32,
}

/// The L2 TLB that all SMs share, LRU.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct L2TlbSpec {
    /// Pages that it holds, a multiple of the ways.
    pub entries: u32,
    /// Ways of a set, 1..=32.
    pub ways: u32,
    /// Lookups accepted in a cycle.
    pub ports: u32,
    /// SM cycles from the acceptance of a lookup to the answer of a hit.
    pub latency: u32,
    /// Lookups that wait for a free walk context, those under way included.
    pub replay_queue: u32,
}

/// How an address selects a bank within a sub-partition's share of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BankIndex {
    /// The bits above the column.
    Linear,
    /// Those bits exclusive-ored with the low bits of the row (permutation-based page interleaving), so that lines
    /// a power of two apart lie in different banks.
    Xor,
}

/// How the machine's own memory controller orders requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DramPolicy {
    /// First ready, first come first served: row hits first, then the oldest.
    Frfcfs,
    /// Strictly the oldest.
    Fcfs,
}

/// The DRAM channels and their controllers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DramSpec {
    /// Device memory that programs have, MiB.
    pub capacity_mib: u32,
    /// Channels, 1..=32, each with a memory controller of its own.
    pub channels: u32,
    /// Consecutive bytes on one channel.
    pub interleave_bytes: u32,
    /// Width of a channel's data bus, bytes.
    pub bus_bytes: u32,
    /// Data transfers per command-clock cycle.
    pub transfers_per_cycle: u32,
    /// Transfers of one column command.
    pub burst_length: u32,
    /// Bytes of a row (page) in one bank of the channel.
    pub row_bytes: u32,
    /// Banks of a channel, a power of two, shared out evenly among the channel's L2 sub-partitions.
    pub banks: u32,
    /// Bank groups of a channel; 1: column commands to all banks keep the same distance.
    pub bank_groups: u32,
    /// How an address finds its bank.
    pub bank_index: BankIndex,
    /// The scheduling policy.
    pub scheduler: DramPolicy,
    /// Reads the scheduler chooses among; those that a bank has taken up are not among them.
    pub scheduler_queue: u32,
    /// The same for writes, which wait in a queue of their own.
    pub write_queue: u32,
    /// Read lines that can wait for L2 to take them.
    pub return_queue: u32,
    /// Requests that banks take up in one direction while the other direction waits, at most.
    pub direction_limit: u32,
    /// Waiting writes that start a drain although reads wait.
    pub write_high: u32,
    /// Waiting writes at which reads go on.
    pub write_low: u32,
    /// Distances of the commands on a channel.
    pub timing: DramTiming,
}

impl DramSpec {
    /// Bytes of device memory.
    pub fn capacity(&self) -> u64 {
        u64::from(self.capacity_mib) << 20
    }

    /// Bytes of one column command.
    pub fn burst_bytes(&self) -> u32 {
        self.bus_bytes * self.burst_length
    }

    /// Cycles between two column commands that a controller without knowledge of bank groups keeps.
    pub fn column_distance(&self) -> u32 {
        if self.bank_groups > 1 {
            self.timing.ccdl
        } else {
            self.timing.ccd
        }
    }

    /// Cycles from the precharge of all banks for a refresh to the next request, if all banks had a row open.
    pub fn longest_refresh(&self) -> u32 {
        let t = &self.timing;
        t.rp + t.rfc + self.banks * t.activate_spacing() + t.rc.max(t.faw)
    }

    /// Command-clock cycles that one column command's data occupies the bus.
    pub fn burst_cycles(&self) -> u32 {
        self.burst_length / self.transfers_per_cycle
    }

    /// Pin bandwidth of all channels in bytes per second, at the given command clock.
    pub fn peak_bytes_per_second(&self, dram_mhz: u32) -> f64 {
        f64::from(self.channels * self.bus_bytes * self.transfers_per_cycle) * f64::from(dram_mhz) * 1e6
    }
}

/// DRAM timing parameters in command-clock cycles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DramTiming {
    /// ACT to RD or WR, same bank.
    pub rcd: u32,
    /// PRE to ACT, same bank.
    pub rp: u32,
    /// ACT to PRE, same bank.
    pub ras: u32,
    /// ACT to ACT, same bank.
    pub rc: u32,
    /// ACT to ACT, different banks.
    pub rrd: u32,
    /// Column command to column command, different bank groups.
    pub ccd: u32,
    /// Column command to column command, same bank group.
    pub ccdl: u32,
    /// RD to its first data.
    pub cl: u32,
    /// WR to its first data.
    pub wl: u32,
    /// End of write data to RD.
    pub cdlr: u32,
    /// End of write data to PRE, same bank.
    pub wr: u32,
    /// RD to PRE, same bank.
    pub rtp: u32,
    /// Cycles in which at most four ACT may issue, all banks together.
    pub faw: u32,
    /// Idle bus cycles between read data and write data.
    pub turnaround: u32,
    /// Between two refreshes of all banks; 0: none.
    pub refi: u32,
    /// REF to the next command.
    pub rfc: u32,
}

impl DramTiming {
    /// Activations that fall into tFAW at most.
    pub const WINDOW: u32 = 4;

    /// Cycles from one activation to the next, if many follow at even distances.
    pub fn activate_spacing(&self) -> u32 {
        self.rrd.max(self.faw.div_ceil(Self::WINDOW))
    }

    /// All parameters together: no command waits longer for another.
    pub fn sum(&self) -> u64 {
        let DramTiming {
            rcd,
            rp,
            ras,
            rc,
            rrd,
            ccd,
            ccdl,
            cl,
            wl,
            cdlr,
            wr,
            rtp,
            faw,
            turnaround,
            refi: _,
            rfc,
        } = *self;
        let all = [rcd, rp, ras, rc, rrd, ccd, ccdl, cl, wl, cdlr, wr, rtp, faw, turnaround, rfc];
        all.into_iter().map(u64::from).sum()
    }
}

/// CPU cores that share the DRAM (specification of SMS, section 8.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CpuSpec {
    /// Cores, 1..=32; one without a workload is idle.
    pub cores: u32,
    /// Frequency in MHz, a multiple of that of the DRAM command clock.
    pub mhz: u32,
    /// Instructions executed in a cycle.
    pub width: u32,
    /// Instructions that may follow an outstanding miss.
    pub window: u32,
    /// Outstanding misses of a core, and outstanding write-backs.
    pub outstanding: u32,
    /// How requests of cores and GPU come to a controller, unless it has a FIFO for each source.
    pub entrance: Entrance,
    /// Lines of the GPU that wait in a channel to be sent in streaks of a row, 0..=256; 0: they are sent as they come.
    pub gpu_row_coalescer: u32,
}

/// How the requests of several sources come to a memory controller (specification of SMS, section 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entrance {
    /// Those that the controller is ready for take turns.
    PerSource,
    /// Through one FIFO: the oldest holds up all others while the controller is not ready for it.
    Shared,
}

/// Energy model (Equalizer, section 8.4): powers in watts, event energies in nanojoules at nominal voltage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnergySpec {
    /// Leakage of the chip, without [`EnergySpec::context_watts`]; does not scale with voltage.
    pub leakage_watts: f64,
    /// Leakage of the registers of one warp context of one SM; none: [`EnergySpec::leakage_watts`] has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_watts: Option<f64>,
    /// Standby power of the memory domain at nominal voltage; scales with voltage.
    pub standby_watts: f64,
    /// One SM cycle of one SM with a resident CTA: clock tree, fetch, schedulers.
    pub sm_cycle_nj: f64,
    /// Issue of one warp instruction: decode, scoreboard, operand collection.
    pub issue_nj: f64,
    /// Register-file accesses of one thread instruction.
    pub register_nj: f64,
    /// One thread instruction on an integer unit.
    pub int_nj: f64,
    /// One thread instruction on a single-precision unit.
    pub fp_nj: f64,
    /// One thread instruction in double precision.
    pub dp_nj: f64,
    /// One thread instruction on a special-function unit.
    pub sfu_nj: f64,
    /// One L1 or texture-cache access (a line).
    pub l1_nj: f64,
    /// One pass over shared memory (a warp access without conflict is one pass).
    pub shared_nj: f64,
    /// One constant-cache access or fill.
    pub constant_nj: f64,
    /// One flit through the crossbar.
    pub flit_nj: f64,
    /// One L2 access (a line).
    pub l2_nj: f64,
    /// One DRAM row activation with its precharge.
    pub activate_nj: f64,
    /// One DRAM column read (a burst).
    pub read_nj: f64,
    /// One DRAM column write (a burst).
    pub write_nj: f64,
}

impl EnergySpec {
    /// Leakage of a chip with so many warp contexts in all, in watts.
    pub fn leakage(&self, contexts: u32) -> f64 {
        self.leakage_watts + f64::from(contexts) * self.context_watts.unwrap_or_default()
    }
}
