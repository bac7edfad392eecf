// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::DFFR_BITS_VERILOG;
use crate::declare::Describe;

/// Register of `N` bits whose next value is given bit by bit; resets to zero.
///
/// It is [`DffR`](super::DffR) for values that a loop computes one bit at a time: the writer makes it one
/// `reg [N-1:0]` with single bits assigned.
#[derive(Clone, Debug, LogicBlock)]
pub struct DffRBits<const N: usize> {
    /// Next value of each bit.
    pub d: [Signal<In, Bit>; N],
    /// Value.
    pub q: Signal<Out, Bits<N>>,
    pub clock: Signal<In, Clock>,
    /// Synchronous, active high.
    pub reset: Signal<In, Bit>,
}

impl<const N: usize> Default for DffRBits<N> {
    fn default() -> Self {
        Self {
            d: std::array::from_fn(|_| Default::default()),
            q: Default::default(),
            clock: Default::default(),
            reset: Default::default(),
        }
    }
}

impl<const N: usize> Logic for DffRBits<N> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let reset = self.reset.val();
            self.q.next =
                (0..N).fold(Bits::default(), |q: Bits<N>, i| q.replace_bit(i, !reset && self.d[i].val()));
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(DFFR_BITS_VERILOG.to_string())
    }
}

impl<const N: usize> Describe for DffRBits<N> {}
