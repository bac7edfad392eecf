// SPDX-License-Identifier: Apache-2.0
//! `medic_repl` beside the tags of one L2 bank. Its clock goes on only when something happens to a line: nothing else changes
//! its state.

use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::repl::{In, Out, ALLOC, INVAL, TOUCH_HIT};
use warpsmith_units::{Combinational, Snapshot, Unit};

use super::tag::Tag;
use crate::cache::{Position, Replacement, Set, Use};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, UnitError};
use crate::types::Line;

/// `medic_repl` beside the tags of one L2 bank.
pub struct MedicReplacement<R> {
    unit: R,
    ways: u32,
    /// The way whose line has left, if nothing has come in its place so far.
    left: Option<usize>,
}

impl<R: Unit<In = In, Out = Out>> MedicReplacement<R> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: R, params: &Params) -> Self {
        unit.reset();
        Self { unit, ways: params.assoc, left: None }
    }

    /// A cycle in which `op` happens to a way, numbered within the bank, on behalf of a warp of this type.
    fn operate(&mut self, op: u32, way: usize, warp_type: u8) {
        let (set, way) = (way as u32 / self.ways, way as u32 % self.ways);
        self.unit.step(&In {
            op_valid: true,
            op: op as u8,
            op_set: set,
            way: way as u8,
            warp_type,
            ..In::default()
        });
    }

    /// A line that left and was not replaced was made invalid.
    fn settle(&mut self) {
        if let Some(way) = self.left.take() {
            self.operate(INVAL, way, 0);
        }
    }
}

/// The type of the warp of an access.
fn warp_type(by: &Use) -> u8 {
    Tag::of(by.warp_tag).unwrap_or(Tag::NEW).warp_type
}

impl<R: Snapshot> Saved for MedicReplacement<R> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&self.left)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        self.left = from.take()?;
        Ok(())
    }
}

impl<R: Unit + Snapshot + Send> Attachment for MedicReplacement<R> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }
}

impl<R: Combinational<In = In, Out = Out> + Snapshot + Send> Replacement for MedicReplacement<R> {
    fn touched(&mut self, way: usize, by: &Use) {
        self.settle();
        self.operate(TOUCH_HIT, way, warp_type(by));
    }

    fn inserted(&mut self, way: usize, by: &Use) -> Position {
        self.left = self.left.filter(|left| *left != way);
        self.settle();
        self.operate(ALLOC, way, warp_type(by));
        Position::MostRecent
    }

    fn evicted(&mut self, way: usize, _: Line) {
        self.settle();
        self.left = Some(way);
    }

    fn victim(&mut self, set: Set, _: Option<usize>) -> Option<usize> {
        self.settle();
        let pending = set.pending() as u32;
        let present = u32::MAX >> (32 - self.ways) & !pending;
        let out = self.unit.eval(&In {
            vq_set: set.number() as u32,
            vq_valid_mask: present,
            vq_resv_mask: pending,
            ..In::default()
        });
        (!out.vq_none).then_some(set.first() + usize::from(out.vq_way))
    }
}
