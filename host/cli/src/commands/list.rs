// SPDX-License-Identifier: Apache-2.0
//! `warpsmith list`: what there is to attach, run and run on, and what a trace has.

use crate::attach::UNITS;
use crate::failure::{unknown, usage};
use crate::manifest;
use crate::session::{is_trace, open_trace};
use crate::table::Table;
use anyhow::Result;
use std::path::{Path, PathBuf};
use warpsmith_gpu::energy::{Origin, CONSTANTS};
use warpsmith_gpu::machine::{self, MachineSpec};
use warpsmith_gpu::policy;
use warpsmith_gpu::trace::LINE_BYTES;
use warpsmith_protocol::short_name;
use warpsmith_units::registers::markdown;
use warpsmith_units::{Description, Dir};

/// List units, policies, machines, programs, statistics, constants of the energy model or registers; or describe one unit, or the kernels of a trace.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  warpsmith list
  warpsmith list policies
  warpsmith list policies --json
  warpsmith list energy                 # each constant, and where its value comes from
  warpsmith list units equalizer        # parameters and ports as Markdown tables
  warpsmith list registers sms          # what software sets and reads, with addresses
  warpsmith list kernels kmeans.trace   # what each launch of a trace executes, and the memory that it touches")]
pub struct Args {
    /// What to list; units, policies, machines and programs if left out
    #[arg(value_enum)]
    what: Option<What>,
    /// A unit to describe, or whose registers to list; of kernels the trace, or a `kernelslist.g` of Accel-Sim
    #[arg(requires = "what")]
    name: Option<String>,
    /// Folder with programs.toml [default: tests/programs of the source tree]
    #[arg(long, value_name = "DIR")]
    programs: Option<PathBuf>,
    /// Print a JSON list of objects, with the headings of the table as keys
    #[arg(long, requires = "what")]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum What {
    Units,
    Policies,
    Machines,
    Programs,
    Statistics,
    Energy,
    Registers,
    Kernels,
}

/// Prints the list.
pub fn list(args: &Args) -> Result<()> {
    match (args.what, &args.name) {
        (Some(what @ What::Kernels), _) | (Some(what), None) if args.json => {
            println!("{:#}", table(what, args)?.json());
        }
        (Some(_), Some(_)) if args.json => {
            return Err(usage("--json is for a list; a unit is described in Markdown"));
        }
        (Some(What::Units), Some(name)) => print!("{}", describe_unit(name)?),
        (Some(What::Registers), Some(name)) => print!("{}", registers_of(name)?),
        (Some(what @ What::Kernels), _) => print!("{}", table(what, args)?.text()),
        (Some(_), Some(_)) => {
            return Err(usage(
                "only a unit or a trace can be described: list units NAME, list registers NAME, or list kernels FILE",
            ))
        }
        // Those that are too wide for a terminal, and stand in a page.
        (Some(What::Statistics), None) => print!("{}", statistics().markdown()),
        (Some(What::Energy), None) => print!("{}\n{}", energy()?.markdown(), origins().markdown()),
        (Some(What::Registers), None) => print!("{}", registers()?.markdown()),
        (Some(what), None) => print!("{}", table(what, args)?.text()),
        (None, _) => {
            let (units, policies, machines) = (units().text(), policies().text(), machines()?.text());
            println!("Units\n\n{units}\nPolicies\n\n{policies}\nMachines\n\n{machines}");
            // Outside the source tree there are no programs to list.
            if let Ok(programs) = programs(args) {
                println!("Programs\n\n{}", programs.text());
            }
        }
    }
    Ok(())
}

fn table(what: What, args: &Args) -> Result<Table> {
    Ok(match what {
        What::Units => units(),
        What::Policies => policies(),
        What::Machines => machines()?,
        What::Programs => programs(args)?,
        What::Statistics => statistics(),
        What::Energy => energy()?,
        What::Registers => registers()?,
        What::Kernels => kernels(args.name.as_deref())?,
    })
}

fn units() -> Table {
    let mut table = Table::left(["unit", "where", "what", "configurations"]);
    for unit in warpsmith_units::all() {
        let Description { about, place, .. } = unit.description;
        table.row([unit.name, place, about, &unit.configurations.join(" ")]);
    }
    table
}

fn policies() -> Table {
    let mut table = Table::left(["policy", "socket", "what", "parameters"]);
    for p in policy::all() {
        let parameters: Vec<String> =
            p.params.iter().map(|p| format!("{}={} ({})", p.name, p.default, p.range)).collect();
        table.row([p.name, p.socket.name(), p.meaning, &parameters.join(", ")]);
    }
    table
}

fn machines() -> Result<Table> {
    let mut table = Table::left(["machine", "what"]);
    for name in machine::builtin() {
        table.row([name, &MachineSpec::load(name)?.description]);
    }
    Ok(table)
}

fn programs(args: &Args) -> Result<Table> {
    let mut table = Table::left(["program", "class", "arguments", "small", "what"]);
    for p in manifest::load(args.programs.as_deref())? {
        table.row([p.name, p.class.to_string(), p.args_default.join(" "), p.args_small.join(" "), p.what]);
    }
    Ok(table)
}

