// SPDX-License-Identifier: Apache-2.0
//! The registers of a top module behind a bus: a wrapper around its thin module with a bus slave and a register file.

mod bus;
mod wrapper;

use std::collections::BTreeMap;

use warpsmith_units::{Description, UnitInfo};

use super::modules::modules;
use super::{EmitError, Emitted};
use crate::emit::{Free, Interface, Library, Refusal, Shape};
use crate::prim::{ApbSlave, AxiLiteSlave, RegisterFile};

pub use bus::Bus;
pub(super) use wrapper::Wrapper;

/// The modules that wrappers are made of.
pub const MODULES: [&str; 3] = ["apb_slave", "axi_lite_slave", "register_file"];

/// What they are called where units are named.
pub const UNIT: &str = "registers";

/// The configuration that [`parts`] has.
pub const CONFIGURATION: &str = "tiny";

/// Registers of a register file for proofs.
const PROVED_WORDS: u128 = 3;

/// The parameter of a register file.
const WORDS: &str = "WORDS";

/// Adds them; the register file in shapes in which no two widths are equal that are not always equal.
pub(super) fn collect(library: &mut Library) -> Result<(), Refusal> {
    let (docs, none) = (BTreeMap::new(), Interface::default());
    library.add(&ApbSlave::new(), &docs, &none, &[])?;
    library.add(&AxiLiteSlave::new(), &docs, &none, &[])?;
    let words = Free {
        name: WORDS.to_string(),
        of: WORDS,
        flag: false,
        default: PROVED_WORDS,
        optional: false,
        doc: "Registers.".to_string(),
    };
    let interface = Interface { free: vec![words], derived: vec![] };
    library.add(&RegisterFile::<3>::new(), &docs, &interface, &register_file(3).values)?;
    library.add(&RegisterFile::<7>::new(), &docs, &interface, &register_file(7).values)?;
    library.add(&RegisterFile::<13>::new(), &docs, &interface, &register_file(13).values)
}

/// The register file with so many words.
fn register_file(words: u128) -> Shape {
    Shape { module: "register_file".to_string(), values: vec![(WORDS.to_string(), words)] }
}

/// [`MODULES`] alone, without a unit. Their one configuration, `tiny`, has a small register file.
///
/// # Errors
/// Another configuration, or what the writer refuses.
pub fn parts(configuration: &str) -> Result<Emitted, EmitError> {
    if configuration != CONFIGURATION {
        return Err(EmitError::Parameter(format!(
            "{UNIT} has no configuration `{configuration}`; it has {CONFIGURATION} alone"
        )));
    }
    let about =
        Description { about: "registers behind a bus", source: "AMBA APB, AMBA AXI", place: "", blocks: &[] };
    let info = UnitInfo {
        name: UNIT,
        description: about,
        configurations: &[CONFIGURATION],
        parameters: Vec::new,
        size: |_| None,
        modules: &[],
    };
    let bare = |module: &str| Shape { module: module.to_string(), values: vec![] };
    let shapes = vec![bare("apb_slave"), bare("axi_lite_slave"), register_file(PROVED_WORDS)];
    let parameters = vec![(WORDS, PROVED_WORDS.to_string())];
    Emitted::new(&info, Some(CONFIGURATION), parameters, modules()?, vec![], vec![], shapes)
}
