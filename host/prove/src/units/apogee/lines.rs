// SPDX-License-Identifier: Apache-2.0
//! The lines of a job, and the queue in which they wait for the L1D.

use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::Running;
use warpsmith_units::word::{low, product_of, sign_extended, signed_product_of, Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::list::{packed, List, PLACES};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

/// The line generator: `apogee_generator`.
pub fn apogee_generator(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let (none, no) = (Symbol::from(0), SymbolicBit::from(false));
    let address = low::<Symbol>(p.addr_bits);
    let step_bits = (p.offset_bits + p.iter_bits).min(p.addr_bits);
    let idle = Running {
        entry: none,
        warp: none,
        lane0: none,
        offset: none,
        iteration: none,
        another: no,
        lane: none,
        first: no,
    };
    let layout = Running::<Symbol>::layout(&p).into_iter().chain([("runs".to_string(), 1)]).collect();
    let (running, runs) = c.registers(layout, (idle, no));
    let job_valid = c.input_bit("job_valid");
    c.equal("line_v", runs);
    c.equal("pop", job_valid & !runs);
    c.equal_if(runs, "line", running.line(&p));
    c.equal_if(runs, "entry", running.entry);
    c.equal_if(runs, "warp", running.warp);
    c.equal_if(runs, "first", running.first);

    // How the other registers follow. The cursor is in the line of the lane at hand: at the lane if an offset is more than a line, else
    // whole lines from lane 0.
    let away = |lane| product_of(sign_extended(running.offset, p.offset_bits, 64), lane, p.warp_size.ilog2());
    let at = |lane| (running.lane0 + away(lane)) & address;
    c.equal_if(runs, "second", running.another);
    c.equal_if(runs, "offset", running.offset);
    c.equal_if(runs, "iteration", running.iteration & low(step_bits));
    c.equal_if(runs & running.another, "first_lane", running.lane0);
    c.equal_if(runs, "last", at(Symbol::from(p.warp_size - 1)));
    let in_line = low::<Symbol>(p.line_log2());
    let wide = sign_extended(running.offset, p.offset_bits, 64);
    let size = running.offset.bit(p.offset_bits - 1).select(!wide, wide);
    let far = size.above(in_line);
    let (line, offset) = (running.line(&p), running.lane0 & in_line);
    c.equal_if(runs, "cursor", far.select(at(running.lane), line | offset));
    c.claim(sign_extended(running.iteration, step_bits, 64).is(sign_extended(
        running.iteration,
        p.addr_bits,
        64,
    )));

    // A job: lane -1 in some iteration, and how many iterations the first group is from there.
    let (accept, clear) = (c.input_bit("accept"), c.input_bit("clear"));
    c.assume(!accept | runs);
    let (target, shift, offset) = (c.input("job_target"), c.input("job_shift"), c.input("job_offset"));
    let iteration = sign_extended(c.input("job_iteration"), step_bits, p.addr_bits);
    let group = target + signed_product_of(iteration, shift, 3);
    let job = Running {
        entry: c.input("job_entry"),
        warp: c.input("job_warp"),
        lane0: (group + sign_extended(offset, p.offset_bits, 64)) & address,
        offset,
        iteration,
        another: c.input_bit("job_both"),
        lane: none,
        first: true.into(),
    };
    let (next, done) = running.next(&p);
    let mut state = (running, runs);
    accept.when(&mut state, |state| *state = (next, !done));
    (job_valid & !runs).when(&mut state, |state| *state = (job, true.into()));
    clear.when(&mut state, |state| state.1 = no);
    c.next(state);
    Ok(())
}

/// The prefetch queue: `apogee_queue`.
pub fn apogee_queue(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    fits("apogee_queue_model", "lines that wait", p.pfq_depth, PLACES)?;
    let (none, no, one) = (Symbol::from(0), SymbolicBit::from(false), Symbol::from(1));
    let (warp_bits, entry_bits) = (p.warp_width() as u32, p.entry_width() as u32);
    // Whether it is a trigger's, or the first of its job; warp, entry, line.
    let parts = [1, 1, warp_bits, entry_bits, p.addr_bits];
    let list = List { depth: p.pfq_depth, width: parts.iter().sum() };
    let layout = list.layout().into_iter().chain([("job_sent".to_string(), 1)]).collect();
    let (mut lines, mut job_sent) = c.registers(layout, (List::empty(), no));
    list.equal(c, "lines", &lines);
    c.equal("job_sent", job_sent);

    let (full, some, head) = (list.full(&lines), lines.1.any(), lines.0[0]);
    let (of_trigger, first) = (head.bit(0), head.bit(1));
    let tracked = some & !of_trigger & (first | !job_sent);
    let shown = |place: u32, width: u32| some.select(head >> place & low(width), none);
    c.equal("pf_v", some);
    c.equal("pf_warp", shown(2, warp_bits));
    c.equal("pf_entry", shown(2 + warp_bits, entry_bits));
    c.equal("pf_line", shown(2 + warp_bits + entry_bits, p.addr_bits));
    c.equal("pf_track", tracked);
    c.equal("pf_trig", some & of_trigger);

    // The L1D takes the first line, which may be sent to memory.
    let taken = some & c.input_bit("pf_rdy");
    let sent = taken & tracked & c.input_bit("pf_sent");
    c.equal("sent", sent);
    (taken & first & !of_trigger).when(&mut job_sent, |job_sent| *job_sent = no);
    job_sent = job_sent | sent;
    taken.when(&mut lines, |lines| list.pop(lines));

    // A trigger's line goes before that of a job; none comes into a full queue.
    let (trigger, job) = (c.input_bit("trigger_v"), c.input_bit("job_v"));
    c.equal("lost", trigger & full);
    c.equal("accept", job & !trigger & !full);
    let mut word = |of: &str, kind: [Symbol; 2]| {
        let values = [kind[0], kind[1], c.input(&format!("{of}_warp")), c.input(&format!("{of}_entry"))];
        let values = values.into_iter().chain([c.input(&format!("{of}_line"))]);
        packed(&values.zip(parts).collect::<Vec<_>>())
    };
    let of_trigger = word("trigger", [one, none]);
    let of_job = word("job", [none, none]);
    let of_job = of_job | Symbol::from(c.input_bit("job_first")) << 1;
    ((trigger | job) & !full).when(&mut lines, |lines| list.push(lines, trigger.select(of_trigger, of_job)));
    let clear = c.input_bit("clear");
    c.next(clear.select((List::empty(), no), (lines, job_sent)));
    Ok(())
}
