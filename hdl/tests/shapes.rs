// SPDX-License-Identifier: Apache-2.0
//! The parameterised Verilog does what rust-hdl does in each shape: a small program is compiled that has the blocks in the shapes of
//! the named configurations, and of random ones. It says whether the modules would be the same with those shapes among the witnesses;
//! yosys and ABC prove the Verilog of each block equal to the thin top module of its configuration, of those with the smallest widths.
//!
//! `WARPSMITH_LARGE=1` adds ten random shapes a unit, and proves all configurations but the paper's and the large. `WARPSMITH_UNITS=apogee,sms`
//! leaves out the other units.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use warpsmith_hdl::units;
use warpsmith_synth::in_parallel;
use warpsmith_units::{Rng, UnitInfo};

/// Random shapes of each unit.
const RANDOM: usize = 10;

/// A configuration with parameters changed.
struct Case {
    unit: &'static str,
    config: &'static str,
    set: Vec<(String, String)>,
    /// Behind the names of its files.
    name: String,
}

fn large() -> bool {
    std::env::var_os("WARPSMITH_LARGE").is_some()
}

/// Whether a proof takes seconds: of the smallest widths, which every unit has.
fn is_quick(case: &Case) -> bool {
    ["tiny", "single"].iter().any(|small| case.config.starts_with(small))
}

/// Whether elaboration takes minutes: for what is large, and for the paper's widths, of which words of 300 bits become flip-flops.
fn is_slow(case: &Case) -> bool {
    let paper = warpsmith_units::find(case.unit).is_some_and(|unit| unit.configurations[0] == case.config);
    units::is_large(case.unit, case.config) || paper
}

/// Whether yosys and ABC prove it.
fn is_proved(case: &Case) -> bool {
    let random = !case.set.is_empty();
    random || is_quick(case) || (large() && !is_slow(case))
}

/// Whether the unit is among those that were asked for.
fn is_wanted(unit: &UnitInfo) -> bool {
    std::env::var("WARPSMITH_UNITS").map_or(true, |units| units.split(',').any(|name| name == unit.name))
}

fn have_tools() -> bool {
    let starts = |program: &str| Command::new(program).arg("-h").output().is_ok();
    let found = starts("yosys") && starts("berkeley-abc");
    assert!(
        found || std::env::var("CI").as_deref() != Ok("true"),
        "yosys or berkeley-abc is not installed, and CI=true"
    );
    found
}

fn cases() -> Vec<Case> {
    let mut cases = vec![];
    for unit in warpsmith_units::all().iter().filter(|unit| is_wanted(unit)) {
        for config in unit.configurations {
            cases.push(Case { unit: unit.name, config, set: vec![], name: config.to_string() });
        }
        let mut rng = Rng::new(7);
        let wanted = if large() { RANDOM } else { 0 };
        while cases.iter().filter(|c| c.unit == unit.name && !c.set.is_empty()).count() < wanted {
            let number = cases.len();
            cases.extend(random(unit, &mut rng).map(|set| Case {
                unit: unit.name,
                config: unit.configurations[0],
                set,
                name: format!("random{number}"),
            }));
        }
    }
    cases
}

/// Random values of all parameters, small ones more often; nothing if they contradict each other.
fn random(unit: &UnitInfo, rng: &mut Rng) -> Option<Vec<(String, String)>> {
    let mut set: Vec<(String, String)> = vec![];
    for info in (unit.parameters)() {
        let text = info.range.text(info.range.draw(rng, 8));
        let with = [&set[..], &[(info.name.to_string(), text)]].concat();
        // What contradicts the values before it stays as it is.
        if units::direct(unit.name, unit.configurations[0], &with).is_ok() {
            set = with;
        }
    }
    (!set.is_empty()).then_some(set)
}

/// The program's functions that add the shapes, one each since a block is large on the stack, and the one that calls them all.
fn list(cases: &[Case]) -> String {
    let (mut text, mut calls) = (String::new(), String::new());
    for case in cases {
        let Case { unit, config, set, name } = case;
        for top in units::direct(unit, config, set).unwrap() {
            let generics: Vec<String> = top.generics.iter().map(u128::to_string).collect();
            let set: String =
                set.iter().map(|(k, v)| format!("({k:?}.to_string(), {v:?}.to_string()), ")).collect();
            let file = format!("{}_{name}", top.name);
            let _ = writeln!(
                text,
                "fn {file}(shapes: &mut Shapes) {{\n    let set = vec![{set}];\n    \
                 let p = params::<warpsmith_units::{unit}::params::Params>({config:?}, &set);\n    \
                 let block = units::{unit}::{}::<{}>::new(&p);\n    \
                 shapes.add({unit:?}, {:?}, {file:?}, &set, {config:?}, block);\n}}\n",
                top.block,
                generics.join(", "),
                top.name,
            );
            let _ = writeln!(calls, "    {file}(shapes);");
        }
    }
    format!("{text}fn all(shapes: &mut Shapes) {{\n{calls}}}\n")
}

