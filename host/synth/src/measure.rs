// SPDX-License-Identifier: Apache-2.0
//! Many designs at once.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::activity::Activity;
use crate::cache::Entry;
use crate::error::Error;
use crate::figures::Figures;
use crate::flow::{Design, Flat, Flow};
use crate::gates::{Gates, Toggles};
use crate::netlist::Block;
use crate::parallel::in_parallel;

/// A design that was measured.
#[derive(Debug)]
pub struct Measured {
    /// What it costs.
    pub figures: Figures,
    entry: Entry,
}

impl Measured {
    /// Proves that the netlist that was measured equals the RTL, and notes it in the figures.
    ///
    /// # Errors
    /// Those of [`Flow::equal`].
    pub fn prove(&mut self, flow: &Flow, design: &Design) -> Result<(), Error> {
        self.figures.netlist = Some(flow.equal(design, &self.entry)?);
        Ok(())
    }

    /// The netlist that was measured, to be run.
    ///
    /// # Errors
    /// Those of the tools; a cell that cannot be run.
    pub fn gates(&self, flow: &Flow, design: &Design) -> Result<Gates, Error> {
        flow.gates(design, &self.entry)
    }

    /// Notes what toggled in a run. Nothing is noted if the library names no voltage.
    pub fn note(&mut self, flow: &Flow, toggles: Toggles) {
        self.figures.activity = Activity::new(toggles, &flow.library, flow.clock_ns);
    }
}

/// One half of a design's work.
enum Half {
    Flat(Box<Flat>, Entry),
    Hierarchical(Block),
}

/// Measures the designs, two runs each, `jobs` runs at a time; `progress` is called with the number of finished runs.
/// The order of the results is that of the designs.
///
/// # Errors
/// That of the first run, in their order, that failed; no further ones are begun.
pub fn measure(
    flow: &Flow,
    designs: &[Design],
    jobs: usize,
    progress: &(dyn Fn(usize) + Sync),
) -> Result<Vec<Measured>, Error> {
    let finished = AtomicUsize::new(0);
    let halves: Vec<(&Design, bool)> = designs.iter().flat_map(|d| [(d, true), (d, false)]).collect();
    let halves = in_parallel(jobs, &halves, |(design, flat)| {
        let half = half(flow, design, *flat);
        progress(finished.fetch_add(1, Ordering::Relaxed) + 1);
        half
    })?;
    let mut halves = halves.into_iter();
    let mut measured = Vec::new();
    for design in designs {
        let (Some(Half::Flat(flat, entry)), Some(Half::Hierarchical(blocks))) =
            (halves.next(), halves.next())
        else {
            unreachable!("each design has two halves");
        };
        measured.push(Measured { figures: Figures::new(design, &flat, blocks, &flow.library), entry });
    }
    Ok(measured)
}

fn half(flow: &Flow, design: &Design, flat: bool) -> Result<Half, Error> {
    if flat {
        flow.flat(design).map(|(flat, entry)| Half::Flat(flat.into(), entry))
    } else {
        flow.hierarchical(design).map(Half::Hierarchical)
    }
}
