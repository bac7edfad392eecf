// SPDX-License-Identifier: Apache-2.0
//! C++ text of the interface to a Verilated unit, made from its port list. Used by the build script, and by
//! tests that verilate at run time.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use warpsmith_units::{Dir, PortSpec, Storage};

use crate::regions::{self, Evaluation};

/// The input of Verilog with planted faults that selects one of them by its number, 0 for none; up to 32 bits.
pub const FAULT: &str = "fault";

/// A C++ file that holds everything Verilator made in `dir` for the class `prefix`, and ends with the interface
/// `warpsmith::Shim` called `name`. Unless it writes waveforms the module is one of [`crate::captured`]. With `faults` it has the
/// input [`FAULT`] beside its `ports`, which takes the value of the variable of that name. One translation unit compiles much
/// faster than one per generated file.
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
    let (flavour, evaluation) = match traced {
        true => ("Traced", String::new()),
        false => ("Plain", evaluation(prefix, ports, &root, &code)),
    };
    text += &ports_struct(prefix, ports, &evaluation, &select);
    let _ = writeln!(
        text,
        "extern \"C\" {{ extern const warpsmith::Shim {name}; }}\n\
         constexpr warpsmith::Shim {name} = warpsmith::shim_of<\n    \
         warpsmith::Dut<{prefix}_ports, warpsmith::{flavour}<{prefix}_ports>>>();"
    );
    Ok(text)
}

/// How a model with captured inputs is evaluated; one that writes waveforms has its own way, by both phases of the clock.
fn evaluation(prefix: &str, ports: &[PortSpec], root: &str, code: &str) -> String {
    let Evaluation { settle, edge } = regions::evaluation(prefix, ports, root, code);
    let function = |name: &str, statements: &str| {
        format!("    static void {name}(Model& m) {{ [[maybe_unused]] auto& r = *m.rootp; {statements} }}\n")
    };
    function("settle", &settle) + &function("edge", &edge)
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
