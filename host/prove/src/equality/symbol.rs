// SPDX-License-Identifier: Apache-2.0
//! The symbolic word: each operation becomes a node of the circuit that is being drawn on this thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

use warpsmith_units::word::{Bit, Signal, Word};

/// Bits of a word.
const BITS: u32 = 64;

/// How the value of a node comes about.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Node {
    Constant(u64),
    /// A port or a register.
    Named(String),
    /// The operator of Verilog.
    Binary(&'static str, Symbol, Symbol),
    Not(Symbol),
    Bit(Symbol, u32),
    /// Condition, value if it is true, value else.
    Select(Symbol, Symbol, Symbol),
}

/// The nodes of a circuit; equal ones are one.
#[derive(Default)]
pub struct Drawing {
    /// Each with the bits that can be set in it.
    pub nodes: Vec<(Node, u32)>,
    numbers: HashMap<Node, u32>,
}

thread_local! {
    static DRAWING: RefCell<Drawing> = RefCell::default();
}

/// Runs `draw` with no nodes and returns those that it made. Symbols have a meaning within it only.
pub fn drawing<T>(draw: impl FnOnce() -> T) -> (T, Drawing) {
    DRAWING.take();
    let drawn = draw();
    (drawn, DRAWING.take())
}

/// A word of a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol(pub(super) u32);

/// A bit of a circuit: a word that is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolicBit(pub(super) Symbol);

impl Symbol {
    fn new(node: Node, width: u32) -> Symbol {
        DRAWING.with_borrow_mut(|drawing| {
            let number = *drawing.numbers.entry(node.clone()).or_insert(drawing.nodes.len() as u32);
            if number as usize == drawing.nodes.len() {
                drawing.nodes.push((node, width));
            }
            Symbol(number)
        })
    }

    /// A port or register of this width.
    pub fn named(name: &str, width: u32) -> Symbol {
        Symbol::new(Node::Named(name.to_string()), width)
    }

    fn number(value: u64) -> Symbol {
        Symbol::new(Node::Constant(value), BITS - value.leading_zeros())
    }

    /// Bits that can be set.
    pub fn width(self) -> u32 {
        DRAWING.with_borrow(|drawing| drawing.nodes[self.0 as usize].1)
    }

    /// Its value if it is a constant.
    fn constant(self) -> Option<u64> {
        DRAWING.with_borrow(|drawing| match drawing.nodes[self.0 as usize].0 {
            Node::Constant(value) => Some(value),
            _ => None,
        })
    }

    fn binary(self, operator: &'static str, other: Symbol, width: u32) -> Symbol {
        Symbol::new(Node::Binary(operator, self, other), width.min(BITS))
    }

    /// A comparison.
    fn compare(self, operator: &'static str, other: Symbol) -> SymbolicBit {
        SymbolicBit(self.binary(operator, other, 1))
    }

    fn select(condition: Symbol, then: Symbol, otherwise: Symbol) -> Symbol {
        match condition.constant() {
            _ if then == otherwise => then,
            Some(0) => otherwise,
            Some(_) => then,
            None => {
                Symbol::new(Node::Select(condition, then, otherwise), then.width().max(otherwise.width()))
            }
        }
    }
}

impl From<u32> for Symbol {
    fn from(value: u32) -> Symbol {
        Symbol::number(value.into())
    }
}

impl From<SymbolicBit> for Symbol {
    fn from(bit: SymbolicBit) -> Symbol {
        bit.0
    }
}

impl From<bool> for SymbolicBit {
    fn from(value: bool) -> SymbolicBit {
        SymbolicBit(Symbol::number(value.into()))
    }
}

/// Operators of words: trait, method, operator of Verilog, and the bits that can be set in the result.
macro_rules! operators {
    ($($trait:ident $method:ident $operator:literal |$a:ident, $b:ident| $width:expr;)*) => {$(
        impl $trait for Symbol {
            type Output = Symbol;
            fn $method(self, other: Symbol) -> Symbol {
                let ($a, $b) = (self.width(), other.width());
                self.binary($operator, other, $width)
            }
        }
    )*};
}
operators! {
    Add add "+" |a, b| a.max(b) + 1;
    Sub sub "-" |_a, _b| BITS;
    BitAnd bitand "&" |a, b| a.min(b);
    BitOr bitor "|" |a, b| a.max(b);
    BitXor bitxor "^" |a, b| a.max(b);
}

impl Not for Symbol {
    type Output = Symbol;
    fn not(self) -> Symbol {
        Symbol::new(Node::Not(self), BITS)
    }
}

impl Shl<u32> for Symbol {
    type Output = Symbol;
    fn shl(self, by: u32) -> Symbol {
        self.binary("<<", by.into(), self.width().saturating_add(by))
    }
}

impl Shr<u32> for Symbol {
    type Output = Symbol;
    fn shr(self, by: u32) -> Symbol {
        self.binary(">>", by.into(), self.width().saturating_sub(by))
    }
}

/// Operators of bits: those of the words that they are.
macro_rules! bit_operators {
    ($($trait:ident $method:ident;)*) => {$(
        impl $trait for SymbolicBit {
            type Output = SymbolicBit;
            fn $method(self, other: SymbolicBit) -> SymbolicBit {
                SymbolicBit(self.0.$method(other.0))
            }
        }
    )*};
}
bit_operators! { BitAnd bitand; BitOr bitor; BitXor bitxor; }

impl Not for SymbolicBit {
    type Output = SymbolicBit;
    fn not(self) -> SymbolicBit {
        self.0.compare("==", Symbol::number(0))
    }
}

