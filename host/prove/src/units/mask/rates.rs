// SPDX-License-Identifier: Apache-2.0
//! Which depths of walk reads hit less often in the L2 cache than data does.

use warpsmith_units::arbiter::after;
use warpsmith_units::mask::params::Params;
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::{clog2, Parameters};

use crate::equality::list::pick;
use crate::equality::{Circuit, Symbol};
use crate::error::Error;
use crate::units::fits;

const DEPTHS: usize = 2;

/// Bits of a counter of accesses or hits, and of a difference of two products of them in two's complement.
const COUNT: u32 = 24;
const WIDE: u32 = 2 * COUNT + 2;

/// The whole module `mask_level_rates`. A depth takes a cycle in which its counters are loaded, one more, one for each bit of a counter,
/// and one in which it is decided.
pub fn mask_level_rates(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    fits("mask_level_rates_model", "depths", p.pt_levels, DEPTHS)?;
    let (accesses, hits) = (c.elements("accesses", COUNT), c.elements("hits", COUNT));
    let [none, one] = [0, 1].map(Symbol::from);
    let decision = COUNT + 2;

    let place = clog2(p.pt_levels + 1) as u32;
    let layout = [
        ("decided", p.pt_levels),
        ("depth", place),
        ("time", clog2(decision + 2) as u32),
        ("data_accesses", COUNT),
        ("depth_accesses", COUNT),
        ("data_hits", COUNT),
        ("depth_hits", COUNT),
        ("few", 1),
        ("difference", WIDE),
    ];
    let layout = layout.map(|(name, width)| (name.to_string(), width));
    let state: [Symbol; 9] = c.registers(layout.into(), [none; 9]);
    let [decided, depth, time, data_accesses, depth_accesses, data_hits, depth_hits, few, difference] = state;

    // The counters are those of an epoch that is over.
    c.assume(!time.any() | accesses[0].is(data_accesses));
    c.claim(!depth.above(p.pt_levels) & !time.above(decision) & (depth.any() | !time.any()));
    c.equal("bypasses", decided);
    c.equal("depth", depth);
    c.equal("at_time", time);
    let loaded = time.any();
    let of_depth = [("few", few), ("level_accesses", depth_accesses), ("level_hits", depth_hits)];
    for (name, value) in of_depth.into_iter().chain([("data_hits", data_hits), ("sum", difference)]) {
        c.equal_if(loaded, name, value);
    }
    let subtracted = time.above(1u32);
    let minus = |from: Symbol| from.wrapping_sub(depth_accesses) & low(WIDE);
    c.equal_if(subtracted, "negative", minus(none));
    c.equal_if(subtracted, "difference", minus(data_accesses));

    // A bit of the hits of both: those of the depth times the accesses of data, minus those of data times the accesses of the depth.
    let adds = subtracted & time.below(decision);
    let [depth_hit, data_hit] = [depth_hits, data_hits].map(|hits| hits.bit(COUNT - 1));
    let plus = depth_hit.select(data_accesses, none);
    let change = data_hit.select(minus(plus), plus);
    let grown = ((difference << 1) + change) & low(WIDE);
    let behind = |hits: Symbol| subtracted.select((hits << 1) & low(COUNT), hits);
    let least = |number: Symbol| number.below(p.l2b_min_samples);
    let of = |counters: &[Symbol]| pick(counters.iter().copied(), depth, counters[0]);
    let kept = [data_accesses, depth_accesses, behind(data_hits), behind(depth_hits), few];
    let lacks = least(of(&accesses)) | least(accesses[0]);
    let fresh = [accesses[0], of(&accesses), hits[0], of(&hits), lacks.into()];
    let [data_accesses, depth_accesses, data_hits, depth_hits, few_next] = loaded.select(kept, fresh);
    let difference_next = adds.select(grown, none);

    let decides = time.is(decision);
    let bit = Symbol::one_at(depth.wrapping_sub(one) & low(place));
    let less = difference.bit(WIDE - 1).select(decided | bit, decided & !bit);
    let decided = (decides & !few.any()).select(less & low(p.pt_levels), decided);
    let goes_on = decides.select((after(depth, p.pt_levels + 1), none), (depth, time + one));
    let (depth, time) = depth.any().select(goes_on, (none, none));
    let (depth, time) = c.input_bit("start").select((one, none), (depth, time));
    c.next([
        decided,
        depth,
        time,
        data_accesses,
        depth_accesses,
        data_hits,
        depth_hits,
        few_next,
        difference_next,
    ]);
    Ok(())
}
