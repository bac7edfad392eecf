// SPDX-License-Identifier: Apache-2.0
//! Performance against operational intensity, under what the machine can do at most.

use super::compared::Compared;
use crate::page::{Chart, Part, Point, Roof, Roofline, Section};
use crate::summary::{dram_bytes, ratio};
use warpsmith_gpu::machine::MachineSpec;
use warpsmith_ptx::LANES;

pub fn section(results: &[Compared]) -> Section {
    let points: Vec<Point> = results.iter().filter_map(point).collect();
    let part = match points.is_empty() {
        true => Part::note("No roofline: no result has both arithmetic and traffic to DRAM."),
        false => Part::figure(
            "roofline",
            "Roofline",
            "Thread instructions of arithmetic (sm.int_lanes, fp_lanes, dp_lanes, sfu_lanes) per second, against those per byte of \
             DRAM traffic. The roof is what the pins of DRAM and the issue of all SMs allow at the nominal clocks; where a frequency \
             manager raises a clock, a point may lie above it.",
            Chart::Roofline(Roofline {
                x: "thread instructions / byte".to_string(),
                y: "G thread instructions / s".to_string(),
                points,
                roofs: roofs(results),
            }),
        ),
    };
    Section {
        title: "Roofline".to_string(),
        about: "Whether memory or issue limits a program.".to_string(),
        parts: vec![part],
    }
}

/// `None` without arithmetic or without traffic: it has no place on logarithmic axes.
fn point(result: &Compared) -> Option<Point> {
    let sm = &result.stats().counters.sm;
    let work = (sm.int_lanes + sm.fp_lanes + sm.dp_lanes + sm.sfu_lanes) as f64;
    let x = ratio(work, dram_bytes(result.stats()));
    let y = ratio(work, result.summary.time) / 1e9;
    let (name, series) = (result.full_name(), result.units.clone());
    (x > 0.0 && y > 0.0).then_some(Point { name, series, x, y })
}

/// One for each machine that has another.
fn roofs(results: &[Compared]) -> Vec<Roof> {
    let mut roofs: Vec<Roof> = Vec::new();
    for roof in results.iter().map(|result| roof(result.machine())) {
        if !roofs.contains(&roof) {
            roofs.push(roof);
        }
    }
    roofs
}

/// The pins of DRAM, in GB/s, and a warp instruction of each scheduler in each cycle, in G thread instructions a second.
fn roof(machine: &MachineSpec) -> Roof {
    let lanes = machine.sm.count * machine.sm.schedulers * LANES as u32;
    Roof {
        name: machine.name.clone(),
        slope: machine.dram.peak_bytes_per_second(machine.clock.dram_mhz) / 1e9,
        top: f64::from(lanes) * f64::from(machine.clock.sm_mhz) / 1e3,
    }
}

#[cfg(test)]
mod tests {
    use super::super::compared::tests::{all, made_up};
    use super::*;

    #[test]
    fn the_roof_of_the_gtx480_is_its_pins_and_its_schedulers() {
        let roof = roof(&MachineSpec::load("gtx480").unwrap());
        // 6 channels of 8 bytes, 4 words a cycle of 924 MHz; 15 SMs of 2 schedulers for 32 lanes at 700 MHz.
        assert_eq!((roof.slope, roof.top), (177.408, 672.0));
    }

    #[test]
    fn a_result_without_arithmetic_or_traffic_is_no_point_and_one_machine_has_one_roof() {
        let mut results =
            all(vec![made_up("a", "bfs", &[]), made_up("b", "bfs", &[("equalizer", "energy")])]);
        assert!(results.iter().all(|result| point(result).is_none()));
        results[1].summary.time = 1e-3;
        let counters = &mut results[1].file.statistics.total.counters;
        (counters.sm.int_lanes, counters.sm.fp_lanes, counters.dram.write_bytes) =
            (2_000_000, 1_000_000, 500_000);
        let Point { x, y, .. } = point(&results[1]).unwrap();
        assert!((x - 6.0).abs() < 1e-12 && (y - 3.0).abs() < 1e-12, "{x} {y}");
        assert_eq!(roofs(&results).len(), 1);
    }
}