fn statistics() -> Table {
    let mut table = Table::left(["statistic", "unit", "meaning", "where it is counted"]);
    for s in warpsmith_gpu::catalogue() {
        table.row([&format!("{}.{}", s.group, s.key), s.unit, s.meaning, s.counted]);
    }
    table
}

/// The constants of the energy model, with the values of the built-in machines.
fn energy() -> Result<Table> {
    let machines = machine::builtin().map(MachineSpec::load).collect::<Result<Vec<_>, _>>()?;
    let mut table = Table::left(["key", "price of", "unit", "origin", "values", "in the component"]);
    for constant in CONSTANTS {
        let unit = if constant.key.ends_with("_nj") { "nJ" } else { "W" };
        let mut values: Vec<(f64, Vec<&str>)> = Vec::new();
        for machine in &machines {
            let value = (constant.value)(&machine.energy);
            match values.iter_mut().find(|(known, _)| *known == value) {
                Some((_, names)) => names.push(&machine.name),
                None => values.push((value, vec![&machine.name])),
            }
        }
        // The most common one is that of all others.
        values.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        let (common, others) = values.split_first().expect("there are machines");
        let others = others.iter().map(|(value, names)| format!("{value} on {}", names.join(", ")));
        let values: Vec<String> = std::iter::once(common.0.to_string()).chain(others).collect();
        let key = format!("`{}`", constant.key);
        let component = format!("`energy.{}`", constant.component);
        table.row([&key, constant.counted, unit, constant.origin.name(), &values.join("; "), &component]);
    }
    Ok(table)
}

/// What the origins mean.
fn origins() -> Table {
    let mut table = Table::left(["origin", "meaning"]);
    for origin in Origin::ALL {
        table.row([origin.name(), origin.meaning()]);
    }
    table
}

/// The launches of a trace: what each executes, and the memory of the device that it touches.
fn kernels(name: Option<&str>) -> Result<Table> {
    let path = Path::new(name.ok_or_else(|| {
        usage("say whose kernels: list kernels FILE, a trace as `warpsmith record` writes it")
    })?);
    if path.exists() && !is_trace(path) {
        return Err(usage(format!(
            "{}: it is no trace; make one of a program with `warpsmith record`",
            path.display()
        )));
    }
    let counted = ["warp instructions", "accesses", "bytes read", "bytes written", "bytes touched"];
    let mut table = Table::new(["kernel", "launch", "CTAs", "warps a CTA"].into_iter().chain(counted));
    for (number, kernel) in open_trace(path)?.kernels().iter().enumerate() {
        let executed = kernel.executed()?;
        let bytes = [executed.read_lines, executed.written_lines, executed.lines];
        let counts =
            [kernel.info.ctas().unwrap_or(0), kernel.info.warps(), executed.instructions, executed.accesses];
        let counts = counts.into_iter().chain(bytes.map(|lines| lines * LINE_BYTES));
        let named = [short_name(&kernel.info.name).to_string(), number.to_string()];
        table.row(named.into_iter().chain(counts.map(|count| count.to_string())));
    }
    Ok(table)
}

/// The registers of all units in the papers' configurations.
fn registers() -> Result<Table> {
    let mut table =
        Table::left(["unit", "module", "address", "register", "bits", "access", "after reset", "meaning"]);
    for unit in warpsmith_units::all() {
        for module in unit.modules {
            for register in (module.registers)(unit.configurations[0])? {
                table.row(
                    [&[unit.name.to_string(), format!("`{}`", module.name)][..], &register.row()].concat(),
                );
            }
        }
    }
    Ok(table)
}

/// The register map of each module of a unit in the paper's configuration, as Markdown.
fn registers_of(name: &str) -> Result<String> {
    let known = warpsmith_units::with_registers();
    let info = warpsmith_units::find(name).filter(|unit| known.contains(&unit.name));
    let info = info.ok_or_else(|| unknown("unit with registers", name, &known))?;
    let mut out = String::new();
    for module in info.modules {
        let registers = (module.registers)(info.configurations[0])?;
        if registers.is_empty() {
            continue;
        }
        let gap = if out.is_empty() { "" } else { "\n" };
        out += &format!(
            "{gap}Registers of `{}` in the paper's configuration:\n\n{}",
            module.name,
            markdown(&registers)
        );
    }
    Ok(out)
}

/// The parameters of the attachment and the ports of each module, as Markdown.
fn describe_unit(name: &str) -> Result<String> {
    let known = UNITS.iter().zip(warpsmith_units::all()).find(|(unit, _)| unit.name == name);
    let (unit, info) = known.ok_or_else(|| unknown("unit", name, &warpsmith_units::names()))?;
    let mut table = Table::left(["parameter", "meaning", "default", "range"]);
    for p in (unit.parameters)() {
        table.row([&format!("`{}`", p.name), p.meaning, &p.default.to_string(), &p.range.to_string()]);
    }
    let mut out = table.markdown();
    for module in info.modules {
        let mut table = Table::left(["port", "direction", "width", "meaning"]);
        for port in (module.ports)(info.configurations[0])? {
            let direction = if port.dir == Dir::In { "in" } else { "out" };
            table.row([&format!("`{}`", port.name), direction, &port.width.to_string(), port.doc]);
        }
        out += &format!(
            "\nPorts of `{}` in the paper's configuration, beside `clock` and `reset`:\n\n",
            module.name
        );
        out += &table.markdown();
    }
    Ok(out)
}
