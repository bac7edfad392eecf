// SPDX-License-Identifier: Apache-2.0
//! The queues of a channel and the turns of the applications (specification section 2.8).

use std::collections::VecDeque;

use bitvec::field::BitField;
use serde::{Deserialize, Serialize};

use super::ports::{In, GOLDEN, NORMAL, SILVER};
use crate::bitset::cyclic;
use crate::field;
use crate::mask::params::Params;

/// A request that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// It is a write.
    pub wr: bool,
    /// Depth of a walk read; 0: data.
    pub depth: u8,
    /// Its application, below `num_apps`.
    pub app: u8,
    /// Its bank.
    pub bank: u8,
    /// Its row.
    pub row: u32,
    /// Its column.
    pub col: u32,
    /// Its identification, of `id_bits`.
    pub id: u32,
}

/// What a channel keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Golden, silver and normal queue, each with the oldest request first.
    pub queues: [VecDeque<Request>; 3],
    /// The application whose turn it is.
    pub silver_app: u8,
    /// The requests that it has sent to the silver queue in this turn.
    pub silver_cnt: u32,
}

/// The banks in a cycle.
pub struct Banks<'a> {
    p: &'a Params,
    i: &'a In,
}

impl<'a> Banks<'a> {
    /// The banks as the inputs of a cycle have them.
    pub fn new(p: &'a Params, i: &'a In) -> Banks<'a> {
        Banks { p, i }
    }

    /// Whether the bank of a request takes one in this cycle.
    pub fn take(&self, r: &Request) -> bool {
        self.i.tick && self.i.bank_ready >> r.bank & 1 == 1
    }

    /// Whether the row of a request is open.
    pub fn hit(&self, r: &Request) -> bool {
        let row: u32 = self.i.open_row[field(r.bank.into(), self.p.row_bits as usize)].load_le();
        self.i.open_valid >> r.bank & 1 == 1 && row == r.row
    }
}

impl In {
    /// The walk read that arrives; its fields are those of the ports `x_*`, whether `x_valid` or not.
    pub fn walk_read(&self) -> Request {
        Request {
            wr: false,
            depth: self.x_depth,
            app: self.x_app,
            bank: self.x_bank,
            row: self.x_row,
            col: self.x_col,
            id: self.x_id,
        }
    }

    /// The request of data that arrives; its fields are those of the ports `d_*`, whether `d_valid` or not.
    pub fn data(&self) -> Request {
        Request {
            wr: self.d_wr,
            depth: 0,
            app: self.d_app,
            bank: self.d_bank,
            row: self.d_row,
            col: self.d_col,
            id: self.d_id,
        }
    }

    /// Sets the requests of a turn of an application.
    pub fn set_quota(&mut self, app: usize, quota: u32) {
        self.quota[field(app, 10)].store_le(quota);
    }

    /// Sets the row of a bank that counts if one is open.
    pub fn set_row(&mut self, p: &Params, bank: usize, row: u32) {
        self.open_row[field(bank, p.row_bits as usize)].store_le(row);
    }

    /// Requests of a turn of an application.
    pub fn quota_of(&self, app: u8) -> u32 {
        self.quota[field(app.into(), 10)].load_le()
    }
}

impl State {
    /// Requests in a queue.
    pub fn waiting(&self, queue: u32) -> u32 {
        self.queues[queue as usize].len() as u32
    }

    /// Where a request of data goes; `None` if nowhere.
    pub fn queue_of_data(&self, p: &Params, i: &In) -> Option<u32> {
        let turns = i.app_active.count_ones() > 1;
        let silver = turns
            && i.d_app == self.silver_app
            && self.waiting(SILVER) < p.silver_depth
            && self.silver_cnt < i.quota_of(self.silver_app);
        match silver {
            true => Some(SILVER),
            false => (self.waiting(NORMAL) < p.normal_depth).then_some(NORMAL),
        }
    }

    /// The queue and the place in it of the request that is issued.
    pub fn issued(&self, banks: &Banks) -> Option<(u32, usize)> {
        if self.queues[GOLDEN as usize].front().is_some_and(|head| banks.take(head)) {
            return Some((GOLDEN, 0));
        }
        [SILVER, NORMAL].into_iter().find_map(|queue| {
            let waiting = &self.queues[queue as usize];
            let hit = waiting.iter().position(|r| banks.take(r) && banks.hit(r));
            let any = || waiting.iter().position(|r| banks.take(r));
            hit.or_else(any).map(|place| (queue, place))
        })
    }

    /// Ends the cycle.
    pub fn step(&mut self, p: &Params, i: &In) {
        let issued = self.issued(&Banks::new(p, i));
        let data = i.d_valid.then(|| self.queue_of_data(p, i)).flatten();
        let walk = i.x_valid && self.waiting(GOLDEN) < p.golden_depth;
        if let Some((queue, place)) = issued {
            self.queues[queue as usize].remove(place);
        }
        if walk {
            self.queues[GOLDEN as usize].push_back(i.walk_read());
        }
        if let Some(queue) = data {
            self.queues[queue as usize].push_back(i.data());
        }
        self.silver_cnt += u32::from(data == Some(SILVER));
        let active = i.app_active >> self.silver_app & 1 == 1;
        if self.silver_cnt >= i.quota_of(self.silver_app) || !active || i.epoch_tick {
            let next = cyclic(i.app_active.into(), u32::from(self.silver_app) + 1).next();
            self.silver_app = next.unwrap_or(0) as u8;
            self.silver_cnt = 0;
        }
    }
}
