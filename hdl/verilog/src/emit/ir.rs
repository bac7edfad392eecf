// SPDX-License-Identifier: Apache-2.0
//! A Verilog module in the form between rust-hdl's syntax tree and text: names resolved, every width known.

use num_bigint::BigUint;

use crate::formula::{Formula, Operator};

/// What a signal is in its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Clock,
    Reset,
    Input,
    Output,
    Local,
    Constant,
    /// A register's value.
    Register,
    /// A register's next value; `0` is the register.
    Next(usize),
    /// Input of the sub-block instance `0`.
    ToInstance(usize),
    /// Output of the sub-block instance `0`.
    FromInstance(usize),
}

/// One signal, constant or register of a module.
#[derive(Clone, Debug)]
pub struct Signal {
    pub name: String,
    pub kind: Kind,
    /// Width of one element in bits.
    pub width: Formula,
    /// Declared without a range.
    pub scalar: bool,
    /// Elements, if it is an array; it is then written as one packed vector, element 0 lowest, or as a memory.
    pub elements: Option<Formula>,
    /// Value of each element: of a constant, or of a register after reset; empty for a register without reset.
    pub values: Vec<BigUint>,
    /// What the values of a constant follow from, where they differ from shape to shape.
    pub rule: Option<Rule>,
    /// An array that is only read and written one word at a time: a Verilog memory, not a vector.
    pub memory: bool,
    /// The output that is this register or instance output, under one name.
    pub port: Option<usize>,
    pub doc: String,
}

impl Signal {
    /// Width of the whole vector in bits.
    pub fn total(&self) -> Formula {
        match &self.elements {
            Some(elements) => Formula::of(Operator::Mul, elements, &self.width),
            None => self.width.clone(),
        }
    }
}

/// What the values of a constant follow from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The value, or, in an array, that of the element [`ELEMENT`].
    Formula(Formula),
    /// All bits are ones.
    Ones,
    /// In element k the bits above bit k are ones.
    Above,
    /// In element k the bits are ones whose numbers have this value in their bit k.
    Numbers(bool),
    /// The module has it as a parameter.
    Parameter,
}

/// The number of an element in a [`Rule::Formula`].
pub const ELEMENT: &str = "element";

/// A sub-block, or an array of them.
#[derive(Clone, Debug)]
pub struct Instance {
    pub name: String,
    pub module: String,
    /// Members, if it is an array.
    pub elements: Option<Formula>,
    /// Values for the module's parameters.
    pub parameters: Vec<(String, Formula)>,
    /// Port name and the signal in this module that stands for it, in order.
    pub ports: Vec<(String, usize)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Not,
    All,
    Any,
    Parity,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    LogicalAnd,
    LogicalOr,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// A signal, an element of it, or bits of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub signal: usize,
    pub element: Option<Box<Expr>>,
    pub part: Part,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Whole,
    Bit(Box<Expr>),
    Slice(Box<Expr>, Formula),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Read(Place, Formula),
    /// Sized literal.
    Literal(u128, Formula),
    /// Unsized number in an index or a shift.
    Number(Formula),
    LoopVariable(String),
    /// The lowest bits of a loop variable.
    LoopBits(String, Formula),
    /// Operands side by side, the first one highest.
    Concat(Vec<Expr>),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// Zero extension to a width.
    Extend(Box<Expr>, Formula),
}

impl Expr {
    /// Width in bits; `None` for numbers and loop variables.
    pub fn width(&self) -> Option<Formula> {
        match self {
            Expr::Read(_, width)
            | Expr::Literal(_, width)
            | Expr::Extend(_, width)
            | Expr::LoopBits(_, width) => Some(width.clone()),
            Expr::Concat(parts) => {
                parts.iter().map(Expr::width).try_fold(Formula::Number(0), |sum, width| Some(sum + width?))
            }
            Expr::Number(_) | Expr::LoopVariable(_) => None,
            Expr::Unary(Unary::Not, e) => e.width(),
            Expr::Unary(..) => Some(Formula::Number(1)),
            Expr::Binary(op, l, r) => match op {
                Binary::Add | Binary::Sub | Binary::Mul | Binary::And | Binary::Or | Binary::Xor => {
                    l.width().or(r.width())
                }
                Binary::Shl | Binary::Shr => l.width(),
                _ => Some(Formula::Number(1)),
            },
        }
    }

    /// Whether the value of a loop variable is in it, of which a genvar has no bits.
    pub fn takes_bits_of_a_loop_variable(&self) -> bool {
        match self {
            Expr::LoopBits(..) => true,
            Expr::Concat(parts) => parts.iter().any(Expr::takes_bits_of_a_loop_variable),
            Expr::Unary(_, e) | Expr::Extend(e, _) => e.takes_bits_of_a_loop_variable(),
            Expr::Binary(_, l, r) => l.takes_bits_of_a_loop_variable() || r.takes_bits_of_a_loop_variable(),
            Expr::Read(..) | Expr::Literal(..) | Expr::Number(_) | Expr::LoopVariable(_) => false,
        }
    }