impl Signal for Symbol {
    type Word = Symbol;
    const WORDS: usize = 1;

    fn visit(self, see: &mut dyn FnMut(Symbol)) {
        see(self);
    }

    fn collect(next: &mut dyn FnMut() -> Symbol) -> Symbol {
        next()
    }
}

impl Signal for SymbolicBit {
    type Word = Symbol;
    const WORDS: usize = 1;

    fn visit(self, see: &mut dyn FnMut(Symbol)) {
        see(self.0);
    }

    fn collect(next: &mut dyn FnMut() -> Symbol) -> SymbolicBit {
        SymbolicBit(next())
    }
}

/// The words of a signal.
pub fn words<T: Signal>(signal: T) -> Vec<T::Word> {
    let mut words = Vec::with_capacity(T::WORDS);
    signal.visit(&mut |word| words.push(word));
    words
}

impl Bit for SymbolicBit {
    fn select<T: Signal<Word = Symbol>>(self, then: T, otherwise: T) -> T {
        let mut pairs = words(then).into_iter().zip(words(otherwise));
        // There are as many pairs as `collect` asks for: both are the number of words of `T`.
        T::collect(&mut || pairs.next().map_or(self.0, |(a, b)| Symbol::select(self.0, a, b)))
    }

    fn when<T: Signal<Word = Symbol>>(self, state: &mut T, change: impl FnOnce(&mut T)) {
        let mut changed = *state;
        change(&mut changed);
        *state = self.select(changed, *state);
    }
}

impl Word for Symbol {
    type Bit = SymbolicBit;

    fn is(self, other: impl Into<Symbol>) -> SymbolicBit {
        self.compare("==", other.into())
    }

    fn below(self, other: impl Into<Symbol>) -> SymbolicBit {
        self.compare("<", other.into())
    }

    fn bit(self, index: u32) -> SymbolicBit {
        SymbolicBit(match self.constant() {
            Some(value) => Symbol::number(value >> index & 1),
            None if index < self.width() => Symbol::new(Node::Bit(self, index), 1),
            None => Symbol::number(0),
        })
    }

    fn one_at(index: Symbol) -> Symbol {
        Symbol::number(1).binary("<<", index, BITS)
    }

    fn ones(self) -> Symbol {
        (0..self.width()).fold(Symbol::number(0), |sum, i| sum + self.bit(i).0)
    }

    fn lowest(self) -> Symbol {
        let none = Symbol::number(0);
        (0..self.width()).rev().fold(none, |above, i| self.bit(i).select(Symbol::from(i), above))
    }

    fn each_one<T: Signal<Word = Symbol>>(self, state: &mut T, mut change: impl FnMut(u32, &mut T)) {
        for i in 0..self.width() {
            self.bit(i).when(state, |state| change(i, state));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Value of a symbol, whose names stand for 5.
    fn value(drawing: &Drawing, symbol: Symbol) -> u64 {
        let (node, width) = &drawing.nodes[symbol.0 as usize];
        let of = |s: &Symbol| value(drawing, *s);
        let value = match node {
            Node::Constant(value) => *value,
            Node::Named(_) => 5,
            Node::Binary("+", a, b) => of(a).wrapping_add(of(b)),
            Node::Binary("-", a, b) => of(a).wrapping_sub(of(b)),
            Node::Binary("&", a, b) => of(a) & of(b),
            Node::Binary("|", a, b) => of(a) | of(b),
            Node::Binary("^", a, b) => of(a) ^ of(b),
            Node::Binary("<<", a, b) => of(a) << of(b),
            Node::Binary(">>", a, b) => of(a) >> of(b),
            Node::Binary("<", a, b) => u64::from(of(a) < of(b)),
            Node::Binary(_, a, b) => u64::from(of(a) == of(b)),
            Node::Not(a) => !of(a),
            Node::Bit(a, index) => of(a) >> index & 1,
            Node::Select(c, a, b) => of(if of(c) == 1 { a } else { b }),
        };
        assert!(*width == BITS || value >> width == 0, "a node of {width} bits is {value}");
        value
    }

    /// Every operation once, on 5 and another number.
    fn operations<W: Word>(five: W, other: u32) -> Vec<W> {
        let other = W::from(other);
        let mut seen = [W::from(0); 2];
        other.each_one(&mut seen, |i, seen| *seen = [seen[1], five + W::from(i)]);
        let mut changed = other;
        five.below(other).when(&mut changed, |changed| *changed = *changed - five);
        let [first, second] = five.above(other).select([five, other], seen);
        vec![
            five + other,
            five - other,
            five & other,
            five | other,
            five ^ other,
            !five & other,
            five << 3,
            other >> 1,
            five.ones() + other.ones(),
            five.lowest() + other.lowest(),
            W::one_at(five),
            W::from(five.is(other)) + W::from(other.any()) + W::from(other.bit(1)) + W::from(five.bit(2)),
            W::from(!five.is(other) ^ (five.bit(0) | other.bit(40)) & five.bit(1)),
            seen[0],
            seen[1],
            changed,
            first,
            second,
        ]
    }

    #[test]
    fn the_circuit_of_every_operation_has_the_value_of_the_native_one() {
        for other in [0, 1, 4, 5, 6, 12, 1 << 31] {
            let (drawn, drawing) = drawing(|| operations(Symbol::named("five", 3), other));
            let symbolic: Vec<u64> = drawn.into_iter().map(|s| value(&drawing, s)).collect();
            assert_eq!(symbolic, operations(5u64, other).as_slice(), "5 and {other}");
        }
    }
}
