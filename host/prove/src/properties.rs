// SPDX-License-Identifier: Apache-2.0
//! The checkers: one line each.

use std::borrow::Cow;

use warpsmith_hdl::units::Emitted;

use crate::design::{self, Design};
use crate::engine::Engine;
use crate::equality::{self, Draw, EQUALITIES};
use crate::error::Error;

/// Where the Verilog of a checker comes from.
#[derive(Clone, Copy, Debug)]
pub enum Text {
    /// It is written by hand.
    Verilog(&'static str),
    /// It is drawn by a reference model, whose outputs the RTL must give; the engine that proves it.
    Model(Draw, Engine),
}

/// An invariant, or the equality with a reference model, with its checker.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    pub unit: &'static str,
    /// The module of the unit that it is about.
    pub module: &'static str,
    /// Name of the checker's module; of an invariant it begins with the number in the specification, `i01`.
    pub name: &'static str,
    /// Configuration in which it is proved unless another is asked for.
    pub configuration: &'static str,
    pub text: Text,
}

impl Property {
    /// Number of the invariant in section 11 of the unit's specification; `None` for an equality.
    pub fn number(&self) -> Option<u32> {
        match self.text {
            Text::Verilog(_) => self.name[1..3].parse().ok(),
            Text::Model(..) => None,
        }
    }

    /// The checker's Verilog for this RTL, which is that of a named configuration.
    pub(crate) fn verilog(&self, design: &Design, configuration: &str) -> Result<Cow<'static, str>, Error> {
        Ok(match self.text {
            Text::Verilog(text) => Cow::Borrowed(text),
            Text::Model(draw, _) => equality::checker(self.name, draw, design, configuration)?.into(),
        })
    }

    /// What is known of the checker without the RTL.
    fn lines(&self) -> impl Iterator<Item = &'static str> {
        match self.text {
            Text::Verilog(text) => text.lines(),
            Text::Model(..) => equality::HEAD.lines(),
        }
    }

    /// What it says: the first comment of the checker, in one line.
    pub fn claim(&self) -> String {
        let comments = self.lines().skip(1).map_while(|line| line.strip_prefix("//"));
        let claim = comments.take_while(|line| !line.starts_with(" Engine:") && !line.starts_with(" For:"));
        claim.map(str::trim).collect::<Vec<_>>().join(" ")
    }

    /// Signals of the unit that are replaced by free values: what they can be does not matter, or is assumed here and
    /// proved by another checker. A checker that several units share names them for each (`// Cut in sms: `).
    pub fn cut(&self) -> Vec<&'static str> {
        let here = format!("// Cut in {}: ", self.unit);
        let mut lines = self.lines();
        let line = lines.find_map(|line| line.strip_prefix("// Cut: ").or_else(|| line.strip_prefix(&here)));
        line.map(|signals| signals.split_whitespace().collect()).unwrap_or_default()
    }

    /// Whether the checker is for this RTL; else what stands against it. It may have conditions on the parameters of the
    /// configuration (`// For: n_cpu>=1 age_mode=collapse`).
    ///
    /// # Errors
    /// The RTL has no such module, or the first condition that does not hold.
    pub fn is_for(&self, emitted: &Emitted) -> Result<(), String> {
        if design::shape(emitted, self.module).is_none() {
            return Err(format!("needs a module {}", self.module));
        }
        let line = self.lines().find_map(|line| line.strip_prefix("// For: ")).unwrap_or_default();
        let value =
            |key: &str| emitted.parameters.iter().find(|(name, _)| *name == key).map(|(_, v)| v.as_str());
        let number = |text: &str| text.parse::<u64>().ok();
        let holds = |condition: &&str| match condition.split_once(">=") {
            Some((key, least)) => value(key).and_then(number) >= number(least),
            None => condition.split_once('=').is_some_and(|(key, wanted)| value(key) == Some(wanted)),
        };
        match line.split_whitespace().find(|condition| !holds(condition)) {
            Some(condition) => Err(format!("is for {condition}")),
            None => Ok(()),
        }
    }

    /// The engine that its author found right.
    pub(crate) fn engine(&self) -> Engine {
        let line = || self.lines().find_map(|line| line.strip_prefix("// Engine: "));
        match self.text {
            Text::Verilog(_) => line().and_then(|words| words.parse().ok()).unwrap_or(Engine::Pdr),
            Text::Model(_, engine) => engine,
        }
    }
}

