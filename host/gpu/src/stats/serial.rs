// SPDX-License-Identifier: Apache-2.0
//! [`Stats`] in files: in a result every group stands beside the others; a checkpoint's encoding has no names, so
//! there it is plain.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Counters, EnergyStats, Stats, TimeStats, UnitStats};

/// As in a result.
#[derive(Serialize, Deserialize)]
struct Named {
    time: TimeStats,
    #[serde(flatten)]
    counters: Counters,
    energy: EnergyStats,
    #[serde(default, skip_serializing_if = "UnitStats::is_empty")]
    units: UnitStats,
}

/// As in a checkpoint.
type Plain = (TimeStats, Counters, EnergyStats, UnitStats);

impl Serialize for Stats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Stats { time, counters, energy, units } = self.clone();
        if serializer.is_human_readable() {
            Named { time, counters, energy, units }.serialize(serializer)
        } else {
            (time, counters, energy, units).serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Stats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stats, D::Error> {
        if deserializer.is_human_readable() {
            let Named { time, counters, energy, units } = Named::deserialize(deserializer)?;
            return Ok(Stats { time, counters, energy, units });
        }
        let (time, counters, energy, units) = Plain::deserialize(deserializer)?;
        Ok(Stats { time, counters, energy, units })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_come_back_from_both_encodings_and_groups_stand_side_by_side_in_json() {
        let mut stats = Stats::default();
        stats.time.seconds = 1.0 / 3.0;
        stats.counters.l1.hits = 7;
        stats.energy.alu = 0.1;
        let json = serde_json::to_string(&stats).unwrap();
        assert!(json.contains(r#""l1":{"#) && !json.contains("counters"), "{json}");
        assert_eq!(serde_json::from_str::<Stats>(&json).unwrap(), stats);
        let bytes = postcard::to_stdvec(&stats).unwrap();
        assert_eq!(postcard::from_bytes::<Stats>(&bytes).unwrap(), stats);
    }
}
