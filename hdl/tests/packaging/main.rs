// SPDX-License-Identifier: Apache-2.0
//! `generated/` is what a user of other tools can take as it is: FuseSoC builds it, file lists work, constraints are read, strict readers
//! say nothing that is not explained, and everything fits into one netlist.

mod constraints;
mod everything;
mod fusesoc;
mod lists;
mod sta;
mod style;
mod tool;
