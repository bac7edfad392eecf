// SPDX-License-Identifier: Apache-2.0
//! How long the SMs and the slices behind the crossbar can run side by side.
//!
//! A packet needs `icnt.latency + 1` cycles through the crossbar, at least; so long, neither side can miss anything of the
//! other. That is short. But every request waits much longer in front of the L2 tags (`l2.rop_latency`), and only the sum of
//! the latencies on the way from an SM to the tags and back can be seen from either side. So a part of that delay is moved
//! into the crossbar, half of it to each direction.

use crate::control::POLL_CYCLES;
use crate::machine::MachineSpec;
use crate::types::Level;

/// Latencies as the model divides them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookahead {
    /// SM cycles of an epoch: a power of two, no longer than the shortest time from the issue of a load to the first use
    /// of its result.
    pub sm_cycles: u32,
    /// Interconnect cycles that the two sides can run without an exchange: a packet that is sent in the first of them
    /// arrives after the last.
    pub cycles: u32,
    /// Interconnect cycles that each direction of the crossbar takes beyond `icnt.latency`.
    pub added: u32,
    /// L2 cycles that are left in front of the tags.
    pub rop_latency: u32,
    /// Requests that wait there at most: as many a cycle of latency as `l2.rop_queue` gives; of a machine with banks all of them.
    pub rop_queue: u32,
}

impl Lookahead {
    /// As long as the machine's latencies allow, but no longer than an epoch needs at any frequency levels.
    pub fn new(machine: &MachineSpec) -> Lookahead {
        let [sm, icnt, l2, _] = machine.clock.base_mhz().map(u64::from);
        let (slow, fast) = (Level::Low.weight(), Level::High.weight());
        let longest = power_of_two((u64::from(machine.sm.l1_hit_latency) + 1).min(POLL_CYCLES));
        let asked = (longest * icnt * fast).div_ceil(sm * slow);
        let own = u64::from(machine.icnt.latency) + 1;
        let (latency, queue) = (u64::from(machine.l2.rop_latency), u64::from(machine.l2.rop_queue));
        // One cycle stays.
        let spare = (latency - 1) * icnt / l2 / 2;
        // A bank's queue is for requests that wait: no others are in it.
        let added = if machine.l2.banked.is_some() { spare } else { asked.saturating_sub(own).min(spare) };
        let left = latency - (2 * added * l2).div_ceil(icnt);
        Lookahead {
            sm_cycles: power_of_two(((own + added) * sm / icnt).clamp(1, longest)) as u32,
            cycles: (own + added) as u32,
            added: added as u32,
            rop_latency: left as u32,
            rop_queue: if machine.l2.banked.is_some() { queue } else { (queue * left).div_ceil(latency) }
                as u32,
        }
    }
}

/// The largest one that is no larger.
fn power_of_two(n: u64) -> u64 {
    1 << n.ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_latency_from_an_sm_to_the_tags_and_back_stays_within_a_cycle(
            icnt in 100u32..2000, l2 in 100u32..2000, rop in 1u32..300, l1 in 1u32..60,
        ) {
            let mut machine = MachineSpec::load("gtx480").unwrap();
            (machine.clock.icnt_mhz, machine.clock.l2_mhz, machine.l2.rop_latency) = (icnt, l2, rop);
            machine.sm.l1_hit_latency = l1;
            let split = Lookahead::new(&machine);
            prop_assert!((1..=l1 + 1).contains(&split.sm_cycles));
            prop_assert_eq!(split.cycles, machine.icnt.latency + 1 + split.added);
            prop_assert!(split.rop_latency >= 1 && split.rop_queue >= 1);
            // In cycles of the L2.
            let after = f64::from(2 * split.added) * f64::from(l2) / f64::from(icnt) + f64::from(split.rop_latency);
            prop_assert!((f64::from(rop) - 1.0..=f64::from(rop) + 1e-6).contains(&after), "{after} of {rop}");
            if l2 == icnt {
                prop_assert_eq!(after, f64::from(rop));
            }
        }
    }

    #[test]
    fn on_the_gtx480_the_split_is_exact_and_covers_sixteen_cycles_at_any_levels() {
        let machine = MachineSpec::load("gtx480").unwrap();
        let split = Lookahead::new(&machine);
        assert_eq!(split.sm_cycles, 16);
        assert_eq!(split.rop_latency + 2 * split.added, machine.l2.rop_latency);
        assert!(f64::from(split.cycles) >= 16.0 * 23.0 / 17.0);
    }
}