    /// The same expression with one loop variable called otherwise.
    pub fn renamed(&self, from: &str, to: &str) -> Expr {
        let of = |e: &Expr| Box::new(e.renamed(from, to));
        match self {
            Expr::LoopVariable(name) if name == from => Expr::LoopVariable(to.to_string()),
            Expr::LoopBits(name, width) if name == from => Expr::LoopBits(to.to_string(), width.clone()),
            Expr::Read(place, width) => {
                let part = match &place.part {
                    Part::Whole => Part::Whole,
                    Part::Bit(i) => Part::Bit(of(i)),
                    Part::Slice(i, width) => Part::Slice(of(i), width.clone()),
                };
                let element = place.element.as_deref().map(of);
                Expr::Read(Place { signal: place.signal, element, part }, width.clone())
            }
            Expr::Concat(parts) => Expr::Concat(parts.iter().map(|e| e.renamed(from, to)).collect()),
            Expr::Unary(op, e) => Expr::Unary(*op, of(e)),
            Expr::Binary(op, l, r) => Expr::Binary(*op, of(l), of(r)),
            Expr::Extend(e, width) => Expr::Extend(of(e), width.clone()),
            Expr::Literal(..) | Expr::Number(_) | Expr::LoopVariable(_) | Expr::LoopBits(..) => self.clone(),
        }
    }

    /// Whether a loop variable is in it.
    pub fn mentions(&self, variable: &str) -> bool {
        self.renamed(variable, "") != *self
    }

    /// Calls `see` with every place read.
    pub fn reads(&self, see: &mut dyn FnMut(&Place)) {
        match self {
            Expr::Read(place, _) => {
                see(place);
                place.index_reads(see);
            }
            Expr::Unary(_, e) | Expr::Extend(e, _) => e.reads(see),
            Expr::Binary(_, l, r) => {
                l.reads(see);
                r.reads(see);
            }
            Expr::Concat(parts) => parts.iter().for_each(|e| e.reads(see)),
            Expr::Literal(..) | Expr::Number(_) | Expr::LoopVariable(_) | Expr::LoopBits(..) => {}
        }
    }
}

impl Place {
    /// Calls `see` with every place that the indices read.
    pub fn index_reads(&self, see: &mut dyn FnMut(&Place)) {
        if let Some(e) = &self.element {
            e.reads(see);
        }
        if let Part::Bit(e) | Part::Slice(e, _) = &self.part {
            e.reads(see);
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    Comment(String),
    Assign(Place, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    For { variable: String, from: Formula, to: Formula, body: Vec<Stmt> },
}

impl Stmt {
    /// Calls `see` with every assignment in it, in order.
    pub fn assignments(&self, see: &mut dyn FnMut(&Place, &Expr)) {
        match self {
            Stmt::Comment(_) => {}
            Stmt::Assign(place, value) => see(place, value),
            Stmt::If(_, then, otherwise) => then.iter().chain(otherwise).for_each(|s| s.assignments(see)),
            Stmt::For { body, .. } => body.iter().for_each(|s| s.assignments(see)),
        }
    }

    /// Calls `see` with every place read.
    pub fn reads(&self, see: &mut dyn FnMut(&Place)) {
        match self {
            Stmt::Comment(_) => {}
            Stmt::Assign(place, value) => {
                place.index_reads(see);
                value.reads(see);
            }
            Stmt::If(test, then, otherwise) => {
                test.reads(see);
                then.iter().chain(otherwise).for_each(|s| s.reads(see));
            }
            Stmt::For { body, .. } => body.iter().for_each(|s| s.reads(see)),
        }
    }

    /// Calls `see` with every loop variable.
    pub fn loop_variables(&self, see: &mut dyn FnMut(&str)) {
        match self {
            Stmt::Comment(_) | Stmt::Assign(..) => {}
            Stmt::If(_, then, otherwise) => then.iter().chain(otherwise).for_each(|s| s.loop_variables(see)),
            Stmt::For { variable, body, .. } => {
                see(variable);
                body.iter().for_each(|s| s.loop_variables(see));
            }
        }
    }
}

/// A module before its statements are put into processes.
#[derive(Clone, Debug)]
pub struct Module {
    pub name: String,
    pub about: Vec<String>,
    pub parameters: Vec<Parameter>,
    /// Parameters that may be zero: arrays of as many elements may be empty.
    pub optional: Vec<String>,
    pub signals: Vec<Signal>,
    pub instances: Vec<Instance>,
    pub statements: Vec<Stmt>,
}

/// A parameter of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    /// One bit; others are numbers.
    pub flag: bool,
    pub value: Formula,
    /// It follows from those before it, and is not to be given.
    pub derived: bool,
    pub doc: String,
}
