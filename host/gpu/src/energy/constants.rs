// SPDX-License-Identifier: Apache-2.0
//! Every constant of the energy model: what it prices, which component of a result it is in, and where its value
//! comes from.

use crate::machine::{EnergySpec, MachineSpec};
use crate::stats::{Counters, EnergyStats};
use crate::types::Group;

/// Where the value of a constant on the built-in machines comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A document states it.
    Source,
    /// It follows from values that documents state.
    Scaled,
    /// An estimate, multiplied by the factor that a figure of a document determines.
    Fitted,
    /// An estimate, multiplied by the factor that gives a card a likely power.
    Estimated,
}

impl Origin {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Source => "source",
            Origin::Scaled => "scaled",
            Origin::Fitted => "fitted",
            Origin::Estimated => "estimated",
        }
    }

    /// What the word means.
    pub fn meaning(self) -> &'static str {
        match self {
            Origin::Source => "a document states the value",
            Origin::Scaled => "the value follows from others that documents state",
            Origin::Fitted => {
                "an estimate of its proportion to the others of the SM domain; one factor for all of them gives the 12 % energy that \
                 Equalizer's documents state for SM +15 %"
            }
            Origin::Estimated => {
                "an estimate of its proportion to the others of the memory domain; one factor for all of them gives a card of about 160 W \
                 on average and 200 W at most; the 7 % that Equalizer's documents state for MEM +15 % is out of its reach"
            }
        }
    }

    /// All of them.
    pub const ALL: [Origin; 4] = [Origin::Source, Origin::Scaled, Origin::Fitted, Origin::Estimated];
}

/// What a constant is multiplied with.
#[derive(Clone, Copy, Debug)]
pub enum Per {
    /// Seconds: the power of the whole chip, in watts.
    Second,
    /// Seconds and warp contexts of all SMs: the power of one, in watts.
    ContextSecond,
    /// Events that happened at the voltage of this domain: the energy of one, in nanojoules.
    Event(Group, fn(&Counters) -> u64),
}

/// One key of a machine's `[energy]`.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// The key.
    pub key: &'static str,
    /// What it prices.
    pub per: Per,
    /// What is counted, as a phrase.
    pub counted: &'static str,
    /// Where the value comes from.
    pub origin: Origin,
    /// The value of a machine; 0 where the machine has none.
    pub value: fn(&EnergySpec) -> f64,
    /// The component of a result that it is in, by name.
    pub component: &'static str,
    /// That component.
    pub(super) of: fn(&mut EnergyStats) -> &mut f64,
}

impl Constant {
    /// The constant of this key.
    pub fn of_key(key: &str) -> Option<&'static Constant> {
        CONSTANTS.iter().find(|constant| constant.key == key)
    }

    /// What a run on `machine` that counted `events` would have `spent` (joules) with `factor` times the value.
    ///
    /// Constants of one component have their shares of it by what they cost at nominal voltage. That is exact while the domain
    /// stays at one level, or where the component has one constant.
    pub fn times(
        &self,
        factor: f64,
        machine: &MachineSpec,
        events: &Counters,
        spent: EnergyStats,
    ) -> EnergyStats {
        let mut changed = spent;
        let component = (self.of)(&mut changed);
        *component *= 1.0 + (factor - 1.0) * self.share(machine, events);
        changed
    }

    /// Its share of its component.
    fn share(&self, machine: &MachineSpec, events: &Counters) -> f64 {
        let contexts = f64::from(machine.sm.count * machine.sm.warps);
        let cost = |constant: &Constant| {
            (constant.value)(&machine.energy)
                * match constant.per {
                    Per::Second => 1.0,
                    Per::ContextSecond => contexts,
                    Per::Event(_, count) => count(events) as f64,
                }
        };
        let all: f64 = CONSTANTS.iter().filter(|other| other.component == self.component).map(cost).sum();
        if all == 0.0 {
            0.0
        } else {
            cost(self) / all
        }
    }
}

/// A constant: key, origin, what it is multiplied with, what that counts, component.
macro_rules! constants {
    ($($key:ident: $origin:ident, $per:expr, $counted:literal, $component:ident;)+) => {
        /// All of them, in the order of the machine file.
        pub const CONSTANTS: &[Constant] = &[$(Constant {
            key: stringify!($key),
            per: $per,
            counted: $counted,
            origin: Origin::$origin,
            value: |spec| Value::from(spec.$key).0,
            component: stringify!($component),
            of: |stats| &mut stats.$component,
        },)+];

        // A key that is not in the list does not compile.
        const _: fn(&EnergySpec) = |spec| {
            let EnergySpec { $($key: _,)+ } = spec;
        };
    };
}

/// A value that a machine has, or may have.
struct Value(f64);

impl From<f64> for Value {
    fn from(value: f64) -> Value {
        Value(value)
    }
}

impl From<Option<f64>> for Value {
    fn from(value: Option<f64>) -> Value {
        Value(value.unwrap_or_default())
    }
}

const fn sm(count: fn(&Counters) -> u64) -> Per {
    Per::Event(Group::Sm, count)
}

const fn memory(count: fn(&Counters) -> u64) -> Per {
    Per::Event(Group::Memory, count)
}

constants! {
    leakage_watts: Source, Per::Second, "time", leakage;
    context_watts: Scaled, Per::ContextSecond, "time, for each warp context", leakage;
    standby_watts: Estimated, Per::Second, "time, at the memory domain's voltage", standby;
    sm_cycle_nj: Fitted, sm(|c| c.sm.active_cycles), "cycles of SMs with a CTA", sm_clock;
    issue_nj: Fitted, sm(|c| c.sm.warp_instructions), "warp instructions", issue;
    register_nj: Fitted, sm(|c| c.sm.thread_instructions), "thread instructions", register_file;
    int_nj: Fitted, sm(|c| c.sm.int_lanes), "thread instructions on integer units", alu;
    fp_nj: Fitted, sm(|c| c.sm.fp_lanes), "thread instructions in single precision", alu;
    dp_nj: Fitted, sm(|c| c.sm.dp_lanes), "thread instructions in double precision", alu;
    sfu_nj: Fitted, sm(|c| c.sm.sfu_lanes), "thread instructions on special-function units", sfu;
    l1_nj: Fitted, sm(|c| c.l1.accesses + c.l1.fills + c.texture.accesses + c.texture.fills),
        "accesses and fills of L1 and texture cache", l1_shared;
    shared_nj: Fitted, sm(|c| c.sm.shared_passes), "passes over shared memory", l1_shared;
    constant_nj: Fitted, sm(|c| c.constant.accesses + c.constant.fills), "accesses and fills of the constant cache",
        l1_shared;
    flit_nj: Estimated, memory(|c| c.icnt.request_flits + c.icnt.reply_flits), "flits through the crossbar", noc;
    l2_nj: Estimated, memory(|c| c.l2.accesses + c.l2.fills + c.l2.write_backs), "accesses, fills and write-backs of L2", l2;
    activate_nj: Estimated, memory(|c| c.dram.activates), "row activations", dram_activate;
    read_nj: Estimated, memory(|c| c.dram.read_bursts), "bursts read", dram_read;
    write_nj: Estimated, memory(|c| c.dram.write_bursts), "bursts written", dram_write;
}
