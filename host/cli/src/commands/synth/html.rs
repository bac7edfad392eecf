// SPDX-License-Identifier: Apache-2.0
//! The figures of `warpsmith synth` as a page to look at.

use crate::page::{markdown, Bars, Page, Part, Section, Series};
use std::collections::BTreeSet;
use warpsmith_synth::{Figures, Report};

/// The page of a report, of which `tables` are the tables as Markdown.
pub fn page(units: &[String], report: &Report, tables: &str) -> Page {
    let area = markdown::figure("Area", each(report, "um2", |d| d.area_um2));
    let figures = vec![
        area,
        markdown::figure("Longest path", each(report, "ns", |d| d.path.arrival_ns)),
        markdown::figure("Leakage", each(report, "nW", |d| d.leakage_nw)),
        markdown::figure("Flip-flops", each(report, "flip-flops", |d| d.flip_flops as f64)),
        markdown::figure("Area by block", blocks(report)),
    ];
    let section = |title: &str, about: String, parts| Section { title: title.to_string(), about, parts };
    of_tables(
        units,
        vec![section("Figures", format!("Of each design, in {}.", report.library.name), figures)],
        tables,
    )
}

/// A page with these sections, and the tables behind them.
pub fn of_tables(units: &[String], mut sections: Vec<Section>, tables: &str) -> Page {
    let parts: Vec<Part> = markdown::parts(tables);
    sections.push(Section { title: "Tables".to_string(), about: String::new(), parts });
    Page {
        title: format!("Area, timing and leakage: {}", units.join(", ")),
        about: "Measured by warpsmith synth.".to_string(),
        choices: Vec::new(),
        choice: 0,
        sections,
    }
}

/// A bar a design.
fn each(report: &Report, unit: &str, figure: fn(&Figures) -> f64) -> Bars {
    let values = report.designs.iter().map(|design| Some(figure(design))).collect();
    Bars {
        groups: report.designs.iter().map(Figures::name).collect(),
        series: vec![Series { name: unit.to_string(), values }],
        unit: unit.to_string(),
        stacked: false,
        line: None,
    }
}

/// The area of each design, mapped by blocks: those inside its top module, by their modules, and what is left.
fn blocks(report: &Report) -> Bars {
    const REST: &str = "(top)";
    let inside = report.designs.iter().flat_map(|design| &design.blocks.blocks);
    let modules: BTreeSet<&str> = inside.map(|block| &block.module[..]).collect();
    let area = |design: &Figures, module: &str| -> f64 {
        let inside = design.blocks.blocks.iter().filter(|block| block.module == module);
        inside.map(|block| block.area_um2).sum()
    };
    let rest = |design: &Figures| {
        design.blocks.area_um2 - design.blocks.blocks.iter().map(|block| block.area_um2).sum::<f64>()
    };
    let series = modules.into_iter().map(|module| Series {
        name: module.to_string(),
        values: report.designs.iter().map(|design| Some(area(design, module))).collect(),
    });
    let rest = Series {
        name: REST.to_string(),
        values: report.designs.iter().map(|design| Some(rest(design))).collect(),
    };
    Bars {
        groups: report.designs.iter().map(Figures::name).collect(),
        series: series.chain([rest]).collect(),
        unit: "um2".to_string(),
        stacked: true,
        line: None,
    }
}
