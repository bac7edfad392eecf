// SPDX-License-Identifier: Apache-2.0
//! `mosaic_xlat` under random stimulus.

use std::collections::BTreeMap;

use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::Xlat;

use crate::coverage::{Coverage, Covered, Cycle};

const EVENTS: [&str; 15] = [
    "hit of a large page",
    "hit of a base page",
    "hits at both ports",
    "hit as a walk ends",
    "walk ends in a large page",
    "walk ends in a base page",
    "walk ends in a fault",
    "walk of several SMs ends",
    "SM that two answers come to at once",
    "page found in a large one that was found by itself",
    "page found by itself that was found in a large one",
    "lookup that the walker has no room for",
    "walk that reads is poisoned",
    "flush as SMs still wait",
    "root written",
];

impl Covered for Xlat {
    /// Whether each page of each SM was last found in a large page.
    type Memory = BTreeMap<(u8, u64), bool>;

    fn events(p: &Params) -> Vec<&'static str> {
        let possible = |event: &&str| p.l2_ports == 2 || *event != "hits at both ports";
        EVENTS.into_iter().filter(possible).collect()
    }

    fn full_run(_: &Params) -> u64 {
        1 << 16
    }

    fn note(cycle: &Cycle<Xlat>, memory: &mut Self::Memory, c: &mut Coverage) {
        let (p, i, o) = (cycle.params, cycle.input, cycle.out);
        let hits: Vec<_> = (0..p.ports()).filter_map(|port| o.answer(p, port)).collect();
        let mut found: Vec<_> = hits.iter().map(|hit| ((hit.core, hit.vpn), hit.mapping.large)).collect();
        c.note("hit of a large page", hits.iter().any(|hit| hit.mapping.large));
        c.note("hit of a base page", hits.iter().any(|hit| !hit.mapping.large));
        c.note("hits at both ports", hits.len() == 2);
        if let Some((mask, vpn, ended)) = o.ended() {
            c.note("hit as a walk ends", !hits.is_empty());
            c.note("walk ends in a large page", ended.is_some_and(|found| found.large));
            c.note("walk ends in a base page", ended.is_some_and(|found| !found.large));
            c.note("walk ends in a fault", ended.is_none());
            c.note("walk of several SMs ends", mask.count_ones() > 1);
            c.note("SM that two answers come to at once", hits.iter().any(|hit| mask >> hit.core & 1 == 1));
            let cores = (0..64).filter(|core| mask >> core & 1 == 1);
            found.extend(ended.iter().flat_map(|ended| cores.clone().map(|core| ((core, vpn), ended.large))));
        }
        for (page, large) in found {
            let before = memory.insert(page, large);
            c.note("page found in a large one that was found by itself", before == Some(false) && large);
            c.note("page found by itself that was found in a large one", before == Some(true) && !large);
        }
        let (tlb, walker) = (cycle.model.tlb(), cycle.model.walker());
        c.note(
            "lookup that the walker has no room for",
            tlb.out().miss_valid & !walker.out().miss_ready != 0,
        );
        c.note("walk that reads is poisoned", walker.state().poisoned() != 0);
        c.note("flush as SMs still wait", o.fl_done && walker.state().walks().next().is_some());
        c.note("root written", i.root_we);
    }
}
