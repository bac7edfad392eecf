// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `frfcfs`, checked at its ports and in the state of the
//! reference model, which lockstep ties to the RTL.

use super::buffer::Entry;
use super::model::{Model, State};
use super::params::Params;
use super::ports::{In, Out};
use super::FrFcfs;
use crate::dram_timing::{Command, ControllerIn, ControllerOut, Issue, Ledger};
use crate::{Monitor, Violation};

/// A command comes within this many cycles while a request waits: more than any sum of intervals between two.
const PATIENCE: u64 = 256;

/// Follows one `frfcfs` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    ledger: Ledger,
    src_ready: u64,
    /// Some request was urgent, this cycle and the one before.
    urgent: [bool; 2],
}

impl Monitor<FrFcfs> for Checker {
    fn new(params: &Params) -> Checker {
        Checker {
            params: params.clone(),
            cycle: 0,
            ledger: Ledger::new(&params.channel, false, PATIENCE),
            src_ready: Model::new(params).out().src_ready,
            urgent: [false; 2],
        }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        let state = model.state().0;
        let result = self.check_cycle(i, o, state);
        let cycle = self.cycle;
        self.cycle += 1;
        result.map_err(|what| Violation { unit: "frfcfs", cycle, what })
    }
}

impl Checker {
    fn check_cycle(&mut self, i: &In, o: &Out, state: &State) -> Result<(), String> {
        // The command that o shows was chosen among what is in the buffer at the end of this cycle.
        if let Some(request) = i.request(&self.params.channel).filter(|r| self.src_ready >> r.src & 1 == 1) {
            self.ledger.accept(self.cycle, &request);
        }
        self.check_occupancy(o, state)?;
        self.urgent = [state.buffer.iter().any(|(_, e)| e.urgent), self.urgent[0]];
        let issue = o.command();
        if let Some(issue) = &issue {
            self.check_winner(issue, state)?;
        }
        self.ledger.command(self.cycle + 1, issue.as_ref())?;
        self.src_ready = o.src_ready;
        Ok(())
    }

    /// Invariant 12: the counts are those of the entries, within their limits, and readiness follows from them.
    fn check_occupancy(&self, o: &Out, state: &State) -> Result<(), String> {
        let n_cpu = self.params.channel.n_cpu;
        let gpu = |r: &&crate::dram_timing::Request| u32::from(r.src) >= n_cpu;
        let (occ, gpu_occ) =
            (self.ledger.waiting().len() as u32, self.ledger.waiting().iter().filter(gpu).count() as u32);
        let counts = (state.buffer.occupied, state.gpu_occupied);
        if counts != (occ, gpu_occ) || occ > self.params.n || gpu_occ > self.params.gpu_limit() {
            return Err(format!(
                "invariant 12: occupancy {counts:?}, {occ} and {gpu_occ} of GPUs at the ports"
            ));
        }
        for src in 0..self.params.channel.n_src() {
            let room = occ < self.params.n && (src < n_cpu || gpu_occ < self.params.gpu_limit());
            if (o.src_ready >> src & 1 == 1) != room {
                return Err(format!("src_ready of source {src} with {occ} entries, {gpu_occ} of GPUs"));
            }
        }
        Ok(())
    }

    /// Invariant 12: no conflict is served on a bank with a pending hit, unless it is urgent; and urgent ones go first. What came or became
    /// urgent after the choice does not count.
    fn check_winner(&self, issue: &Issue, state: &State) -> Result<(), String> {
        let entry = state
            .buffer
            .iter()
            .find(|(_, e)| (e.request.src, e.request.id) == (issue.request.src, issue.request.id));
        let urgent = entry.is_some_and(|(_, e)| e.urgent);
        let open = self.ledger.open_row(issue.request.bank);
        let late = u64::from(self.params.choice_cycles - 1);
        let hit = |e: &Entry| {
            let r = &e.request;
            r.bank == issue.request.bank && Some(r.row) == open && e.arrival + late < state.now
        };
        if issue.command == Command::Pre && !urgent && state.buffer.iter().any(|(_, e)| hit(e)) {
            return Err(format!("invariant 12: {issue:?} closes a row with a pending hit"));
        }
        if !urgent && self.urgent[late as usize] {
            return Err(format!("decision S21: {issue:?} goes before an urgent request"));
        }
        Ok(())
    }
}
