// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::declare::Describe;

/// The Verilog body by which the writer recognises a [`DffR`]; correct by itself for rust-hdl's own generator.
pub const DFFR_VERILOG: &str = "always @(posedge clock) if (reset) q <= init; else q <= d;";

/// Register: D flip-flops with synchronous, active-high reset to `init`.
///
/// The writer makes it a `reg` of the module that holds it; `q` is its value and `d` its next value.
#[derive(Clone, Debug, LogicBlock)]
pub struct DffR<T: Synth> {
    /// Next value.
    pub d: Signal<In, T>,
    /// Value.
    pub q: Signal<Out, T>,
    /// The value changes at its rising edge, to `init` as well.
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
    init: Constant<T>,
}

impl<T: Synth> DffR<T> {
    /// A register that resets to `init`.
    pub fn new(init: T) -> Self {
        Self {
            d: Default::default(),
            q: Signal::new_with_default(init),
            clock: Default::default(),
            reset: Default::default(),
            init: Constant::new(init),
        }
    }
}

/// Resets to zero.
impl<T: Synth> Default for DffR<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Synth> Logic for DffR<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.q.next = if self.reset.val() { self.init.val() } else { self.d.val() };
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(DFFR_VERILOG.to_string())
    }
}

impl<T: Synth> Describe for DffR<T> {}
