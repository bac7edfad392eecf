// SPDX-License-Identifier: Apache-2.0
//! The timing rules of a channel once more, for proofs (specification section 2.4): how long ago each command was, in numbers
//! that a circuit can hold.

use super::params::{Channel, Timing};
use super::request::Command;
use crate::word::{signals, Bit, Word};

/// As many cycles as no interval is longer than, and all longer times.
const LONG_AGO: u32 = 64;
/// Bits of a time.
const BITS: u32 = 7;
/// Banks at most.
const BANKS: usize = 32;

signals! {
    /// What a channel remembers. Times are cycles since a command; those of a bank are at its place.
    pub struct Ages<W>, channel: Channel;
    /// Bit `b`: bank `b` has an open row.
    pub open: W = channel.n_bank;
    /// The open row of each bank.
    pub row: [W; BANKS] = channel.row_bits;
    act: [W; BANKS] = BITS;
    pre: [W; BANKS] = BITS;
    rd: [W; BANKS] = BITS;
    wr: [W; BANKS] = BITS;
    /// The last RD, and the last WR, of any bank.
    any_rd: W = BITS;
    any_wr: W = BITS;
    /// The last four ACTs of any bank, the newest first.
    acts: [W; 4] = BITS;
}

/// What of an interval is left after so many cycles.
fn rest<W: Word>(interval: u32, since: W) -> W {
    since.below(interval).select(W::from(interval) - since, W::from(0))
}

fn longer<W: Word>(a: W, b: W) -> W {
    a.above(b).select(a, b)
}

impl<W: Word> Ages<W> {
    /// All banks closed, every command long ago.
    pub fn reset() -> Ages<W> {
        let (none, long) = (W::from(0), W::from(LONG_AGO));
        Ages {
            open: none,
            row: [none; BANKS],
            act: [long; BANKS],
            pre: [long; BANKS],
            rd: [long; BANKS],
            wr: [long; BANKS],
            any_rd: long,
            any_wr: long,
            acts: [long; 4],
        }
    }

    /// Cycles until ACT of a bank, by what happened to that bank.
    pub fn until_act(&self, t: &Timing, bank: usize) -> W {
        longer(rest(t.t_rc, self.act[bank]), rest(t.t_rp, self.pre[bank]))
    }

    /// Cycles until RD or WR of a bank, by what happened to that bank.
    pub fn until_column(&self, t: &Timing, bank: usize) -> W {
        rest(t.t_rcd, self.act[bank])
    }

    /// Cycles until PRE of a bank.
    pub fn until_pre(&self, t: &Timing, bank: usize) -> W {
        let column = longer(rest(t.t_rtp, self.rd[bank]), rest(t.write_to_precharge(), self.wr[bank]));
        longer(rest(t.t_ras, self.act[bank]), column)
    }

    /// Cycles until RD of any bank, by the data bus.
    pub fn until_rd(&self, t: &Timing) -> W {
        longer(rest(t.t_ccd, self.any_rd), rest(t.write_to_read(), self.any_wr))
    }

    /// Cycles until WR of any bank, by the data bus.
    pub fn until_wr(&self, t: &Timing) -> W {
        longer(rest(t.t_ccd, self.any_wr), rest(t.read_to_write(), self.any_rd))
    }

    /// Cycles until ACT of any bank, by the last one.
    pub fn until_next_act(&self, t: &Timing) -> W {
        rest(t.t_rrd, self.acts[0])
    }

    /// Cycles for which each of the last four ACTs, the newest first, stays in the window of four.
    pub fn window(&self, t: &Timing) -> [W; 4] {
        self.acts.map(|since| rest(t.t_faw, since))
    }

    /// Whether `command` to a bank keeps the rules in this cycle.
    pub fn allows(&self, t: &Timing, command: Command, bank: usize) -> W::Bit {
        let waits = match command {
            Command::Pre => self.until_pre(t, bank),
            Command::Act => self.until_act(t, bank) | self.until_next_act(t) | self.window(t)[3],
            Command::Rd => self.until_column(t, bank) | self.until_rd(t),
            Command::Wr => self.until_column(t, bank) | self.until_wr(t),
        };
        waits.is(0u32)
    }

    /// A cycle, in which a command goes to a bank if `valid`; `command` is its code.
    pub fn step(&mut self, channel: &Channel, valid: W::Bit, command: W, bank: W, row: W) {
        let is = |of: Command| valid & command.is(of as u32);
        let older = |since: W| since.below(LONG_AGO).select(since + W::from(1), since);
        let of = |now: W::Bit, since: W| now.select(W::from(1), older(since));
        let [pre, act, rd, wr] = [Command::Pre, Command::Act, Command::Rd, Command::Wr].map(is);
        for b in 0..channel.n_bank as usize {
            let here = bank.is(b as u32);
            self.row[b] = (act & here).select(row, self.row[b]);
            self.act[b] = of(act & here, self.act[b]);
            self.pre[b] = of(pre & here, self.pre[b]);
            self.rd[b] = of(rd & here, self.rd[b]);
            self.wr[b] = of(wr & here, self.wr[b]);
        }
        (self.any_rd, self.any_wr) = (of(rd, self.any_rd), of(wr, self.any_wr));
        let aged = self.acts.map(older);
        self.acts = act.select([W::from(1), aged[0], aged[1], aged[2]], aged);
        let mask = W::one_at(bank);
        self.open = act.select(self.open | mask, pre.select(self.open & !mask, self.open));
    }
}

#[cfg(test)]
mod tests {
    use super::super::DramTiming;
    use super::*;
    use crate::Rng;

    /// By ages and by first cycles the same commands are allowed, whatever was issued before.
    #[test]
    fn ages_allow_what_the_model_of_first_cycles_allows() {
        const COMMANDS: [Command; 4] = [Command::Pre, Command::Act, Command::Rd, Command::Wr];
        for channel in [Channel::PAPER, Channel::GTX480, Channel::TINY] {
            let t = &channel.timing;
            let (mut ages, mut model) = (Ages::<u64>::reset(), DramTiming::new(t, channel.n_bank));
            let (mut rng, mut issued) = (Rng::new(7), [0; 4]);
            for now in 0..20_000u64 {
                for bank in 0..channel.n_bank as u8 {
                    for command in COMMANDS {
                        let allowed = model.earliest(command, bank) <= now;
                        assert_eq!(ages.allows(t, command, bank.into()), allowed, "{now} {command:?} {bank}");
                    }
                    let row = model.open_row(bank);
                    assert_eq!(ages.open >> bank & 1 == 1, row.is_some());
                    assert!(row.is_none_or(|row| ages.row[usize::from(bank)] == row.into()));
                }
                let (command, bank) = (COMMANDS[rng.below(4) as usize], rng.below(channel.n_bank) as u8);
                let row = rng.below(1 << channel.row_bits);
                let valid = rng.one_in(2) && model.earliest(command, bank) <= now;
                if valid {
                    model.issue(command, bank, row, now);
                    issued[command as usize] += 1;
                }
                ages.step(&channel, valid, command as u64, bank.into(), row.into());
            }
            assert!(issued.iter().all(|n| *n > 100), "{issued:?}");
        }
    }
}
