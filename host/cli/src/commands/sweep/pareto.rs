// SPDX-License-Identifier: Apache-2.0
//! Two figures of all that a sweep attaches, set against each other: what hardware costs, as `warpsmith synth` measures it, and what
//! it buys.

use super::plan::{Plan, Run};
use super::store::Store;
use super::table::{Figures, Gains};
use crate::attach::Attached;
use crate::commands::synth::{chosen, measured, Setup};
use crate::failure::usage;
use crate::table::Table;
use anyhow::Result;
use std::collections::btree_map::{BTreeMap, Entry};
use warpsmith_synth::{chart, Axis, Design, Point};

/// A figure of what is attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Figure {
    /// Of all modules of the attached units, one each
    Area,
    /// Geometric mean over the runs, over what is attached first
    Speedup,
    /// The same of the energy
    Energy,
}

impl Figure {
    /// What stands at its axis and above its column.
    fn title(self) -> &'static str {
        match self {
            Figure::Area => "area, thousand NAND2",
            Figure::Speedup => "mean speedup",
            Figure::Energy => "mean energy, relative",
        }
    }

    /// Whether `a` is better than `b`.
    fn is_better(self, a: f64, b: f64) -> bool {
        match self {
            Figure::Speedup => a > b,
            Figure::Area | Figure::Energy => a < b,
        }
    }

    /// Where its axis begins: areas at 0, ratios at the tenth below all of them.
    fn axis(self, values: impl Iterator<Item = f64>) -> Axis<'static> {
        let from = match self {
            Figure::Area => 0.0,
            Figure::Speedup | Figure::Energy => (values.fold(f64::INFINITY, f64::min) * 10.0).floor() / 10.0,
        };
        Axis { title: self.title(), from }
    }
}

/// Two different figures, the first along.
///
/// # Errors
/// There are not two.
pub fn pair(figures: &[Figure]) -> Result<[Figure; 2]> {
    match figures {
        [along, up] if along != up => Ok([*along, *up]),
        _ => Err(usage("--pareto takes two of area, speedup and energy, such as area,speedup")),
    }
}

/// Something that is attached on a machine.
struct Candidate<'a> {
    machine: &'a str,
    with: &'a str,
    runs: usize,
    /// The two figures; a policy has no area, and there is no mean over a run that is missing.
    figures: [Option<f64>; 2],
}

impl Candidate<'_> {
    fn both(&self) -> Option<[f64; 2]> {
        Some([self.figures[0]?, self.figures[1]?])
    }
}

/// All that a sweep attaches, with two figures.
pub struct Pareto<'a> {
    axes: [Figure; 2],
    candidates: Vec<Candidate<'a>>,
    /// On what each was measured, if areas were.
    library: Option<String>,
}

impl<'a> Pareto<'a> {
    /// Synthesises the units where areas are asked for.
    ///
    /// # Errors
    /// A tool of synthesis is missing or fails.
    pub fn of(
        store: &Store,
        plan: &'a Plan,
        figures: &Figures<'a>,
        axes: [Figure; 2],
        setup: &Setup,
    ) -> Result<Pareto<'a>> {
        let groups = figures.gains_by(key);
        let areas = match axes.contains(&Figure::Area) {
            true => Some(Areas::of(store, plan, &groups, setup)?),
            false => None,
        };
        let candidates = groups.iter().enumerate().map(|(number, (key, gains))| {
            let figure = |axis| match axis {
                Figure::Area => areas.as_ref().and_then(|areas| areas.of_groups[number]),
                Figure::Speedup => gains.mean(|gain| gain.speedup),
                Figure::Energy => gains.mean(|gain| gain.energy),
            };
            Candidate { machine: key.0, with: key.1, runs: gains.runs(), figures: axes.map(figure) }
        });
        Ok(Pareto { axes, candidates: candidates.collect(), library: areas.map(|areas| areas.library) })
    }

    /// Whether no other on the same machine is as good in both figures and better in one. None without both.
    fn is_best(&self, candidate: &Candidate) -> Option<bool> {
        let own = candidate.both()?;
        let beats = |other: [f64; 2]| {
            let better = |n: usize, a, b| self.axes[n].is_better(a, b);
            let worse = (0..2).any(|n| better(n, own[n], other[n]));
            !worse && (0..2).any(|n| better(n, other[n], own[n]))
        };
        let mut others = self.candidates.iter().filter(|other| other.machine == candidate.machine);
        Some(!others.any(|other| other.both().is_some_and(beats)))
    }

    /// A row a machine and what is attached there.
    pub fn table(&self) -> Table {
        let [along, up] = self.axes.map(Figure::title);
        let mut table = Table::left(["machine", "with", "runs", along, up, "best"]);
        for candidate in &self.candidates {
            let figure =
                |figure: Option<f64>| figure.map_or("-".to_string(), |figure| format!("{figure:.3}"));
            let [along, up] = candidate.figures.map(figure);
            let best = self.is_best(candidate).map_or("-", |best| if best { "yes" } else { "no" });
            let runs = candidate.runs.to_string();
            table.row([candidate.machine, candidate.with, &runs, &along, &up, best]);
        }
        table
    }

    /// The picture as SVG: a line a machine through what is best there, the others beside it.
    ///
    /// # Errors
    /// Nothing has both figures.
    pub fn picture(&self) -> Result<String> {
        let several = self.candidates.iter().any(|one| one.machine != self.candidates[0].machine);
        let point = |candidate: &Candidate| {
            let [x, y] = candidate.both()?;
            let label = match several {
                true => format!("{} {}", candidate.machine, candidate.with),
                false => candidate.with.to_string(),
            };
            let on_line = self.is_best(candidate)?;
            Some(Point { line: candidate.machine.to_string(), on_line, label, x, y })
        };
        let points: Vec<Point> = self.candidates.iter().filter_map(point).collect();
        if points.is_empty() {
            return Err(usage("--svg: nothing has both figures of --pareto"));
        }
        let [along, up] = self.axes;
        let of = |value: fn(&Point) -> f64| points.iter().map(value);
        let title = match &self.library {
            Some(library) => format!("What is best of the sweep, area in {library}"),
            None => "What is best of the sweep".to_string(),
        };
        Ok(chart(&title, &along.axis(of(|p| p.x)), &up.axis(of(|p| p.y)), &points))
    }
}

