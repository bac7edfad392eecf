// SPDX-License-Identifier: Apache-2.0
//! What a model computes with: numbers in the cycle model, signals of a circuit in a proof.
//!
//! A step that is written over [`Word`] is one text for both. With `u64` it is plain native code; with symbols it
//! draws the circuit of the model, which is then proved equal to the RTL. What depends on data is written with
//! [`Bit::when`] and [`Bit::select`], what depends on parameters with `if`.

use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

/// Something made of words: a word, a bit, an array or a struct of such (by `signals!`).
pub trait Signal: Copy {
    /// The word that it is made of.
    type Word;
    /// How many: a bit counts as one.
    const WORDS: usize;
    /// Shows every word, in the order of the fields.
    fn visit(self, see: &mut dyn FnMut(Self::Word));
    /// The signal whose words `next` gives, in the same order.
    fn collect(next: &mut dyn FnMut() -> Self::Word) -> Self;
}

/// A truth value.
pub trait Bit:
    Signal
    + From<bool>
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
{
    /// `then` if it is true, else `otherwise`.
    fn select<T: Signal<Word = Self::Word>>(self, then: T, otherwise: T) -> T;
    /// Changes `state` if it is true.
    fn when<T: Signal<Word = Self::Word>>(self, state: &mut T, change: impl FnOnce(&mut T));
}

/// An unsigned number of 64 bits. Natively a sum or difference that may wrap is [`Word::wrapping_add`] or
/// [`Word::wrapping_sub`]; as symbols all of them wrap.
pub trait Word:
    Signal<Word = Self>
    + From<u32>
    + From<Self::Bit>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// What comparisons give.
    type Bit: Bit<Word = Self>;

    /// The sum, of 64 bits.
    fn wrapping_add(self, other: Self) -> Self {
        self + other
    }
    /// The difference, of 64 bits.
    fn wrapping_sub(self, other: Self) -> Self {
        self - other
    }
    /// Whether both are the same number.
    fn is(self, other: impl Into<Self>) -> Self::Bit;
    /// Whether it is less than the other.
    fn below(self, other: impl Into<Self>) -> Self::Bit;
    /// Whether it is more than the other.
    fn above(self, other: impl Into<Self>) -> Self::Bit {
        other.into().below(self)
    }
    /// Whether a bit of it is set.
    fn any(self) -> Self::Bit {
        !self.is(0u32)
    }
    /// Bit `index`, below 64.
    fn bit(self, index: u32) -> Self::Bit;
    /// The number with only bit `index` set, which is below 64.
    fn one_at(index: Self) -> Self;
    /// The number of set bits.
    fn ones(self) -> Self;
    /// The position of the lowest set bit; 0 if there is none.
    fn lowest(self) -> Self;
    /// Changes `state` for each set bit, lowest first.
    fn each_one<T: Signal<Word = Self>>(self, state: &mut T, change: impl FnMut(u32, &mut T));
}

impl Signal for u64 {
    type Word = u64;
    const WORDS: usize = 1;

    fn visit(self, see: &mut dyn FnMut(u64)) {
        see(self);
    }

    fn collect(next: &mut dyn FnMut() -> u64) -> u64 {
        next()
    }
}

impl Signal for bool {
    type Word = u64;
    const WORDS: usize = 1;

    fn visit(self, see: &mut dyn FnMut(u64)) {
        see(self.into());
    }

    fn collect(next: &mut dyn FnMut() -> u64) -> bool {
        next() != 0
    }
}

impl<T: Signal, const N: usize> Signal for [T; N] {
    type Word = T::Word;
    const WORDS: usize = N * T::WORDS;

    fn visit(self, see: &mut dyn FnMut(T::Word)) {
        self.into_iter().for_each(|t| t.visit(see));
    }

    fn collect(next: &mut dyn FnMut() -> T::Word) -> [T; N] {
        std::array::from_fn(|_| T::collect(next))
    }
}

impl<A: Signal, B: Signal<Word = A::Word>> Signal for (A, B) {
    type Word = A::Word;
    const WORDS: usize = A::WORDS + B::WORDS;

    fn visit(self, see: &mut dyn FnMut(A::Word)) {
        self.0.visit(see);
        self.1.visit(see);
    }

    fn collect(next: &mut dyn FnMut() -> A::Word) -> (A, B) {
        (A::collect(next), B::collect(next))
    }
}

impl Bit for bool {
    #[inline]
    fn select<T: Signal<Word = u64>>(self, then: T, otherwise: T) -> T {
        if self {
            then
        } else {
            otherwise
        }
    }

    #[inline]
    fn when<T: Signal<Word = u64>>(self, state: &mut T, change: impl FnOnce(&mut T)) {
        if self {
            change(state);
        }
    }
}

impl Word for u64 {
    type Bit = bool;

    #[inline]
    fn wrapping_add(self, other: u64) -> u64 {
        u64::wrapping_add(self, other)
    }

    #[inline]
    fn wrapping_sub(self, other: u64) -> u64 {
        u64::wrapping_sub(self, other)
    }

    #[inline]
    fn is(self, other: impl Into<u64>) -> bool {
        self == other.into()
    }

