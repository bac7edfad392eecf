// SPDX-License-Identifier: Apache-2.0
//! From rust-hdl's syntax tree to a module with resolved names and known widths. Whatever rust-hdl's Verilog
//! would say differently from its simulation is either made the same here or refused.

use std::collections::{BTreeMap, BTreeSet};

use rust_hdl::core::ast::{
    Verilog, VerilogBlockOrConditional, VerilogExpression as Ast, VerilogOp, VerilogOpUnary, VerilogStatement,
};
use rust_hdl::prelude::AtomKind;

use super::ir::{Binary, Expr, Instance, Kind, Module, Part, Place, Signal, Stmt, Unary};
use super::keywords::is_keyword;
use super::scope::{literal, Scope};
use super::source::{expression, statement};
use super::Refusal;
use crate::declare::{DocTree, ModuleDoc};
use crate::prim::DFFR_VERILOG;

/// Lowers one block; `module_of` gives the module name of each sub-block instance.
pub fn lower(scope: &Scope, docs: &DocTree, module_of: &BTreeMap<String, String>) -> Result<Module, Refusal> {
    let doc = docs.doc;
    let mut lowering = Lowering {
        module: docs.shape.map_or(doc.module.to_string(), |shape| format!("{}_{shape}", doc.module)),
        signals: vec![],
        names: BTreeMap::new(),
        clocked: BTreeSet::new(),
        statement: String::new(),
        loops: vec![],
    };
    let instances = lowering.declare(scope, doc, module_of)?;
    let Verilog::Combinatorial(code) = &scope.code else {
        return lowering
            .refuse("it has no `#[hdl_gen] fn update`; a block must not bring its own Verilog text");
    };
    let statements = lowering.block(code)?;
    lowering.check_clocks(&instances)?;
    Ok(Module {
        name: lowering.module,
        about: doc.about.iter().map(|line| line.trim().to_string()).collect(),
        signals: lowering.signals,
        instances,
        statements,
    })
}

/// Whether a block is a register, which the writer puts into the module that holds it.
pub fn is_register(scope: &Scope) -> bool {
    matches!(&scope.code, Verilog::Custom(text) if text == DFFR_VERILOG)
}

struct Lowering {
    module: String,
    signals: Vec<Signal>,
    /// rust-hdl's name (`count$q`, `age$pick`) to signal.
    names: BTreeMap<String, usize>,
    /// Registers whose clock (`x$clock`) and reset (`x$reset`) are connected.
    clocked: BTreeSet<String>,
    /// Text of the statement at hand, for messages.
    statement: String,
    loops: Vec<String>,
}

impl Lowering {
    fn refuse<T>(&self, why: impl Into<String>) -> Result<T, Refusal> {
        Err(Refusal::new(&self.module, &self.statement, why))
    }

    fn add(&mut self, hdl_name: &str, signal: Signal) -> usize {
        self.signals.push(signal);
        self.names.insert(hdl_name.to_string(), self.signals.len() - 1);
        self.signals.len() - 1
    }

    fn declare(
        &mut self,
        scope: &Scope,
        doc: &ModuleDoc,
        module_of: &BTreeMap<String, String>,
    ) -> Result<Vec<Instance>, Refusal> {
        let about = |field: &str| {
            let lines =
                doc.fields.iter().find(|(name, _)| *name == field).map_or(&[][..], |(_, lines)| lines);
            lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ")
        };
        for (name, items) in arrays(&scope.items, |i| &i.name) {
            self.check_name(&name)?;
            let first = items[0];
            let kind = match first.kind {
                AtomKind::InputParameter if first.is_clock => Kind::Clock,
                AtomKind::InputParameter if name == "reset" => Kind::Reset,
                _ if first.is_clock => {
                    return self.refuse("a clock forwarded through an output or a local signal races in simulation; pass the one `clock` input downward");
                }
                AtomKind::InputParameter => Kind::Input,
                AtomKind::OutputParameter => Kind::Output,
                AtomKind::LocalSignal => Kind::Local,
                AtomKind::Constant => Kind::Constant,
                _ => {
                    return self.refuse("tristate signals are not supported");
                }
            };
            if kind == Kind::Clock && name != "clock" {
                return self.refuse("a block has one clock, and it is called `clock`");
            }
            let verilog = if kind == Kind::Constant { name.to_uppercase() } else { name.clone() };
            let signal = Signal {
                name: verilog,
                kind,
                width: first.width,
                scalar: first.scalar,
                elements: items[0].name.contains('$').then_some(items.len()),
                values: items.iter().map(|i| i.value).collect(),
                port: None,
                doc: about(&name),
            };
            self.add(&name, signal);
        }
        let mut instances = vec![];
        for (name, blocks) in arrays(&scope.children, |c| &c.name) {
            self.check_name(&name)?;
            if is_register(blocks[0]) {
                self.declare_register(&name, &blocks, about(&name));
            } else if blocks[0].name.contains('$') {
                return self.refuse("arrays of sub-blocks are not supported; give each its own name");
            } else {
                instances.push(self.declare_instance(blocks[0], instances.len(), &module_of[&name])?);
            }
        }
        Ok(instances)
    }

