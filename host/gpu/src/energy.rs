// SPDX-License-Identifier: Apache-2.0
//! The energy model of the Equalizer specification, section 8.4:
//! `E = P_leak*T + sum e_k*v_sm^2 + sum e_k*v_mem^2 + P_standby*v_mem*T`, with the voltages in force when
//! each event happened.

use serde::{Deserialize, Serialize};

use crate::machine::EnergySpec;
use crate::stats::{Counters, EnergyStats, StatGroup};
use crate::types::Level;

/// Accumulates energy over spans of constant levels.
#[derive(Clone, Debug, PartialEq)]
pub struct EnergyMeter {
    spec: EnergySpec,
    /// Warp contexts of all SMs.
    contexts: u32,
    charged: Charged,
}

/// What a meter has accounted for: its state in a checkpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Charged {
    counted: Counters,
    seconds: f64,
    spent: EnergyStats,
}

impl EnergyMeter {
    /// A meter at time zero, of SMs with so many warp contexts in all.
    pub fn new(spec: &EnergySpec, contexts: u32) -> EnergyMeter {
        EnergyMeter { spec: spec.clone(), contexts, charged: Charged::default() }
    }

    /// Accounts for everything since the last call, during which the levels `sm` and `memory` were in force.
    /// To be called before each level change and before reading. `total` and `seconds` count from the start.
    pub fn charge(&mut self, total: &Counters, seconds: f64, sm: Level, memory: Level) {
        let events = total.since(self.charged.counted);
        let span = seconds - self.charged.seconds;
        let events = energy(&self.spec, &events, span, sm.scale(), memory.scale());
        let leakage = self.spec.leakage(self.contexts) * span;
        let spent = self.charged.spent.plus(EnergyStats { leakage, ..events });
        self.charged = Charged { counted: *total, seconds, spent };
    }

    /// What it has accounted for so far.
    pub fn charged(&self) -> Charged {
        self.charged
    }

    /// Goes on from what another one has accounted for.
    pub fn restore(&mut self, charged: Charged) {
        self.charged = charged;
    }

    /// Energy of everything charged so far.
    pub fn spent(&self) -> EnergyStats {
        self.charged.spent
    }
}

/// Energy of `events` in a span of `seconds` at relative voltages `v_sm` and `v_mem`, without leakage.
fn energy(spec: &EnergySpec, events: &Counters, seconds: f64, v_sm: f64, v_mem: f64) -> EnergyStats {
    let nano_joules = |count: u64, nj: f64, v: f64| count as f64 * nj * 1e-9 * v * v;
    let sm = |count, nj| nano_joules(count, nj, v_sm);
    let mem = |count, nj| nano_joules(count, nj, v_mem);
    let Counters { sm: s, l1, texture, constant, icnt, l2, l2_banks: _, dram } = events;
    EnergyStats {
        leakage: 0.0,
        sm_clock: sm(s.active_cycles, spec.sm_cycle_nj),
        issue: sm(s.warp_instructions, spec.issue_nj),
        register_file: sm(s.thread_instructions, spec.register_nj),
        alu: sm(s.int_lanes, spec.int_nj) + sm(s.fp_lanes, spec.fp_nj) + sm(s.dp_lanes, spec.dp_nj),
        sfu: sm(s.sfu_lanes, spec.sfu_nj),
        l1_shared: sm(l1.accesses + l1.fills + texture.accesses + texture.fills, spec.l1_nj)
            + sm(s.shared_passes, spec.shared_nj)
            + sm(constant.accesses + constant.fills, spec.constant_nj),
        noc: mem(icnt.request_flits + icnt.reply_flits, spec.flit_nj),
        l2: mem(l2.accesses + l2.fills + l2.write_backs, spec.l2_nj),
        dram_activate: mem(dram.activates, spec.activate_nj),
        dram_read: mem(dram.read_bursts, spec.read_nj),
        dram_write: mem(dram.write_bursts, spec.write_nj),
        standby: spec.standby_watts * v_mem * seconds,
    }
}
