// SPDX-License-Identifier: Apache-2.0
//! `medic_route` at the ports of one L2 sub-partition.

use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::profiler::{ALL_HIT, MISS, MOSTLY_HIT};
use warpsmith_units::medic::route::{In, Out, DATA_RD, DATA_WR, OTHER};
use warpsmith_units::{Snapshot, Unit};

use super::reuse::Reuse;
use super::stats::MedicStats;
use super::tag::Tag;
use crate::mem::packet::{DataClass, MemRequest, Served};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, L2Route, Route, UnitError, Way};
use crate::stats::UnitStats;
use crate::types::{L2Cycle, Line, MemKind, Origin, Priority};

/// `medic_route` at the ports of one L2 sub-partition.
pub struct MedicRoute<R> {
    /// By port.
    ports: Vec<R>,
    /// The switches; no request.
    idle: In,
    reuse: Option<Reuse>,
    stats: MedicStats,
}

impl<R: Unit<In = In, Out = Out>> MedicRoute<R> {
    /// Resets the modules of the `ports`, made for `params`, and attaches them.
    pub fn new(mut ports: Vec<R>, params: &Params, reuse: Option<Reuse>) -> Self {
        ports.iter_mut().for_each(Unit::reset);
        let idle = In { wbyp_en: params.wbyp_en, wms_en: params.wms_en, ..In::default() };
        Self { ports, idle, reuse, stats: MedicStats::default() }
    }
}

/// What a request is (DEC-13). An instruction is none: the cache of instructions is perfect.
fn kind(request: &MemRequest) -> u8 {
    let kind = match (request.class, request.origin, request.kind) {
        (DataClass::Data, Origin::Demand, MemKind::Read) => DATA_RD,
        (DataClass::Data, Origin::Demand, MemKind::Write | MemKind::Atomic) => DATA_WR,
        _ => OTHER,
    };
    kind as u8
}

impl<R: Snapshot> Saved for MedicRoute<R> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        self.ports.iter().try_for_each(|port| to.put(&port.snapshot()))?;
        to.put(&(&self.reuse, self.stats))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        for port in &mut self.ports {
            port.restore(from.take()?)?;
        }
        (self.reuse, self.stats) = from.take()?;
        Ok(())
    }
}

impl<R: Unit + Snapshot + Send> Attachment for MedicRoute<R> {
    fn check(&self) -> Result<(), UnitError> {
        self.ports.iter().find_map(Unit::failure).map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
    }
}

impl<R: Unit<In = In, Out = Out> + Snapshot + Send> L2Route for MedicRoute<R> {
    fn route(&mut self, _: L2Cycle, port: usize, request: &MemRequest, local: Line) -> Route {
        let tag = Tag::of(request.warp_tag).unwrap_or(Tag::NEW);
        // A fence waits in its SM, and sends nothing.
        let out = self.ports[port].step(&In {
            valid: true,
            kind: kind(request),
            atomic: request.kind == MemKind::Atomic,
            warp_type: tag.warp_type,
            prof: tag.prof,
            ..self.idle
        });
        let kept = out.bypass && self.reuse.as_ref().is_some_and(|reuse| reuse.expects(local));
        Route {
            way: match (out.bypass && !kept, out.no_alloc) {
                (true, _) => Way::Past,
                (false, true) => Way::NoAllocate,
                (false, false) => Way::Tags,
            },
            priority: if out.hi { Priority::Raised } else { Priority::Normal },
        }
    }

    fn routed(&mut self, request: &MemRequest, local: Line, route: Route) {
        self.stats.high_priority += u64::from(route.priority != Priority::Normal);
        let Some(reuse) = &mut self.reuse else { return };
        let tag = Tag::of(request.warp_tag).unwrap_or(Tag::NEW);
        if route.way == Way::Past {
            reuse.passed(local);
        } else if u32::from(tag.warp_type) == MISS && !tag.prof && reuse.expects(local) {
            self.stats.reused += 1;
        }
    }

    fn looked(&mut self, request: &MemRequest, waited: u64, _: Served) {
        let stats = &mut self.stats;
        let tag = Tag::of(request.warp_tag).unwrap_or(Tag::NEW);
        let (looked, cycles) = match u32::from(tag.warp_type) {
            MISS => (&mut stats.looked_miss, &mut stats.queue_cycles_miss),
            MOSTLY_HIT => (&mut stats.looked_mostly_hit, &mut stats.queue_cycles_mostly_hit),
            ALL_HIT => (&mut stats.looked_all_hit, &mut stats.queue_cycles_all_hit),
            _ => (&mut stats.looked_balanced, &mut stats.queue_cycles_balanced),
        };
        *looked += 1;
        *cycles += waited;
    }
}
