// SPDX-License-Identifier: Apache-2.0
//! The engine that moves a base page.

use warpsmith_units::mosaic::migrator::{Command, State};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::word::Word;
use warpsmith_units::Parameters;

use crate::equality::{Circuit, Symbol};
use crate::error::Error;

/// The whole module `mosaic_migrator`.
pub fn mosaic_migrator(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let mut s = c.registers(State::<Symbol>::layout(&p), State::reset());
    c.equal("cmd_ready", s.is_idle());
    c.equal("m_valid", s.m_valid);
    c.equal("m_op", s.m_op);
    c.equal("m_addr", s.m_addr);
    c.equal("m_dst", s.m_dst);
    c.equal("m_data", s.m_data);
    c.equal("m_tag", s.m_tag);
    c.equal("done", s.over);

    let works = !s.is_idle();
    c.equal_if(works, "copied", s.enters);
    for (name, value) in [("src", s.src), ("dst", s.dst), ("pte_addr", s.pte_addr), ("pte", s.pte)] {
        c.equal_if(works, name, value);
    }
    c.equal_if(works, "bulk", s.bulk);
    c.equal("busy", s.reads | s.writes);
    c.equal("full", s.full);
    c.equal("writing", s.writes);
    for (name, value) in
        [("read", s.read), ("write", s.write), ("read_tag", s.read_tag), ("write_tag", s.write_tag)]
    {
        c.equal(name, value);
    }

    // Each tag is in one state; lines use them in turn.
    c.claim(!(s.copies & s.enters));
    c.claim(!((s.reads & (s.full | s.writes)) | s.full & s.writes).any());
    c.claim(works | !s.used().any());
    c.claim(s.read_tag.below(p.mig_out) & s.write_tag.below(p.mig_out));
    c.claim(!s.read.above(p.page_lines()) & !s.read.below(s.write));

    let command = Command {
        valid: c.input_bit("cmd_valid"),
        src: c.input("cmd_src"),
        dst: c.input("cmd_dst"),
        pte_addr: c.input("cmd_pte_addr"),
        pte: c.input("cmd_pte"),
        bulk: c.input_bit("cmd_bulk"),
    };
    let (m_ready, a_valid, a_tag) = (c.input_bit("m_ready"), c.input_bit("a_valid"), c.input("a_tag"));
    // What is done has been taken before.
    c.assume(!(a_valid & s.m_valid & a_tag.is(s.m_tag)));
    s.step(&p, command, m_ready, a_valid, a_tag);
    c.next(s);
    Ok(())
}
