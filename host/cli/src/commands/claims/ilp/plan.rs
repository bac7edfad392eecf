// SPDX-License-Identifier: Apache-2.0
//! What is run: SMs with and without each part of the unit, and the GPUs that are made of them (specification section 8.3).

use super::super::variant::{self, Variants};
use super::workloads::Row;

/// Stands for the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ilp;

/// A combination of policies and machine to run a program on.
pub type Variant = variant::Variant<Ilp>;

/// Bypass and scoreboard without branch prediction.
const BP_SC: &str = "ilp:bp_mode=off";
/// With all that the unit has: an ILP SM.
const ILP: &str = "ilp";

/// SMs and bandwidth of GPU-H.
const BOTH_KINDS: &[&str] = &["sm.count=38", "front_end.tlp_sms=20", "clock.dram_mhz=1200"];

/// TLP and ILP SMs with so many registers.
macro_rules! registers {
    ($registers:literal, $name:literal) => {
        [
            Variant::new(concat!("TLP ", $name), &[]).on(&[concat!("sm.registers=", $registers)]),
            Variant::new(concat!("ILP ", $name), &[ILP]).on(&[concat!("sm.registers=", $registers)]),
        ]
    };
}

/// TLP SMs, and SMs with bypass and scoreboard, where a clock is another.
macro_rules! clock {
    ($key:literal, $name:literal) => {
        [
            Variant::new(concat!("TLP, ", $name), &[]).on(&[$key]),
            Variant::new(concat!("BP+SC, ", $name), &[BP_SC]).on(&[$key]),
        ]
    };
}

impl Variant {
    pub const TLP: Variant = Variant::new("TLP", &[]);
    pub const BP: Variant = Variant::new("BP", &["ilp:sb_en=0,bp_mode=off"]);
    pub const SC: Variant = Variant::new("SC", &["ilp:bypass_en=0,bp_mode=off"]);
    pub const BP_SC: Variant = Variant::new("BP+SC", &[BP_SC]);

    /// BP+SC with branch prediction; with gshare it is an ILP SM.
    pub const STATIC: Variant = Variant::new("static", &["ilp:bp_mode=static"]);
    pub const GSHARE: Variant = Variant::new("gshare", &[ILP]);
    pub const PERFECT: Variant = Variant::new("perfect", &["ilp:bp_mode=perfect"]);
    /// Gshare with a history for each warp in place of one for all of an SM (decision A10).
    pub const HISTORIES: Variant = Variant::new("gshare, per warp", &["ilp:hist_mode=per_warp"]);

    /// BP+SC with other numbers of entries than 8.
    pub const E2: Variant = Variant::new("2 entries", &["ilp:config=e2,bp_mode=off"]);
    pub const E4: Variant = Variant::new("4 entries", &["ilp:config=e4,bp_mode=off"]);
    pub const E16: Variant = Variant::new("16 entries", &["ilp:config=e16,bp_mode=off"]);

    /// Registers of an SM; the machine's 16,384 are `TLP` and `GSHARE`.
    pub const R4K: [Variant; 2] = registers!("4096", "4k");
    pub const R8K: [Variant; 2] = registers!("8192", "8k");
    pub const R12K: [Variant; 2] = registers!("12288", "12k");
    pub const R32K: [Variant; 2] = registers!("32768", "32k");

    /// Clocks of the SMs and bandwidths of DRAM other than 1300 MHz and 200 GB/s.
    pub const CLOCKS: [[Variant; 2]; 4] = [
        clock!("clock.sm_mhz=325", "325 MHz"),
        clock!("clock.sm_mhz=650", "650 MHz"),
        clock!("clock.dram_mhz=400", "100 GB/s"),
        clock!("clock.dram_mhz=1600", "400 GB/s"),
    ];

    /// TLP SMs alone, ILP SMs alone, and both kinds; with 300 GB/s.
    pub const GPU_T: Variant = Variant::new("GPU-T", &[]).on(&["sm.count=40", "clock.dram_mhz=1200"]);
    pub const GPU_I: Variant = Variant::new("GPU-I", &[ILP]).on(&["sm.count=36", "clock.dram_mhz=1200"]);
    pub const GPU_H: Variant = Variant::new("GPU-H", &[ILP]).on(BOTH_KINDS);
    pub const GPUS: [Variant; 3] = [Variant::GPU_T, Variant::GPU_I, Variant::GPU_H];

    /// GPU-H whose SMs take CTAs of their class alone. For mixes: no workload alone could use it all.
    pub const GPU_H_OWN: Variant = Variant::new("GPU-H, spill=never", &["ilp:spill=never"]).on(BOTH_KINDS);
    /// What mixes run on.
    pub const FOR_MIXES: [Variant; 4] = [Variant::GPU_T, Variant::GPU_I, Variant::GPU_H, Variant::GPU_H_OWN];

    /// Whether section 9 has no point about it: only `--full` runs it.
    pub fn is_for_tables(self) -> bool {
        let registers = [Variant::R8K[0], Variant::R32K[0], Variant::R32K[1], Variant::E4];
        registers.contains(&self) || Variant::CLOCKS.iter().flatten().any(|v| *v == self)
    }

    /// Whether a workload can run with it, and is to: points speak of one workload with 4k and 12k registers.
    pub fn runs(self, row: &Row, full: bool) -> bool {
        let registers = [(Variant::R4K, 4096), (Variant::R8K, 8192), (Variant::R12K, 12288)];
        let fits = registers.iter().all(|(both, n)| !both.contains(&self) || row.fits(*n));
        let one = [Variant::R4K, Variant::R12K].iter().flatten().any(|v| *v == self);
        fits && (full || !one || row.name == SHORT_OF_REGISTERS)
    }
}

/// The workload of which point 4 says what fewer registers do.
pub const SHORT_OF_REGISTERS: &str = "SCP";

impl Variants for Ilp {
    const ALL: &'static [Variant] = &variant::joined::<Ilp, 30>(&[
        &[Variant::TLP, Variant::BP, Variant::SC, Variant::BP_SC],
        &[Variant::STATIC, Variant::GSHARE, Variant::HISTORIES, Variant::PERFECT],
        &[Variant::E2, Variant::E4, Variant::E16],
        &Variant::R4K,
        &Variant::R8K,
        &Variant::R12K,
        &Variant::R32K,
        &Variant::CLOCKS[0],
        &Variant::CLOCKS[1],
        &Variant::CLOCKS[2],
        &Variant::CLOCKS[3],
        &Variant::GPUS,
    ]);
}

#[cfg(test)]
mod tests {
    use super::super::workloads::ROWS;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_variant_has_a_name_of_its_own_and_is_run() {
        let names: BTreeSet<&str> = Ilp::ALL.iter().map(|v| v.name).collect();
        assert_eq!(names.len(), Ilp::ALL.len());
        for v in Ilp::ALL {
            assert!(ROWS.iter().any(|row| v.runs(row, false)), "{}", v.name);
        }
    }

    #[test]
    fn nothing_is_run_on_an_sm_that_it_does_not_fit() {
        for row in &*ROWS {
            for (v, registers) in
                [(Variant::R4K[1], 4096), (Variant::R8K[1], 8192), (Variant::R12K[1], 12288)]
            {
                assert_eq!(v.runs(row, true), row.fits(registers), "{} with {}", row.name, v.name);
            }
        }
    }
}