    fn check_name(&mut self, name: &str) -> Result<(), Refusal> {
        self.statement = name.to_string();
        match is_keyword(name) {
            true => self.refuse("the name is a keyword of Verilog or SystemVerilog; choose another"),
            false => Ok(()),
        }
    }

    fn declare_register(&mut self, name: &str, blocks: &[&Scope], doc: String) {
        let item = |block: &Scope, port: &str| block.items.iter().find(|i| i.name == port).cloned();
        let value = |block: &&Scope| item(block, "init").map_or(0, |i| i.value);
        let q = item(blocks[0], "q").expect("a register has q");
        let elements = blocks[0].name.contains('$').then_some(blocks.len());
        let register = Signal {
            name: name.to_string(),
            kind: Kind::Register,
            width: q.width,
            scalar: q.scalar,
            elements,
            values: blocks.iter().map(value).collect(),
            port: None,
            doc,
        };
        let next = Signal {
            name: format!("{name}_next"),
            kind: Kind::Next(self.signals.len()),
            doc: String::new(),
            ..register.clone()
        };
        self.add(&format!("{name}$q"), register);
        self.add(&format!("{name}$d"), next);
    }

    fn declare_instance(&mut self, block: &Scope, index: usize, module: &str) -> Result<Instance, Refusal> {
        let mut ports = vec![];
        for (port, items) in arrays(&block.items, |i| &i.name) {
            let kind = match items[0].kind {
                AtomKind::InputParameter => Kind::ToInstance(index),
                AtomKind::OutputParameter => Kind::FromInstance(index),
                _ => continue,
            };
            let signal = Signal {
                name: format!("{}_{port}", block.name),
                kind,
                width: items[0].width,
                scalar: items[0].scalar,
                elements: items[0].name.contains('$').then_some(items.len()),
                values: vec![],
                port: None,
                doc: String::new(),
            };
            let id = self.add(&format!("{}${port}", block.name), signal);
            ports.push((port, id));
        }
        Ok(Instance { name: block.name.clone(), module: module.to_string(), ports })
    }

    fn check_clocks(&mut self, instances: &[Instance]) -> Result<(), Refusal> {
        self.statement.clear();
        let registers = self
            .names
            .keys()
            .filter_map(|n| n.strip_suffix("$q"))
            .filter(|n| self.signals[self.names[&format!("{n}$q")]].kind == Kind::Register);
        let instance_clocks = instances.iter().flat_map(|i| {
            i.ports
                .iter()
                .filter(|(p, _)| p == "clock" || p == "reset")
                .map(move |(p, _)| format!("{}${p}", i.name))
        });
        let needed =
            registers.flat_map(|r| [format!("{r}$clock"), format!("{r}$reset")]).chain(instance_clocks);
        match needed.into_iter().find(|n| !self.clocked.contains(n)) {
            Some(open) => self.refuse(format!(
                "`{}` is not connected; assign the block's own `{}` to it",
                open.replace('$', "."),
                open.rsplit('$').next().unwrap_or_default()
            )),
            None => Ok(()),
        }
    }

    fn block(&mut self, code: &[VerilogStatement]) -> Result<Vec<Stmt>, Refusal> {
        let mut statements = vec![];
        for s in code {
            self.lower_statement(s, &mut statements)?;
        }
        Ok(statements)
    }

