// SPDX-License-Identifier: Apache-2.0
//! What happened when: CTAs, clocks, votes, types of warps.

use super::compared::Compared;
use super::moments::{bands, moments, trace, Moment};
use crate::page::{Band, Chart, Lines, Part, Section, Trace};
use std::collections::{BTreeMap, BTreeSet};
use warpsmith_gpu::socket::WarpTypes;
use warpsmith_gpu::{KernelRecord, SAMPLE_CYCLES};

type Count = fn(&WarpTypes) -> u32;

const WARP_TYPES: [(&str, Count); 6] = [
    ("all hit", |t| t.all_hit),
    ("mostly hit", |t| t.mostly_hit),
    ("balanced", |t| t.balanced),
    ("mostly miss", |t| t.mostly_miss),
    ("all miss", |t| t.all_miss),
    ("not known yet", |t| t.unknown),
];

pub fn section(results: &[Compared]) -> Section {
    let parts = results.iter().enumerate().flat_map(|(i, result)| {
        of_result(result).into_iter().map(move |part| part.of(i)).collect::<Vec<_>>()
    });
    Section {
        title: "Time lines".to_string(),
        about: format!(
            "Of one result, which is chosen at the top of the page. A result has one sample for each {SAMPLE_CYCLES} SM cycles of a \
             kernel; the stretches behind the lines are kernels."
        ),
        parts: parts.collect(),
    }
}

fn of_result(result: &Compared) -> Vec<Part> {
    let statistics = &result.file.statistics;
    if statistics.applications.is_empty() {
        return of_kernels(&statistics.kernels, &result.full_name());
    }
    let programs = result.file.spec.programs.iter().zip(&statistics.applications);
    programs
        .flat_map(|(program, one)| of_kernels(&one.kernels, &format!("{}, {}", program.name, result.units)))
        .collect()
}

/// The figures of kernels that ran on the same SMs.
fn of_kernels(kernels: &[KernelRecord], of: &str) -> Vec<Part> {
    let moments = moments(kernels);
    if moments.is_empty() {
        return vec![Part::note(format!(
            "{of}: no kernel is as long as {SAMPLE_CYCLES} SM cycles, so there is no sample."
        ))];
    }
    let drawing = Drawing { moments: &moments, bands: bands(kernels), of };
    let mut parts = vec![drawing.ctas(), drawing.ipc(), drawing.levels()];
    parts.extend(drawing.votes());
    parts.extend(drawing.warp_types());
    parts.extend(drawing.units());
    parts
}

/// What all figures of some kernels share.
struct Drawing<'a> {
    moments: &'a [Moment<'a>],
    bands: Vec<Band>,
    of: &'a str,
}

