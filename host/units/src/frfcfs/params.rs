// SPDX-License-Identifier: Apache-2.0
//! Parameters of FR-FCFS (specification sections 4 and 8.3.1) and the named configurations.

use serde::{Deserialize, Serialize};

use crate::dram_timing::{channel_table, Channel, Timing};
use crate::params::{choice, configurations, number, power_of_two, ParamError, ParamInfo, Parameters, Range};

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
}

/// The parameter table.
const PARAMS: &[ParamInfo<Params>] = channel_table! {
    n (n): Number, number(4, 1024), "300", "D Table 5.2", "entries of the request buffer";
    age_mode (age_mode): Choice, Range::Words(AgeMode::WORDS), "timestamp", "section 8.3.1",
        "how the buffer knows which request is older";
    age_bits (age_bits): Number, number(8, 24), "16", "section 8.3.1",
        "bits of a time stamp; urgent when older than 2^(age_bits-2) cycles";
};

impl Parameters for Params {
    const UNIT: &'static str = "FR-FCFS";
    const FILE: &'static str = "host/units/src/frfcfs/params.rs";
    const TABLE: &'static [ParamInfo<Params>] = PARAMS;

    configurations! {
        "paper" => Params::paper(),
        "n64" => Params { n: 64, ..Params::paper() },
        "n128" => Params { n: 128, ..Params::paper() },
        "n256" => Params { n: 256, ..Params::paper() },
        // 16 bits of age are too few for so many entries, see `check_together`.
        "n512" => Params { n: 512, age_bits: 17, ..Params::paper() },
        "collapse" => Params { age_mode: AgeMode::Collapse, ..Params::paper() },
        "gtx480" => Params { channel: Channel::gtx480(), ..Params::paper() },
        "small" => Params::small(),
        "small_collapse" => Params::small_collapse(),
        "tiny" => Params::tiny(),
        "tiny_collapse" => Params { age_mode: AgeMode::Collapse, ..Params::tiny() },
    }

    /// The age of a live entry must stay below half the range of the time stamps (section 8.3.1): 2^(age_bits-2)
    /// cycles until it is due, N until the scrubber comes by, N services until all urgent ones are served (S21).
    fn check_together(&self) -> Result<(), ParamError> {
        self.channel.check::<Params>()?;
        let t = &self.channel.timing;
        let service = t.t_rc.max(t.write_to_precharge() + t.t_rp + t.t_rcd);
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
    pub fn paper() -> Params {
        Params { channel: Channel::paper(), n: 300, age_mode: AgeMode::Timestamp, age_bits: 16 }
    }

    /// Few entries and short time stamps: many events in few cycles.
    pub fn small() -> Params {
        Params { channel: Channel::small(), n: 16, age_mode: AgeMode::Timestamp, age_bits: 12 }
    }

    /// A small collapsing buffer of a size that is no power of two, two GPUs, DRAM timing set B.
    pub fn small_collapse() -> Params {
        Params {
            channel: Channel { n_cpu: 3, n_gpu: 2, timing: Timing::ddr3_1066(), ..Channel::small() },
            n: 11,
            age_mode: AgeMode::Collapse,
            ..Params::small()
        }
    }

    /// The smallest widths: what the proofs of the invariants run on.
    pub fn tiny() -> Params {
        Params { channel: Channel::tiny(), n: 4, age_mode: AgeMode::Timestamp, age_bits: 8 }
    }

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
        let p = Params { n: 512, ..Params::paper() };
        let e = p.validate().unwrap_err().to_string();
        assert!(e.contains("`age_bits`") && e.contains("at least 17 for 512 entries"), "{e}");
        assert!(Params { age_mode: AgeMode::Collapse, ..p }.validate().is_ok());
    }

    #[test]
    fn half_the_entries_are_reserved_for_cpus_where_there_are_any() {
        assert_eq!((Params::paper().gpu_limit(), Params::small_collapse().gpu_limit()), (150, 5));
        let gpu_only = Params { channel: Channel { n_cpu: 0, ..Channel::paper() }, ..Params::paper() };
        assert_eq!(gpu_only.gpu_limit(), 300);
    }
}
