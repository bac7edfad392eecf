// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `medic_route`, checked at its ports.

use super::decision::{DATA_RD, DATA_WR};
use super::model::Model;
use super::ports::{In, Out};
use super::Route;
use crate::medic::params::Params;
use crate::medic::profiler::{MISS, MOSTLY_HIT};
use crate::{Monitor, Violation};

/// Follows one `medic_route`.
#[derive(Clone, Debug)]
pub struct Checker {
    bypass_writes: bool,
    cycle: u64,
}

impl Monitor<Route> for Checker {
    fn new(params: &Params) -> Checker {
        Checker { bypass_writes: params.bypass_writes, cycle: 0 }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let cycle = self.cycle;
        self.cycle += 1;
        let broken = self.broken(i, o);
        let what = || format!("{} by {i:?}: {o:?}", broken.unwrap_or_default());
        broken.map_or(Ok(()), |_| Err(Violation { unit: "medic_route", cycle, what: what() }))
    }
}

impl Checker {
    /// The first rule that does not hold.
    fn broken(&self, i: &In, o: &Out) -> Option<&'static str> {
        let (kind, warp_type) = (u32::from(i.kind), u32::from(i.warp_type));
        let ordered = i.atomic || i.fence;
        let bypasses = kind == DATA_RD || (kind == DATA_WR && self.bypass_writes);
        let rules = [
            ("invariant 2", !(o.bypass && i.prof)),
            ("invariant 3", !o.bypass || (warp_type == MISS && !ordered && !o.no_alloc)),
            ("invariant 4", !o.hi || (warp_type >= MOSTLY_HIT && !o.bypass)),
            ("invariant 11", (i.wbyp_en || !(o.bypass || o.no_alloc)) && (i.wms_en || !o.hi)),
            ("decision DEC-9", o.inval == (o.bypass && kind == DATA_WR)),
            ("decision P14", i.valid || *o == Out::default()),
            ("section 2.4", o.no_alloc <= (ordered && warp_type == MISS)),
            // Nothing that could bypass does not, and nothing that could go first.
            (
                "section 2.4",
                o.bypass || !i.valid || !i.wbyp_en || warp_type != MISS || i.prof || ordered || !bypasses,
            ),
            ("section 2.4", o.hi || !i.valid || !i.wms_en || warp_type < MOSTLY_HIT),
        ];
        rules.into_iter().find(|(_, holds)| !holds).map(|(rule, _)| rule)
    }
}
