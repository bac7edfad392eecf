// SPDX-License-Identifier: Apache-2.0
//! The generator of prefetches: one job after the other, one request a cycle (specification section 2.3).

use super::arithmetic::{distance, product};
use super::learning::Registered;
use crate::cta_prefetch::params::Params;
use crate::word::{low, signals, Bit, Signal, Word};

signals! {
    /// What is to be prefetched.
    pub struct Job<W>, p: Params;
    /// Case 2, for the warps of a CTA; else case 1, for one warp of each other CTA.
    pub own: W::Bit = 1;
    /// PC of the load.
    pub pc: W = p.pc_w;
    /// CTA of the load.
    pub cta: W = p.cta_width() as u32;
    /// Case 1: the warp's number in its CTA.
    pub idx: W = p.warp_width() as u32;
    /// Stride of the load.
    pub stride: W = p.stride_w;
}

signals! {
    /// The generator.
    pub struct Generator<W>, p: Params;
    /// A job is being done.
    pub running: W::Bit = 1;
    /// That job, or the last: its case,
    pub own: W::Bit = 1;
    /// PC of the load,
    pub pc: W = p.pc_w;
    /// CTA of the load,
    pub cta: W = p.cta_width() as u32;
    /// stride of the load.
    pub stride: W = p.stride_w;
    /// Case 1: CTAs that are still to be served.
    pub cand: W = p.n_cta;
    /// The warp's number in its CTA.
    pub w: W = p.warp_width() as u32;
    /// Case 2: warps that are still to be served.
    pub left: W = p.warp_width() as u32;
    /// The request.
    pub r: W = p.request_width() as u32;
}

signals! {
    /// The CTA that is served.
    pub struct Target<W>, p: Params;
    /// The slot holds a CTA.
    pub active: W::Bit = 1;
    /// Its first warp.
    pub first: W = p.warp_width() as u32;
    /// Its warps; they follow the first.
    pub nw: W = p.warps_width() as u32;
}

signals! {
    /// A request for a prefetch; 0 if there is none.
    pub struct Request<W>, p: Params;
    /// There is one.
    pub valid: W::Bit = 1;
    /// Byte address of the line.
    pub addr: W = p.addr_w;
    /// Warp slot of the warp that it is for.
    pub warp: W = p.warp_width() as u32;
}

impl<W: Word> Generator<W> {
    /// Without a job.
    pub fn idle() -> Generator<W> {
        Self::collect(&mut || W::from(0))
    }

    /// The CTA that is served.
    pub fn slot(&self) -> W {
        self.own.select(self.cta, self.cand.lowest())
    }

    /// The request of this cycle; `entry` is what PerCTA has of that CTA and the job's PC.
    pub fn request(&self, params: &Params, t: &Target<W>, entry: &Registered<W>) -> Request<W> {
        let w = self.w;
        let valid =
            self.running & t.active & entry.hit & w.below(t.nw) & !w.is(entry.lead) & self.r.below(entry.n);
        let base = (1..params.n_base)
            .fold(entry.base[0], |base, i| self.r.is(i).select(entry.base[i as usize], base));
        let ahead = product(params, self.stride, distance(params, w, entry.lead));
        let addr = base.wrapping_add(ahead) & low(params.addr_w) & !low::<W>(params.line_log2);
        let request = Request { valid, addr, warp: t.first + w };
        valid.select(request, Request { valid, addr: W::from(0), warp: W::from(0) })
    }

    /// One cycle of a job. `valid`: there is a request; `ready`: it is taken.
    pub fn run(&mut self, t: &Target<W>, entry: &Registered<W>, valid: W::Bit, ready: W::Bit) {
        let next = self.r + W::from(1);
        let last = next.is(entry.n);
        (valid & ready & !last).when(self, |g| g.r = next);
        (!valid | ready & last).when(self, |g| {
            g.r = W::from(0);
            (!g.own).when(g, |g| {
                g.cand = g.cand & (g.cand - W::from(1));
                g.running = g.cand.any();
            });
            g.own.when(g, |g| {
                g.left = g.left - W::from(1);
                g.running = g.left.any() & t.active & entry.hit;
                g.w = following(g.w, t.nw);
            });
        });
    }

    /// Takes a job for the CTAs `cand` (case 1), or of the CTA `t` (case 2).
    pub fn take(&mut self, job: Job<W>, cand: W, t: &Target<W>, entry: &Registered<W>) {
        let several = entry.hit & t.nw.above(1u32);
        self.running = job.own.select(several, cand.any());
        (self.own, self.pc, self.cta, self.stride) = (job.own, job.pc, job.cta, job.stride);
        self.cand = cand;
        self.w = job.own.select(following(entry.lead, t.nw), job.idx);
        self.left = t.nw.wrapping_sub(W::from(1));
        self.r = W::from(0);
    }
}

/// The warp after `w` in a CTA of `nw`.
fn following<W: Word>(w: W, nw: W) -> W {
    let next = w + W::from(1);
    next.is(nw).select(W::from(0), next)
}