impl Drawing<'_> {
    fn figure(&self, id: &'static str, title: &str, about: &str, lines: Lines) -> Part {
        Part::figure(id, format!("{title}: {}", self.of), about, Chart::Lines(lines))
    }

    fn lines(&self, unit: &str, traces: Vec<Trace>) -> Lines {
        Lines {
            x: "SM cycles".to_string(),
            unit: unit.to_string(),
            traces,
            stacked: false,
            names: Vec::new(),
            bands: self.bands.clone(),
        }
    }

    fn ctas(&self) -> Part {
        let mut traces = vec![
            trace("running", self.moments, |m| m.mean(|s| s.running_ctas)),
            trace("target", self.moments, |m| m.mean(|s| s.num_blocks)),
        ];
        if self.moments.iter().any(|m| m.mean(|s| s.paused_ctas) > 0.0) {
            traces.push(trace("paused", self.moments, |m| m.mean(|s| s.paused_ctas)));
        }
        self.figure("time-ctas", "CTAs", "On an SM, mean over the SMs.", self.lines("CTAs", traces))
    }

    fn ipc(&self) -> Part {
        let traces = vec![trace("IPC", self.moments, |m| m.per_cycle(|s| s.issued))];
        self.figure(
            "time-ipc",
            "IPC",
            "Warp instructions per SM cycle, all SMs together.",
            self.lines("instructions", traces),
        )
    }

    fn levels(&self) -> Part {
        let sm = |m: &Moment| m.mean(|s| f64::from(s.levels.sm as u8));
        let memory = |m: &Moment| m.mean(|s| f64::from(s.levels.memory as u8));
        if self.moments.iter().all(|m| sm(m) == 1.0 && memory(m) == 1.0) {
            return Part::note(format!("{}: both clocks stayed at their nominal frequencies.", self.of));
        }
        let traces = vec![trace("SMs", self.moments, sm), trace("memory", self.moments, memory)];
        let names = ["low", "nominal", "high"].map(String::from).to_vec();
        self.figure(
            "time-levels",
            "Frequencies",
            "Levels of the SMs' clock and of the memory's (crossbar, L2, DRAM).",
            Lines { names, ..self.lines("", traces) },
        )
    }

    fn votes(&self) -> Option<Part> {
        let all = |m: &Moment| m.mean(|s| f64::from(s.votes.iter().sum::<u32>()));
        if self.moments.iter().all(|m| all(m) == 0.0) {
            return None;
        }
        let share = |i: usize| {
            move |m: &Moment| {
                let votes = m.mean(|s| f64::from(s.votes[i]));
                crate::summary::ratio(votes * 100.0, m.mean(|s| f64::from(s.votes.iter().sum::<u32>())))
            }
        };
        let traces = ["nothing", "compute", "memory"].into_iter().enumerate();
        let traces = traces.map(|(i, name)| trace(name, self.moments, share(i))).collect();
        Some(self.figure(
            "time-votes",
            "What limits the SMs",
            "Share of the SMs' reports in each period.",
            Lines { stacked: true, ..self.lines("%", traces) },
        ))
    }

    fn warp_types(&self) -> Option<Part> {
        self.moments.iter().find_map(|m| m.warps(|t| t.unknown))?;
        let traces = WARP_TYPES.map(|(name, of)| trace(name, self.moments, |m| m.warps(of).unwrap_or(0.0)));
        Some(self.figure(
            "time-warp-types",
            "Warp types",
            "Live warps of all SMs, by how many of their accesses hit.",
            Lines { stacked: true, ..self.lines("warps", traces.into()) },
        ))
    }

    /// A figure for each group of units that count something.
    fn units(&self) -> Vec<Part> {
        let mut keys: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (group, key, _) in self.moments.iter().flat_map(Moment::counts) {
            keys.entry(group).or_default().insert(key);
        }
        let part = |(group, keys): (&str, BTreeSet<&str>)| {
            let traces =
                keys.into_iter().map(|key| trace(key, self.moments, |m| m.count_per_cycle(group, key)));
            self.figure(
                "time-units",
                group,
                &format!("What the statistics units.{group}.* counted per SM cycle, all SMs together."),
                self.lines("per SM cycle", traces.collect()),
            )
        };
        keys.into_iter().map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::compared::tests::{all, made_up};
    use super::super::moments::tests::kernel;
    use super::*;
    use crate::page::Content;
    use warpsmith_gpu::socket::Levels;
    use warpsmith_gpu::stats::{PrefetchStats, UnitStats};
    use warpsmith_gpu::types::Level;

    /// The figures of kernels, by their ids, and notes.
    fn ids(kernels: Vec<KernelRecord>) -> Vec<String> {
        let mut results = all(vec![made_up("a", "bfs", &[])]);
        results[0].file.statistics.kernels = kernels;
        let id = |part: Part| match part.content {
            Content::Figure(figure) => figure.id.to_string(),
            Content::Note(note) => note,
            Content::Table(_) => unreachable!("there is none"),
        };
        section(&results).parts.into_iter().map(id).collect()
    }

    #[test]
    fn a_run_without_samples_says_why_it_has_no_time_lines() {
        let said = ids(vec![kernel(0, 100, &[])]);
        assert!(matches!(&said[..], [note] if note.contains("4096")), "{said:?}");
    }

    #[test]
    fn clocks_votes_and_types_are_drawn_where_there_are_any() {
        let mut one = kernel(0, 9000, &[(4096, 1.0), (8192, 2.0)]);
        let plain = ids(vec![one.clone()]);
        assert!(
            matches!(&plain[..], [a, b, note] if a == "time-ctas" && b == "time-ipc" && note.contains("nominal"))
        );
        one.timeline[1].levels = Levels { sm: Level::High, memory: Level::Nominal };
        one.timeline[0].votes = [1, 0, 2];
        one.warp_types = vec![WarpTypes { all_hit: 3, ..WarpTypes::default() }; 2];
        let mut units = UnitStats::default();
        units.add(&PrefetchStats { useful: 8192, ..Default::default() });
        one.units = vec![units.nonzero(), UnitStats::default()];
        let moments = moments(std::slice::from_ref(&one));
        let useful: Vec<f64> = moments.iter().map(|m| m.count_per_cycle("prefetcher", "useful")).collect();
        assert_eq!(useful, [2.0, 0.0]);
        assert_eq!(
            ids(vec![one]),
            ["time-ctas", "time-ipc", "time-levels", "time-votes", "time-warp-types", "time-units"]
        );
    }
}
