// SPDX-License-Identifier: Apache-2.0
//! No key of a machine is dead: a change of it shows in what a run prints or counts, or is refused with the key's name. The keys
//! are those of the machine that a result file records, so that none can be forgotten.

use serde_json::Value;
use std::path::Path;
use warpsmith_tests::cases::{self, Case, Shared};
use warpsmith_tests::lists::controllers;
use warpsmith_tests::{compiled, read_json, root, run, stderr, tests};

/// Few SMs and channels, so that the small program fills their queues.
const SMALL: [&str; 4] = ["-m", "sm.count=2", "-m", "dram.channels=1"];

/// The machine with CPU cores, whose lines go to the channels by whole rows: one channel would hide that.
const SHARED: [&str; 6] = ["--machine", "cpu-gpu", "-m", "sm.count=2", "-m", "dram.channels=2"];

/// Few walks and a small L2 TLB, which the small program fills.
const TRANSLATION: [&str; 8] =
    ["-m", "mmu.walks=8", "-m", "mmu.l2.entries=32", "-m", "mmu.l2.ways=4", "-m", "mmu.l2.replay_queue=8"];

/// Pages that come soon, so that runs are short.
const PAGING: [&str; 4] = ["-m", "mmu.paging.fault_4k_ns=2000", "-m", "mmu.paging.fault_2m_ns=260000"];

fn main() {
    let mut cases = tests![
        a_key_that_the_attached_controller_does_not_use_is_refused_with_the_reason,
        a_key_that_the_model_does_not_use_is_refused_with_the_reason,
    ];
    cases.extend(every_key_shows("gtx480", &SMALL, |_| true));
    let of_mascar = every_key_shows("mascar", &[&["--machine", "mascar"], &SMALL[..]].concat(), |_| true);
    // Its keys are those of `gtx480`, but for their values.
    cases.extend(of_mascar.into_iter().map(|case| case.by_hand(true)));
    cases
        .extend(every_key_shows("cpu-gpu", &[&SHARED[..], &["--cpus", "mcf,libquantum"]].concat(), |_| true));
    cases.extend(every_key_shows("apogee", &[&["--machine", "apogee"], &SMALL[..]].concat(), |key| {
        key.starts_with("energy.")
    }));
    cases.extend(every_key_shows("medic", &[&["--machine", "medic"], &SMALL[..]].concat(), |key| {
        key.starts_with("l2.")
    }));
    let banks = ["-m", "sm.operand_collectors.banks=16"];
    cases.extend(every_key_shows("banks of registers", &[&SMALL[..], &banks].concat(), |key| {
        key.starts_with("sm.operand_collectors.")
    }));
    cases.extend(every_key_shows(
        "maxwell",
        &[&["--machine", "maxwell"], &SMALL[..], &TRANSLATION].concat(),
        |key| key.starts_with("mmu."),
    ));
    cases.extend(every_key_shows(
        "mosaic",
        &[&["--machine", "mosaic"], &SMALL[..], &PAGING].concat(),
        |key| key.starts_with("mmu.paging."),
    ));
    cases.extend(every_key_shows("ilp", &[&["--machine", "ilp"], &SMALL[..]].concat(), |key| {
        key.starts_with("front_end.")
    }));
    for controller in controllers() {
        let mut options = [&SHARED[..], &["--cpus", "mcf", "--with", &controller]].concat();
        if controller.starts_with("drain_") {
            // Without groups of banks their number and timing would show nothing.
            options.extend(["-m", "dram.bank_groups=2", "-m", "dram.timing.ccdl=6"]);
        }
        cases.extend(every_key_shows(&controller, &options, |key| key.starts_with("dram.")));
    }
    cases::main(cases)
}

