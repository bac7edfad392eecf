// SPDX-License-Identifier: Apache-2.0
//! `block!`: declares a hardware block once, with the comments that its Verilog module will carry.

use rust_hdl::prelude::*;

/// What a block says about itself; it becomes comments in the Verilog.
#[derive(Debug)]
pub struct ModuleDoc {
    /// Name of the Verilog module.
    pub module: &'static str,
    /// Lines about the module.
    pub about: &'static [&'static str],
    /// Lines about each field that has a doc comment.
    pub fields: &'static [(&'static str, &'static [&'static str])],
    /// What each field is made by, as it is written; of a constant it may be a formula.
    pub initial: &'static [(&'static str, &'static str)],
    /// Generic parameters that follow from those before them, each with its formula.
    pub derived: &'static [(&'static str, &'static str)],
}

/// The documentation of one block and of the blocks inside it, by field name.
#[derive(Debug)]
pub struct DocTree {
    /// What the block says about itself.
    pub doc: &'static ModuleDoc,
    /// Generic parameters with their values.
    pub generics: Vec<(&'static str, usize)>,
    /// Field and block, in the order of the fields; an array stands once, as its first member.
    pub children: Vec<(&'static str, DocTree)>,
}

/// Finds the documentation of a field's type; only blocks made by `block!` have any.
pub trait Describe {
    /// `None` for what is not declared by `block!`, such as signals, constants and registers.
    fn describe(&self) -> Option<DocTree> {
        None
    }
}

impl<D: Direction, T: Synth> Describe for Signal<D, T> {}
impl<T: Synth> Describe for Constant<T> {}

/// The members of an array have one shape, so the first speaks for all.
impl<T: Describe> Describe for Vec<T> {
    fn describe(&self) -> Option<DocTree> {
        self.first()?.describe()
    }
}

impl<T: Describe, const N: usize> Describe for [T; N] {
    fn describe(&self) -> Option<DocTree> {
        self.first()?.describe()
    }
}

/// An array of `n` signals or registers. It is on the heap: a large design would not fit the stack of a thread.
pub fn array<T: Default>(n: usize) -> Vec<T> {
    std::iter::repeat_with(T::default).take(n).collect()
}

/// As [`array`], an unpacked array in the Verilog: one word an element, which is only read and written one at a time.
pub fn words<T: Default>(n: usize) -> Vec<T> {
    array(n)
}

/// A loop variable as a value: `i.to_bits()` is the lowest bits of `i`.
pub trait ToBits {
    /// The lowest `W` bits.
    fn to_bits<const W: usize>(self) -> Bits<W>;
}

impl ToBits for usize {
    fn to_bits<const W: usize>(self) -> Bits<W> {
        (self as u64).into()
    }
}

/// A remark inside an `update` function; the writer copies it into the Verilog.
#[macro_export]
macro_rules! comment {
    ($text:literal) => {};
}

/// Declares a block: its struct, `new`, and its documentation.
///
/// ```text
/// block! {
///     /// What the module does.
///     pub struct Counter<W> = "counter";
///     fn new(step: u64);
///     /// SM clock.
///     pub clock: Signal<In, Clock>,
///     count: DffR<Bits<W>>,
///     step: Constant<Bits<W>> = Constant::new(step.into()),
/// }
/// ```
/// Generic parameters are numbers (`const W: usize`), and become parameters of the Verilog module. Those that follow from
/// others say how: `= "counter" where W = clog2(LIMIT + 1)`, in the notation of [`crate::formula::Formula`]. A field without
/// an initialiser is built by `Default`. A block with many parameters has its logic here too, behind `=>`, so that they are
/// written once.
#[macro_export]
macro_rules! block {
    (
        $(#[doc = $about:literal])*
        pub struct $name:ident<$($g:ident),*> = $module:literal $(where $($follows:ident = $formula:expr),+)?;
        fn new($($arg:ident: $argty:ty),*);
        $($(#[doc = $doc:literal])* $vis:vis $field:ident: $ty:ty $(= $init:expr)?,)*
        => $($logic:tt)*
    ) => {
        $crate::block! {
            $(#[doc = $about])*
            pub struct $name<$($g),*> = $module $(where $($follows = $formula),+)?;
            fn new($($arg: $argty),*);
            $($(#[doc = $doc])* $vis $field: $ty $(= $init)?,)*
        }

        impl<$(const $g: usize),*> rust_hdl::prelude::Logic for $name<$($g),*> {
            $($logic)*
        }
    };
    (
        $(#[doc = $about:literal])*
        pub struct $name:ident<$($g:ident),*> = $module:literal $(where $($follows:ident = $formula:expr),+)?;
        fn new($($arg:ident: $argty:ty),*);
        $($(#[doc = $doc:literal])* $vis:vis $field:ident: $ty:ty $(= $init:expr)?,)*
    ) => {
        $(#[doc = $about])*
        // A port's docstring is its comment in the Verilog: one may be for several ports, and those of a top are in `warpsmith-units`.
        #[allow(missing_docs)]
        #[derive(rust_hdl::prelude::LogicBlock)]
        pub struct $name<$(const $g: usize),*> {
            $($(#[doc = $doc])* $vis $field: $ty,)*
        }

        impl<$(const $g: usize),*> $name<$($g),*> {
            /// The block with its constants set.
            #[allow(clippy::new_without_default)]
            pub fn new($($arg: $argty),*) -> Self {
                Self { $($field: $crate::block!(@init $($init)?),)* }
            }
        }

        impl<$(const $g: usize),*> $crate::declare::Describe for $name<$($g),*> {
            fn describe(&self) -> Option<$crate::declare::DocTree> {
                static DOC: $crate::declare::ModuleDoc = $crate::declare::ModuleDoc {
                    module: $module,
                    about: &[$($about),*],
                    fields: &[$((stringify!($field), &[$($doc),*])),*],
                    initial: &[$((stringify!($field), stringify!($($init)?))),*],
                    derived: &[$($((stringify!($follows), stringify!($formula))),+)?],
                };
                let children = [$((stringify!($field), self.$field.describe())),*];
                let children = children.into_iter().filter_map(|(name, tree)| Some((name, tree?))).collect();
                let generics = vec![$((stringify!($g), $g)),*];
                Some($crate::declare::DocTree { doc: &DOC, generics, children })
            }
        }
    };
    (@init) => { Default::default() };
    (@init $init:expr) => { $init };
}
