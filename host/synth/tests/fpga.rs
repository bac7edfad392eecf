// SPDX-License-Identifier: Apache-2.0
//! What is too large for an FPGA is told apart early.

use warpsmith_synth::{Cache, Design, FpgaFlow, Port, PortSide, Yosys};

/// A shift register of `stages` flip-flops that no memory can be, as each has its reset value.
fn shift_register(stages: usize) -> Design {
    let port = |name: &str, side| Port { name: name.to_string(), width: 1, side };
    Design {
        unit: "u".to_string(),
        config: "c".to_string(),
        top: "t".to_string(),
        module: "t".to_string(),
        verilog: format!(
            "module t (input wire clock, input wire reset, input wire a, output wire q);\n    \
             reg [{0}:0] r;\n    assign q = r[{0}];\n    \
             always @(posedge clock) r <= reset ? 1 : {{r[{1}:0], a ^ r[{0}]}};\nendmodule\n",
            stages - 1,
            stages - 2
        ),
        ports: vec![port("reset", PortSide::In), port("a", PortSide::In), port("q", PortSide::Out)],
    }
}

#[test]
fn a_design_with_more_flip_flops_than_the_device_is_not_mapped_to_luts() {
    let flow =
        Yosys::find(Some("yosys")).and_then(|yosys| FpgaFlow::new("ice40", 10.0, true, yosys, Cache::off()));
    let flow = match flow {
        Ok(flow) => flow,
        Err(why) => {
            assert!(std::env::var("CI").as_deref() != Ok("true"), "{why}");
            return println!("skipped: {why}");
        }
    };
    let measured = |stages| {
        let figures = flow.measure(&shift_register(stages), true).expect("it can be measured");
        assert_eq!(figures.flip_flops, stages as u64);
        (figures.luts.is_some(), figures.fits, figures.highest_clock_mhz.is_some())
    };
    assert_eq!(measured(7681), (false, false, false));
    assert_eq!(measured(64), (true, true, true));
}
