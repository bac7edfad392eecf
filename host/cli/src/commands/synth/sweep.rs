// SPDX-License-Identifier: Apache-2.0
//! Area of units over the requests that they hold.

use crate::failure::usage;
use anyhow::Result;
use warpsmith_synth::{chart, Axis, Figures, Point, Report};

/// The picture as SVG, of the configurations that are one of a series of sizes.
pub fn picture(report: &Report) -> Result<String> {
    let points: Vec<Point> = report.designs.iter().filter_map(point).collect();
    if points.is_empty() {
        let sized =
            |unit: &&warpsmith_units::UnitInfo| unit.configurations.iter().any(|c| (unit.size)(c).is_some());
        let units: Vec<_> = warpsmith_units::all().iter().filter(sized).map(|unit| unit.name).collect();
        return Err(usage(format!(
            "--sweep draws {} in the paper's configurations and those of other sizes",
            units.join(" and ")
        )));
    }
    let title = format!("Area of DRAM controllers in {}", report.library.name);
    let axis = |title| Axis { title, from: 0.0 };
    Ok(chart(&title, &axis("requests held"), &axis("thousand NAND2"), &points))
}

fn point(design: &Figures) -> Option<Point> {
    let size = (warpsmith_units::find(&design.unit)?.size)(&design.config)?;
    let y = design.nand2_equivalents / 1e3;
    let label = format!("{} {}", size.series, size.label);
    Some(Point { line: size.series.to_string(), on_line: true, label, x: f64::from(size.requests), y })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn design(unit: &str, config: &str) -> Figures {
        let block = json!({
            "name": "t", "module": "t", "area_um2": 1.0, "flip_flops": 1, "cells": 1, "blocks": []
        });
        let path = json!({
            "start": "a", "end": "b", "depth": 1, "arrival_ns": 1.0, "slack_ns": 1.0, "shortest_period_ns": 1.0
        });
        let memory = json!({ "bits": 0, "registered_bits": 0, "flip_flops_um2": 0.0, "sram_um2": 0.0 });
        let figures = json!({
            "unit": unit, "config": config, "top": unit, "area_um2": 1.0, "nand2_equivalents": 2500.0, "cells": 1,
            "flip_flops": 1, "memory": memory, "leakage_nw": 1.0, "path": path, "highest_clock_mhz": 1.0,
            "blocks": block
        });
        serde_json::from_value(figures).unwrap()
    }

    #[test]
    fn configurations_of_the_papers_channel_stand_at_the_requests_that_they_hold() {
        let at = |unit, config| point(&design(unit, config)).map(|p| (p.line, p.label, p.x, p.y));
        let point = |line: &str, label: &str, x| Some((line.to_string(), format!("{line} {label}"), x, 2.5));
        assert_eq!(at("sms", "paper"), point("SMS", "17 sources", 300.0));
        assert_eq!(at("sms", "cpu4"), point("SMS", "5 sources", 180.0));
        assert_eq!(at("frfcfs", "n512"), point("FR-FCFS", "512", 512.0));
        assert_eq!(at("frfcfs", "collapse"), point("FR-FCFS, collapsing", "300", 300.0));
        for (unit, config) in [("sms", "small"), ("frfcfs", "small"), ("equalizer", "fermi")] {
            assert_eq!(at(unit, config), None, "{unit}/{config}");
        }
    }
}
