// SPDX-License-Identifier: Apache-2.0
//! `medic_profiler` as the typer of the warps of one SM: one, or one for each L2 partition.

use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::profiler::{In, Out, ALL_HIT};
use warpsmith_units::{Combinational, Snapshot, Unit};

use super::divergence::Divergence;
use super::stats::MedicStats;
use super::table::Table;
use super::tag::Tag;
use crate::machine::MachineSpec;
use crate::mem::address::AddressMap;
use crate::mem::packet::{DataClass, MemRequest, MemResponse, Served};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, UnitError, WarpTyper, WarpTypes};
use crate::stats::UnitStats;
use crate::types::{Line, Origin, SmCycle, WarpTag};

/// Types of the warps of one SM.
pub struct MedicProfiler<P> {
    pending_is_hit: bool,
    /// Which of the tables has a line's warp; none: there is one table.
    homes: Option<AddressMap>,
    tables: Vec<Table<P>>,
    divergence: Divergence,
    stats: MedicStats,
}

impl<P: Unit<In = In, Out = Out>> MedicProfiler<P> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(unit: P, params: &Params) -> Self {
        Self::of(vec![unit], None, params)
    }

    /// A type in each L2 partition of `machine` (`placement` = partition, DEC-1): `units`, one for each of them, know of the
    /// requests to the lines that are at home there.
    pub fn in_partitions(units: Vec<P>, params: &Params, machine: &MachineSpec) -> Self {
        Self::of(units, Some(AddressMap::new(machine)), params)
    }

    fn of(units: Vec<P>, homes: Option<AddressMap>, params: &Params) -> Self {
        Self {
            pending_is_hit: params.pending_is_hit,
            homes,
            tables: units.into_iter().map(|unit| Table::new(unit, params.warps_per_sm)).collect(),
            divergence: Divergence::new(params.warps_per_sm),
            stats: MedicStats::default(),
        }
    }
}

impl<P> MedicProfiler<P> {
    fn table(&mut self, line: Line) -> &mut Table<P> {
        let index = self.homes.map_or(0, |homes| homes.home(line).partition);
        &mut self.tables[index]
    }
}

/// Whether a request counts (DEC-13): a load, store or atomic operation of global or local memory.
fn is_sampled(request: &MemRequest) -> bool {
    request.class == DataClass::Data && request.origin == Origin::Demand
}

impl<P: Snapshot> Saved for MedicProfiler<P> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        self.tables.iter().try_for_each(|table| table.save(to))?;
        to.put(&(&self.divergence, self.stats))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.tables.iter_mut().try_for_each(|table| table.restore(from))?;
        (self.divergence, self.stats) = from.take()?;
        Ok(())
    }
}

impl<P: Unit + Snapshot + Send> Attachment for MedicProfiler<P> {
    fn check(&self) -> Result<(), UnitError> {
        self.tables.iter().find_map(|table| table.unit.failure()).map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
    }
}

impl<P: Combinational<In = In, Out = Out> + Snapshot + Send> WarpTyper for MedicProfiler<P> {
    fn launched(&mut self, warp: u32) {
        self.tables.iter_mut().for_each(|table| table.launched(warp));
    }

    fn answered(&mut self, now: SmCycle, response: &MemResponse) {
        let Some(tag) = Tag::of(response.warp_tag) else { return };
        let (bypassed, hit) = match response.served {
            Served::Bypassed => (true, false),
            Served::Merged => (false, self.pending_is_hit),
            served => (false, served == Served::Hit),
        };
        let input = &mut self.table(response.line).input;
        (input.r_valid, input.r_wid, input.r_prof) = (true, response.requester.warp, tag.prof);
        (input.r_hit, input.r_byp) = (hit, bypassed);
        let stats = &mut self.stats;
        *match (bypassed, hit) {
            (true, _) => &mut stats.sampled_bypassed,
            (false, true) => &mut stats.sampled_hits,
            (false, false) => &mut stats.sampled_misses,
        } += 1;
        self.divergence.answered(now, response);
    }

    fn completed(&mut self, warp: u32, pc: u32) {
        if let Some(cycles) = self.divergence.completed(warp, pc) {
            self.stats.all_hit_loads += 1;
            self.stats.all_hit_divergence += cycles;
        }
    }

    fn tag(&mut self, request: &MemRequest) -> WarpTag {
        if !is_sampled(request) {
            return WarpTag::default();
        }
        self.table(request.line).tag(request.requester.warp).into()
    }

    fn sent(&mut self, now: SmCycle, request: &MemRequest) {
        let Some(tag) = Tag::of(request.warp_tag) else { return };
        let input = &mut self.table(request.line).input;
        (input.q_valid, input.q_wid) = (true, request.requester.warp);
        if u32::from(tag.warp_type) == ALL_HIT {
            self.divergence.sent(now, request);
        }
    }

    fn step(&mut self) {
        let stats = &mut self.stats;
        self.tables.iter_mut().for_each(|table| table.step(stats));
    }

    fn types(&self, live: u64) -> WarpTypes {
        let of_each = self.tables.iter().map(|table| table.types(live));
        of_each.fold(WarpTypes::default(), WarpTypes::plus)
    }
}

#[cfg(test)]
mod tests {
    use warpsmith_units::medic::params::Params;
    use warpsmith_units::medic::profiler::{Model, ALL_HIT, MISS};

    use super::*;

    const WARP: u8 = 3;

    /// What a request for `line` is told.
    fn type_of(profiler: &mut MedicProfiler<Model>, line: Line) -> u32 {
        let mut request = MemRequest { line, class: DataClass::Data, ..MemRequest::default() };
        request.requester.warp = WARP;
        Tag::of(profiler.tag(&request)).unwrap().warp_type.into()
    }

    #[test]
    fn each_l2_partition_has_a_type_of_a_warp_made_of_its_own_answers() {
        let (params, machine) = (Params::PAPER, MachineSpec::load("medic").unwrap());
        let units = (0..machine.l2_partitions()).map(|_| Model::new(&params)).collect();
        let mut profiler = MedicProfiler::in_partitions(units, &params, &machine);
        profiler.launched(WARP.into());
        profiler.step();
        let (map, chunk) =
            (AddressMap::new(&machine), Line(u64::from(machine.dram.interleave_bytes / machine.line_bytes)));
        let [hits, misses] = [Line(0), chunk];
        assert_ne!(map.home(hits).partition, map.home(misses).partition);
        for _ in 0..params.profile_len {
            for (line, served) in [(hits, Served::Hit), (misses, Served::Miss)] {
                let mut response =
                    MemResponse { line, served, warp_tag: Tag::NEW.into(), ..MemResponse::default() };
                response.requester.warp = WARP;
                profiler.answered(SmCycle(0), &response);
                profiler.step();
            }
        }
        assert_eq!([hits, misses].map(|line| type_of(&mut profiler, line)), [ALL_HIT, MISS]);
        profiler.step();
        let types = profiler.types(1 << WARP);
        assert_eq!((types.all_hit, types.all_miss, types.unknown), (1, 1, machine.l2_partitions() - 2));
    }
}
