// SPDX-License-Identifier: Apache-2.0
//! What a load teaches: base addresses of its CTA, its stride, or how good the prediction was (specification section 2.2).

use super::arithmetic::{distance, product};
use crate::cta_prefetch::params::Params;
use crate::word::{low, sign_extended, signals, Bit, Signal, Word};

/// Base addresses of an entry at most.
pub const BASES: usize = 32;

signals! {
    /// A load that counts.
    pub struct Load<W>, p: Params;
    /// The warp's number in its CTA.
    pub widx: W = p.warp_width() as u32;
    /// Its requests, 1 to `n_base`.
    pub n: W = p.requests_width() as u32;
    /// Their addresses.
    pub addr: [W; BASES] = p.addr_w;
    /// It is of the leading CTA.
    pub leads: W::Bit = 1;
}

signals! {
    /// What PerCTA has of the load's CTA and PC.
    pub struct Registered<W>, p: Params;
    /// There is an entry; without one the others do not matter.
    pub hit: W::Bit = 1;
    /// The leading warp's number in its CTA.
    pub lead: W = p.warp_width() as u32;
    /// Its requests.
    pub n: W = p.requests_width() as u32;
    /// Their addresses.
    pub base: [W; BASES] = p.addr_w;
}

signals! {
    /// What DIST has of the load's PC.
    pub struct Trained<W>, p: Params;
    /// There is an entry; without one the others do not matter.
    pub hit: W::Bit = 1;
    /// The stride.
    pub stride: W = p.stride_w;
    /// Mispredictions, saturating.
    pub mis: W = p.mis_w;
}

signals! {
    /// What a load does.
    pub struct Lesson<W>, p: Params;
    /// Its warp becomes the leading warp of its PC, or is and has come again: its addresses are registered.
    pub register: W::Bit = 1;
    /// Its stride is installed.
    pub install: W::Bit = 1;
    /// Its entry is dropped, since its requests have no common stride.
    pub drop: W::Bit = 1;
    /// It is compared with its prediction.
    pub verify: W::Bit = 1;
    /// And differs.
    pub bad: W::Bit = 1;
    /// Case 1: asks for prefetches for the same warp of the other CTAs.
    pub others: W::Bit = 1;
    /// Case 2: asks for prefetches for the other warps of its CTA.
    pub own: W::Bit = 1;
    /// The stride of DIST, or that to be installed.
    pub stride: W = p.stride_w;
    /// The mispredictions after it; 0 of a stride that is installed.
    pub mis: W = p.mis_w;
}

impl<W: Word> Lesson<W> {
    /// Of a load that does not count, or of none.
    pub fn none() -> Lesson<W> {
        Self::collect(&mut || W::from(0))
    }
}

/// What a load does. `room`: an entry can be used for it, if PerCTA has none.
pub fn lesson<W: Word>(
    params: &Params,
    load: &Load<W>,
    base: &Registered<W>,
    trained: &Trained<W>,
    room: W::Bit,
) -> Lesson<W> {
    let leading = !base.hit | load.widx.is(base.lead);
    let register = leading & (base.hit | room);
    let dw = distance(params, load.widx, base.lead);
    let (adjacent, behind) = neighbours(params, dw);
    let learn = !leading & !trained.hit & adjacent;
    let (common, learnt) = stride(params, load, base, behind);
    let verify = !leading & trained.hit;
    let bad = verify & mispredicted(params, load, base, trained.stride, dw);
    let mis = (bad & trained.mis.below(low::<W>(params.mis_w))).select(trained.mis + W::from(1), trained.mis);
    let good = |mis: W| !mis.above(params.mis_thresh);
    let install = learn & common;
    let stride = trained.hit.select(trained.stride, learnt);
    let jobs = W::Bit::from(params.pf_en) & stride.any();
    Lesson {
        register,
        install,
        drop: learn & !common,
        verify,
        bad,
        others: jobs & load.leads & (install | verify & good(mis)),
        own: jobs & register & trained.hit & good(trained.mis),
        stride,
        mis: verify.select(mis, W::from(0)),
    }
}

/// Whether a warp is next to the leading one, which is that far away (A4), and whether it is the one before.
pub fn neighbours<W: Word>(params: &Params, dw: W) -> (W::Bit, W::Bit) {
    let behind = dw.is(low::<W>(params.warp_width() as u32 + 1));
    (dw.is(W::from(1)) | behind, behind)
}

/// Whether the requests that both warps have are one stride apart, and that stride. `behind`: the load's warp precedes the
/// leading one; else it follows it.
pub fn stride<W: Word>(params: &Params, load: &Load<W>, base: &Registered<W>, behind: W::Bit) -> (W::Bit, W) {
    let address = low::<W>(params.addr_w);
    let difference = |i: usize| {
        let [later, earlier] = behind.select([base.base[i], load.addr[i]], [load.addr[i], base.base[i]]);
        later.wrapping_sub(earlier) & address
    };
    let first = difference(0);
    let stride = first & low(params.stride_w);
    let fits = sign_extended(stride, params.stride_w, params.addr_w).is(first);
    let equal = (1..params.n_base).fold(fits, |equal, i| {
        let both = load.n.above(i) & base.n.above(i);
        equal & (!both | difference(i as usize).is(first))
    });
    (equal, stride)
}

/// Whether a request that was predicted is not demanded at its position (A3, A5). `dw`: how far the load's warp is from the
/// leading one.
pub fn mispredicted<W: Word>(
    params: &Params,
    load: &Load<W>,
    base: &Registered<W>,
    stride: W,
    dw: W,
) -> W::Bit {
    let ahead = product(params, stride, dw);
    let differs = |i: usize| {
        let wrong = (base.base[i].wrapping_add(ahead) ^ load.addr[i]) & low(params.addr_w);
        (wrong >> params.cmp_log2).any()
    };
    (0..params.n_base)
        .fold(W::Bit::from(false), |bad, i| bad | base.n.above(i) & (!load.n.above(i) | differs(i as usize)))
}