/// What checkers have in common; read with each of them.
pub(crate) const COMMON: &str = concat!(
    include_str!("../../../testbenches/proofs/fifo.v"),
    include_str!("../../../testbenches/proofs/mascar/warp_status.v")
);

/// Each line: unit, module, configuration, folder of the checkers: their names.
macro_rules! properties {
    ($($unit:literal $module:literal $configuration:literal $folder:literal: $($name:literal)*;)*) => {
        /// Every invariant of every unit that is proved, in the order of the specifications.
        pub fn all() -> &'static [Property] {
            &[$($(Property {
                unit: $unit,
                module: $module,
                name: $name,
                configuration: $configuration,
                text: Text::Verilog(include_str!(concat!("../../../testbenches/proofs/", $folder, "/", $name, ".v"))),
            }),*),*]
        }
    };
}

properties! {
    "equalizer" "eq_sm" "tiny" "equalizer/eq_sm":
        "i01_classes" "i01_counts" "i01_sums" "i02_target" "i03_order" "i03_running" "i04_hysteresis" "i04_steps" "i05_arms"
        "i05_votes" "i07_request" "i08_paused_warps" "i09_timing" "i09_votes" "i10_progress";
    "equalizer" "eq_fm" "tiny" "equalizer/eq_fm": "i06_levels";
    "sms" "sms" "tiny" "sms": "i01_conservation" "i02_requests" "i03_batches" "i05_marks" "i06_ready";
    "sms" "sms" "variant" "sms": "i07_picks";
    "sms" "sms" "tiny" "sms": "i08_open" "i09_rates";
    "sms" "sms" "tiny" "dram_controller": "i10_timing";
    "sms" "sms" "tiny" "sms": "i11_fifos" "i11_total";
    "frfcfs" "frfcfs" "tiny" "frfcfs": "i02_requests";
    "frfcfs" "frfcfs" "tiny" "dram_controller": "i10_timing";
    "frfcfs" "frfcfs" "tiny" "frfcfs": "i12_occupancy" "i12_winner" "i12_order" "i12_progress";
    "frfcfs" "frfcfs" "tiny_collapse" "frfcfs": "i02_requests";
    "frfcfs" "frfcfs" "tiny_collapse" "dram_controller": "i10_timing";
    "frfcfs" "frfcfs" "tiny_collapse" "frfcfs": "i12_occupancy" "i12_winner" "i12_order_collapse" "i12_progress";
    "mascar" "mascar_sched" "tiny" "mascar/mascar_sched":
        "i01_owner" "i07_grants" "i08_owner_only" "i09_compute" "i10_memory" "i10_order" "i11_ownership" "i11_turns";
    "mascar" "mascar_rexq" "tiny" "mascar/mascar_rexq":
        "i03_requests" "i04_counts" "i05_instructions" "i06_order" "i11_progress" "i12_rotation";
}

/// The reference models that are proved equal to modules of the RTL.
pub fn equalities() -> &'static [Property] {
    EQUALITIES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_checker_states_its_invariant_and_an_engine() {
        for p in all() {
            let number = p.number().unwrap_or_default();
            assert!(p.claim().starts_with(&format!("Invariant {number}")), "{}: {}", p.name, p.claim());
            assert!(p.lines().any(|line| line.starts_with("// Engine: ")), "{}", p.name);
            assert!(p.lines().any(|line| line.starts_with(&format!("module {} ", p.name))), "{}", p.name);
        }
    }
}
