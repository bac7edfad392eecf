// SPDX-License-Identifier: Apache-2.0
//! C++ text of the interface to a Verilated unit, made from its port list. Used by the build script, and by
//! tests that verilate at run time.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use warpsmith_units::{Dir, PortSpec, Storage};

/// The input of Verilog with planted faults that selects one of them by its number, 0 for none; up to 32 bits.
pub const FAULT: &str = "fault";

/// A C++ file that holds everything Verilator made in `dir` for the class `prefix`, and ends with the interface
/// `warpsmith::Shim` called `name`. With `faults` the module has the input [`FAULT`] beside its `ports`, which takes the value
/// of the variable of that name. One translation unit compiles much faster than one per generated file.
pub fn translation_unit(
    name: &str,
    prefix: &str,
    ports: &[PortSpec],
    traced: bool,
    faults: bool,
    dir: &Path,
) -> io::Result<String> {
    let entries = fs::read_dir(dir)?.map(|e| Ok(e?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    let mut sources: Vec<_> = entries.iter().filter(|p| p.extension().is_some_and(|e| e == "cpp")).collect();
    sources.sort();
    let root = fs::read_to_string(dir.join(format!("{prefix}___024root.h")))?;
    let code = sources.iter().map(fs::read_to_string).collect::<io::Result<String>>()?;

    let mut text: String = sources.iter().map(|s| format!("#include \"{}\"\n", s.display())).collect();
    text += "#include \"dut.h\"\n";
    if traced {
        text += "#include \"traced.h\"\n";
    }
    if faults {
        let _ = writeln!(text, "extern \"C\" {{ uint32_t {FAULT} = 0; }}");
    }
    let select = if faults { format!("        m.{FAULT} = ::{FAULT};\n") } else { String::new() };
    text += &ports_struct(prefix, ports, &evaluation(prefix, &root, &code), &select);
    let flavour = if traced { "Traced" } else { "Plain" };
    let _ = writeln!(
        text,
        "extern \"C\" {{ extern const warpsmith::Shim {name}; }}\n\
         constexpr warpsmith::Shim {name} = warpsmith::shim_of<\n    \
         warpsmith::Dut<{prefix}_ports, warpsmith::{flavour}<{prefix}_ports>>>();"
    );
    Ok(text)
}

/// How a model is evaluated: `settle` for the logic behind its inputs, `edge` for the rising edge of the clock, and whether `edge`
/// leaves the former out (`regions`).
///
/// Where the functions for both are known they are called: the model's own `eval` goes through the logic behind the inputs each time, and looks
/// for edges. Otherwise `edge` settles too, and brings the clock back to 0; no register uses that edge. If the generated model has a memory
/// of the clock in the previous evaluation, setting it saves the evaluation of the falling edge.
fn evaluation(prefix: &str, root: &str, code: &str) -> String {
    let root_type = format!("{prefix}___024root");
    let region = |name: &str| {
        let defined = code.contains(&format!("void {root_type}___eval_{name}({root_type}* vlSelf) {{"));
        let triggers = format!("__V{name}Triggered");
        (defined && root.contains(&triggers))
            .then(|| format!("warpsmith::trigger(m.rootp->{triggers}); {root_type}___eval_{name}(m.rootp);"))
    };
    let memories = memories(root);
    let (regions, settle, edge) = match (region("ico"), region("nba"), &memories[..]) {
        // Nothing waits for a clock.
        (Some(inputs), _, []) => (true, inputs, String::new()),
        // With other memories there is logic that has no order, as cycles through the bits of a vector: it goes on until it settles.
        (Some(inputs), Some(edge), [clock]) if is_clock(clock) => (true, inputs, edge),
        _ => {
            let rearm = match memories.iter().find(|name| is_clock(name)) {
                Some(name) => format!("m.rootp->{name} = 0;"),
                None => "m.clock = 0; m.eval();".to_string(),
            };
            (false, "m.clock = 0; m.eval();".to_string(), format!("m.clock = 1; m.eval(); {rearm}"))
        }
    };
    format!(
        "    static constexpr bool regions = {regions};\n    static void settle(Model& m) {{ {settle} }}\n    \
         static void edge(Model& m) {{ {edge} }}\n"
    )
}

/// What the model knows of the previous evaluation, to see what has changed since, in the text of its root class.
fn memories(root: &str) -> Vec<&str> {
    let names = root.split(|c: char| !c.is_alphanumeric() && c != '_');
    let memories: BTreeSet<&str> =
        names.filter(|name| name.starts_with("__Vtrig") && name.contains("prev")).collect();
    memories.into_iter().collect()
}

/// Whether such a memory is of the clock: `__Vtrigrprev__TOP__clock`, of newer versions of Verilator
/// `__Vtrigprevexpr___TOP__clock__0`.
fn is_clock(memory: &str) -> bool {
    memory.trim_end_matches("__0").ends_with("TOP__clock")
}

/// The struct `Ports` of a unit whose Verilator prefix is `prefix`, as `shim/dut.h` wants it, with its [`evaluation`]. `select`
/// assigns what is no port.
fn ports_struct(prefix: &str, ports: &[PortSpec], evaluation: &str, select: &str) -> String {
    let lines = |which: fn(&PortSpec) -> bool, line: fn(&PortSpec) -> String| {
        ports.iter().filter(|p| which(p)).map(line).collect::<String>()
    };
    let input = |p: &PortSpec| p.dir == Dir::In;
    let output = |p: &PortSpec| p.dir == Dir::Out;
    let registered = |p: &PortSpec| p.dir == Dir::Out && !p.comb;
    let combinational = |p: &PortSpec| p.dir == Dir::Out && p.comb;
    format!(
        "struct {prefix}_ports {{\n    using Model = {prefix};\n    struct In {{\n{}    }};\n    struct Out {{\n{}    }};\n    \
         static constexpr bool combinational = {};\n    \
         static void set(Model& m, const In& i) {{\n{}{select}    }}\n    \
         static void get_combinational(const Model& m, Out& o) {{\n{}    }}\n    \
         static void get_registered(const Model& m, Out& o) {{\n{}    }}\n{evaluation}}};\n",
        lines(input, field),
        lines(output, field),
        ports.iter().any(combinational),
        lines(input, set),
        lines(combinational, get),
        lines(registered, get),
    )
}

fn field(port: &PortSpec) -> String {
    let (ctype, array) = match port.storage {
        Storage::Bool => ("bool", String::new()),
        Storage::U8 => ("uint8_t", String::new()),
        Storage::U32 => ("uint32_t", String::new()),
        Storage::U64 => ("uint64_t", String::new()),
        Storage::Words(n) => ("uint32_t", format!("[{n}]")),
    };
    format!("        {ctype} {}{array};\n", port.name)
}

/// Assigns an input. Verilator wants the bits above the width to be 0.
fn set(port: &PortSpec) -> String {
    let (name, width) = (port.name, port.width);
    let mask = |bits: usize| format!("0x{:x}ULL", u64::MAX >> (64 - bits));
    match port.storage {
        Storage::Words(_) if width > 64 => {
            let mut text = String::new();
            for word in 0..width.div_ceil(32) {
                let bits = (width - 32 * word).min(32);
                let _ = writeln!(text, "        m.{name}[{word}] = i.{name}[{word}] & {};", mask(bits));
            }
            text
        }
        Storage::Words(_) if width > 32 => format!(
            "        m.{name} = (static_cast<uint64_t>(i.{name}[1]) << 32 | i.{name}[0]) & {};\n",
            mask(width)
        ),
        Storage::Words(_) => format!("        m.{name} = i.{name}[0] & {};\n", mask(width)),
        Storage::Bool => format!("        m.{name} = i.{name};\n"),
        _ => format!("        m.{name} = i.{name} & {};\n", mask(width)),
    }
}

fn get(port: &PortSpec) -> String {
    let (name, width) = (port.name, port.width);
    match port.storage {
        Storage::Words(_) if width > 64 => (0..width.div_ceil(32))
            .map(|word| format!("        o.{name}[{word}] = m.{name}[{word}];\n"))
            .collect(),
        Storage::Words(_) if width > 32 => format!(
            "        o.{name}[0] = static_cast<uint32_t>(m.{name});\n        o.{name}[1] = m.{name} >> 32;\n"
        ),
        Storage::Words(_) => format!("        o.{name}[0] = m.{name};\n"),
        _ => format!("        o.{name} = m.{name};\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_called_of_models_that_wait_for_the_clock_alone() {
        let code =
            ["ico", "nba"].map(|name| format!("void V___024root___eval_{name}(V___024root* vlSelf) {{\n"));
        let of = |memories: &str, code: &str| {
            evaluation("V", &format!("VlTriggerVec<1> __VicoTriggered, __VnbaTriggered; {memories}"), code)
        };
        let code = code.concat();
        for clock in ["__Vtrigrprev__TOP__clock", "__Vtrigprevexpr___TOP__clock__0"] {
            let memory = format!("CData/*0:0*/ {clock};");
            let text = of(&memory, &code);
            assert!(text.contains("regions = true") && text.contains("___eval_nba(m.rootp);"), "{text}");
            // Logic that goes on until it settles.
            let text = of(&format!("{memory} CData/*1:0*/ __Vtrigrprev__TOP__ones;"), &code);
            assert!(
                text.contains("regions = false") && text.contains(&format!("m.rootp->{clock} = 0;")),
                "{text}"
            );
            // A version of Verilator that names its functions otherwise.
            assert!(of(&memory, "").contains("regions = false"));
        }
        let without_registers = of("", &code);
        assert!(
            without_registers.contains("regions = true") && without_registers.contains("edge(Model& m) {  }")
        );
    }
}
