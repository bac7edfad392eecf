// SPDX-License-Identifier: Apache-2.0
//! The runs of the claims, and what is read from their results.

use super::super::runs::{geomean, Caller};
use super::super::Args;
use super::plan::{Kind, Variant};
use crate::manifest::{Class, Program};
use crate::progress;
use crate::summary::ratio;
use crate::table::Table;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::{json, Value};
use std::collections::BTreeMap;
use std::path::Path;
use warpsmith_gpu::stats::Stats;
use warpsmith_synth::in_parallel;

/// What a result file must have.
#[derive(Deserialize)]
struct File {
    statistics: Statistics,
}

#[derive(Deserialize)]
struct Statistics {
    total: Stats,
}

/// The figures of one run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Seconds.
    pub time: f64,
    /// Joules.
    pub energy: f64,
    /// Joules that only follow the run time: leakage, standby, clock of active SMs.
    pub energy_of_time: f64,
    /// Warp instructions per L1 miss.
    pub instructions_per_miss: f64,
    /// Lines per load, store or atomic.
    pub lines_per_access: f64,
    /// Hits of L1 accesses.
    pub hit_rate: f64,
    /// Share of active cycles in which the oldest memory instruction could not move.
    pub lsu_stall: f64,
    /// Share of samples with a reusable line behind a blocked instruction and no warp that issued.
    pub reuse_blocked: f64,
    /// Share of active cycles in memory access priority.
    pub memory_priority: f64,
    /// Bytes.
    pub dram_bytes: f64,
    /// Share of lines whose DRAM row was open.
    pub row_hits: f64,
}

impl Figures {
    fn load(path: &Path) -> Result<Figures> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let file: File = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
        Ok(Figures::of(&file.statistics.total))
    }

    fn of(total: &Stats) -> Figures {
        let c = &total.counters;
        let share = |part: u64, all: u64| ratio(part as f64, all as f64);
        let e = &total.energy;
        Figures {
            time: total.time.seconds,
            energy: e.total(),
            energy_of_time: e.leakage + e.standby + e.sm_clock,
            instructions_per_miss: c.sm.warp_instructions as f64 / c.l1.misses.max(1) as f64,
            lines_per_access: share(c.sm.transactions, c.sm.loads + c.sm.stores + c.sm.atomics),
            hit_rate: share(c.l1.hits, c.l1.accesses),
            lsu_stall: share(c.sm.lsu_stall_cycles, c.sm.active_cycles),
            reuse_blocked: share(c.sm.sampled_reuse_blocked, c.sm.samples),
            memory_priority: share(c.sm.memory_priority_cycles, c.sm.active_cycles),
            dram_bytes: (c.dram.read_bytes + c.dram.write_bytes) as f64,
            row_hits: share(c.dram.row_hits, c.dram.row_hits + c.dram.row_misses + c.dram.row_conflicts),
        }
    }
}

/// The finished runs.
#[derive(Default)]
pub struct Runs {
    classes: BTreeMap<String, Class>,
    figures: BTreeMap<(String, Variant), Figures>,
}

impl Runs {
    /// Compiles the programs, then runs every wanted variant, and LRR, or takes it from the cache.
    pub fn make(
        args: &Args,
        machine: &str,
        programs: &[Program],
        wanted: impl Fn(Variant) -> bool,
    ) -> Result<Runs> {
        std::fs::create_dir_all(&args.cache)
            .with_context(|| format!("cannot make the folder {}", args.cache.display()))?;
        let caller = Caller::this()?;
        let bar = progress::bar(programs.len() as u64);
        in_parallel(args.jobs, programs, |program| -> Result<()> {
            caller.compile(&program.file, &args.cache.join(&program.name))?;
            bar.inc(1);
            Ok(())
        })?;
        bar.finish_and_clear();
        let variants = Variant::ALL.into_iter().filter(|v| *v == Variant::Lrr || wanted(*v));
        let pairs: Vec<(Variant, &Program)> =
            variants.flat_map(|v| programs.iter().map(move |p| (v, p))).collect();
        let bar = progress::bar(pairs.len() as u64);
        let figures = in_parallel(args.jobs, &pairs, |(variant, program)| -> Result<_> {
            bar.set_message(format!("{}, {}", program.name, variant.name()));
            let line =
                ["run", "--machine", machine, "--backend", args.backend.name(), "--with", variant.with()];
            let executable = args.cache.join(&program.name);
            let program_line = Some((executable.as_path(), &program.args_default[..]));
            let figures = Figures::load(&caller.cached(&args.cache, machine, &line, program_line)?)?;
            bar.inc(1);
            Ok(((program.name.clone(), *variant), figures))
        })?;
        bar.finish_and_clear();
        Ok(Runs {
            classes: programs.iter().map(|p| (p.name.clone(), p.class)).collect(),
            figures: figures.into_iter().collect(),
        })
    }

    /// The run of this program with this policy; it must have been wanted.
    pub fn get(&self, program: &str, variant: Variant) -> &Figures {
        &self.figures[&(program.to_string(), variant)]
    }

    fn find(&self, program: &str, variant: Variant) -> Option<&Figures> {
        self.figures.get(&(program.to_string(), variant))
    }

    pub fn kind(&self, program: &str) -> Kind {
        Kind::of(self.classes[program], self.get(program, Variant::Lrr).instructions_per_miss)
    }

