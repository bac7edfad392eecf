// SPDX-License-Identifier: Apache-2.0
//! What the writer makes the same in Verilog as in Rust, and what it refuses because it would not be.

mod arrays;
mod words;

use std::collections::BTreeMap;

use rust_hdl::prelude::*;
use warpsmith_verilog::declare::{array, Describe, ToBits};
use warpsmith_verilog::emit::{Refusal, Writer};
use warpsmith_verilog::register::{Dff, DffR};
use warpsmith_verilog::{block, comment};

fn write<B: Block + Describe>(block: B) -> Result<String, Refusal> {
    let mut writer = Writer::default();
    writer.add(&block, &BTreeMap::new())?;
    Ok(writer.modules().into_iter().map(|m| m.text).collect())
}

/// Asserts that the block is refused, and that the message names the module, the statement and the reason.
fn refused<B: Block + Describe>(block: B, statement: &str, reason: &str) {
    let refusal = write(block).expect_err("the block must be refused");
    let message = refusal.to_string();
    assert!(message.contains(refusal.module.as_str()) && !refusal.module.is_empty(), "{message}");
    assert!(refusal.statement.contains(statement), "statement `{statement}` is not in: {message}");
    assert!(message.contains(reason), "reason `{reason}` is not in: {message}");
}

/// A block with 8-bit inputs `a`, `b`, outputs `y` (8 bits) and `z` (1 bit), one constant, locals, and the given body.
macro_rules! sample {
    ($name:ident, $update:item) => {
        block! {
            /// A block under test.
            pub struct $name<> = "sample";
            fn new();
            pub clock: Signal<In, Clock>,
            pub reset: Signal<In, Bit>,
            pub a: Signal<In, Bits<8>>,
            pub b: Signal<In, Bits<8>>,
            pub c: Signal<In, Bit>,
            pub y: Signal<Out, Bits<8>>,
            pub z: Signal<Out, Bit>,
            /// The answer.
            answer: Constant<Bits<8>> = Constant::new(42.into()),
            yes: Constant<Bit> = Constant::new(true),
            t: Signal<Local, Bits<8>>,
            list: [Signal<Local, Bits<8>>; 4],
            r: DffR<Bits<8>>,
        }
        impl Logic for $name {
            $update
        }
    };
}

mod parentheses {
    use super::*;
    sample!(
        Mixed,
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, r);
            self.r.reset.next = self.reset.val();
            self.t.next = self.a.val();
            for i in 0..4 {
                self.list[i].next = self.t.val();
            }
            self.y.next = self.r.q.val();
            self.z.next = self.a.val() & self.b.val() == self.list[1].val();
        }
    );

    #[test]
    fn mixed_operators_get_the_parentheses_of_rust_precedence() {
        let text = write(Mixed::new()).unwrap();
        assert!(text.contains("assign z = (a & b) == list[15:8];"), "{text}");
    }
}

/// Tests whose block differs only in how `z` is computed.
macro_rules! refusals {
    ($($test:ident: $statement:literal, $reason:literal, $update:item)*) => {$(
        mod $test {
            use super::*;
            sample!(Sample, $update);

            #[test]
            fn $test() {
                refused(Sample::new(), $statement, $reason);
            }
        }
    )*};
}

