// SPDX-License-Identifier: Apache-2.0
//! Area of the DRAM controllers over the requests that they hold.

use crate::failure::usage;
use anyhow::Result;
use warpsmith_synth::{chart, Figures, Point, Report};
use warpsmith_units::dram_timing::Channel;
use warpsmith_units::frfcfs::params::AgeMode;
use warpsmith_units::{frfcfs, sms, Parameters};

/// The picture as SVG, of the configurations that have the paper's DRAM channel and depths.
pub fn picture(report: &Report) -> Result<String> {
    let points: Vec<Point> = report.designs.iter().filter_map(point).collect();
    if points.is_empty() {
        return Err(usage(
            "--sweep draws sms and frfcfs in the paper's configurations and those of other sizes",
        ));
    }
    let title = format!("Area of DRAM controllers in {}", report.library.name);
    Ok(chart(&title, "requests held", "thousand NAND2", &points))
}

fn point(design: &Figures) -> Option<Point> {
    let (line, entries, label) = match design.unit.as_str() {
        "sms" => {
            let p = sms::params::Params::named(&design.config).ok()?;
            let Channel { n_cpu, n_gpu, .. } = p.channel;
            (p == sms::params::Params::with_cpus(n_cpu)).then_some(())?;
            ("SMS", p.entries(), format!("{} sources", n_cpu + n_gpu))
        }
        "frfcfs" => {
            let p = frfcfs::params::Params::named(&design.config).ok()?;
            (p.channel == Channel::PAPER).then_some(())?;
            let line = match p.age_mode {
                AgeMode::Timestamp => "FR-FCFS",
                AgeMode::Collapse => "FR-FCFS, collapsing",
            };
            (line, p.n, p.n.to_string())
        }
        _ => return None,
    };
    let y = design.nand2_equivalents / 1e3;
    Some(Point { line: line.to_string(), label, x: f64::from(entries), y })
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
        let point = |line: &str, label: &str, x| Some((line.to_string(), label.to_string(), x, 2.5));
        assert_eq!(at("sms", "paper"), point("SMS", "17 sources", 300.0));
        assert_eq!(at("sms", "cpu4"), point("SMS", "5 sources", 180.0));
        assert_eq!(at("frfcfs", "n512"), point("FR-FCFS", "512", 512.0));
        assert_eq!(at("frfcfs", "collapse"), point("FR-FCFS, collapsing", "300", 300.0));
        for (unit, config) in [("sms", "small"), ("frfcfs", "small"), ("equalizer", "fermi")] {
            assert_eq!(at(unit, config), None, "{unit}/{config}");
        }
    }
}