    /// The programs of these kinds.
    pub fn programs<'a>(&'a self, kinds: &'a [Kind]) -> impl Iterator<Item = &'a str> {
        self.classes.keys().map(String::as_str).filter(|name| kinds.contains(&self.kind(name)))
    }

    /// Time under LRR / time.
    pub fn speedup(&self, program: &str, variant: Variant) -> f64 {
        self.get(program, Variant::Lrr).time / self.get(program, variant).time
    }

    /// Geometric mean of a ratio to LRR over the programs of these kinds.
    pub fn mean(&self, kinds: &[Kind], variant: Variant, of: fn(&Figures) -> f64) -> f64 {
        let against = |name| of(self.get(name, variant)) / of(self.get(name, Variant::Lrr));
        geomean(&self.programs(kinds).map(against).collect::<Vec<_>>())
    }

    /// Geometric mean of the speedup over LRR.
    pub fn mean_speedup(&self, kinds: &[Kind], variant: Variant) -> f64 {
        1.0 / self.mean(kinds, variant, |f| f.time)
    }

    /// All tables of the report.
    pub fn tables(&self) -> String {
        let percent = |ratio: f64| format!("{:+.1} %", (ratio - 1.0) * 100.0);
        let share = |part: f64| format!("{:.0} %", part * 100.0);
        let mut out = self.table(
            "Performance against LRR",
            |base, run| percent(base.time / run.time),
            |kinds, v| percent(self.mean_speedup(kinds, v)),
        );
        let means = |of: fn(&Figures) -> f64| {
            move |kinds: &[Kind], v| {
                let all: Vec<f64> = self.programs(kinds).map(|p| of(self.get(p, v))).collect();
                share(all.iter().sum::<f64>() / all.len() as f64)
            }
        };
        out += &self.table("LSU stall fraction", |_, run| share(run.lsu_stall), means(|f| f.lsu_stall));
        out += &self.table("L1 hit rate", |_, run| share(run.hit_rate), means(|f| f.hit_rate));
        out += &self.table(
            "Energy against LRR",
            |base, run| percent(run.energy / base.energy),
            |kinds, v| percent(self.mean(kinds, v, |f| f.energy)),
        );
        out + &self.programs_table()
    }

    /// One row a program and one a kind, one column a variant that was run.
    fn table(
        &self,
        title: &str,
        cell: impl Fn(&Figures, &Figures) -> String,
        mean: impl Fn(&[Kind], Variant) -> String,
    ) -> String {
        let ran = |v: &Variant| self.classes.keys().all(|p| self.find(p, *v).is_some());
        let variants: Vec<Variant> = Variant::ALL.into_iter().filter(ran).collect();
        let headings = ["kind", "program"].into_iter().chain(variants.iter().map(|v| v.name()));
        let mut table = Table::new(headings);
        for kind in Kind::ALL {
            let kinds = [kind];
            let names: Vec<&str> = self.programs(&kinds).collect();
            for name in &names {
                let base = self.get(name, Variant::Lrr);
                let cells = variants.iter().map(|v| cell(base, self.get(name, *v)));
                table.row([kind.name().to_string(), name.to_string()].into_iter().chain(cells));
            }
            if !names.is_empty() {
                let cells = variants.iter().map(|v| format!("**{}**", mean(&kinds, *v)));
                table.row([format!("**{}**", kind.name()), "mean".to_string()].into_iter().chain(cells));
            }
        }
        format!("\n{title}:\n\n{}", table.markdown())
    }

    /// What the programs are, under LRR, and how long Mascar gives priority to memory.
    fn programs_table(&self) -> String {
        let mut table = Table::new([
            "program",
            "kind",
            "instructions a miss",
            "lines an access",
            "reuse blocked",
            "time in MP",
            "row hits, LRR",
            "row hits, Mascar",
        ]);
        for name in self.programs(&Kind::ALL) {
            let lrr = self.get(name, Variant::Lrr);
            let Some(mascar) = self.find(name, Variant::Mascar) else { return String::new() };
            let share = |part: f64| format!("{:.0} %", part * 100.0);
            table.row([
                name.to_string(),
                self.kind(name).name().to_string(),
                format!("{:.2}", lrr.instructions_per_miss),
                format!("{:.1}", lrr.lines_per_access),
                share(lrr.reuse_blocked),
                share(mascar.memory_priority),
                share(lrr.row_hits),
                share(mascar.row_hits),
            ]);
        }
        format!("\nThe programs:\n\n{}", table.markdown())
    }

    /// Every run with its figures.
    pub fn json(&self) -> Value {
        let runs = self.figures.iter().map(|((program, variant), figures)| {
            json!({ "program": program, "kind": self.kind(program), "policy": variant, "figures": figures })
        });
        runs.collect()
    }
}

#[cfg(test)]
impl Runs {
    /// Made-up runs: program, class, policy, figures.
    pub fn made_up(runs: &[(&str, Class, Variant, Figures)]) -> Runs {
        Runs {
            classes: runs.iter().map(|(name, class, ..)| (name.to_string(), *class)).collect(),
            figures: runs.iter().map(|(name, _, v, f)| ((name.to_string(), *v), f.clone())).collect(),
        }
    }
}