refusals! {
    a_literal_that_does_not_fit_its_width_is_refused: "y", "300 does not fit 8 bits", #[hdl_gen] fn update(&mut self) {
        self.y.next = self.a.val() + 300;
    }
    a_latch_is_refused: "y", "not assigned in every case", #[hdl_gen] fn update(&mut self) {
        dff_setup!(self, clock, r);
        self.r.reset.next = self.reset.val();
        self.z.next = false;
        if self.c.val() {
            self.y.next = self.a.val();
        }
    }
    a_local_signal_read_before_it_is_assigned_is_refused: "t", "read before it is assigned", #[hdl_gen] fn update(&mut self) {
        dff_setup!(self, clock, r);
        self.r.reset.next = self.reset.val();
        self.y.next = self.t.val();
        self.t.next = self.a.val();
    }
    the_next_value_of_a_register_cannot_be_read: "y.next = r.d", "old value in simulation", #[hdl_gen] fn update(&mut self) {
        self.r.d.next = self.a.val();
        self.y.next = self.r.d.val();
    }
    a_register_without_reset_is_refused: "", "`r.reset` is not connected", #[hdl_gen] fn update(&mut self) {
        dff_setup!(self, clock, r);
        self.y.next = self.r.q.val();
    }
    a_gated_reset_is_refused: "r.reset.next", "must be the block's own `reset`", #[hdl_gen] fn update(&mut self) {
        self.r.reset.next = self.reset.val() && self.c.val();
    }
    an_assigned_input_is_refused: "a.next", "cannot be assigned here", #[hdl_gen] fn update(&mut self) {
        self.a.next = self.b.val();
    }
    a_block_of_constants_alone_is_refused: "y", "computed from constants alone", #[hdl_gen] fn update(&mut self) {
        dff_setup!(self, clock, r);
        self.r.reset.next = self.reset.val();
        self.t.next = self.a.val();
        for i in 0..4 {
            self.list[i].next = self.t.val();
        }
        self.z.next = false;
        self.y.next = self.answer.val();
        if self.yes.val() {
            self.y.next = 1.into();
        }
    }
    a_local_signal_assigned_with_a_register_and_read_elsewhere_is_refused: "t", "needed outside of it", #[hdl_gen] fn update(&mut self) {
        dff_setup!(self, clock, r);
        self.r.reset.next = self.reset.val();
        self.t.next = self.a.val();
        if self.c.val() {
            self.t.next = self.b.val();
            self.r.d.next = self.a.val();
        }
        for i in 0..4 {
            self.list[i].next = self.t.val();
        }
        self.z.next = false;
        self.y.next = self.r.q.val();
    }
    an_output_assigned_with_a_register_is_refused: "y", "needed outside of it", #[hdl_gen] fn update(&mut self) {
        dff_setup!(self, clock, r);
        self.r.reset.next = self.reset.val();
        self.t.next = self.a.val();
        for i in 0..4 {
            self.list[i].next = self.t.val();
        }
        self.z.next = false;
        self.y.next = self.a.val();
        if self.c.val() {
            self.y.next = self.b.val();
            self.r.d.next = self.a.val();
        }
    }
    replace_bit_of_another_signal_is_refused: "replace_bit", "only as `x.next", #[hdl_gen] fn update(&mut self) {
        self.y.next = self.a.val().replace_bit(3, true);
    }
    bits_of_an_expression_are_refused: "get_bit", "give the expression a `Local` name", #[hdl_gen] fn update(&mut self) {
        self.z.next = (self.a.val() + self.b.val()).get_bit(7);
    }
    a_narrowing_cast_is_refused: "bit_cast", "use `get_bits`", #[hdl_gen] fn update(&mut self) {
        self.z.next = bit_cast::<4, 8>(self.a.val()) == 3;
    }
}

mod literals {
    use super::*;
    sample!(
        Literals,
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, r);
            self.r.reset.next = self.reset.val();
            self.r.d.next = self.r.q.val() + 1;
            self.t.next = 0.into();
            for i in 0..4 {
                self.list[i].next = self.a.val() << 1;
                comment!("One bit of each.");
                self.t.next = self.t.val().replace_bit(i, self.list[i].val().any());
            }
            self.y.next = self.t.val() ^ self.answer.val();
            self.z.next = (self.a.val() + 1 > self.b.val()) && !self.c.val();
        }
    );

    #[test]
    fn bare_literals_take_the_width_of_their_neighbour() {
        let text = write(Literals::new()).unwrap();
        assert!(text.contains("((a + 8'd1) > b) && !c"), "{text}");
        assert!(text.contains("r <= r + 8'd1;"), "{text}");
        assert!(text.contains("a << 1"), "{text}");
    }

    #[test]
    fn loops_arrays_comments_and_constants_are_kept() {
        let text = write(Literals::new()).unwrap();
        for part in [
            "for (i = 0; i < 4; i = i + 1)",
            "list[(i * 8) +: 8] = a << 1;",
            "// One bit of each.",
            "t[i] = list[(i * 8) +: 8] != 8'd0;",
            "localparam [7:0] ANSWER = 8'd42; // The answer.",
        ] {
            assert!(text.contains(part), "`{part}` is not in\n{text}");
        }
        assert!(!text.contains("initial"));
    }
}

mod forwarded_clock {
    use super::*;
    block! {
        /// Hands its clock on.
        pub struct Forwards<> = "forwards";
        fn new();
        pub clock: Signal<In, Clock>,
        pub clock_out: Signal<Out, Clock>,
    }
    impl Logic for Forwards {
        #[hdl_gen]
        fn update(&mut self) {
            self.clock_out.next = self.clock.val();
        }
    }