/// A case a key among those of the machine that `chosen` takes: a change of it shows, or is refused with its name.
fn every_key_shows(name: &str, options: &[&str], chosen: impl Fn(&str) -> bool) -> Vec<Case> {
    let runs = Runs { options: options.iter().map(|word| word.to_string()).collect() };
    // Also the first of the runs that the cases are compared with.
    let (quick, result) = runs.with(QUICK, None).expect("the program runs");
    let baselines = [Shared::new(), Shared::new()];
    baselines[0].get(|| quick);
    let mut keys = Vec::new();
    leaves(&result["configuration"]["machine"], "", &mut keys);
    // A sentence about the machine, which only `list machines` shows.
    keys.retain(|(key, _)| key != "description" && chosen(key));
    assert!(!keys.is_empty());
    let case = |(key, value): (String, Value)| {
        let (runs, baselines) = (runs.clone(), baselines.clone());
        Case::new("shows_or_is_refused", &[&name, &key.clone()], move || runs.check(&key, &value, &baselines))
    };
    keys.into_iter().map(case).collect()
}

/// What a run of the program came to.
#[derive(PartialEq)]
struct Outcome {
    code: Option<i32>,
    said: Vec<u8>,
    statistics: Value,
}

/// Arguments of the program for little work, in which most keys show, and for all of it.
const QUICK: &[&str] = &["quick"];
const WHOLE: &[&str] = &[];

/// Runs of the program with these options.
#[derive(Clone)]
struct Runs {
    options: Vec<String>,
}