/// Compiles and runs the program, which writes the Verilog to a folder.
fn lower(cases: &[Case], home: &Path) -> PathBuf {
    let (program, written) = (home.join("program"), home.join("direct"));
    std::fs::create_dir_all(program.join("src")).unwrap();
    std::fs::create_dir_all(&written).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = format!(
        "[package]\nname = \"shapes\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[dependencies]\nrust-hdl = {{ version = \"0.46\", \
         default-features = false }}\nwarpsmith-hdl = {{ path = {root:?} }}\nwarpsmith-units = {{ path = {:?} }}\n\n[workspace]\n",
        root.join("../host/units")
    );
    // Compiled for one short run.
    let manifest = manifest + "\n[profile.dev]\ndebug = 0\nincremental = false\n";
    std::fs::write(program.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(root.join("../Cargo.lock"), program.join("Cargo.lock")).unwrap();
    std::fs::write(program.join("src/main.rs"), include_str!("shapes/program.rs").to_string() + &list(cases))
        .unwrap();
    let mut run = Command::new(env!("CARGO"));
    run.args(["run", "--offline", "--quiet", "--manifest-path"]).arg(program.join("Cargo.toml"));
    run.arg("--target-dir").arg(home.join("target")).arg("--").arg(&written);
    let output = run.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    written
}

/// The thin top module with the block itself inside, under the name `gold`.
fn gold(thin: &str, name: &str, inner: &str) -> String {
    let (head, rest) = thin.split_once(" #(\n").expect("an instance with parameters");
    let (before, _) = head.rsplit_once("    ").expect("an indented instance");
    let (_, after) = rest.split_once("    ) unit (").expect("the instance");
    let text = format!("{before}    {inner} unit ({after}");
    text.replace(&format!("module {name} ("), "module gold (")
}

fn prove(case: &Case, top: &units::Top, emitted: &units::Emitted, direct: &Path, home: &Path) {
    let folder = home.join(format!("{}_{}", top.name, case.name));
    emitted.write_to(&folder).unwrap();
    let file = direct.join(format!("{}_{}.v", top.name, case.name));
    let text = std::fs::read_to_string(&file).unwrap();
    let inner = text.lines().last().and_then(|line| line.strip_prefix("// top: ")).unwrap();
    let thin = emitted.files.iter().find(|f| f.name == format!("{}.v", top.thin)).unwrap();
    std::fs::write(folder.join("gold.v"), gold(&thin.text, &top.thin, inner)).unwrap();
    let files: String = emitted.verilog().map(|f| format!(" {}", f.name)).collect();
    let both = format!(
        "read_verilog {} gold.v\nhierarchy -check -top gold\n{ELABORATE}\ndesign -stash gold\n\
         read_verilog{files}\nhierarchy -check -top {gate}\n{ELABORATE}\nrename {gate} gate\ndesign -stash gate\n\
         design -copy-from gold -as gold gold\ndesign -copy-from gate -as gate gate\n",
        file.display(),
        gate = top.thin
    );
    std::fs::write(folder.join("merge.ys"), both.clone() + GRAPH).unwrap();
    std::fs::write(folder.join("merge.abc"), MERGE).unwrap();
    std::fs::write(folder.join("induct.ys"), both + INDUCT).unwrap();
    let run = |program: &str, arguments: [&str; 3]| {
        let output = Command::new(program).current_dir(&folder).args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(output.status.success(), "{} {}: {said}", top.thin, case.name);
        said
    };
    run("yosys", ["-q", "-s", "merge.ys"]);
    if !run("berkeley-abc", ["-s", "-f", "merge.abc"]).contains("Status = 1 ") {
        run("yosys", ["-q", "-s", "induct.ys"]);
    }
}

/// An element behind the last is zero in both, not unknown, which would be anything that is convenient.
const ELABORATE: &str =
    "proc\nflatten\nmemory_map\nchtype -set $shift t:$shiftx\nsetundef -undriven -zero\nopt_clean";

/// Both on the same inputs, of which the reset is one, from zeros in all registers on, as one graph.
const GRAPH: &str = "miter -equiv -flatten gold gate differ\nhierarchy -top differ\nopt -full\ntechmap\nopt -fast\ndffunmap\n\
    setundef -undriven -init -zero\nsetundef -zero\nabc -script \"+strash;dretime;map\" -g AND\nopt_clean\n\
    write_aiger -zinit differ.aig\n";

/// Merges registers that are equal by their places, and then by induction: seconds, also where words of 300 bits are registers.
const MERGE: &str = "&r differ.aig\n&lcorr\n&scorr\n&put\npdr -T 10\nprint_status\n";

/// For what a graph of two values does not show: an element behind the last is unknown in one, and may be anything in the other.
const INDUCT: &str =
    "equiv_make gold gate same\nhierarchy -top same\nopt -full\nclean\nequiv_simple -undef same\n\
    equiv_induct -undef same\nequiv_status -assert same\n";

#[test]
#[ignore = "compiles a program and proves for ten minutes: scripts/test.sh --all"]
fn the_parameterised_verilog_does_what_rust_hdl_does_in_each_shape() {
    if !have_tools() {
        println!("skipped: yosys or berkeley-abc is not installed");
        return;
    }
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shapes");
    let cases = cases();
    let direct = lower(&cases, &home);
    let mut proofs = vec![];
    for case in cases.iter().rev().filter(|case| is_proved(case)) {
        let emitted = Arc::new(units::emit(case.unit, case.config, &case.set).unwrap());
        proofs.extend((0..emitted.tops.len()).map(|top| (case, emitted.clone(), top)));
    }
    // One yosys a core.
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let done = in_parallel(cores, &proofs, |(case, emitted, top)| {
        let start = Instant::now();
        prove(case, &emitted.tops[*top], emitted, &direct, &home);
        println!("{} {}: {:.0} s", emitted.tops[*top].thin, case.name, start.elapsed().as_secs_f64());
        Ok::<_, Infallible>(())
    });
    done.unwrap();
}
