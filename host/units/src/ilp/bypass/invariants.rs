// SPDX-License-Identifier: Apache-2.0
//! Invariant 10 of specification section 11, and the events of section 2.2, checked at the ports of `ilp_bypass`: what was issued is remembered with its cycle.

use super::model::Model;
use super::ports::{In, Out};
use super::Bypass;
use crate::ilp::params::Params;
use crate::{Monitor, Violation};

/// An ALU instruction that writes a register.
#[derive(Clone, Copy, Debug)]
struct Issued {
    cycle: u64,
    warp: u8,
    tag: u32,
    spec: bool,
    entry: Option<u8>,
    solo: bool,
}

/// Follows one `ilp_bypass` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    issued: Vec<Issued>,
    /// Sources that are bypassed, and the last cycle of that.
    select: (u8, u64),
}

impl Monitor<Bypass> for Checker {
    fn new(params: &Params) -> Checker {
        Checker { params: params.clone(), cycle: 0, issued: vec![], select: (0, 0) }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let result = self.check_cycle(i, o);
        let cycle = self.cycle;
        self.cycle += 1;
        result.map_err(|what| Violation { unit: "ilp_bypass", cycle, what })
    }
}

impl Checker {
    fn check_cycle(&mut self, i: &In, o: &Out) -> Result<(), String> {
        let p = &self.params;
        let aged = |age: u32| self.issued.iter().find(|s| s.cycle + u64::from(age) == self.cycle);
        let event = aged(p.alu_lat - u32::from(i.bypass_en));
        let available = event.and_then(|s| s.entry);
        if o.av_valid.then_some(o.av_entry) != available {
            return Err(format!("section 2.2: the value of entry {available:?} can be used, said is {o:?}"));
        }
        let over = event.filter(|s| s.solo && i.bypass_en).map(|s| s.warp);
        if o.dwb_valid.then_some(o.dwb_warp) != over {
            return Err(format!("section 2.2: the instruction of warp {over:?} is over, said is {o:?}"));
        }
        if i.iss_valid {
            let producer = aged(p.alu_lat).filter(|_| i.bypass_en).map(|s| s.tag);
            let tag = |source: u32| (i.iss_src_tag >> (source * p.tag_w)) as u32 & ((1 << p.tag_w) - 1);
            let from_it = |source: &u32| i.iss_src_valid >> source & 1 == 1 && Some(tag(*source)) == producer;
            let select = (0..p.n_src).filter(from_it).fold(0, |select, source| select | 1 << source);
            self.select = (select, self.cycle + u64::from(p.beats()));
        }
        let expected = if self.cycle < self.select.1 { self.select.0 } else { 0 };
        if o.byp_sel != expected {
            return Err(format!(
                "invariant 10: sources {:#b} are bypassed, {expected:#b} must be",
                o.byp_sel
            ));
        }
        self.issued.retain(|s| {
            let removed = i.kill_valid && s.warp == i.kill_warp && (i.kill_all || s.spec);
            !removed && s.cycle + u64::from(p.alu_lat) > self.cycle
        });
        if i.iss_valid && i.iss_dst_valid && i.iss_fixed {
            self.issued.push(Issued {
                cycle: self.cycle,
                warp: i.iss_warp,
                tag: i.iss_dst_tag,
                spec: i.iss_spec,
                entry: i.iss_entry_valid.then_some(i.iss_entry),
                solo: i.iss_solo,
            });
        }
        Ok(())
    }
}