impl Runs {
    /// The outcome with this change, and the whole result file; or why the command line is refused.
    fn with(&self, work: &[&str], change: Option<&str>) -> Result<(Outcome, Value), String> {
        let program = compiled(&root().join("tests/feature_programs/every_part.cu"));
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("result.json");
        // A change of a key that the options set takes its place.
        let key = change.and_then(|change| change.split_inclusive('=').next());
        let options: Vec<&str> = self.options.iter().map(String::as_str).collect();
        let pairs = options.chunks_exact(2).filter(|pair| key.is_none_or(|key| !pair[1].starts_with(key)));
        let change = change.map_or(vec![], |change| vec!["-m", change]);
        let (file, program) = (utf8(&file), utf8(&program));
        let tail = ["--backend", "model", "-o", file, "--", program];
        let output = run(["run"].iter().chain(pairs.flatten()).chain(&change).chain(&tail).chain(work));
        if output.status.code() == Some(2) {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let result = read_json(Path::new(file));
        let statistics = result["statistics"].clone();
        Ok((Outcome { code: output.status.code(), said: output.stdout, statistics }, result))
    }

    /// Fails unless a change of this key shows in little work, in all of it, or is refused with the key's name.
    fn check(&self, key: &str, value: &Value, baselines: &[Shared<Outcome>; 2]) {
        let mut refusals = Vec::new();
        for (work, baseline) in [QUICK, WHOLE].into_iter().zip(baselines) {
            let baseline = baseline.get(|| self.with(work, None).expect("the program runs").0);
            refusals.clear();
            for other in others(value) {
                match self.with(work, Some(&format!("{key}={other}"))) {
                    Ok((outcome, _)) if outcome != *baseline => return,
                    Ok(_) => refusals.push(format!("{other}: nothing changes")),
                    Err(text) => refusals.push(text),
                }
            }
            let group = key.split('.').next().expect("split gives one part");
            if refusals.iter().all(|text| text.contains(group) && !text.contains("nothing changes")) {
                return;
            }
        }
        panic!("{:?}: no change of `{key} = {value}` shows:\n{}", self.options, refusals.join("\n"));
    }
}

fn utf8(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Every value under `node`, with its dotted path.
fn leaves(node: &Value, path: &str, out: &mut Vec<(String, Value)>) {
    match node {
        Value::Object(group) => group.iter().for_each(|(key, inner)| {
            let inner_path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            leaves(inner, &inner_path, out);
        }),
        value => out.push((path.to_string(), value.clone())),
    }
}

/// Other values for a key, those that are most likely to show first.
fn others(value: &Value) -> Vec<String> {
    match value {
        Value::Number(n) if n.is_u64() => {
            let n = n.as_u64().expect("it is");
            let mut all = vec![2 * n, n / 2, n + 1, n.saturating_sub(1), n - n / 8, n + n / 8, 1, 2, 8 * n];
            all.retain(|other| *other != n);
            all.iter().map(u64::to_string).collect()
        }
        Value::Number(n) => vec![(2.0 * n.as_f64().expect("a number") + 1.0).to_string()],
        Value::String(text) => {
            let known = [
                "linear",
                "xor",
                "write-evict",
                "write-back",
                "frfcfs",
                "fcfs",
                "serial",
                "shared",
                "lrr",
                "gto",
            ];
            let others = known.into_iter().filter(|other| other != text);
            others.map(str::to_string).collect()
        }
        Value::Bool(on) => vec![(!on).to_string()],
        other => panic!("no key is {other}"),
    }
}

/// What is said of `-m CHANGE`, which is refused before the program is looked for.
fn refused(options: &[&str], change: &str) -> String {
    stderr(&run(["run"].iter().chain(options).chain(&["--backend", "model", "-m", change, "--", "none"])), 2)
}

fn a_key_that_the_attached_controller_does_not_use_is_refused_with_the_reason() {
    let shared = ["--machine", "cpu-gpu"];
    // The machine's own scheduler uses all but the key that names the order.
    let own = |controller: &String| controller.starts_with("drain_");
    for controller in controllers().iter().filter(|&controller| own(controller)) {
        let text = refused(&["--with", controller], "dram.scheduler=fcfs");
        assert!(text.contains(controller) && text.contains("order"), "{text}");
    }
    for controller in controllers().iter().filter(|&controller| !own(controller)) {
        let options = [&shared[..], &["--with", controller]].concat();
        for key in ["dram.timing.turnaround", "dram.write_queue", "dram.scheduler_queue"] {
            let text = refused(&options, &format!("{key}=1"));
            // The machine is checked first.
            let reason = text.contains("nothing") && text.contains(controller) || text.contains("must be");
            assert!(text.contains("dram.") && reason, "{text}");
        }
        let on_gtx480 = refused(&["--with", controller], "dram.timing.ccd=3");
        assert!(on_gtx480.contains("bank groups"), "{on_gtx480}");
    }
    let text = refused(&shared, "dram.timing.ccdl=1000");
    assert!(text.contains("dram.timing.ccdl") && text.contains("one bank group"), "{text}");
    assert!(refused(&shared, "cpu.window=64").contains("--cpus"));
}

fn a_key_that_the_model_does_not_use_is_refused_with_the_reason() {
    for with in ["lrr", "ccws", "mascar"] {
        assert!(refused(&["--with", with], "sm.warp_scheduler=lrr").contains("chooses the warps"));
    }
    assert!(refused(&[], "sm.fp.div.latency=50").contains("timing of sm.sfu"));
    assert!(refused(&[], "sm.dp.max.initiation=4").contains("timing of sm.dp.mad"));
    assert!(refused(&[], "sm.response_queue=4").contains("one response a cycle"));
    assert!(refused(&[], "constant.miss_queue=8").contains("constant.mshrs"));
    assert!(refused(&[], "sm.operand_collectors.mem=4").contains("sm.operand_collectors.banks"));
    let maxwell = |policy, change| refused(&["--machine", "maxwell", "--with", policy], change);
    assert!(maxwell("pw_cache", "mmu.l2.ways=8").contains("no L2 TLB"));
    assert!(maxwell("ideal_tlb", "mmu.walks=8").contains("never misses"));
    assert!(refused(&["--machine", "ilp"], "sm.fp.mad.latency=4").contains("front_end.alu_latency"));
    assert!(refused(&["--machine", "ilp"], "front_end.mixed_sms=false").contains("front_end.tlp_sms"));
    assert!(refused(&["--machine", "ilp"], "sm.operand_collectors.banks=16").contains("[front_end]"));
    let free = ["--machine", "mosaic", "-m", "mmu.paging.fault_4k_ns=0", "-m", "mmu.paging.fault_2m_ns=0"];
    assert!(refused(&free, "mmu.paging.order=serial").contains("no time"));
}
