// SPDX-License-Identifier: Apache-2.0
//! Invariants 5 and 10 of specification section 11, followed at the ports of `mosaic_coalescer`.

use std::collections::BTreeMap;

use super::model::Model;
use super::ports::*;
use super::Coalescer;
use crate::mosaic::entry::{Entry, LINES};
use crate::mosaic::params::Params;
use crate::mosaic::{FLUSH_BASE, FLUSH_LARGE, SLOTS};
use crate::{Monitor, Violation};

/// A command that is not over.
#[derive(Clone, Debug)]
struct Command {
    input: In,
    /// Addresses of the operations of each kind that are done.
    done: BTreeMap<u8, Vec<u64>>,
    /// The last entry that was read; one that was read was not valid.
    last: Entry,
    invalid: bool,
    flushed: bool,
}

impl Command {
    fn count(&self, op: u8) -> u32 {
        self.done.get(&op).map_or(0, |addresses| addresses.len() as u32)
    }
}

/// Follows one `mosaic_coalescer` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    /// Outputs that the inputs of a cycle meet.
    shown: Out,
    command: Option<Command>,
    under_way: BTreeMap<u8, (u8, u64)>,
}

impl Monitor<Coalescer> for Checker {
    fn new(params: &Params) -> Checker {
        let (command, under_way) = (None, BTreeMap::new());
        Checker { params: params.clone(), cycle: 0, shown: Model::new(params).out(), command, under_way }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let result = self.inputs(i).and_then(|()| self.ended(o));
        let cycle = self.cycle;
        self.cycle += 1;
        self.shown = *o;
        result.map_err(|what| Violation { unit: "mosaic_coalescer", cycle, what })
    }
}

impl Checker {
    /// What the inputs of a cycle do with the outputs that they meet.
    fn inputs(&mut self, i: &In) -> Result<(), String> {
        let shown = self.shown;
        if i.a_valid {
            let Some((op, address)) = self.under_way.remove(&i.a_tag) else {
                return Err(format!("illegal stimulus: tag {} is not under way", i.a_tag));
            };
            let Some(command) = &mut self.command else {
                return Err("invariant 10: an operation outlives its command".to_string());
            };
            let done = command.done.entry(op).or_default();
            if op != READ8 && done.contains(&address) {
                return Err(format!("{address:#x} has been written or checked before"));
            }
            done.push(address);
            if op == READ8 {
                command.last = i.entry(0);
                command.invalid |= !command.last.valid();
            }
        }
        if shown.m_valid && i.m_ready {
            self.taken(&shown)?;
        }
        if shown.fl_valid && i.fl_ready {
            self.flush(&shown)?;
        }
        if i.cmd_valid && shown.cmd_ready {
            let (done, last) = (BTreeMap::new(), Entry(0));
            let command = Command { input: *i, done, last, invalid: false, flushed: false };
            if self.command.replace(command).is_some() {
                return Err("invariant 10: a command is taken before the last one is over".to_string());
            }
        }
        Ok(())
    }

    /// Invariant 5: the order of operations.
    fn taken(&mut self, o: &Out) -> Result<(), String> {
        let Some(command) = &self.command else { return Err("an operation without a command".to_string()) };
        let p = &self.params;
        let lines = if p.verify { LINES } else { 0 };
        let splinter = command.input.cmd_op == SPLINTER;
        let walked = command.count(READ8) == p.pt_levels - 1 && !command.invalid;
        let fits = match o.m_op {
            READ8 => !command.invalid && command.count(READ8) < p.pt_levels - 1,
            RD_LINE => walked && !splinter && !command.last.large() && p.verify,
            OR8 => walked && !splinter && !command.last.large() && command.count(RD_LINE) == lines,
            OR_LINE => !splinter && command.count(OR8) == 1,
            ANDN_LINE => walked && splinter && command.last.large(),
            _ => splinter && command.count(ANDN_LINE) == LINES,
        };
        if !fits {
            return Err(format!("invariant 5: {o:?} after {:x?}", command.done));
        }
        if self.under_way.insert(o.m_tag, (o.m_op, o.m_addr)).is_some() {
            return Err(format!("two operations have tag {}", o.m_tag));
        }
        if self.under_way.len() > p.eng_out as usize {
            return Err(format!("{} operations are under way", self.under_way.len()));
        }
        Ok(())
    }

    /// Decision D16: a flush of what was splintered, of the base pages too if some are freed.
    fn flush(&mut self, o: &Out) -> Result<(), String> {
        let Some(command) = &mut self.command else { return Err("a flush without a command".to_string()) };
        let (i, due) = (&command.input, command.count(ANDN8) == 1 && !command.flushed);
        let kind = if i.cmd_bitmap[..SLOTS].all() { FLUSH_LARGE } else { FLUSH_BASE };
        if !due || (o.fl_asid, o.fl_lvpn, o.fl_kind) != (i.cmd_asid, i.cmd_lvpn, kind) {
            return Err(format!("decision D16: the flush {o:?}"));
        }
        command.flushed = true;
        Ok(())
    }

    /// Invariant 10 and section 9, point 5: a command has one end, and what it says has happened.
    fn ended(&mut self, o: &Out) -> Result<(), String> {
        let p = &self.params;
        let set = self.command.as_ref().is_some_and(|command| command.count(OR8) == 1);
        if o.large_on && (!set || self.shown.large_on) {
            return Err("invariant 5: a large page is announced that there is not".to_string());
        }
        if !o.done {
            return Ok(());
        }
        let Some(command) = self.command.take() else {
            return Err("invariant 10: the end of a command that there is not".to_string());
        };
        let [reads, or8, andn8, or_lines, andn_lines] =
            [READ8, OR8, ANDN8, OR_LINE, ANDN_LINE].map(|op| command.count(op));
        let all = p.pt_levels - 1;
        let splinter = command.input.cmd_op == SPLINTER;
        let fits = match o.status {
            STATUS_OK if splinter => {
                (reads, or8, andn8, or_lines, andn_lines) == (all, 0, 1, 0, LINES) && command.flushed
            }
            STATUS_OK => (reads, or8, andn8, or_lines, andn_lines) == (all, 1, 0, LINES, 0),
            status => {
                let why = match status {
                    STATUS_ALREADY => !splinter && command.last.large() && reads == all,
                    STATUS_NOTLARGE => splinter && !command.last.large() && reads == all,
                    STATUS_FAULT => command.invalid,
                    _ => p.verify && !splinter && command.count(RD_LINE) > 0,
                };
                why && (or8, andn8, or_lines, andn_lines) == (0, 0, 0, 0) && !command.flushed
            }
        };
        match fits && self.under_way.is_empty() && o.cmd_ready {
            true => Ok(()),
            false => Err(format!("invariant 10: status {} after {:x?}", o.status, command.done)),
        }
    }
}
