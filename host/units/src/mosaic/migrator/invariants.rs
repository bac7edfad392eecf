// SPDX-License-Identifier: Apache-2.0
//! Invariants 10 and 11 of specification section 11, followed at the ports of `mosaic_migrator`.

use std::collections::{BTreeMap, BTreeSet};

use super::model::Model;
use super::ports::{In, Out, BULK, RD_LINE, WR8, WR_LINE};
use super::Migrator;
use crate::mosaic::params::Params;
use crate::{Monitor, Violation};

/// A command that is not over: what has been done of it.
#[derive(Clone, Debug)]
struct Command {
    input: In,
    /// Lines that the buffer of each tag holds, and lines that are written.
    held: BTreeMap<u8, u64>,
    written: BTreeSet<u64>,
    bulk: bool,
    entry: bool,
}

/// Follows one `mosaic_migrator` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    /// Outputs that the inputs of a cycle meet.
    shown: Out,
    command: Option<Command>,
    under_way: BTreeMap<u8, Out>,
}

impl Monitor<Migrator> for Checker {
    fn new(params: &Params) -> Checker {
        let (command, under_way) = (None, BTreeMap::new());
        Checker { params: params.clone(), cycle: 0, shown: Model::new(params).out(), command, under_way }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let result = self.inputs(i).and_then(|()| self.ended(o));
        let cycle = self.cycle;
        self.cycle += 1;
        self.shown = *o;
        result.map_err(|what| Violation { unit: "mosaic_migrator", cycle, what })
    }
}

impl Checker {
    fn line(&self, address: u64) -> u64 {
        address >> 7 & (u64::from(self.params.page_lines()) - 1)
    }

    /// What the inputs of a cycle do with the outputs that they meet.
    fn inputs(&mut self, i: &In) -> Result<(), String> {
        let shown = self.shown;
        if i.a_valid {
            let Some(operation) = self.under_way.remove(&i.a_tag) else {
                return Err(format!("illegal stimulus: tag {} is not under way", i.a_tag));
            };
            let line = self.line(operation.m_addr);
            let Some(command) = &mut self.command else {
                return Err("invariant 10: an operation outlives its command".to_string());
            };
            match operation.m_op {
                RD_LINE => _ = command.held.insert(i.a_tag, line),
                WR_LINE => _ = command.written.insert(line),
                BULK => command.bulk = true,
                _ => command.entry = true,
            }
        }
        if shown.m_valid && i.m_ready {
            self.taken(&shown)?;
        }
        if i.cmd_valid && shown.cmd_ready {
            let (held, written) = Default::default();
            let command = Command { input: *i, held, written, bulk: false, entry: false };
            if self.command.replace(command).is_some() {
                return Err("invariant 10: a command is taken before the last one is over".to_string());
            }
        }
        Ok(())
    }

    /// Invariant 11, and that each line is written where it belongs, from the buffer that holds it.
    fn taken(&mut self, o: &Out) -> Result<(), String> {
        let (lines, line, shift) =
            (self.params.page_lines(), self.line(o.m_addr), self.params.base_page_log2);
        let Some(command) = &mut self.command else {
            return Err("an operation without a command".to_string());
        };
        let i = &command.input;
        let all = command.written.len() == lines as usize;
        let fits = match o.m_op {
            RD_LINE => {
                !i.cmd_bulk
                    && o.m_addr == (i.cmd_src << shift | line << 7)
                    && !command.held.contains_key(&o.m_tag)
            }
            WR_LINE => {
                let held = command.held.remove(&o.m_tag);
                o.m_addr == (i.cmd_dst << shift | line << 7) && held == Some(line)
            }
            BULK => {
                i.cmd_bulk && !command.bulk && (o.m_addr, o.m_dst) == (i.cmd_src << shift, i.cmd_dst << shift)
            }
            WR8 => {
                let copied = if i.cmd_bulk { command.bulk } else { all };
                copied && !command.entry && (o.m_addr, o.m_data) == (i.cmd_pte_addr, i.cmd_pte)
            }
            _ => false,
        };
        if !fits {
            return Err(format!("invariant 11: {o:x?} of {command:x?}"));
        }
        if self.under_way.insert(o.m_tag, *o).is_some() {
            return Err(format!("two operations have tag {}", o.m_tag));
        }
        if self.under_way.len() > self.params.mig_out as usize {
            return Err(format!("{} operations are under way", self.under_way.len()));
        }
        Ok(())
    }

    /// Invariant 10: a command has one end, after its last operation.
    fn ended(&mut self, o: &Out) -> Result<(), String> {
        if !o.done {
            return Ok(());
        }
        match self.command.take() {
            Some(command) if command.entry && self.under_way.is_empty() && o.cmd_ready => Ok(()),
            command => Err(format!("invariant 10: the end of {command:x?}")),
        }
    }
}
