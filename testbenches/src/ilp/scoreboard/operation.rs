// SPDX-License-Identifier: Apache-2.0
//! Instructions of directed benches, and what becomes of them.

use warpsmith_units::ilp::params::Params;
use warpsmith_units::ilp::scoreboard::{In, BARRIER, BRANCH, LOAD, STORE};

use super::Harness;
use crate::BenchError;

/// An instruction.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    pub warp: u8,
    pub source: Option<u32>,
    pub destination: Option<u32>,
    pub active: u32,
    pub class: u8,
}

const ALL: u32 = u32::MAX;

/// A load into a register.
pub fn load(warp: u8, destination: u32) -> Operation {
    Operation { warp, source: None, destination: Some(destination), active: ALL, class: LOAD }
}

/// An ALU instruction.
pub fn alu(warp: u8, source: u32, destination: u32) -> Operation {
    Operation { warp, source: Some(source), destination: Some(destination), active: ALL, class: 0 }
}

/// A store.
pub fn store(warp: u8) -> Operation {
    Operation { warp, source: None, destination: None, active: ALL, class: STORE }
}

/// A predicted branch.
pub fn branch(warp: u8) -> Operation {
    Operation { class: BRANCH, ..store(warp) }
}

/// A barrier.
pub fn barrier(warp: u8) -> Operation {
    Operation { class: BARRIER, ..store(warp) }
}

/// A scoreboard whose register file takes every commit.
pub fn start(params: &Params) -> Result<Harness, BenchError> {
    Harness::start(params, In { sb_en: true, cm_ready: true, ..In::default() })
}

impl Operation {
    /// With other active threads.
    pub fn of(self, active: u32) -> Operation {
        Operation { active, ..self }
    }

    /// Its check is among the inputs of the cycle.
    pub fn set_check(&self, h: &mut Harness) {
        let threads = ((1u64 << h.params.warp_size) - 1) as u32;
        let i = &mut h.input;
        (i.chk_valid, i.chk_warp, i.chk_class) = (true, self.warp, self.class);
        (i.chk_src_valid, i.chk_src_tag) = (self.source.is_some().into(), self.source.unwrap_or(0).into());
        (i.chk_dst_valid, i.chk_dst_tag) = (self.destination.is_some(), self.destination.unwrap_or(0));
        i.chk_active = self.active & threads;
    }

    /// Its issue is.
    pub fn set_issue(&self, h: &mut Harness) {
        let kept = std::mem::take(&mut h.input);
        self.set_check(h);
        let checked = std::mem::replace(&mut h.input, kept);
        h.input.issue_what_is_checked(&checked);
        h.input.iss_fixed = self.class == 0;
        h.input.iss_branch = self.class == BRANCH;
    }

    /// A cycle with its check.
    pub fn check(&self, h: &mut Harness) -> Result<(), BenchError> {
        self.set_check(h);
        h.step()
    }

    /// A cycle in which it issues; its entry.
    pub fn issue(&self, h: &mut Harness) -> Result<Option<u8>, BenchError> {
        expect_ready(h, self.warp, true)?;
        self.set_issue(h);
        h.step()?;
        Ok(h.out.iss_entry_valid.then_some(h.out.iss_entry))
    }

    /// Check and issue, into this entry.
    pub fn enter(&self, h: &mut Harness, entry: u8) -> Result<(), BenchError> {
        self.check(h)?;
        let got = self.issue(h)?;
        h.expect("entry", got, Some(entry))
    }
}

/// Whether the next instruction of a warp may issue in this cycle.
pub fn expect_ready(h: &mut Harness, warp: u8, expected: bool) -> Result<(), BenchError> {
    let ready = h.eval()?.ready >> warp & 1 == 1;
    h.expect("ready", ready, expected)
}

/// Sets a reply to all lanes of a beat of a load.
pub fn set_reply(h: &mut Harness, entry: u8, beat: u8) {
    let lanes = ((1u64 << h.params.simd) - 1) as u32;
    let i = &mut h.input;
    (i.wl_valid, i.wl_entry, i.wl_beat, i.wl_mask) = (true, entry, beat, lanes);
}

/// Cycles in which all threads of a load get their replies.
pub fn reply(h: &mut Harness, entry: u8) -> Result<(), BenchError> {
    for beat in 0..h.params.beats() as u8 {
        set_reply(h, entry, beat);
        h.step()?;
    }
    Ok(())
}

/// Sets the write-back of a beat of an ALU instruction.
pub fn set_result(h: &mut Harness, entry: u8, beat: u8) {
    let lanes = ((1u64 << h.params.simd) - 1) as u32;
    let i = &mut h.input;
    (i.wa_valid, i.wa_entry, i.wa_beat, i.wa_mask) = (true, entry, beat, lanes);
}

/// Cycles in which all threads of an ALU instruction write back.
pub fn result(h: &mut Harness, entry: u8) -> Result<(), BenchError> {
    for beat in 0..h.params.beats() as u8 {
        set_result(h, entry, beat);
        h.step()?;
    }
    Ok(())
}

/// Sets the resolution of a branch.
pub fn set_resolve(h: &mut Harness, warp: u8, wrong: bool, mask: u32) {
    let i = &mut h.input;
    (i.br_res_valid, i.br_res_warp, i.br_res_mis, i.br_res_mask) = (true, warp, wrong, mask);
}

/// Cycles until a commit shows; its entry, or none within 100 cycles.
pub fn commit(h: &mut Harness) -> Result<Option<u8>, BenchError> {
    for _ in 0..100 {
        if h.out.cm_valid {
            return Ok(Some(h.out.cm_entry));
        }
        h.step()?;
    }
    Ok(None)
}

/// Cycles until the commit of an entry, which must be the next, is over.
pub fn expect_commit(h: &mut Harness, entry: u8) -> Result<(), BenchError> {
    let next = commit(h)?;
    h.expect("entry that commits", next, Some(entry))?;
    while h.out.cm_valid && h.out.cm_entry == entry {
        h.step()?;
    }
    Ok(())
}