    fn lower_statement(&mut self, s: &VerilogStatement, into: &mut Vec<Stmt>) -> Result<(), Refusal> {
        self.statement = statement(s);
        match s {
            VerilogStatement::Comment(text) => into.push(Stmt::Comment(comment(text))),
            VerilogStatement::Macro(block) => {
                for s in block {
                    self.lower_statement(s, into)?;
                }
            }
            VerilogStatement::Assignment(target, value) => into.extend(self.assignment(target, value)?),
            VerilogStatement::If(c) => {
                let test = self.expr(&c.test, Some(1))?;
                let then = self.block(&c.then)?;
                let otherwise = match &c.otherwise {
                    VerilogBlockOrConditional::Block(b) => self.block(b)?,
                    VerilogBlockOrConditional::Conditional(c) => self.block(std::slice::from_ref(c))?,
                    VerilogBlockOrConditional::None => vec![],
                };
                into.push(Stmt::If(test, then, otherwise));
            }
            VerilogStatement::Loop(l) => {
                self.loops.push(l.index.clone());
                let body = self.block(&l.block)?;
                self.loops.pop();
                if body.iter().any(|s| !matches!(s, Stmt::Comment(_))) {
                    let (from, to) = (l.from.as_usize(), l.to.as_usize());
                    into.push(Stmt::For { variable: l.index.clone(), from, to, body });
                }
            }
            VerilogStatement::Match(_) => return self.refuse("`match` is not supported; use `if`"),
            VerilogStatement::SliceAssignment { .. } => {
                return self.refuse("fields of structs are not supported; use separate signals")
            }
            VerilogStatement::Link(_) => {
                return self.refuse("`join` and `link` are not supported; assign each signal")
            }
        }
        Ok(())
    }

    fn assignment(&mut self, target: &Ast, value: &Ast) -> Result<Option<Stmt>, Refusal> {
        let Ast::Signal(name) = target else {
            return self.refuse("only a signal can be assigned");
        };
        let name = name.strip_suffix("$next").unwrap_or(name).to_string();
        if let Some((owner, port @ ("clock" | "reset"))) = name.rsplit_once('$') {
            let owner = owner.split('[').next().unwrap_or(owner);
            let Ast::Signal(source) = value else {
                return self.refuse(format!(
                    "`{port}` must be the block's own `{port}`; gating it is not supported"
                ));
            };
            if source != port {
                return self.refuse(format!("`{port}` must be the block's own `{port}`"));
            }
            self.clocked.insert(format!("{owner}${port}"));
            return Ok(None);
        }
        let place = self.place(&name)?;
        let signal = self.signals[place.signal].clone();
        match signal.kind {
            Kind::Clock | Kind::Reset | Kind::Input | Kind::FromInstance(_) => {
                return self.refuse("an input, or an output of a sub-block, cannot be assigned here")
            }
            Kind::Constant | Kind::Register => {
                return self.refuse("only `.next` of a signal can be assigned")
            }
            Kind::Output | Kind::Local | Kind::Next(_) | Kind::ToInstance(_) => {}
        }
        if signal.elements.is_some() && place.element.is_none() {
            return self.refuse("an array is assigned element by element");
        }
        // `x.next = x.val().replace_bit(i, v)` is how rust-hdl says `x[i] = v`.
        if let Ast::IndexReplace(base, index, bit) = value {
            if !matches!(&**base, Ast::Signal(b) if *b == name) || signal.scalar {
                return self
                    .refuse("`replace_bit` is supported only as `x.next = x.val().replace_bit(i, v)`");
            }
            let index = self.index(index)?;
            let bit = self.sized(bit, 1)?;
            return Ok(Some(Stmt::Assign(Place { part: Part::Bit(Box::new(index)), ..place }, bit)));
        }
        let value = self.sized(value, signal.width)?;
        Ok(Some(Stmt::Assign(place, value)))
    }

    /// `base`, `base[index]`, `base$port` or `base[index]$port`, as rust-hdl writes them.
    fn place(&self, text: &str) -> Result<Place, Refusal> {
        let (head, index, tail) = match text.split_once('[') {
            None => (text, None, ""),
            Some((head, rest)) => match rest.split_once(']') {
                Some((index, tail)) => (head, Some(index), tail),
                None => return self.refuse(format!("`{text}` is not a signal name")),
            },
        };
        if tail.contains('[') {
            return self.refuse(format!(
                "`{text}` is an array of arrays, for which rust-hdl gives wrong Verilog; flatten it"
            ));
        }
        let Some(&signal) = self.names.get(&format!("{head}{tail}")) else {
            return self.refuse(format!(
                "`{text}` is not a signal of this block; a Rust constant needs a field of type `Constant`"
            ));
        };
        let element = index.map(|i| self.index_text(i)).transpose()?.map(Box::new);
        if self.signals[signal].elements.is_none() && element.is_some() {
            return self.refuse(format!("`{text}` indexes what is no array; use `get_bit`"));
        }
        Ok(Place { signal, element, part: Part::Whole })
    }

