// SPDX-License-Identifier: Apache-2.0
//! FR-FCFS: the DRAM controller with one content-addressed request buffer that SMS is compared with
//! (first-ready, first-come-first-served: Rixner et al. 2000; as in Ausavarungnirun 2017, ch. 5).

mod buffer;
mod candidates;
mod environment;
mod invariants;
mod model;
pub mod params;
mod ports;

pub use buffer::{Buffer, Entry};
pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, State};
pub use ports::{In, Out};

use crate::dram_timing::ControllerIn;
use crate::{Description, Module, Purpose};
use params::{AgeMode, Params};

/// What the library says about FR-FCFS.
pub const DESCRIPTION: Description = Description {
    about: "DRAM controller with one content-addressed request buffer: row hits first, then the oldest",
    source: "as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5",
    place: "memory controller, once per channel",
    blocks: &[
        ("frfcfs_timestamp_buffer", Purpose::Selection),
        ("frfcfs_entries", Purpose::Buffers),
        ("frfcfs_collapsing_buffer", Purpose::Buffers),
        ("frfcfs_legality", Purpose::Legality),
        ("frfcfs_rows", Purpose::Legality),
    ],
};

/// The module `frfcfs`.
pub struct FrFcfs;

impl Module for FrFcfs {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "frfcfs";
    const BUILT_IN: &'static [&'static str] = &["paper", "gtx480"];
    const BENCHED: &'static [&'static str] = &[
        "paper",
        "collapse",
        "gtx480",
        "small",
        "small_collapse",
        "small_two_cycles",
        "tiny",
        "tiny_collapse",
        "tiny_two_cycles",
    ];

    /// Each kind of buffer has a controller of its own.
    fn verilog(params: &Params) -> &'static str {
        match params.age_mode {
            AgeMode::Timestamp => "frfcfs",
            AgeMode::Collapse => "frfcfs_collapsing",
        }
    }

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(params: &Params, _: &In) -> Out {
        Model::new(params).out()
    }

    fn end_pulses(input: &mut In) {
        input.present(None);
    }
}
