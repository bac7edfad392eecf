// SPDX-License-Identifier: Apache-2.0
//! A Verilog module in the form between rust-hdl's syntax tree and text: names resolved, every width known.

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
    pub width: usize,
    /// Declared without a range.
    pub scalar: bool,
    /// Elements, if it is an array; it is then written as one packed vector, element 0 lowest.
    pub elements: Option<usize>,
    /// Value of each element: of a constant, or of a register after reset.
    pub values: Vec<u128>,
    /// The output that is this register or instance output, under one name.
    pub port: Option<usize>,
    pub doc: String,
}

impl Signal {
    /// Width of the whole vector in bits.
    pub fn total(&self) -> usize {
        self.width * self.elements.unwrap_or(1)
    }
}

/// A sub-block.
#[derive(Clone, Debug)]
pub struct Instance {
    pub name: String,
    pub module: String,
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
    Slice(Box<Expr>, usize),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Read(Place, usize),
    /// Sized literal.
    Literal(u128, usize),
    /// Unsized number in an index or a shift.
    Number(u128),
    LoopVariable(String),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// Zero extension to a width.
    Extend(Box<Expr>, usize),
}

impl Expr {
    /// Width in bits; `None` for numbers and loop variables.
    pub fn width(&self) -> Option<usize> {
        match self {
            Expr::Read(_, width) | Expr::Literal(_, width) | Expr::Extend(_, width) => Some(*width),
            Expr::Number(_) | Expr::LoopVariable(_) => None,
            Expr::Unary(Unary::Not, e) => e.width(),
            Expr::Unary(..) => Some(1),
            Expr::Binary(op, l, r) => match op {
                Binary::Add | Binary::Sub | Binary::Mul | Binary::And | Binary::Or | Binary::Xor => {
                    l.width().or(r.width())
                }
                Binary::Shl | Binary::Shr => l.width(),
                _ => Some(1),
            },
        }
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
            Expr::Literal(..) | Expr::Number(_) | Expr::LoopVariable(_) => {}
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
    For { variable: String, from: usize, to: usize, body: Vec<Stmt> },
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
    pub signals: Vec<Signal>,
    pub instances: Vec<Instance>,
    pub statements: Vec<Stmt>,
}