    /// An index as rust-hdl leaves it, as text: `i`, `3`, `i+1`, `i-1`, `i*2`.
    fn index_text(&self, text: &str) -> Result<Expr, Refusal> {
        let text = text.trim_matches(['(', ')']);
        for (sign, op) in [('+', Binary::Add), ('-', Binary::Sub), ('*', Binary::Mul)] {
            if let Some((l, r)) = text.split_once(sign) {
                return Ok(Expr::Binary(op, Box::new(self.index_text(l)?), Box::new(self.index_text(r)?)));
            }
        }
        if let Ok(number) = text.parse() {
            Ok(Expr::Number(number))
        } else if self.loops.iter().any(|l| l == text) {
            Ok(Expr::LoopVariable(text.to_string()))
        } else {
            self.refuse(format!("the array index `{text}` must be a number or made of loop variables"))
        }
    }

    /// An index or a shift distance: numbers need no width.
    fn index(&self, ast: &Ast) -> Result<Expr, Refusal> {
        match ast {
            Ast::Paren(e) => self.index(e),
            Ast::Literal(l) => match literal(l) {
                Some((_, value)) => Ok(Expr::Number(value)),
                None => self.refuse("a number above 128 bits is not supported"),
            },
            Ast::Binary(l, op @ (VerilogOp::Add | VerilogOp::Sub | VerilogOp::Mul), r) => {
                Ok(Expr::Binary(binary(op), Box::new(self.index(l)?), Box::new(self.index(r)?)))
            }
            _ => self.expr(ast, None),
        }
    }

    /// An expression of exactly `width` bits.
    fn sized(&self, ast: &Ast, width: usize) -> Result<Expr, Refusal> {
        let e = self.expr(ast, Some(width))?;
        match e.width() {
            Some(w) if w == width => Ok(e),
            Some(w) => self.refuse(format!("`{}` has {w} bits where {width} are needed", expression(ast))),
            None => {
                self.refuse(format!("`{}` is a loop variable or number without a width", expression(ast)))
            }
        }
    }

    /// An expression; `wanted` gives the width of a bare literal.
    fn expr(&self, ast: &Ast, wanted: Option<usize>) -> Result<Expr, Refusal> {
        match ast {
            Ast::Paren(e) => self.expr(e, wanted),
            Ast::Signal(name) if self.loops.contains(name) => Ok(Expr::LoopVariable(name.clone())),
            Ast::Signal(name) => {
                let place = self.place(name)?;
                let signal = &self.signals[place.signal];
                match signal.kind {
                    Kind::Next(_) | Kind::ToInstance(_) => self.refuse(format!(
                        "`{name}` reads what this block drives, which is the old value in simulation; read a `Local` signal instead"
                    )),
                    Kind::Clock => self.refuse("a clock cannot be used as data"),
                    _ => Ok(Expr::Read(place, signal.width)),
                }
            }
            Ast::Literal(l) => self.literal(l, wanted),
            Ast::Unary(op, e) => {
                let (op, wanted) = match op {
                    VerilogOpUnary::Not => (Unary::Not, wanted),
                    VerilogOpUnary::All => (Unary::All, None),
                    VerilogOpUnary::Any => (Unary::Any, None),
                    VerilogOpUnary::Xor => (Unary::Parity, None),
                    VerilogOpUnary::Neg => {
                        return self.refuse("negation is not supported; subtract from zero")
                    }
                };
                Ok(Expr::Unary(op, Box::new(self.expr(e, wanted)?)))
            }
            Ast::Binary(l, op, r) => self.binary(l, op, r, wanted),
            Ast::Index(base, index) => self.part(base, Part::Bit(Box::new(self.index(index)?)), 1),
            Ast::Slice(base, width, index) => {
                self.part(base, Part::Slice(Box::new(self.index(index)?), *width), *width)
            }
            Ast::Cast(e, width) => match self.expr(e, Some(*width))? {
                e if e.width() == Some(*width) => Ok(e),
                e if e.width().is_some_and(|w| w < *width) => Ok(Expr::Extend(Box::new(e), *width)),
                _ => self.refuse("a cast to fewer bits hides which are lost; use `get_bits`"),
            },
            Ast::IndexReplace(..) => {
                self.refuse("`replace_bit` is supported only as `x.next = x.val().replace_bit(i, v)`")
            }
            Ast::Signed(_) | Ast::Unsigned(_) => self.refuse("signed numbers are not supported"),
        }
    }

