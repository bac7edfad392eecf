// SPDX-License-Identifier: Apache-2.0
//! Parameters of FR-FCFS (specification sections 4 and 8.3.1) and the named configurations.

use serde::{Deserialize, Serialize};

use crate::dram_timing::{channel_table, Channel, Timing};
use crate::params::{
    choice, configurations, number, power_of_two, Param, ParamError, Parameters, Range, Size,
};

choice! {
    /// How the buffer knows which request is older.
    pub enum AgeMode {
        /// Each entry has its arrival time; entries stay where they are.
        Timestamp = "timestamp",
        /// The entries are kept in arrival order; those behind a served one shift down.
        Collapse = "collapse",
    }
}

/// Everything that is fixed when the RTL is emitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Sources and DRAM.
    pub channel: Channel,
    /// Entries of the request buffer, N, 4..=1024.
    pub n: u32,
    /// How ages are kept.
    pub age_mode: AgeMode,
    /// Bits of a time stamp, 8..=24; an entry older than 2^(age_bits-2) cycles becomes urgent. Without meaning in
    /// the collapsing buffer.
    pub age_bits: u32,
    /// Cycles from the state that a command is chosen in to the command, 1..=2; with 2 a command comes every second cycle at most (decision S24).
    pub choice_cycles: u32,
}

/// The parameter table.
const PARAMS: &[Param<Params>] = channel_table! {
    n (n): Number, number(4, 1024), 300, "D Table 5.2", "entries of the request buffer";
    age_mode (age_mode): Choice, Range::Words(AgeMode::WORDS), "timestamp", "section 8.3.1",
        "how the buffer knows which request is older";
    age_bits (age_bits): Number, number(8, 24), 16, "section 8.3.1",
        "bits of a time stamp; urgent when older than 2^(age_bits-2) cycles";
    choice_cycles (choice_cycles): Number, number(1, 2), 1, "decision S24",
        "cycles that the choice of a command takes; 2 only with time stamps";
};

impl Parameters for Params {
    const UNIT: &'static str = "FR-FCFS";
    const FILE: &'static str = "host/units/src/frfcfs/params.rs";
    const TABLE: &'static [Param<Params>] = PARAMS;

    configurations! {
        "paper" => PAPER,
        "n64" => N64,
        "n128" => N128,
        "n256" => N256,
        "n512" => N512,
        "collapse" => COLLAPSE,
        "two_cycles" => TWO_CYCLES,
        "gtx480" => GTX480,
        "small" => SMALL,
        "small_collapse" => SMALL_COLLAPSE,
        "small_two_cycles" => SMALL_TWO_CYCLES,
        "tiny" => TINY,
        "tiny_collapse" => TINY_COLLAPSE,
        "tiny_two_cycles" => TINY_TWO_CYCLES,
    }

    /// Those with the paper's channel.
    fn size(&self) -> Option<Size> {
        let series = match self.age_mode {
            AgeMode::Timestamp => "FR-FCFS",
            AgeMode::Collapse => "FR-FCFS, collapsing",
        };
        (self.channel == Channel::PAPER).then(|| Size { series, requests: self.n, label: self.n.to_string() })
    }

    /// Entries learn of an opened or closed row a cycle late (S22), so the bank must take no command meanwhile.
    /// The age of a live entry must stay below half the range of the time stamps (section 8.3.1): 2^(age_bits-2)
    /// cycles until it is due, N until the scrubber comes by, N services until all urgent ones are served (S21).
    fn check_together(&self) -> Result<(), ParamError> {
        self.channel.check::<Params>()?;
        let t = &self.channel.timing;
        let least =
            [("t_rcd", t.t_rcd, 2), ("t_rp", t.t_rp, 2), ("t_ras", t.t_ras, 3), ("t_rtp", t.t_rtp, 2)];
        if let Some((key, value, least)) = least.into_iter().find(|(_, value, least)| value < least) {
            return Err(ParamError::BadValue {
                unit: Params::UNIT,
                key,
                value: value.to_string(),
                range: format!("at least {least}, in which time the entries learn which row is open"),
            });
        }
        if self.age_mode == AgeMode::Collapse && self.choice_cycles > 1 {
            return Err(ParamError::BadValue {
                unit: Params::UNIT,
                key: "choice_cycles",
                value: self.choice_cycles.to_string(),
                range: "1 with age_mode=collapse, whose entries move".to_string(),
            });
        }
        // Each of the three commands of a service can wait for another one, and be chosen a cycle before it comes.
        let choices = 6 * (self.choice_cycles - 1);
        let service = t.t_rc.max(t.write_to_precharge() + t.t_rp + t.t_rcd) + choices;
        let oldest = |bits: u32| (1 << (bits - 2)) + self.n * (1 + service);
        if self.age_mode == AgeMode::Timestamp && oldest(self.age_bits) >= 1 << (self.age_bits - 1) {
            let bits = (self.age_bits..).find(|b| oldest(*b) < 1 << (b - 1)).unwrap_or(u32::MAX);
            return Err(ParamError::BadValue {
                unit: Params::UNIT,
                key: "age_bits",
                value: self.age_bits.to_string(),
                range: format!("at least {bits} for {} entries of up to {service} cycles each", self.n),
            });
        }
        Ok(())
    }
}

