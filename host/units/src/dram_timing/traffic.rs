// SPDX-License-Identifier: Apache-2.0
//! Random requests that a controller must cope with: streaks of row hits, bank conflicts, one source or all at once,
//! full buffers, silence, and now and then a request that is not accepted.

use super::params::Channel;
use super::request::Request;
use crate::bitset::ones64;
use crate::Rng;

/// What the rows of a source's next request look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rows {
    /// Mostly the same row again.
    Streak,
    /// The same bank, often another row.
    Conflict,
    /// One of a few rows of any bank.
    Few,
    /// Anything.
    Any,
    /// All sources hit one row of one bank, but for a few that want another row of it.
    Starve,
}

/// How the sources behave for some time.
#[derive(Clone, Copy, Debug)]
struct Regime {
    /// Sources that send.
    active: u64,
    /// Arrivals in this many of 64 cycles.
    density: u32,
    rows: Rows,
    /// Writes in this many of eight requests.
    writes: u32,
    cycles: u32,
}

/// The sources of one controller.
#[derive(Clone, Debug)]
pub(crate) struct Traffic {
    channel: Channel,
    rng: Rng,
    regime: Regime,
    /// The last request of each source.
    last: Vec<Request>,
    /// Identifications that no request in flight has.
    free_ids: Vec<u32>,
}

impl Traffic {
    pub fn new(channel: &Channel, seed: u64) -> Traffic {
        let source = |src: u32| Request { src: src as u8, ..Request::default() };
        Traffic {
            channel: *channel,
            rng: Rng::new(seed),
            regime: Regime { active: u64::MAX, density: 64, rows: Rows::Few, writes: 2, cycles: 300 },
            last: (0..channel.n_src()).map(source).collect(),
            free_ids: (0..1 << channel.id_bits).collect(),
        }
    }

    /// A request for the coming cycle, given the ready sources; and whether a new regime has begun.
    pub fn next(&mut self, src_ready: u64) -> (Option<Request>, bool) {
        let begins = self.regime.cycles == 0;
        if begins {
            self.regime = self.draw_regime();
        }
        self.regime.cycles -= 1;
        if self.rng.below(64) >= self.regime.density {
            return (None, begins);
        }
        let wanted = self.regime.active & ones64(self.channel.n_src());
        let sources = if self.rng.one_in(64) { wanted } else { wanted & src_ready };
        let Some(src) = self.rng.pick(sources) else { return (None, begins) };
        let ready = src_ready >> src & 1 == 1;
        let id = if ready { self.draw_id() } else { Some(0) };
        let Some(id) = id else { return (None, begins) };
        let request = Request { id, ..self.draw_request(src) };
        if ready {
            self.last[src] = request;
        }
        (Some(request), begins)
    }

    /// Any of the free identifications, so that each bit of them is used however few requests are in flight.
    fn draw_id(&mut self) -> Option<u32> {
        let free = self.free_ids.len() as u32;
        (free > 0).then(|| self.free_ids.swap_remove(self.rng.below(free) as usize))
    }

    /// The request of this identification has left the controller.
    pub fn release(&mut self, id: u32) {
        self.free_ids.push(id);
    }

    fn draw_regime(&mut self) -> Regime {
        let all = ones64(self.channel.n_src());
        let gpus = all & !ones64(self.channel.n_cpu);
        let rng = &mut self.rng;
        let active = match rng.below(6) {
            0 | 1 => all,
            2 => gpus,
            3 => all & !gpus,
            4 => 1 << rng.below(self.channel.n_src()),
            _ => rng.dense(4),
        };
        let rows = [Rows::Streak, Rows::Conflict, Rows::Few, Rows::Any, Rows::Starve][rng.below(5) as usize];
        Regime {
            active,
            density: [0, 1, 4, 8, 16, 32, 64, 64][rng.below(8) as usize],
            rows,
            writes: [0, 0, 2, 4, 8][rng.below(5) as usize],
            cycles: 1 + if rows == Rows::Starve { rng.below(4000) } else { rng.below(800) },
        }
    }

    fn draw_request(&mut self, src: usize) -> Request {
        let (rng, channel) = (&mut self.rng, &self.channel);
        let mut request = self.last[src];
        let any_bank = rng.below(channel.n_bank) as u8;
        let any_row = rng.below(1 << channel.row_bits);
        match self.regime.rows {
            Rows::Streak if rng.below(8) > 0 => {}
            Rows::Streak | Rows::Any => (request.bank, request.row) = (any_bank, any_row),
            Rows::Conflict => request.row = if rng.one_in(2) { any_row & 3 } else { request.row },
            Rows::Few => (request.bank, request.row) = (any_bank & 3, any_row & 1),
            Rows::Starve => (request.bank, request.row) = (0, u32::from(rng.one_in(64))),
        }
        request.wr = rng.below(8) < self.regime.writes;
        request.col = rng.below(1 << channel.col_bits);
        request
    }
}