    fn literal(&self, l: &rust_hdl::prelude::VerilogLiteral, wanted: Option<usize>) -> Result<Expr, Refusal> {
        let Some((own, value)) = literal(l) else {
            return self.refuse("a number above 128 bits is not supported");
        };
        // `true` and `false` know their width; an integer takes that of what it meets.
        let Some(width) = wanted.or((own == 1).then_some(1)) else {
            return self.refuse(format!(
                "nothing here gives the literal {value} a width; use a `Constant<Bits<W>>`"
            ));
        };
        if width < 128 && value >> width != 0 {
            return self.refuse(format!("the literal {value} does not fit {width} bits"));
        }
        Ok(Expr::Literal(value, width))
    }

    fn binary(&self, l: &Ast, op: &VerilogOp, r: &Ast, wanted: Option<usize>) -> Result<Expr, Refusal> {
        let op = binary(op);
        let (l, r) = match op {
            Binary::Shl | Binary::Shr => (self.expr(l, wanted)?, self.index(r)?),
            Binary::LogicalAnd | Binary::LogicalOr => (self.sized(l, 1)?, self.sized(r, 1)?),
            _ => {
                let comparison =
                    matches!(op, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge);
                let wanted = if comparison { None } else { wanted };
                if is_literal(l) {
                    let r = self.expr(r, wanted)?;
                    (self.expr(l, r.width())?, r)
                } else {
                    let l = self.expr(l, wanted)?;
                    let r = self.expr(r, l.width())?;
                    (l, r)
                }
            }
        };
        if op == Binary::Mul && l.width().is_some() {
            return self.refuse("a multiplier of signals is not supported");
        }
        if !matches!(op, Binary::Shl | Binary::Shr)
            && l.width() != r.width()
            && l.width().and(r.width()).is_some()
        {
            return self.refuse("the operands have different widths");
        }
        Ok(Expr::Binary(op, Box::new(l), Box::new(r)))
    }

    fn part(&self, base: &Ast, part: Part, width: usize) -> Result<Expr, Refusal> {
        match self.expr(base, None)? {
            Expr::Read(place, _) if place.part == Part::Whole && !self.signals[place.signal].scalar => {
                Ok(Expr::Read(Place { part, ..place }, width))
            }
            _ => self.refuse("bits can be taken only of a signal; give the expression a `Local` name first"),
        }
    }
}

/// The text in a `comment!`, which rust-hdl may hand over with the call around it.
fn comment(text: &str) -> String {
    let text = text.split_once("(\"").map_or(text, |(_, text)| text);
    text.strip_suffix("\")").unwrap_or(text).replace("\\\"", "\"")
}

fn is_literal(ast: &Ast) -> bool {
    match ast {
        Ast::Paren(e) => is_literal(e),
        Ast::Literal(_) => true,
        _ => false,
    }
}

fn binary(op: &VerilogOp) -> Binary {
    match op {
        VerilogOp::Add => Binary::Add,
        VerilogOp::Sub => Binary::Sub,
        VerilogOp::Mul => Binary::Mul,
        VerilogOp::LogicalAnd => Binary::LogicalAnd,
        VerilogOp::LogicalOr => Binary::LogicalOr,
        VerilogOp::BitXor => Binary::Xor,
        VerilogOp::BitAnd => Binary::And,
        VerilogOp::BitOr => Binary::Or,
        VerilogOp::Shl => Binary::Shl,
        VerilogOp::Shr => Binary::Shr,
        VerilogOp::Eq => Binary::Eq,
        VerilogOp::Lt => Binary::Lt,
        VerilogOp::Le => Binary::Le,
        VerilogOp::Ne => Binary::Ne,
        VerilogOp::Ge => Binary::Ge,
        VerilogOp::Gt => Binary::Gt,
    }
}

/// Groups `x$0`, `x$1` ... under `x`, in order of first appearance.
fn arrays<T>(items: &[T], name: impl Fn(&T) -> &String) -> Vec<(String, Vec<&T>)> {
    let mut groups: Vec<(String, Vec<&T>)> = vec![];
    for item in items {
        let base = name(item).split('$').next().unwrap_or_default().to_string();
        match groups.last_mut() {
            Some((last, members)) if *last == base => members.push(item),
            _ => groups.push((base, vec![item])),
        }
    }
    groups
}
