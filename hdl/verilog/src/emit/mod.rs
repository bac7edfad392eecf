// SPDX-License-Identifier: Apache-2.0
//! The Verilog writer: from a rust-hdl design to Verilog-2005 that reads as if written by hand.

mod comment;
mod design;
mod ir;
mod keywords;
mod library;
mod lint;
mod loops;
mod lower;
mod ports;
mod print;
mod process;
mod refusal;
mod scope;
mod source;
mod unify;
mod writer;

pub use comment::{comment, WIDTH};
pub use library::{Free, Interface, Library, Shape, Written};
pub use ports::{ports, Port, PortKind};
pub use refusal::Refusal;
pub use writer::{ModuleText, Writer};
