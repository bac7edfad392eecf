// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::declare::Describe;

/// The Verilog body by which the writer recognises a [`Dff`]; correct by itself for rust-hdl's own generator.
pub const DFF_VERILOG: &str = "always @(posedge clock) q <= d;";

/// Register without reset: D flip-flops for payload that a reset register marks as valid.
///
/// The writer makes it a `reg` of the module that holds it. An array of them whose words are read and written
/// only one at a time becomes a Verilog memory, which FPGA tools may put into RAM and ASIC tools into flip-flops.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct Dff<T: Synth> {
    /// Next value.
    pub d: Signal<In, T>,
    /// Value.
    pub q: Signal<Out, T>,
    /// The value changes at its rising edge.
    pub clock: Signal<In, Clock>,
}

impl<T: Synth> Logic for Dff<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.q.next = self.d.val();
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(DFF_VERILOG.to_string())
    }
}

impl<T: Synth> Describe for Dff<T> {}
