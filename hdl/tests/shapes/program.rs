// SPDX-License-Identifier: Apache-2.0
//! Compiled by itself, with a list of shapes: lowers each block in its shape, checks that the parameterised modules stay the same
//! with it among their witnesses, and writes its Verilog as rust-hdl has it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rust_hdl::prelude::Block;
use warpsmith_hdl::declare::Describe;
use warpsmith_hdl::emit::{Library, Writer, Written};
use warpsmith_hdl::units;
use warpsmith_units::Parameters;

struct Shapes {
    folder: PathBuf,
    library: Library,
}

impl Shapes {
    /// Adds a block of `unit`; `empty` if it has arrays without elements, of which a witness has none.
    fn add<B: Block + Describe>(
        &mut self,
        unit: &str,
        name: &str,
        file: &str,
        set: &[(String, String)],
        config: &str,
        block: B,
    ) {
        let direct = units::direct(unit, config, set).unwrap();
        let direct = direct.iter().find(|d| d.name == name).unwrap();
        let empty = direct.values.iter().any(|(name, value)| name == "CPUS" && *value == 0);
        if unit != "sms" || !empty {
            self.library.add(&block, &BTreeMap::new(), &direct.interface, &direct.values).unwrap();
        }
        let mut writer = Writer::default();
        let top = writer.add(&block, &BTreeMap::new()).unwrap();
        let text: String = writer.modules().into_iter().map(|m| m.text).collect();
        std::fs::write(self.folder.join(format!("{file}.v")), format!("{text}// top: {top}\n")).unwrap();
    }
}

fn params<P: Parameters>(config: &str, set: &[(String, String)]) -> P {
    let mut params = P::named(config).unwrap();
    set.iter().for_each(|(key, value)| params.set(key, value).unwrap());
    params
}

/// For blocks of which one alone is megabytes.
const STACK_BYTES: usize = 1 << 30;

fn main() {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(lower).unwrap();
    if thread.join().is_err() {
        std::process::exit(1);
    }
}

fn lower() {
    let folder = std::env::args().nth(1).expect("the folder to write to");
    let mut shapes =
        Shapes { folder: Path::new(&folder).to_path_buf(), library: units::witnesses().unwrap() };
    all(&mut shapes);
    let with_shapes = shapes.library.modules().unwrap_or_else(|e| panic!("{e}"));
    let text = |m: &Written| m.code();
    for (module, with) in units::modules().unwrap().iter().zip(&with_shapes) {
        assert_eq!(text(module), text(with), "{} is another module with these shapes", module.name);
    }
}