/// Machine and what is attached.
type Key<'a> = (&'a str, &'a str);

fn key(run: &Run) -> Key<'_> {
    (&run.machine, &run.with)
}

/// The areas of what is attached.
struct Areas {
    /// Thousand NAND2 each; none of what has no RTL, or no result that says with which parameters it was made.
    of_groups: Vec<Option<f64>>,
    library: String,
}

impl Areas {
    fn of(store: &Store, plan: &Plan, groups: &[(Key, Gains)], setup: &Setup) -> Result<Areas> {
        let flow = setup.flow()?;
        let mut designs: Vec<Design> = Vec::new();
        let mut places: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
        let mut of_groups = Vec::new();
        for (group, _) in groups {
            let of_group = plan.runs.iter().filter(|run| key(run) == *group);
            let attached = of_group.filter_map(|run| store.completed(run)).next();
            let attached = attached.map(|file| file.spec.configuration.attachments);
            let units: Option<Vec<_>> = attached.iter().flatten().map(configuration).collect();
            of_groups.push(attached.and(units));
        }
        for unit in of_groups.iter().flatten().flatten() {
            if let Entry::Vacant(place) = places.entry(unit.clone()) {
                let (name, configuration) = unit.clone();
                let tops = chosen(&[name], &[configuration])?;
                place.insert((designs.len()..designs.len() + tops.len()).collect());
                designs.extend(tops);
            }
        }
        let measured = measured(&flow, &designs, None)?;
        let area = |unit: &(String, String)| -> f64 {
            places[unit].iter().map(|place| measured[*place].figures.nand2_equivalents / 1e3).sum()
        };
        // The sum of no numbers would be -0.
        let together = |units: &Vec<(String, String)>| units.iter().map(area).fold(0.0, |all, one| all + one);
        let areas = of_groups.iter().map(|units| units.as_ref().map(together));
        Ok(Areas { of_groups: areas.collect(), library: flow.library.name.clone() })
    }
}

/// The name of a unit and its configuration as text, of what has RTL.
fn configuration(attached: &Attached) -> Option<(String, String)> {
    let unit = warpsmith_units::find(&attached.name)?;
    let known: Vec<&str> = (unit.parameters)().iter().map(|info| info.name).collect();
    let own = attached.parameters.iter().filter(|(key, _)| known.contains(&key.as_str()));
    let own: Vec<String> = own.map(|(key, value)| format!("{key}={value}")).collect();
    let config = attached.parameters.get("config")?;
    Some((attached.name.clone(), format!("{config}:{}", own.join(","))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(with: &'static str, figures: [Option<f64>; 2]) -> Candidate<'static> {
        Candidate { machine: "m", with, runs: 1, figures }
    }

    fn pareto() -> Pareto<'static> {
        let candidates = vec![
            candidate("-", [Some(0.0), Some(1.0)]),
            candidate("small", [Some(5.0), Some(1.2)]),
            candidate("large", [Some(9.0), Some(1.3)]),
            candidate("waste", [Some(9.5), Some(1.3)]),
            candidate("harm", [Some(1.0), Some(0.9)]),
            candidate("gto", [None, Some(2.0)]),
        ];
        Pareto { axes: [Figure::Area, Figure::Speedup], candidates, library: Some("lib".to_string()) }
    }

    #[test]
    fn best_is_what_no_other_beats_in_one_figure_without_losing_in_the_other() {
        let pareto = pareto();
        let best: Vec<_> = pareto.candidates.iter().map(|one| pareto.is_best(one)).collect();
        assert_eq!(best, [Some(true), Some(true), Some(true), Some(false), Some(false), None]);
    }

    #[test]
    fn the_picture_joins_what_is_best_and_has_the_others_beside_it() {
        let picture = pareto().picture().unwrap();
        let line = picture.lines().find(|line| line.contains("fill=\"none\"")).unwrap();
        assert_eq!(line.matches('L').count(), 2, "{line}");
        assert!(picture.contains(">waste</text>") && !picture.contains("gto"), "{picture}");
        assert!(picture.contains("area in lib"));
    }

    #[test]
    fn two_different_figures_are_set_against_each_other() {
        assert!(pair(&[Figure::Area, Figure::Energy]).is_ok());
        for wrong in [&[Figure::Area][..], &[Figure::Area, Figure::Area], &[]] {
            assert!(pair(wrong).unwrap_err().to_string().contains("two of"));
        }
    }
}
