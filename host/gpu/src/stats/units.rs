// SPDX-License-Identifier: Apache-2.0
//! What attached units count of themselves: in a result the group `units.<name>`, there only if the unit is attached.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::declare::{Field, StatGroup};

/// The statistics of one kind of unit.
pub trait UnitGroup: StatGroup {
    /// The unit's name, as after `--with`.
    const UNIT: &'static str;
    /// The values, in the order of [`StatGroup::FIELDS`].
    fn values(&self) -> Vec<u64>;
    /// The group whose fields have the values that `value` gives by key.
    fn of(value: impl Fn(&str) -> u64) -> Self;
}

/// What a unit's statistics are, for the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct UnitStatistics {
    /// The group in results, such as `units.mascar`.
    pub group: &'static str,
    /// Its statistics, in the order of results.
    pub fields: &'static [Field],
    /// The component that counts it, and when.
    pub counted: &'static str,
}

/// Declares the statistics of a unit: as [`super::declare::statistics`], all `u64`, after the unit's name.
macro_rules! unit_statistics {
    ($(#[$doc:meta])* $name:ident of $unit:literal, $counted:literal {
        $($key:ident, $of:literal, $meaning:literal;)+
    }) => {
        $crate::stats::declare::statistics! { $(#[$doc])* $name { $($key: u64, $of, $meaning;)+ } }

        impl $crate::stats::units::UnitGroup for $name {
            const UNIT: &'static str = $unit;
            fn values(&self) -> Vec<u64> {
                vec![$(self.$key),+]
            }
            fn of(value: impl Fn(&str) -> u64) -> Self {
                $name { $($key: value(stringify!($key)),)+ }
            }
        }

        impl $name {
            /// For the catalogue.
            pub(crate) const STATISTICS: $crate::stats::units::UnitStatistics = $crate::stats::units::UnitStatistics {
                group: concat!("units.", $unit),
                fields: <$name as $crate::stats::declare::StatGroup>::FIELDS,
                counted: $counted,
            };
        }
    };
}

pub(crate) use unit_statistics;

/// The counts of all attached units, by unit and key; each summed over the places where the unit sits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitStats(BTreeMap<String, BTreeMap<String, u64>>);

impl UnitStats {
    /// Whether no attached unit counts anything.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds what one place counted.
    pub fn add<G: UnitGroup>(&mut self, group: &G) {
        let sums = self.0.entry(G::UNIT.to_string()).or_default();
        for (field, value) in G::FIELDS.iter().zip(group.values()) {
            *sums.entry(field.key.to_string()).or_default() += value;
        }
    }

    /// The group of one unit; `None` if it is not attached.
    pub fn of<G: UnitGroup>(&self) -> Option<G> {
        let sums = self.0.get(G::UNIT)?;
        Some(G::of(|key| sums.get(key).copied().unwrap_or_default()))
    }

    /// Without counts that are 0.
    pub fn nonzero(mut self) -> UnitStats {
        self.0.values_mut().for_each(|counts| counts.retain(|_, count| *count > 0));
        self
    }

    /// The counts of each unit by key.
    pub fn groups(&self) -> impl Iterator<Item = (&str, &BTreeMap<String, u64>)> {
        self.0.iter().map(|(unit, counts)| (unit.as_str(), counts))
    }

    /// Every count, as unit, key and value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, u64)> {
        self.groups()
            .flat_map(|(unit, counts)| counts.iter().map(move |(key, value)| (unit, key.as_str(), *value)))
    }

    /// Adds what others have counted.
    pub fn merge(&mut self, others: &UnitStats) {
        for (unit, key, value) in others.iter() {
            *self.0.entry(unit.to_string()).or_default().entry(key.to_string()).or_default() += value;
        }
    }

    /// What was counted after `earlier`.
    pub fn since(mut self, earlier: &UnitStats) -> UnitStats {
        for (unit, before) in &earlier.0 {
            let Some(values) = self.0.get_mut(unit) else { continue };
            before.iter().for_each(|(key, value)| *values.entry(key.clone()).or_default() -= value);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    unit_statistics! {
        /// Of no unit.
        Made of "made", "nowhere" {
            up, "steps", "steps up";
            down, "steps", "steps down";
        }
    }

    #[test]
    fn groups_add_up_by_unit_and_come_back_typed() {
        let mut all = UnitStats::default();
        assert!(all.is_empty() && all.of::<Made>().is_none());
        all.add(&Made { up: 3, down: 1 });
        let before = all.clone();
        all.add(&Made { up: 4, down: 0 });
        assert_eq!(all.of(), Some(Made { up: 7, down: 1 }));
        assert_eq!(before.of(), Some(Made { up: 3, down: 1 }));
        assert_eq!(all.clone().since(&before).of(), Some(Made { up: 4, down: 0 }));
        let changes = all.clone().since(&before).nonzero();
        assert_eq!(changes.iter().collect::<Vec<_>>(), [("made", "up", 4)]);
        let json = serde_json::to_string(&all).unwrap();
        assert_eq!(json, r#"{"made":{"down":1,"up":7}}"#);
        assert_eq!(Made::STATISTICS.group, "units.made");
    }
}