impl Params {
    /// The paper's: 300 entries, 16 CPUs and a GPU.
    pub const PAPER: Params = Params {
        channel: Channel::PAPER,
        n: 300,
        age_mode: AgeMode::Timestamp,
        age_bits: 16,
        choice_cycles: 1,
    };

    /// Few entries and short time stamps: many events in few cycles.
    pub const SMALL: Params = Params {
        channel: Channel::SMALL,
        n: 16,
        age_mode: AgeMode::Timestamp,
        age_bits: 12,
        choice_cycles: 1,
    };

    /// Few entries, of which one is chosen in two cycles.
    pub const SMALL_TWO_CYCLES: Params = Params { choice_cycles: 2, ..Params::SMALL };

    /// A small collapsing buffer of a size that is no power of two, two GPUs, DRAM timing set B.
    pub const SMALL_COLLAPSE: Params = Params {
        channel: Channel { n_cpu: 3, n_gpu: 2, timing: Timing::DDR3_1066, ..Channel::SMALL },
        n: 11,
        age_mode: AgeMode::Collapse,
        ..Params::SMALL
    };

    /// The smallest widths: what the proofs of the invariants run on.
    pub const TINY: Params = Params {
        channel: Channel { timing: Timing { t_rtp: 2, ..Timing::TINY }, ..Channel::TINY },
        n: 4,
        age_mode: AgeMode::Timestamp,
        age_bits: 8,
        choice_cycles: 1,
    };

    /// 64 entries.
    pub const N64: Params = Params { n: 64, ..Params::PAPER };

    /// 128 entries.
    pub const N128: Params = Params { n: 128, ..Params::PAPER };

    /// 256 entries.
    pub const N256: Params = Params { n: 256, ..Params::PAPER };

    /// 512 entries, for which 16 bits of age are too few (see `check_together`).
    pub const N512: Params = Params { n: 512, age_bits: 17, ..Params::PAPER };

    /// The paper's with a collapsing buffer.
    pub const COLLAPSE: Params = Params { age_mode: AgeMode::Collapse, ..Params::PAPER };

    /// The paper's with a choice that takes two cycles, for a faster clock.
    pub const TWO_CYCLES: Params = Params { choice_cycles: 2, ..Params::PAPER };

    /// The paper's for the DRAM of a GTX 480, without CPUs.
    pub const GTX480: Params = Params { channel: Channel::GTX480, ..Params::PAPER };

    /// The smallest with a collapsing buffer.
    pub const TINY_COLLAPSE: Params = Params { age_mode: AgeMode::Collapse, ..Params::TINY };

    /// The smallest with a choice that takes two cycles.
    pub const TINY_TWO_CYCLES: Params = Params { choice_cycles: 2, ..Params::TINY };

    /// Entries that the GPUs together may hold: half; all if there is no CPU to reserve the rest for.
    pub fn gpu_limit(&self) -> u32 {
        if self.channel.n_cpu == 0 {
            self.n
        } else {
            self.n / 2
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_and_configurations_agree() {
        crate::params::check_tables::<Params>();
    }

    #[test]
    fn time_stamps_that_could_wrap_with_a_live_entry_are_refused_with_the_bits_needed() {
        let p = Params { n: 512, ..Params::PAPER };
        let e = p.validate().unwrap_err().to_string();
        assert!(e.contains("`age_bits`") && e.contains("at least 17 for 512 entries"), "{e}");
        assert!(Params { age_mode: AgeMode::Collapse, ..p }.validate().is_ok());
    }

    #[test]
    fn a_row_that_changes_before_the_entries_have_learned_of_it_is_refused() {
        let timing = Timing { t_rtp: 1, ..Timing::DDR3_1600 };
        let p = Params { channel: Channel { timing, ..Channel::PAPER }, ..Params::PAPER };
        let e = p.validate().unwrap_err().to_string();
        assert!(e.contains("`t_rtp`") && e.contains("at least 2"), "{e}");
    }

    #[test]
    fn entries_that_move_are_not_chosen_in_two_cycles() {
        let p = Params { choice_cycles: 2, ..Params::COLLAPSE };
        let e = p.validate().unwrap_err().to_string();
        assert!(e.contains("`choice_cycles`") && e.contains("age_mode=collapse"), "{e}");
    }

    #[test]
    fn half_the_entries_are_reserved_for_cpus_where_there_are_any() {
        assert_eq!((Params::PAPER.gpu_limit(), Params::SMALL_COLLAPSE.gpu_limit()), (150, 5));
        let gpu_only = Params { channel: Channel { n_cpu: 0, ..Channel::PAPER }, ..Params::PAPER };
        assert_eq!(gpu_only.gpu_limit(), 300);
    }
}