    #[test]
    fn a_clock_forwarded_through_an_output_is_refused() {
        refused(Forwards::new(), "clock_out", "races in simulation");
    }
}

mod second_clock {
    use super::*;
    block! {
        /// Has a clock of another name.
        pub struct Second<> = "second";
        fn new();
        pub write_clock: Signal<In, Clock>,
        pub y: Signal<Out, Bit>,
    }
    impl Logic for Second {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = true;
        }
    }

    #[test]
    fn a_clock_of_another_name_is_refused() {
        refused(Second::new(), "write_clock", "it is called `clock`");
    }
}

mod own_text {
    use super::*;
    block! {
        /// Brings its own Verilog.
        pub struct OwnText<> = "own_text";
        fn new();
        pub y: Signal<Out, Bit>,
    }
    impl Logic for OwnText {
        fn update(&mut self) {}
        fn hdl(&self) -> Verilog {
            Verilog::Custom("assign y = 1;".to_string())
        }
    }

    #[test]
    fn a_block_with_its_own_verilog_text_is_refused() {
        refused(OwnText::new(), "", "must not bring its own Verilog text");
    }
}

mod names {
    use super::*;
    block! {
        /// Uses what Verilog cannot see.
        pub struct Names<W> = "names";
        fn new();
        pub a: Signal<In, Bits<W>>,
        pub wait: Signal<Out, Bit>,
    }
    impl<const W: usize> Logic for Names<W> {
        #[hdl_gen]
        fn update(&mut self) {
            self.wait.next = self.a.val().get_bit(0);
        }
    }
    block! {
        /// Uses what Verilog cannot see.
        pub struct Generic<W> = "generic";
        fn new();
        pub a: Signal<In, Bits<W>>,
        pub y: Signal<Out, Bit>,
    }
    impl<const W: usize> Logic for Generic<W> {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val().get_bit(W - 1);
        }
    }
    block! {
        /// Arrays of arrays.
        pub struct Nested<> = "nested";
        fn new();
        pub a: Signal<In, Bit>,
        pub y: [[Signal<Out, Bit>; 2]; 2],
    }
    impl Logic for Nested {
        #[hdl_gen]
        fn update(&mut self) {
            for i in 0..2 {
                self.y[i][0].next = self.a.val();
            }
        }
    }

    #[test]
    fn a_keyword_of_verilog_is_refused_as_a_name() {
        refused(Names::<4>::new(), "wait", "keyword");
    }

    #[test]
    fn a_rust_constant_is_refused_as_a_name() {
        refused(Generic::<4>::new(), "y.next", "needs a field of type `Constant`");
    }

    #[test]
    fn an_array_of_arrays_is_refused() {
        refused(Nested::new(), "y[i][0]", "array of arrays");
    }
}

mod mixed_reset {
    use super::*;
    block! {
        /// Computes a register without reset together with one that has a reset.
        pub struct Mixed<> = "mixed";
        fn new();
        pub clock: Signal<In, Clock>,
        pub reset: Signal<In, Bit>,
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        with_reset: DffR<Bit>,
        without: Dff<Bit>,
    }
    impl Logic for Mixed {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, with_reset, without);
            self.with_reset.reset.next = self.reset.val();
            self.y.next = self.with_reset.q.val() ^ self.without.q.val();
            if self.a.val() {
                self.with_reset.d.next = true;
                self.without.d.next = true;
            }
        }
    }

    #[test]
    fn a_register_without_reset_computed_with_one_that_has_a_reset_is_refused() {
        refused(Mixed::new(), "without", "statements of its own");
    }
}

mod same_name {
    use super::*;
    block! {
        /// A sub-block.
        pub struct Sub<> = "sub";
        fn new();
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
    }
    impl Logic for Sub {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = !self.a.val();
        }
    }
    block! {
        /// Has a signal called as the output of its sub-block will be.
        pub struct SameName<> = "same_name";
        fn new();
        pub a: Signal<In, Bit>,
        pub y: Signal<Out, Bit>,
        sub_y: Signal<Local, Bit>,
        sub: Sub<> = Sub::new(),
    }
    impl Logic for SameName {
        #[hdl_gen]
        fn update(&mut self) {
            self.sub.a.next = self.a.val();
            self.sub_y.next = self.a.val();
            self.y.next = self.sub_y.val() ^ self.sub.y.val();
        }
    }

    #[test]
    fn two_signals_of_one_name_are_refused() {
        refused(SameName::new(), "sub_y", "have this name");
    }
}
