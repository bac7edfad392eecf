// SPDX-License-Identifier: Apache-2.0
//! What is read from the result of a run, with the metrics of specification section 8.4.

use super::super::sharing::Speeds;
use super::energy::{Beside, Work};
use super::workloads::WARP;
use crate::result::{ApplicationRecord, ResultFile};
use crate::summary::{dram_bus, ipc, ratio};
use serde::Serialize;
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_gpu::unit::ilp::IlpStats;

/// SM cycles of a core cycle: the beats of a warp instruction.
fn beats(machine: &MachineSpec) -> f64 {
    machine.front_end.as_ref().map_or(1.0, |front| f64::from(WARP / front.lanes))
}

/// Share of the CTAs that went to SMs of the other kind.
fn elsewhere(unit: &IlpStats) -> f64 {
    ratio(unit.launches_other as f64, (unit.launches_own + unit.launches_other) as f64)
}

/// The figures of one program alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// SM cycles.
    pub cycles: f64,
    /// Warp instructions in an SM cycle.
    pub ipc: f64,
    /// Thread instructions in a core cycle, and that as a share of the lanes of all SMs.
    pub thread_ipc: f64,
    pub used: f64,
    /// Millions of thread instructions.
    pub millions: f64,
    /// Share of DRAM cycles, over all channels, in which the data bus carried data.
    pub dram_bus: f64,
    /// Conditional branches that were predicted, and those of them whose threads diverged.
    pub predicted: u64,
    pub divergent: u64,
    /// Branches that were predicted wrongly, and instructions on wrong paths.
    pub wrong: u64,
    pub nullified: u64,
    /// Instructions that found no entry.
    pub solo: f64,
    /// What ILP SMs do beside, for each warp instruction.
    pub beside: Beside,
    /// CTAs on SMs of the other kind.
    pub elsewhere: f64,
}

impl Figures {
    /// Of a run.
    pub fn of(file: &ResultFile) -> Figures {
        let total = &file.statistics.total;
        let machine = &file.spec.configuration.machine;
        let unit = total.units.of::<IlpStats>().unwrap_or_default();
        let sm = &total.counters.sm;
        let core_cycles = total.time.sm_cycles as f64 / beats(machine);
        let thread_ipc = ratio(sm.thread_instructions as f64, core_cycles);
        let each = |part: u64| ratio(part as f64, sm.warp_instructions as f64);
        Figures {
            cycles: total.time.sm_cycles as f64,
            ipc: ipc(total),
            thread_ipc,
            used: thread_ipc / f64::from(WARP * machine.sm.count),
            millions: sm.thread_instructions as f64 / 1e6,
            dram_bus: dram_bus(total, machine),
            predicted: unit.branches_predicted,
            divergent: unit.branches_divergent,
            wrong: unit.branches_wrong,
            nullified: unit.nullified,
            solo: each(unit.issued_solo),
            beside: Beside {
                nullified: each(unit.nullified),
                entries: each(unit.issued_entry),
                bypassed: each(unit.operands_bypassed),
            },
            elsewhere: elsewhere(&unit),
        }
    }

    /// Share of the branches that were predicted rightly, of those that can be predicted wrongly: conditional ones that do not diverge.
    pub fn accuracy(&self) -> Option<f64> {
        let of = self.predicted - self.divergent;
        (of > 0).then(|| 1.0 - self.wrong as f64 / of as f64)
    }
}

/// The figures of one of the programs that share a GPU, until its first end.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Part {
    /// Warp instructions in an SM cycle.
    pub ipc: f64,
    pub work: Work,
    /// Its SMs: of a GPU with both kinds those of its class.
    pub sms: f64,
    pub on_ilp: bool,
}

/// The figures of two programs that share a GPU, or of one of them alone, of which only the speed counts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Together {
    /// The program for ILP SMs, and the one for TLP SMs.
    pub parts: Vec<Part>,
    /// Share of the CTAs that went to SMs of the other kind.
    pub elsewhere: f64,
    /// Share of the SM cycles in which an SM refused the CTA that the dispatcher offered, so that none got any.
    pub refused: f64,
}

impl Speeds for Together {
    fn ipcs(&self) -> Vec<f64> {
        self.parts.iter().map(|part| part.ipc).collect()
    }
}

impl Together {
    /// Of a run.
    pub fn of(file: &ResultFile) -> Together {
        let configuration = &file.spec.configuration;
        let machine = &configuration.machine;
        let unit = file.statistics.total.units.of::<IlpStats>().unwrap_or_default();
        let tlp_sms = machine.front_end.as_ref().map_or(0, |front| front.tlp_sms);
        let part = |(place, one): (usize, &ApplicationRecord)| {
            let (sms, on_ilp) = match (machine.is_heterogeneous(), place) {
                (true, 0) => (machine.sm.count - tlp_sms, true),
                (true, _) => (tlp_sms, false),
                (false, _) => (one.sms, !configuration.attachments.is_empty()),
            };
            let lines = one.shared.dram_read_lines + one.shared.dram_write_lines;
            Part {
                ipc: one.ipc(),
                work: Work {
                    instructions: one.sm.warp_instructions as f64,
                    l1_misses: one.l1.misses as f64,
                    dram_lines: lines as f64,
                    core_cycles: one.cycles as f64 / beats(machine),
                },
                sms: f64::from(sms),
                on_ilp,
            }
        };
        Together {
            parts: match &file.statistics.applications[..] {
                [] => vec![Part { ipc: ipc(&file.statistics.total), ..Part::default() }],
                several => several.iter().enumerate().map(part).collect(),
            },
            elsewhere: elsewhere(&unit),
            refused: ratio(unit.offers_refused as f64, file.statistics.total.time.sm_cycles as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divergent_branches_do_not_count_for_accuracy() {
        let of = |predicted, divergent, wrong| {
            Figures { predicted, divergent, wrong, ..Figures::default() }.accuracy()
        };
        assert_eq!(of(100, 20, 8), Some(0.9));
        assert_eq!(of(20, 20, 0), None);
    }
}
