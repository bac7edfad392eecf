// SPDX-License-Identifier: Apache-2.0
//! Timing constraints of a top module or of a wrapper (SDC), the same in every configuration.

/// Longest line.
const WIDTH: usize = 96;

/// One clock; what comes in and goes out, beside it and the reset, has a share of its period outside.
pub fn constraints<'a>(
    module: &str,
    inputs: impl Iterator<Item = &'a str>,
    outputs: impl Iterator<Item = &'a str>,
) -> String {
    let inputs = braced(["reset"].into_iter().chain(inputs));
    let outputs = braced(outputs);
    format!(
        "# SPDX-License-Identifier: Apache-2.0\n\
         # Timing constraints of {module} in any configuration. Emitted by Warpsmith.\n\
         # Set `period` (ns) and `outside`, the share of it that is spent outside before inputs arrive and after\n\
         # outputs leave, before this file is read.\n\
         if {{![info exists period]}} {{ set period 10.0 }}\n\
         if {{![info exists outside]}} {{ set outside 0.2 }}\n\n\
         create_clock -name clock -period $period [get_ports clock]\n\
         set_input_delay [expr {{$outside * $period}}] -clock clock [get_ports {inputs}]\n\
         set_output_delay [expr {{$outside * $period}}] -clock clock [get_ports {outputs}]\n"
    )
}

/// Names in braces, in lines of moderate length. A bus is meant with all its bits.
fn braced<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut lines = vec![String::from("   ")];
    for name in names {
        if lines.last().is_some_and(|line| line.len() + name.len() >= WIDTH) {
            lines.push(String::from("   "));
        }
        if let Some(line) = lines.last_mut() {
            *line += &format!(" {name}");
        }
    }
    format!("{{\n{}\n}}", lines.join("\n"))
}
