// SPDX-License-Identifier: Apache-2.0
//! The engines: ABC's `pdr` and `bmc3`, and k-induction by the SAT solver of yosys.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use warpsmith_synth::tools::{self, Program, Yosys};

use crate::counterexample::Trace;
use crate::error::Error;
use crate::script;

/// A way to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Property-directed reachability of all assertions as one property: complete.
    Pdr,
    /// The same with each assertion as a property of its own, which is far quicker where many relations hold one another up, as between a model's registers
    /// and the RTL's. What it does not prove is left to another engine to refute.
    PdrEach,
    /// k-induction with this k: complete if the step holds.
    Induction(u32),
    /// Bounded model checking: this many cycles after reset.
    Bounded(u32),
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Engine::Pdr => f.write_str("pdr"),
            Engine::PdrEach => f.write_str("pdr each"),
            Engine::Induction(k) => write!(f, "induction {k}"),
            Engine::Bounded(depth) => write!(f, "bounded {depth}"),
        }
    }
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(words: &str) -> Result<Engine, String> {
        let words_of: Vec<&str> = words.split_whitespace().collect();
        let number = |word: &str| word.parse().ok();
        let engine = match words_of[..] {
            ["pdr"] => Some(Engine::Pdr),
            ["pdr", "each"] => Some(Engine::PdrEach),
            ["induction", k] => number(k).map(Engine::Induction),
            ["bounded", depth] => number(depth).map(Engine::Bounded),
            _ => None,
        };
        engine.ok_or_else(|| {
            format!("`{words}` is no engine; they are: pdr, pdr each, induction K, bounded DEPTH")
        })
    }
}

/// How long and how deep an engine may go.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Seconds of processor time for one engine on one property.
    pub seconds: u32,
    /// Cycles after reset of a bounded proof.
    pub depth: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { seconds: 120, depth: 40 }
    }
}

/// What an engine found.
pub enum Found {
    Proved,
    /// No counterexample within this many cycles after reset.
    Bounded(u32),
    Refuted(Trace),
    /// There is a state, reachable or not, in which it holds and behind which it does not.
    NotInductive,
    /// It ran out of time, or its method does not reach.
    Nothing,
}

/// The installed engines.
pub struct Engines {
    abc: Program,
    /// Which also prepares what is proved.
    pub(crate) yosys: Yosys,
}

impl Engines {
    /// # Errors
    /// A tool is missing.
    pub fn find() -> Result<Engines, Error> {
        Ok(Engines { abc: Program::abc("proves")?, yosys: Yosys::find(None)? })
    }

    /// Runs an engine on the proof prepared in `folder`; errors name what it is `about`.
    pub fn run(
        &self,
        engine: Engine,
        about: &'static str,
        folder: &Path,
        limits: Limits,
    ) -> Result<Found, Error> {
        match engine {
            Engine::Pdr => self.abc("scorr; pdr", None, about, folder, limits),
            Engine::PdrEach => self.each(folder, limits),
            Engine::Bounded(depth) => self.bounded(depth, about, folder, limits),
            Engine::Induction(k) => match self.bounded(k + 1, about, folder, limits)? {
                Found::Bounded(_) => self.step(k, folder, limits),
                found => Ok(found),
            },
        }
    }

    fn bounded(
        &self,
        depth: u32,
        about: &'static str,
        folder: &Path,
        limits: Limits,
    ) -> Result<Found, Error> {
        self.abc(&format!("bmc3 -F {}", depth + 1), Some(depth), about, folder, limits)
    }

    /// All assertions by themselves.
    fn each(&self, folder: &Path, limits: Limits) -> Result<Found, Error> {
        let script = "read_aiger proof.aig; fold; strash; pdr -a";
        let log = self.abc.run(folder, "abc", limits.seconds, &["-c", script])?.log;
        // `Properties:  All = 42. Proved = 42. Disproved = 0. Undecided = 0.`
        let count = |name: &str| {
            let text = log.split_once("Properties:")?.1.split_once(name)?.1.trim_start_matches([' ', '=']);
            text.split('.').next()?.parse::<u32>().ok()
        };
        let all = count("All").filter(|all| Some(*all) == count("Proved"));
        Ok(if all.is_some_and(|all| all > 0) { Found::Proved } else { Found::Nothing })
    }

    /// One command of ABC; all assertions are one property, the assumptions folded into it.
    fn abc(
        &self,
        command: &str,
        depth: Option<u32>,
        about: &'static str,
        folder: &Path,
        limits: Limits,
    ) -> Result<Found, Error> {
        let script = format!(
            "read_aiger proof.aig; fold; orpos; strash; {command}; print_status; write_cex -a proof.cex"
        );
        let log = self.abc.run(folder, "abc", limits.seconds, &["-c", &script])?.log;
        if log.contains("was asserted in frame") {
            let trace = Trace::read(&tools::read(folder, "proof.aim")?, &tools::read(folder, "proof.cex")?);
            let odd = |what| Error::Output { tool: "abc", checker: about, what };
            return trace.map(Found::Refuted).map_err(odd);
        }
        let bounded = depth.filter(|_| log.contains("No output asserted in"));
        Ok(match bounded {
            _ if log.contains("Property proved") => Found::Proved,
            Some(depth) => Found::Bounded(depth),
            None => Found::Nothing,
        })
    }

    /// The induction step, over up to `k` cycles.
    fn step(&self, k: u32, folder: &Path, limits: Limits) -> Result<Found, Error> {
        let script = include_str!("../../../scripts/prove/induction.ys");
        let script = script::fill(script, &[("K", &*k.to_string())]);
        tools::write(folder, "induction.ys", &script)?;
        let run = self.yosys.run_within(limits.seconds, folder, "induction.ys")?;
        Ok(match run.log {
            log if log.contains("Induction step proven: SUCCESS") => Found::Proved,
            log if log.contains("Reached maximum number of time steps -> proof failed") => {
                Found::NotInductive
            }
            _ => Found::Nothing,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_reads_back_as_it_prints() {
        for engine in [Engine::Pdr, Engine::PdrEach, Engine::Induction(2), Engine::Bounded(30)] {
            assert_eq!(engine.to_string().parse(), Ok(engine));
        }
        assert!("induction".parse::<Engine>().unwrap_err().contains("induction K"));
        assert!("pdr 3 4".parse::<Engine>().is_err());
    }
}
