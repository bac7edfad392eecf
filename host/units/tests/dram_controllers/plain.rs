// SPDX-License-Identifier: Apache-2.0
//! FR-FCFS as specification section 8.3.1 writes it: every entry is looked at in every cycle, ages are kept in as many
//! bits as the parameters say, and timing is kept in counters that count down. Slow, and nothing to get wrong.

use warpsmith_units::dram_timing::{Channel, Command, ControllerIn, ControllerOut, Issue, Request};
use warpsmith_units::frfcfs::params::{AgeMode, Params};
use warpsmith_units::frfcfs::{In, Out};
use warpsmith_units::Unit;

#[derive(Clone, Copy)]
struct Entry {
    request: Request,
    ts: u32,
    urgent: bool,
}

/// Down-counters of one bank, and its open row.
#[derive(Clone, Copy, Default)]
struct Bank {
    row: Option<u32>,
    act: u32,
    col: u32,
    pre: u32,
}

pub struct Plain {
    params: Params,
    entries: Vec<Option<Entry>>,
    now: u32,
    scrub: usize,
    banks: Vec<Bank>,
    rd: u32,
    wr: u32,
    rrd: u32,
    /// Of each of the last four ACTs, how long it stays in the window.
    window: [u32; 4],
    issue: Option<(Issue, usize)>,
    /// What a choice over two cycles has chosen in the cycle before.
    chosen: Option<(Issue, usize)>,
}

impl Plain {
    pub fn new(params: &Params) -> Plain {
        Plain {
            entries: vec![None; params.n as usize],
            banks: vec![Bank::default(); params.channel.n_bank as usize],
            params: params.clone(),
            now: 0,
            scrub: 0,
            rd: 0,
            wr: 0,
            rrd: 0,
            window: [0; 4],
            issue: None,
            chosen: None,
        }
    }

    fn channel(&self) -> &Channel {
        &self.params.channel
    }

    fn ready(&self, src: u32) -> bool {
        let gpu = |r: &Request| u32::from(r.src) >= self.channel().n_cpu;
        let valid = || self.entries.iter().flatten();
        let gpus = valid().filter(|e| gpu(&e.request)).count() as u32;
        let room = (valid().count() as u32) < self.params.n;
        room && (src < self.channel().n_cpu || gpus < self.params.gpu_limit())
    }

    fn legal(&self, command: Command, bank: u8) -> bool {
        let b = &self.banks[usize::from(bank)];
        match command {
            Command::Pre => b.pre == 0,
            Command::Act => b.act == 0 && self.rrd == 0 && self.window.contains(&0),
            Command::Rd => b.col == 0 && self.rd == 0,
            Command::Wr => b.col == 0 && self.wr == 0,
        }
    }

    fn need(&self, r: &Request) -> Command {
        match self.banks[usize::from(r.bank)].row {
            None => Command::Act,
            Some(row) if row != r.row => Command::Pre,
            Some(_) => r.column_command(),
        }
    }

    /// Largest time stamp. A buffer kept in arrival order is as good as one with stamps that never wrap.
    fn last_ts(&self) -> u32 {
        match self.params.age_mode {
            AgeMode::Timestamp => (1 << self.params.age_bits) - 1,
            AgeMode::Collapse => u32::MAX,
        }
    }

    /// Age of a time stamp, which may have wrapped.
    fn age(&self, ts: u32) -> u32 {
        self.now.wrapping_sub(ts) & self.last_ts()
    }

    fn select(&self) -> Option<(Issue, usize)> {
        let hit = |e: &Entry| self.need(&e.request).is_column();
        let valid = || self.entries.iter().enumerate().filter_map(|(i, e)| Some((i, (*e)?)));
        let any_urgent = valid().any(|(_, e)| e.urgent);
        let bank_hit = |bank: u8| valid().any(|(_, e)| e.request.bank == bank && hit(&e));
        let eligible = valid().filter(|(_, e)| {
            self.legal(self.need(&e.request), e.request.bank)
                && (hit(e) || !bank_hit(e.request.bank) || e.urgent)
                && (e.urgent || !any_urgent)
        });
        let winner = eligible.max_by_key(|(i, e)| (e.urgent, hit(e), self.age(e.ts), std::cmp::Reverse(*i)));
        winner.map(|(i, e)| (Issue { command: self.need(&e.request), request: e.request }, i))
    }

    fn count_down(&mut self) {
        let banks = self.banks.iter_mut().flat_map(|b| [&mut b.act, &mut b.col, &mut b.pre]);
        let any = [&mut self.rd, &mut self.wr, &mut self.rrd].into_iter().chain(&mut self.window);
        banks.chain(any).for_each(|counter| *counter = counter.saturating_sub(1));
    }

    /// Sets the counters after a command of the cycle that ends; they hold T-1 in the next one.
    fn set_counters(&mut self, issue: &Issue) {
        let t = self.params.channel.timing;
        let b = &mut self.banks[usize::from(issue.request.bank)];
        let set = |counter: &mut u32, cycles: u32| *counter = (*counter).max(cycles - 1);
        match issue.command {
            Command::Pre => {
                b.row = None;
                set(&mut b.act, t.t_rp);
            }
            Command::Act => {
                b.row = Some(issue.request.row);
                set(&mut b.col, t.t_rcd);
                set(&mut b.pre, t.t_ras);
                set(&mut b.act, t.t_rc);
                set(&mut self.rrd, t.t_rrd);
                let free = self.window.iter_mut().min().expect("four");
                *free = t.t_faw - 1;
            }
            Command::Rd => {
                set(&mut b.pre, t.t_rtp);
                set(&mut self.rd, t.t_ccd);
                set(&mut self.wr, t.t_cl + t.t_ccd + 2 - t.t_cwl);
            }
            Command::Wr => {
                set(&mut b.pre, t.t_cwl + t.t_bl + t.t_wr);
                set(&mut self.wr, t.t_ccd);
                set(&mut self.rd, t.t_cwl + t.t_bl + t.t_wtr);
            }
        }
    }
}

impl Unit for Plain {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Plain::new(&self.params);
    }

    fn step(&mut self, input: &In) -> Out {
        let accepted = input.request(self.channel()).filter(|r| self.ready(r.src.into()));
        let free = self.entries.iter().position(Option::is_none);
        // Of time stamps and the scrubber (S17).
        let time_passes = accepted.is_some() || self.entries.iter().any(Option::is_some);
        if self.params.age_mode == AgeMode::Timestamp {
            let due = 1 << (self.params.age_bits - 2);
            if let Some(e) = self.entries[self.scrub] {
                let urgent = e.urgent || self.age(e.ts) > due;
                self.entries[self.scrub] = Some(Entry { urgent, ..e });
            }
        }
        self.scrub = (self.scrub + usize::from(time_passes)) % self.entries.len();
        self.count_down();
        if let Some((issue, index)) = self.issue {
            self.set_counters(&issue);
            if issue.command.is_column() {
                self.entries[index] = None;
            }
        }
        if let Some(request) = accepted {
            let entry = Entry { request, ts: self.now, urgent: false };
            self.entries[free.expect("a source was ready")] = Some(entry);
        }
        self.now = self.now.wrapping_add(time_passes.into()) & self.last_ts();
        self.issue = match self.params.choice_cycles {
            1 => self.select(),
            _ => self.chosen.take(),
        };
        if self.params.choice_cycles == 2 && self.issue.is_none() {
            self.chosen = self.select();
        }
        let ready = (0..self.channel().n_src()).fold(0, |all, s| all | u64::from(self.ready(s)) << s);
        Out::of(ready, self.issue.as_ref().map(|(issue, _)| issue))
    }
}
