// SPDX-License-Identifier: Apache-2.0
//! rust-hdl's syntax tree as text close to the Rust source, for messages.

use rust_hdl::core::ast::{VerilogExpression as Ast, VerilogOp, VerilogOpUnary, VerilogStatement};

use super::scope::literal;

/// The statement on one line; of a block only its head.
pub fn statement(s: &VerilogStatement) -> String {
    match s {
        VerilogStatement::Assignment(target, value) => {
            format!("{} = {}", expression(target), expression(value))
        }
        VerilogStatement::SliceAssignment { base, replacement, .. } => {
            format!("{}.field = {}", expression(base), expression(replacement))
        }
        VerilogStatement::If(c) => format!("if {}", expression(&c.test)),
        VerilogStatement::Match(m) => format!("match {}", expression(&m.test)),
        VerilogStatement::Loop(l) => format!("for {} in {}..{}", l.index, l.from.as_usize(), l.to.as_usize()),
        VerilogStatement::Comment(text) => format!("comment!(\"{text}\")"),
        VerilogStatement::Link(_) => "join or link".to_string(),
        VerilogStatement::Macro(block) => block.first().map_or(String::new(), statement),
    }
}

/// The expression on one line.
pub fn expression(e: &Ast) -> String {
    match e {
        Ast::Signal(name) => name.replace('$', "."),
        Ast::Literal(l) => literal(l).map_or(l.to_string(), |(_, value)| value.to_string()),
        Ast::Cast(e, width) => format!("bit_cast::<{width}>({})", expression(e)),
        Ast::Signed(e) | Ast::Unsigned(e) => format!("cast({})", expression(e)),
        Ast::Paren(e) => format!("({})", expression(e)),
        Ast::Binary(l, op, r) => format!("{} {} {}", expression(l), operator(op), expression(r)),
        Ast::Unary(op, e) => match op {
            VerilogOpUnary::Not => format!("!{}", expression(e)),
            VerilogOpUnary::Neg => format!("-{}", expression(e)),
            VerilogOpUnary::All => format!("{}.all()", expression(e)),
            VerilogOpUnary::Any => format!("{}.any()", expression(e)),
            VerilogOpUnary::Xor => format!("{}.xor()", expression(e)),
        },
        Ast::Index(e, i) => format!("{}.get_bit({})", expression(e), expression(i)),
        Ast::Slice(e, width, i) => format!("{}.get_bits::<{width}>({})", expression(e), expression(i)),
        Ast::IndexReplace(e, i, v) => {
            format!("{}.replace_bit({}, {})", expression(e), expression(i), expression(v))
        }
    }
}

fn operator(op: &VerilogOp) -> &'static str {
    match op {
        VerilogOp::Add => "+",
        VerilogOp::Sub => "-",
        VerilogOp::Mul => "*",
        VerilogOp::LogicalAnd => "&&",
        VerilogOp::LogicalOr => "||",
        VerilogOp::BitXor => "^",
        VerilogOp::BitAnd => "&",
        VerilogOp::BitOr => "|",
        VerilogOp::Shl => "<<",
        VerilogOp::Shr => ">>",
        VerilogOp::Eq => "==",
        VerilogOp::Lt => "<",
        VerilogOp::Le => "<=",
        VerilogOp::Ne => "!=",
        VerilogOp::Ge => ">=",
        VerilogOp::Gt => ">",
    }
}
