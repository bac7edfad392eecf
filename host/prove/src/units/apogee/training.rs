// SPDX-License-Identifier: Apache-2.0
//! What a load changes in its entry.

use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::{lesson, Load, Sample, Trained, FILLED, SENT};
use warpsmith_units::word::{low, product_of, sign_extended, Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::{Circuit, Symbol};
use crate::error::Error;

/// What a load teaches: `apogee_training`. The load that is weighed is kept until it commits, as are the numbers of the RTL that
/// follow from it.
pub fn apogee_training(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let (none, one) = (Symbol::from(0), Symbol::from(1));
    let lanes = p.warp_size.ilog2();
    let warps = p.warp_width() as u32;
    let weighed = [
        ("entry_address", p.addr_bits),
        ("entry_offset", p.offset_bits),
        ("entry_confidence", p.conf_bits),
        ("entry_lane", lanes),
        ("entry_distance", p.dist_bits),
        ("entry_warp", warps),
        ("entry_since", warps),
        ("warp", warps),
        ("active", lanes + 1),
        ("offset", p.offset_bits),
        ("lane", lanes),
        ("address", p.addr_bits),
        ("threads", p.iter_bits),
        ("running", p.warps_width() as u32),
    ];
    let inputs = weighed.map(|(name, _)| c.input(name));
    let weigh = c.input_bit("weigh");
    let commits = c.input_bit("commits");
    let flags = [("known", 1), ("loaded", 1)];
    let layout = weighed.into_iter().chain(flags).map(|(name, width)| (name.to_string(), width));
    let (held, [known, loaded]) = c.registers(layout.collect(), ([none; 14], [none; 2]));
    let [entry_address, entry_offset, entry_confidence, entry_lane, entry_distance, entry_warp, entry_since, warp, ..] =
        held;
    let [.., active, offset, lane, address, threads, running] = held;
    let any = known.any();
    // Between its weighing and its commit.
    let waits = any & loaded.any();

    // What is weighed is a load of a running warp, with an active lane, and an entry as there are.
    let sound = |words: [Symbol; 14]| {
        let [_, _, _, _, distance, _, since, _, active, _, _, _, _, running] = words;
        distance.any()
            & active.any()
            & since.below(running)
            & !active.above(p.warp_size)
            & !running.above(p.n_warps)
    };
    c.assume(!weigh | sound(inputs));
    let linear = c.input_bit("linear");
    // A state is one of three.
    let (sent, filled) = (c.input_bit("is_sent"), c.input_bit("is_filled"));
    c.assume(!(sent & filled));

    let load = Load {
        warp,
        miss: c.input_bit("miss"),
        merged: c.input_bit("merged"),
        iter_threads: threads,
        live_warps: running,
    };
    let sample = Sample {
        single: active.is(1u32),
        pair: active.is(2u32),
        regular: linear,
        offset: linear.select(offset, none),
        matches: active.above(2u32).select(active - Symbol::from(2), none),
        address,
        tid: lane,
    };
    let state = sent.select(Symbol::from(SENT), filled.select(Symbol::from(FILLED), none));
    let before = Trained {
        scalar: false.into(),
        address: entry_address,
        offset: entry_offset,
        conf: entry_confidence,
        tid: entry_lane,
        distance: entry_distance,
        last_warp: entry_warp,
        since: entry_since,
        state,
    };
    let after = lesson(&p, &load, &sample, &before);
    c.equal_if(any, "trains", after.trained);
    c.equal_if(any, "trusted", after.trusted);
    c.equal_if(any, "mismatch", after.mismatch);
    c.equal_if(any, "grows", after.dist_inc);
    c.equal_if(waits, "shrinks", after.dist_dec);
    c.equal_if(any, "new_offset", after.entry.offset);
    c.equal_if(any, "new_confidence", after.entry.conf);
    c.equal_if(waits, "new_distance", after.entry.distance);
    c.equal_if(waits, "new_since", after.entry.since);

    // The job: from lane -1, as many iterations ahead as the distance was, in steps of an iteration.
    let times = |number: Symbol, bits: u32| {
        product_of(sign_extended(offset, p.offset_bits, 64), number, bits) & low(p.addr_bits)
    };
    let origin = (address - times(lane + one, lanes + 1)) & low(p.addr_bits);
    let step = times(threads, p.iter_bits);
    let ahead = product_of(step, entry_distance, p.dist_bits);
    let job = waits & after.job;
    let step_bits = (p.offset_bits + p.iter_bits).min(p.addr_bits);
    c.equal_if(job, "iteration", step & low(step_bits));
    c.equal_if(job, "target", (origin + ahead) & low(p.addr_bits));
    let both = after.entry.distance.above(1u32) & p.gap_fill.into();
    c.equal_if(job, "both", both);
    let shift = after.entry.distance - entry_distance - both.into();
    c.equal_if(job, "shift", shift & low(3));

    // How the registers follow from what was weighed.
    let more = active - Symbol::from(2);
    let sum = entry_confidence + more;
    let most = low::<Symbol>(p.conf_bits);
    let above_two = active.above(2u32);
    c.equal_if(any, "weighed", loaded);
    c.equal_if(any, "shown", offset);
    c.equal_if(any, "single", active.is(1u32));
    c.equal_if(any, "pair", active.is(2u32));
    c.equal_if(any, "many", above_two);
    c.equal_if(any, "same", offset.is(entry_offset));
    c.equal_if(any, "untrained", !entry_confidence.any());
    c.equal_if(any, "old_offset", entry_offset);
    c.equal_if(any, "old_confidence", entry_confidence);
    c.equal_if(any & above_two, "raised", sum.above(most).select(most, sum));
    c.equal_if(any, "distance", entry_distance);
    let distances = low(p.dist_bits);
    c.equal_if(any, "farther", (entry_distance + one) & distances);
    c.equal_if(any, "closer", (entry_distance - one) & distances);
    c.equal_if(any, "can_grow", entry_distance.below(p.dist_max()));
    c.equal_if(any, "can_shrink", entry_distance.above(1u32));
    let last = entry_since.is(running - one);
    c.equal_if(any, "may", last | (!p.rate_limit).into());
    c.equal_if(any, "older", last.select(entry_since, entry_since + one));
    c.equal_if(any, "origin", origin);
    c.equal_if(any, "moved", (address - entry_address) & low(p.addr_bits));
    let thread = |warp: Symbol, lane: Symbol| (warp << lanes) + lane;
    let on = thread(warp, lane) - thread(entry_warp, entry_lane);
    let bits = ((p.warp_width() as u32 + lanes).max(p.iter_bits) + 2).min(p.addr_bits);
    c.equal_if(any, "same_iteration", on & low(bits));
    c.equal_if(any, "next_iteration", (on + threads) & low(bits));
    c.equal_if(any, "iteration", step & low(step_bits));

    // What was assumed of the load holds as long as it is kept.
    c.claim(!any | sound(held));
    let still = (loaded.any() & !commits).into();
    c.next(weigh.select((inputs, [one; 2]), (held, [known, still])));
    Ok(())
}
