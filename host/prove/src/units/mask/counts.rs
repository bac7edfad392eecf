// SPDX-License-Identifier: Apache-2.0
//! What an epoch counts, and what it leaves when it ends.

use warpsmith_units::mask::epoch::{most_walks, one_more, with_accesses};
use warpsmith_units::mask::params::Params;
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

const CORES: usize = 2;
const APPS: usize = 2;
const LOOKS: usize = 3;

/// Bits of a counter of lookups, of walks, and of accesses to the L2 cache.
const LOOKUPS: u32 = 16;
const WALKS: u32 = 6;
const ACCESSES: u32 = 24;

/// Hits and misses of each SM; the most walks of each application; accesses and hits of data and of each depth.
type Counters = ([[Symbol; 2]; CORES], ([Symbol; APPS], [(Symbol, Symbol); LOOKS]));
/// Application of each SM, SMs that take part, applications that do.
type Parts = ([(Symbol, SymbolicBit); CORES], Symbol);

/// The whole module `mask_epoch_counts`. After the first epoch has ended its SMs go round, a place with each `turn`.
pub fn mask_epoch_counts(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let name = "mask_epoch_counts_model";
    fits(name, "SMs", p.num_cores, CORES)?;
    fits(name, "applications", p.num_apps, APPS)?;
    fits(name, "depths and data", p.pt_levels + 1, LOOKS)?;
    let (none, no) = (Symbol::from(0), SymbolicBit::from(false));
    let nothing: Counters = ([[none; 2]; CORES], ([none; APPS], [(none, none); LOOKS]));
    let nobody: Parts = ([(none, no); CORES], none);
    let (app_width, width) = (p.app_width() as u32, p.core_width() as u32);

    let counters = |of: &str| {
        let lookups = (0..CORES).flat_map(|_| [("hits", LOOKUPS), ("misses", LOOKUPS)]);
        let walks = (0..APPS).map(|_| ("walks", WALKS));
        let looks = (0..LOOKS).flat_map(|_| [("accesses", ACCESSES), ("found", ACCESSES)]);
        let all = lookups.chain(walks).chain(looks).enumerate();
        all.map(|(n, (name, width))| (format!("{of}_{name}_{n}"), width)).collect::<Vec<_>>()
    };
    let parts = (0..CORES).flat_map(|core| [(format!("app_{core}"), app_width), (format!("on_{core}"), 1)]);
    let mut layout = counters("now");
    layout.extend(counters("ended"));
    layout.extend(parts.chain([("active".to_string(), p.num_apps), ("known".to_string(), 1)]));
    let state = c.registers(layout, ((nothing, nothing), (nobody, no)));
    let ((now, ended), (takes_part, known)) = state;

    expect(c, true.into(), &now, ["hit", "miss", "peak", "acc", "got"]);
    expect(c, known, &ended, ["ended_hit", "ended_miss", "walks", "accesses", "found"]);
    let [[hits, misses], ..] = ended.0;
    let ([(app, on), ..], active) = takes_part;
    for (output, value) in
        [("hits", hits), ("misses", misses), ("app", app), ("on", on.into()), ("active", active)]
    {
        c.equal_if(known, output, value);
    }
    let apps = takes_part.0.map(|(app, _)| app);
    c.equal_elements_if(known, "ended_app", &apps, app_width);
    c.equal_elements_if(known, "ended_on", &takes_part.0.map(|(_, on)| on.into()), 1);

    // A cycle is counted.
    let (mut lookups, (mut walks, mut looks)) = now;
    let (valid, hit, core) = (c.input("res_valid"), c.input("res_hit"), c.input("res_core"));
    for port in 0..p.l2tlb_ports {
        let core = (core >> (port * width)) & low(width);
        for (number, [hits, misses]) in (0u32..).zip(&mut lookups) {
            let here = valid.bit(port) & core.is(number);
            (here & hit.bit(port)).when(hits, |hits| *hits = one_more(*hits));
            (here & !hit.bit(port)).when(misses, |misses| *misses = one_more(*misses));
        }
    }
    let live = c.elements("ptw_live", 7);
    for (walks, live) in walks.iter_mut().zip(&live) {
        *walks = most_walks(*walks, *live);
    }
    let (acc, found) = (c.elements("l2_acc", 6), c.elements("l2_hit", 6));
    for (looks, more) in looks.iter_mut().zip(acc.into_iter().zip(found)) {
        *looks = with_accesses(*looks, more);
    }
    let counted: Counters = (lookups, (walks, looks));

    // The epoch ends, or the SMs of the last one go round.
    let (tick, turn) = (c.input_bit("tick"), c.input_bit("turn"));
    let mut anew = nothing;
    for (walks, live) in anew.1 .0.iter_mut().zip(live) {
        *walks = most_walks(none, live);
    }
    let (on, apps) = (c.input("core_on"), c.array("core_app", p.num_cores));
    let ends: Parts = (std::array::from_fn(|core| (apps[core], on.bit(core as u32))), c.input("app_active"));
    let (mut round, mut parts_round) = (ended, takes_part);
    round.0.rotate_left(1);
    parts_round.0.rotate_left(1);
    let stays = turn.select((round, parts_round), (ended, takes_part));
    let (ended, parts) = tick.select((counted, ends), stays);
    c.next(((tick.select(anew, counted), ended), (parts, known | tick)));
    Ok(())
}

/// The registers of these names hold the counters.
fn expect(c: &mut Circuit, condition: SymbolicBit, counters: &Counters, names: [&str; 5]) {
    let (lookups, (walks, looks)) = counters;
    let [hits, misses] = [0, 1].map(|kind| lookups.map(|of| of[kind]));
    let (accesses, found) = (looks.map(|(accesses, _)| accesses), looks.map(|(_, found)| found));
    let values: [(&[Symbol], u32); 5] =
        [(&hits, LOOKUPS), (&misses, LOOKUPS), (walks, WALKS), (&accesses, ACCESSES), (&found, ACCESSES)];
    for (name, (values, width)) in names.into_iter().zip(values) {
        c.equal_elements_if(condition, name, values, width);
    }
}
