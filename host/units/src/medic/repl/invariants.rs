// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `medic_repl`, checked at its ports and in the state of the
//! reference model, which lockstep ties to the RTL.

use super::model::Model;
use super::order::{ALLOC, TOUCH_HIT};
use super::ports::{In, Out};
use super::Repl;
use crate::bitset::{bits, ones64};
use crate::medic::params::{InsertMode, Params};
use crate::{Monitor, Violation};

/// The lines of a set by their last use, as the ports show it: way and type, the most recent first.
type Order = Vec<(u8, u8)>;

/// Follows one `medic_repl` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    sets: Vec<Order>,
}

impl Monitor<Repl> for Checker {
    fn new(params: &Params) -> Checker {
        let order: Order = (0..params.assoc as u8).map(|way| (way, 0)).collect();
        Checker { params: params.clone(), cycle: 0, sets: vec![order; params.sets as usize] }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        let result = self.check_cycle(i, o, model);
        let cycle = self.cycle;
        self.cycle += 1;
        result.map_err(|what| Violation { unit: "medic_repl", cycle, what })
    }
}

impl Checker {
    fn check_cycle(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), String> {
        if i.op_valid && u32::from(i.way) >= self.params.assoc {
            return Err(format!("illegal stimulus: there is no way {}", i.way));
        }
        self.check_victim(i, o)?;
        if i.op_valid {
            self.follow(i);
            self.check_order(i.op_set as usize, model)?;
        }
        Ok(())
    }

    /// Invariant 7, and invariant 11 without `wip_en`.
    fn check_victim(&self, i: &In, o: &Out) -> Result<(), String> {
        let free = ones64(self.params.assoc) & !u64::from(i.vq_resv_mask);
        let empty = free & !u64::from(i.vq_valid_mask);
        let order = &self.sets[i.vq_set as usize];
        let mut oldest_first = order.iter().rev().filter(|(way, _)| free >> way & 1 == 1);
        let class = |(_, warp_type): &&(u8, u8)| (*warp_type).min(2);
        let expected = match self.params.replacement() {
            _ if empty != 0 => bits(empty).next().map(|way| way as u8),
            // Of several of the same class the first one, which is the oldest.
            InsertMode::TypeKey => oldest_first.min_by_key(class).map(|(way, _)| *way),
            InsertMode::Stack | InsertMode::Lru => oldest_first.next().map(|(way, _)| *way),
        };
        let got = (!o.vq_none).then_some(o.vq_way);
        if got != expected || (o.vq_none && o.vq_way != 0) {
            let masks = (i.vq_valid_mask, i.vq_resv_mask);
            return Err(format!("invariant 7: {got:?} leaves, not {expected:?}; {masks:x?}, {order:?}"));
        }
        Ok(())
    }

    /// The line goes to its place.
    fn follow(&mut self, i: &In) {
        let op = u32::from(i.op);
        if op != TOUCH_HIT && op != ALLOC {
            return;
        }
        let ways = self.params.assoc as usize;
        let place = match (self.params.replacement(), i.warp_type) {
            (InsertMode::Stack, 0) if op == ALLOC => ways - 1,
            (InsertMode::Stack, 1) if op == ALLOC => ways / 2,
            _ => 0,
        };
        let order = &mut self.sets[i.op_set as usize];
        order.retain(|(way, _)| *way != i.way);
        order.insert(place, (i.way, i.warp_type));
    }

    /// Invariant 6: the ranks are those of the order of use, each once.
    fn check_order(&self, set: usize, model: &Model) -> Result<(), String> {
        let state = &model.sets()[set];
        for (rank, (way, warp_type)) in (0u64..).zip(&self.sets[set]) {
            let (way, found) =
                (usize::from(*way), (state.rank[usize::from(*way)], state.types[usize::from(*way)]));
            if found != (rank, u64::from(*warp_type)) {
                return Err(format!(
                    "invariant 6: rank and type of way {way} of set {set} are {found:?}, not {rank}"
                ));
            }
        }
        Ok(())
    }
}
