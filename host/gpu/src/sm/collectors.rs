// SPDX-License-Identifier: Apache-2.0
//! Operand collectors and the banks of the register file, on a machine with `sm.operand_collectors.banks`: an instruction waits in a
//! collector until all its registers have been read. A bank reads or writes one register of a warp a cycle; those who come first
//! are served first, so what an instruction waits is known when it issues. As in GPGPU-Sim a collector takes registers of several banks
//! in a cycle, and the same register of two warps is in two banks.
//!
//! A result is seen by other instructions when it is there; its write takes a cycle of its bank then or later.

use serde::{Deserialize, Serialize};
use warpsmith_ptx::SmallRegs;

use super::kernel::Unit;
use crate::machine::CollectorSpec;
use crate::stats::CollectorStats;
use crate::types::SmCycle;

/// While a bank is taken for more cycles to come, no instruction enters a collector.
const HORIZON: u64 = 32;

/// Cycles that an instruction can wait, at most: behind those of the horizon each scheduler may still add eight registers.
pub const LONGEST_WAIT: u32 = HORIZON as u32 + 4 * 8;

/// Cycles that an instruction has a collector from the read of its last register on: that one, and the one in which it leaves.
const OCCUPIED: u64 = 2;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Collectors {
    /// By kind: the cycle from which on each collector is free.
    free_from: [Vec<SmCycle>; 2],
    /// Likewise each bank.
    banks: Vec<SmCycle>,
    stats: CollectorStats,
}

impl Collectors {
    /// `None` if the machine has no banks.
    pub fn new(spec: &CollectorSpec) -> Option<Self> {
        let free = |n: u32| vec![SmCycle(0); n as usize];
        (spec.banks != 0).then(|| Self {
            free_from: [free(spec.sp), free(spec.mem)],
            banks: free(spec.banks),
            stats: CollectorStats::default(),
        })
    }

    /// Instructions for `unit` that find a collector in cycle `now`.
    pub fn free(&self, unit: Unit, now: SmCycle) -> usize {
        if self.banks.iter().any(|free| *free > now + HORIZON) {
            return 0;
        }
        kind(unit).map_or(usize::MAX, |kind| self.free_from[kind].iter().filter(|free| **free <= now).count())
    }

    /// An instruction of `warp` for `unit` enters a collector in cycle `now`. Returns how many cycles later than with free banks it has
    /// what it `reads`.
    pub fn enter(&mut self, unit: Unit, now: SmCycle, warp: u32, reads: &SmallRegs) -> u32 {
        let ready = reads.iter().fold(now, |ready, register| self.take(now, warp, register).max(ready));
        let wait = ready.0 - now.0;
        self.stats.reads += reads.as_slice().len() as u64;
        self.stats.wait_cycles += wait;
        let collectors =
            kind(unit).and_then(|kind| self.free_from[kind].iter_mut().find(|free| **free <= now));
        if let Some(free) = collectors {
            *free = ready + OCCUPIED;
        }
        wait as u32
    }

    /// The result of an instruction of `warp` is written, from cycle `now` on.
    pub fn write(&mut self, now: SmCycle, warp: u32, writes: &SmallRegs) {
        self.stats.writes += writes.as_slice().len() as u64;
        for register in writes.iter() {
            self.take(now, warp, register);
        }
    }

    /// What it has counted.
    pub fn stats(&self) -> &CollectorStats {
        &self.stats
    }

    /// Takes the first cycle from `now` on in which the bank of a register is free, and returns it.
    fn take(&mut self, now: SmCycle, warp: u32, register: u16) -> SmCycle {
        let bank = (usize::from(register) + warp as usize) % self.banks.len();
        let free = &mut self.banks[bank];
        let taken = now.max(*free);
        *free = taken + 1;
        taken
    }
}

/// Which of the collectors that can run out an instruction for `unit` takes.
fn kind(unit: Unit) -> Option<usize> {
    match unit {
        Unit::Sp => Some(0),
        Unit::Mem | Unit::Texture => Some(1),
        Unit::Sfu | Unit::Dp => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SPEC: CollectorSpec = CollectorSpec { banks: 4, sp: 2, mem: 1 };

    fn registers(list: &[u16]) -> SmallRegs {
        SmallRegs::of(list).unwrap()
    }

    #[test]
    fn an_instruction_waits_for_its_registers_in_one_bank() {
        let mut collectors = Collectors::new(&SPEC).unwrap();
        for (list, wait) in [(&[][..], 0), (&[0], 0), (&[0, 1, 2], 0), (&[0, 4, 8, 3], 2)] {
            let now = SmCycle(100 * (1 + list.len() as u64));
            assert_eq!(collectors.enter(Unit::Sp, now, 0, &registers(list)), wait, "{list:?}");
        }
    }

    #[test]
    fn a_bank_has_one_register_a_cycle_for_all() {
        let mut collectors = Collectors::new(&SPEC).unwrap();
        let now = SmCycle(7);
        collectors.write(now, 0, &registers(&[5]));
        assert_eq!(collectors.enter(Unit::Sp, now, 0, &registers(&[1])), 1, "behind the write");
        assert_eq!(collectors.enter(Unit::Sfu, now, 0, &registers(&[2, 9])), 2, "behind both");
        assert_eq!(collectors.enter(Unit::Mem, now, 0, &registers(&[3])), 0, "another bank");
        assert_eq!(
            collectors.enter(Unit::Sp, now, 3, &registers(&[1])),
            0,
            "of another warp in another bank"
        );
    }

    #[test]
    fn a_collector_is_free_again_behind_the_last_register() {
        let mut collectors = Collectors::new(&SPEC).unwrap();
        collectors.enter(Unit::Sp, SmCycle(10), 0, &registers(&[0, 4, 8]));
        let free = [10, 13, 14].map(|now| collectors.free(Unit::Sp, SmCycle(now)));
        assert_eq!(free, [1, 1, 2]);
        assert_eq!(collectors.free(Unit::Mem, SmCycle(10)), 1, "those of another kind");
    }

    #[test]
    fn nothing_enters_while_a_bank_is_taken_as_far_as_is_looked_ahead() {
        let mut collectors = Collectors::new(&SPEC).unwrap();
        (0..=HORIZON).for_each(|_| collectors.write(SmCycle(0), 0, &registers(&[1])));
        for unit in [Unit::Mem, Unit::Sfu] {
            assert_eq!(collectors.free(unit, SmCycle(0)), 0);
            assert!(collectors.free(unit, SmCycle(1)) > 0);
        }
    }

    proptest! {
        #[test]
        fn an_instruction_waits_as_if_each_bank_had_a_queue(
            steps in prop::collection::vec(
                (prop::collection::vec(0u16..9, 0..5), any::<bool>(), 0u64..3), 1..60
            ),
        ) {
            let mut collectors = Collectors::new(&SPEC).unwrap();
            let mut queues = [0u32; SPEC.banks as usize];
            let mut now = SmCycle(0);
            for (list, reads, later) in steps {
                let list = registers(&list);
                let mut wait = 0;
                for register in list.iter() {
                    let queue = &mut queues[usize::from(register) % queues.len()];
                    wait = wait.max(*queue);
                    *queue += 1;
                }
                if reads {
                    prop_assert_eq!(collectors.enter(Unit::Sp, now, 0, &list), wait);
                } else {
                    collectors.write(now, 0, &list);
                }
                now = now + later;
                queues.iter_mut().for_each(|queue| *queue = queue.saturating_sub(later as u32));
            }
        }
    }
}