    #[inline]
    fn below(self, other: impl Into<u64>) -> bool {
        self < other.into()
    }

    #[inline]
    fn bit(self, index: u32) -> bool {
        self >> index & 1 == 1
    }

    #[inline]
    fn one_at(index: u64) -> u64 {
        1 << index
    }

    #[inline]
    fn ones(self) -> u64 {
        self.count_ones().into()
    }

    #[inline]
    fn lowest(self) -> u64 {
        u64::from(self.trailing_zeros()) & 63
    }

    #[inline]
    fn each_one<T: Signal<Word = u64>>(self, state: &mut T, mut change: impl FnMut(u32, &mut T)) {
        let mut rest = self;
        while rest != 0 {
            change(rest.trailing_zeros(), state);
            rest &= rest - 1;
        }
    }
}

/// The number whose `width` low bits are set, for a `width` of 1 to 64.
pub fn low<W: Word>(width: u32) -> W {
    !W::from(0) >> (64 - width)
}

/// A number of `from` bits in `to` bits.
pub fn sign_extended<W: Word>(value: W, from: u32, to: u32) -> W {
    let sign = W::from(1) << (from - 1);
    (value ^ sign).wrapping_sub(sign) & low(to)
}

/// A number times an unsigned one of `bits` bits, of 64 bits: a sum of shifted numbers.
pub fn product_of<W: Word>(value: W, factor: W, bits: u32) -> W {
    let none = W::from(0);
    (0..bits).fold(none, |sum, b| sum.wrapping_add(factor.bit(b).select(value << b, none)))
}

/// A number times one of `bits` bits in two's complement, of 64 bits.
pub fn signed_product_of<W: Word>(value: W, factor: W, bits: u32) -> W {
    let negative = factor.bit(bits - 1).select(value << (bits - 1), W::from(0));
    product_of(value, factor, bits - 1).wrapping_sub(negative)
}

/// Declares a struct of words `W` and bits `W::Bit`, or arrays of them. Each field is `name: type = width in bits`, the
/// width (of each element) an expression over the parameters.
macro_rules! signals {
    (
        $(#[$meta:meta])*
        pub struct $name:ident<$W:ident>, $params:ident: $Params:ty;
        $( $(#[$doc:meta])* $vis:vis $field:ident: $type:ty = $width:expr; )*
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(bound(
            serialize = "W: serde::Serialize, W::Bit: serde::Serialize",
            deserialize = "W: serde::Deserialize<'de>, W::Bit: serde::Deserialize<'de>"
        ))]
        pub struct $name<$W: $crate::word::Word = u64> {
            $( $(#[$doc])* $vis $field: $type, )*
        }

        impl<$W: $crate::word::Word> $crate::word::Signal for $name<$W> {
            type Word = $W;
            const WORDS: usize = 0 $( + <$type as $crate::word::Signal>::WORDS )*;

            fn visit(self, see: &mut dyn FnMut($W)) {
                $( self.$field.visit(see); )*
            }

            fn collect(next: &mut dyn FnMut() -> $W) -> Self {
                $name { $( $field: $crate::word::Signal::collect(next), )* }
            }
        }

        impl<$W: $crate::word::Word> $name<$W> {
            /// Name and width in bits of each word.
            pub fn layout($params: &$Params) -> Vec<(String, u32)> {
                let fields = [$( (
                    stringify!($field), $width, <$type as $crate::word::Signal>::WORDS,
                ) ),*];
                let words = |(name, width, words): (&str, u32, usize)| match words {
                    1 => vec![(name.to_string(), width)],
                    _ => (0..words).map(|i| (format!("{name}_{i}"), width)).collect(),
                };
                fields.into_iter().flat_map(words).collect()
            }
        }
    };
}
pub(crate) use signals;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_set_bit_of_nothing_is_at_0() {
        assert_eq!((0b1100u64.lowest(), (1u64 << 63).lowest(), 0u64.lowest()), (2, 63, 0));
    }

    #[test]
    fn a_product_with_a_factor_in_twos_complement_has_its_sign() {
        let products = [0b0011u64, 0b1101, 0b1000].map(|factor| signed_product_of(5u64, factor, 4) as i64);
        assert_eq!(products, [15, -15, -40]);
    }

    #[test]
    fn each_set_bit_is_seen_once_and_from_the_lowest_on() {
        let mut seen = [0u64; 3];
        (1u64 << 63 | 0b101).each_one(&mut seen, |i, seen| *seen = [seen[1], seen[2], i.into()]);
        assert_eq!(seen, [0, 2, 63]);
    }

    #[test]
    fn a_signal_is_collected_from_the_words_that_it_shows() {
        let signal = [[3u64, 4], [5, 6]];
        let mut words = Vec::new();
        signal.visit(&mut |w| words.push(w));
        assert_eq!((words.as_slice(), <[[u64; 2]; 2]>::WORDS), ([3, 4, 5, 6].as_slice(), 4));
        let mut rest = words.into_iter();
        assert_eq!(<[[u64; 2]; 2]>::collect(&mut || rest.next().unwrap()), signal);
    }
}
