// SPDX-License-Identifier: Apache-2.0
//! The parameterised Verilog does what rust-hdl does in each shape: a small program is compiled that has the blocks in the shapes of
//! the named configurations, and of random ones. It says whether the modules would be the same with those shapes among the witnesses;
//! yosys proves the Verilog of each block equal to the thin top module of its configuration.
//!
//! `WARPSMITH_LARGE=1` has yosys prove the configurations that take it long too, and adds ten random shapes a unit.

use std::fmt::Write as _;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use warpsmith_hdl::units;
use warpsmith_units::{Range, Rng, UnitInfo};

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

/// Whether yosys takes minutes: for what is large, and for the paper's widths, of which words of 300 bits become flip-flops.
fn is_slow(case: &Case) -> bool {
    let paper = warpsmith_units::find(case.unit).is_some_and(|unit| unit.configurations[0] == case.config);
    units::is_large(case.unit, case.config) || paper
}

fn have_yosys() -> bool {
    let found = Command::new("yosys").arg("-V").output().is_ok();
    assert!(found || std::env::var("CI").as_deref() != Ok("true"), "yosys is not installed, and CI=true");
    found
}

fn cases() -> Vec<Case> {
    let mut cases = vec![];
    for unit in warpsmith_units::all() {
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
    let value = |range: Range, rng: &mut Rng| match range {
        Range::Number { min, max, power_of_two: true } => {
            let value = (min.max(1)).next_power_of_two() << rng.below(4);
            value.min(max)
        }
        Range::Number { min, max, .. } => min + rng.below((max - min + 1).min(24)),
        Range::Flag => rng.below(2),
        Range::Words(words) | Range::Configurations(words) => rng.below(words.len() as u32),
    };
    let mut set: Vec<(String, String)> = vec![];
    for info in (unit.parameters)() {
        let text = info.range.text(value(info.range, rng));
        let with = [&set[..], &[(info.name.to_string(), text)]].concat();
        // What contradicts the values before it stays as it is.
        if units::direct(unit.name, unit.configurations[0], &with).is_ok() {
            set = with;
        }
    }
    (!set.is_empty()).then_some(set)
}

/// The program's function that adds all shapes, and the files that it writes: unit, case and top module of each.
fn list(cases: &[Case]) -> String {
    let mut text = String::from("fn all(shapes: &mut Shapes) {\n");
    for case in cases {
        let Case { unit, config, set, name } = case;
        for top in units::direct(unit, config, set).unwrap() {
            let generics: Vec<String> = top.generics.iter().map(u128::to_string).collect();
            let set: String =
                set.iter().map(|(k, v)| format!("({k:?}.to_string(), {v:?}.to_string()), ")).collect();
            let _ = writeln!(
                text,
                "    {{\n        let set = vec![{set}];\n        let p = params::<warpsmith_units::{unit}::params::Params>({config:?}, &set);\n        \
                 let block = units::{unit}::{}::<{}>::new(&p);\n        \
                 shapes.add({unit:?}, {:?}, \"{}_{name}\", &set, {config:?}, block);\n    }}",
                top.block,
                generics.join(", "),
                top.name,
                top.name,
            );
        }
    }
    text + "}\n"
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
    std::fs::write(program.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(root.join("../Cargo.lock"), program.join("Cargo.lock")).unwrap();
    std::fs::write(program.join("src/main.rs"), include_str!("shapes/program.rs").to_string() + &list(cases))
        .unwrap();
    let mut run = Command::new(env!("CARGO"));
    run.args(["run", "--release", "--offline", "--quiet", "--manifest-path"]).arg(program.join("Cargo.toml"));
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
    let script = format!(
        "read_verilog {} gold.v\nhierarchy -check -top gold\nproc\nflatten\nmemory\nopt_clean\ndesign -stash gold\n\
         read_verilog{files}\nhierarchy -check -top {gate}\nproc\nflatten\nmemory\nopt_clean\nrename {gate} gate\ndesign -stash gate\n\
         design -copy-from gold -as gold gold\ndesign -copy-from gate -as gate gate\nequiv_make gold gate same\nhierarchy -top same\n\
         opt -full\nclean\nequiv_simple -undef same\nequiv_induct -undef same\nequiv_status -assert same\n",
        file.display(),
        gate = top.thin
    );
    std::fs::write(folder.join("equal.ys"), script).unwrap();
    let output = Command::new("yosys").current_dir(&folder).args(["-q", "-s", "equal.ys"]).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{} {}: {}", top.thin, case.name, String::from_utf8_lossy(&said));
}

#[test]
fn the_parameterised_verilog_does_what_rust_hdl_does_in_each_shape() {
    if !have_yosys() {
        println!("skipped: yosys is not installed");
        return;
    }
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shapes");
    let cases = cases();
    let direct = lower(&cases, &home);
    let mut proofs = vec![];
    for case in cases.iter().filter(|case| large() || !is_slow(case)) {
        let emitted = Arc::new(units::emit(case.unit, case.config, &case.set).unwrap());
        proofs.extend((0..emitted.tops.len()).map(|top| (case, emitted.clone(), top)));
    }
    // One yosys a core.
    let proofs = Mutex::new(proofs.into_iter());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| loop {
                let next = proofs.lock().unwrap().next();
                let Some((case, emitted, top)) = next else { return };
                prove(case, &emitted.tops[top], &emitted, &direct, &home);
            });
        }
    });
}
