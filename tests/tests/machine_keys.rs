// SPDX-License-Identifier: Apache-2.0
//! A change of a machine key that counts for nothing in a run is refused, with the key and the reason.

use warpsmith_tests::{run, stderr};

/// What is said of `-m CHANGE`, which is refused before the program is looked for.
fn refused(options: &[&str], change: &str) -> String {
    stderr(&run(["run"].iter().chain(options).chain(&["--backend", "model", "-m", change, "--", "none"])), 2)
}

#[test]
fn a_key_that_the_attached_controller_does_not_use_is_refused_with_the_reason() {
    let shared = ["--machine", "cpu-gpu"];
    for controller in ["sms", "frfcfs", "parbs", "atlas", "tcm", "cfrfcfs", "ctcm"] {
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

#[test]
fn a_key_that_the_model_does_not_use_is_refused_with_the_reason() {
    assert!(refused(&[], "sm.fp.div.latency=50").contains("timing of sm.sfu"));
    assert!(refused(&[], "sm.dp.max.initiation=4").contains("timing of sm.dp.mad"));
    assert!(refused(&[], "sm.response_queue=4").contains("one response a cycle"));
    assert!(refused(&[], "constant.miss_queue=8").contains("constant.mshrs"));
}
