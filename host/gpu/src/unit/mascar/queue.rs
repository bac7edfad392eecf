// SPDX-License-Identifier: Apache-2.0
//! `mascar_rexq` as the load path of one SM.

use warpsmith_units::mascar::rexq;
use warpsmith_units::{Combinational, Snapshot, Unit};

use super::stats::MascarStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, LoadPath, LoadRequest, Parked, Presented, UnitError};
use crate::stats::UnitStats;

/// `mascar_rexq` as the load path of one SM.
pub struct MascarQueue<Q> {
    queue: Q,
    /// The inputs of this cycle.
    input: rexq::In,
    parked: Parked,
    /// The request at the L1 in this cycle comes from the queue.
    again: bool,
    /// The head has left the queue in this cycle.
    head_left: bool,
    stats: MascarStats,
}

impl<Q: Unit<In = rexq::In, Out = rexq::Out>> MascarQueue<Q> {
    /// Resets the unit and attaches it.
    pub fn new(mut queue: Q) -> Self {
        queue.reset();
        Self {
            queue,
            input: rexq::In::default(),
            parked: Parked::default(),
            again: false,
            head_left: false,
            stats: MascarStats::default(),
        }
    }
}

impl<Q: Snapshot> Saved for MascarQueue<Q> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        let Parked { warps, head, count, full } = self.parked;
        to.put(&self.queue.snapshot())?;
        to.put(&(warps, head, count, full, self.stats))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.queue.restore(from.take()?)?;
        let (warps, head, count, full);
        (warps, head, count, full, self.stats) = from.take()?;
        self.parked = Parked { warps, head, count, full };
        Ok(())
    }
}

impl<Q: Unit + Snapshot + Send> Attachment for MascarQueue<Q> {
    fn check(&self) -> Result<(), UnitError> {
        self.queue.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
    }
}

impl<Q: Combinational<In = rexq::In, Out = rexq::Out> + Snapshot + Send> LoadPath for MascarQueue<Q> {
    fn present(&mut self, lsu: Option<&LoadRequest>, favoured: Option<u8>) -> Option<Presented> {
        self.stats.parked_requests += u64::from(self.parked.count);
        self.stats.parked_full_cycles += u64::from(self.parked.full);
        self.head_left = false;
        if lsu.is_none() && self.parked.count == 0 {
            return None;
        }
        let (owner_v, owner) = (favoured.is_some(), favoured.unwrap_or(0));
        self.input = rexq::In { owner_v, owner, ..rexq::In::default() };
        if let Some(lsu) = lsu {
            self.input = rexq::In {
                lsu_v: true,
                lsu_base: lsu.base,
                lsu_warp: lsu.warp,
                lsu_reg: lsu.register,
                lsu_mask: lsu.lanes.into(),
                lsu_op: lsu.kind as u8,
                lsu_first: lsu.first,
                ..self.input
            };
            self.input.lsu_off.data[..lsu.offsets.len()].copy_from_slice(&lsu.offsets);
        }
        let out = self.queue.eval(&self.input);
        self.again = out.l1_v && out.l1_src;
        out.l1_v.then_some(Presented {
            parked: out.l1_src,
            base: out.l1_base,
            warp: out.l1_warp,
            lanes: out.l1_mask as u32,
        })
    }

    fn answer(&mut self, accepted: bool) -> bool {
        self.stats.reexecuted += u64::from(self.again);
        self.stats.reexecuted_accepted += u64::from(self.again && accepted);
        self.input.l1_ack = accepted;
        let out = self.queue.step(&self.input);
        self.head_left = out.head_leaves;
        self.parked = Parked {
            warps: out.rexq_has,
            head: out.head_v.then_some(out.head_warp),
            count: out.count.into(),
            full: out.full,
        };
        out.lsu_rdy
    }

    fn head_left(&self) -> bool {
        self.head_left
    }

    fn parked(&self) -> Parked {
        self.parked
    }
}
