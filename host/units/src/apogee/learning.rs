// SPDX-License-Identifier: Apache-2.0
//! What a load changes in its entry, and what it prefetches (specification sections 2.2 to 2.4).

use crate::apogee::params::Params;
use crate::clog2;
use crate::word::{low, product_of, sign_extended, signals, signed_product_of, Bit, Word};

/// State 01 of a warp at an entry: a tracked prefetch has been sent, and its line has not come (section 2.4).
pub const SENT: u32 = 1;
/// State 10 of a warp at an entry: the tracked line has come.
pub const FILLED: u32 = 2;

signals! {
    /// What the addresses of a load say.
    pub struct Sample<W>, p: Params;
    /// One lane is active.
    pub single: W::Bit = 1;
    /// Two are.
    pub pair: W::Bit = 1;
    /// Of two or more: all lie at one offset, which is an integer and fits (P14).
    pub regular: W::Bit = 1;
    /// That offset; 0 if they do not.
    pub offset: W = p.offset_bits;
    /// Active lanes but two, as many as have confirmed it; 0 of one lane.
    pub matches: W = clog2(p.warp_size) as u32;
    /// Address of the last active lane.
    pub address: W = p.addr_bits;
    /// That lane.
    pub tid: W = p.tid_width() as u32;
}

signals! {
    /// What an entry of a load has, and the state of the load's warp there.
    pub struct Trained<W>, p: Params;
    /// All threads read one address.
    pub scalar: W::Bit = 1;
    /// Byte address of the last active lane of the load before.
    pub address: W = p.addr_bits;
    /// Bytes from thread to thread, two's complement.
    pub offset: W = p.offset_bits;
    /// Confirmations of the offset, saturating; 0: there is none to go by.
    pub conf: W = p.conf_bits;
    /// The lane that `address` is of; all ones if all threads read one address.
    pub tid: W = p.tid_width() as u32;
    /// Iterations that prefetches are ahead, at least 1.
    pub distance: W = p.dist_bits;
    /// Warp of the load before.
    pub last_warp: W = p.warp_width() as u32;
    /// Loads since the distance has changed.
    pub since: W = p.warp_width() as u32;
    /// State of the load's warp.
    pub state: W = 2;
}

signals! {
    /// A load that commits.
    pub struct Load<W>, p: Params;
    /// Its warp.
    pub warp: W = p.warp_width() as u32;
    /// The L1D: a line was absent.
    pub miss: W::Bit = 1;
    /// A line was pending because of a prefetch.
    pub merged: W::Bit = 1;
    /// Threads that advance together.
    pub iter_threads: W = p.iter_bits;
    /// Running warps.
    pub live_warps: W = p.warps_width() as u32;
}

/// What a load does.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<W: Word = u64> {
    /// The entry after it.
    pub entry: Trained<W>,
    /// It has taught or confirmed an offset.
    pub trained: W::Bit,
    /// It goes by the offset of the entry.
    pub trusted: W::Bit,
    /// It does not: for no warp anything is pending then.
    pub mismatch: W::Bit,
    /// The distance grows,
    pub dist_inc: W::Bit,
    /// or shrinks.
    pub dist_dec: W::Bit,
    /// It prefetches,
    pub job: W::Bit,
    /// from here on: where its lane 0 is.
    pub lane0: W,
}

impl<W: Word> Trained<W> {
    /// A new entry.
    pub fn new(warp: W) -> Trained<W> {
        let none = W::from(0);
        Trained {
            scalar: W::Bit::from(false),
            address: none,
            offset: none,
            conf: none,
            tid: none,
            distance: W::from(1),
            last_warp: warp,
            since: none,
            state: none,
        }
    }
}

/// An offset, of `offset_bits`, that many times, modulo 2^addr_bits. The number has `bits` bits.
fn times<W: Word>(p: &Params, offset: W, number: W, bits: u32) -> W {
    product_of(sign_extended(offset, p.offset_bits, 64), number, bits) & low(p.addr_bits)
}

/// What a load does to its entry.
pub fn lesson<W: Word>(p: &Params, load: &Load<W>, s: &Sample<W>, before: &Trained<W>) -> Lesson<W> {
    let bit = |flag: bool| W::Bit::from(flag);
    let (one, none) = (W::from(1), W::from(0));

    let same = s.offset.is(before.offset);
    let known = before.conf.any();
    let trained = !s.single & !s.pair & s.regular & (!known | same);
    let trusted = trained | s.pair & s.regular & known & same;
    let mismatch = !trusted & !s.single;
    let offset = trained.select(s.offset, before.offset);
    let sum = before.conf + s.matches;
    let most = low::<W>(p.conf_bits);
    let conf = trained.select(sum.above(most).select(most, sum), before.conf);
    let scalar = trusted & !offset.any();

    let tid_bits = p.tid_width() as u32;
    let lane0 = start(p, s, offset);
    let last_round = load.live_warps.wrapping_sub(one);
    let may = bit(!p.rate_limit) | before.since.is(last_round);
    let late = before.state.is(SENT) & (bit(!p.slow_requires_miss) | load.miss | load.merged);
    let early = before.state.is(FILLED) & load.miss & trusted & predicted(p, load, s, before);
    let dist_inc = may & late & !mismatch & before.distance.below(p.dist_max());
    let dist_dec = may & early & before.distance.above(one);
    let distance = dist_inc.select(before.distance + one, before.distance);
    let distance = dist_dec.select(before.distance.wrapping_sub(one), distance);
    let since = before.since.below(last_round).select(before.since + one, last_round);

    let entry = Trained {
        scalar,
        address: s.address,
        offset,
        conf: mismatch.select(none, conf),
        tid: scalar.select(low(tid_bits), s.tid),
        distance: mismatch.select(one, distance),
        last_warp: load.warp,
        since: (mismatch | dist_inc | dist_dec).select(none, since),
        state: none,
    };
    let job = bit(p.foa_en) & trusted & offset.any();
    Lesson { entry, trained, trusted, mismatch, dist_inc, dist_dec, job, lane0 }
}

/// Where lane 0 of a load is.
fn start<W: Word>(p: &Params, s: &Sample<W>, offset: W) -> W {
    s.address.wrapping_sub(times(p, offset, s.tid, p.tid_width() as u32)) & low(p.addr_bits)
}

/// Whether a load that goes by an offset is where the load before, one of any warp, says: in the same iteration or the next one (A7,
/// P17). Then the addresses of both are as far apart as their threads.
fn predicted<W: Word>(p: &Params, load: &Load<W>, s: &Sample<W>, before: &Trained<W>) -> W::Bit {
    let thread = |warp: W, lane: W| (warp << p.warp_size.ilog2()) + lane;
    let threads = thread(load.warp, s.tid).wrapping_sub(thread(before.last_warp, before.tid));
    let moved = s.address.wrapping_sub(before.address) & low(p.addr_bits);
    let is = |threads| moved.is(signed_product_of(threads, s.offset, p.offset_bits) & low(p.addr_bits));
    is(threads) | is(threads.wrapping_add(load.iter_threads))
}
