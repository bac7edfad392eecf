// SPDX-License-Identifier: Apache-2.0
//! What the table does beside training: the entry that is replaced, the states of the warps, triggers that fire.

use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::{least, Firing, Warps};
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

/// Entries whose states a model keeps.
const ENTRIES: usize = 4;

/// The entry that a new one replaces: `apogee_victim`.
pub fn apogee_victim(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let (none, no) = (Symbol::from(0), SymbolicBit::from(false));
    let (entry_bits, key_bits) = (p.entry_width() as u32, p.conf_bits + 1);
    let (look, choose, changes) = (c.input_bit("look"), c.input_bit("choose"), c.input_bit("changes"));
    let (valid, changed) = (c.input("valid"), c.input("changed"));
    c.assume(!changes | changed.below(p.n_entries));
    let used = Symbol::from(1) << p.conf_bits;
    let written = c.input("changed_confidence") | used;
    let confidence = c.array("confidence", p.n_entries);
    let key = |(entry, confidence): (u32, Symbol)| {
        let key = valid.bit(entry).select(confidence | used, none);
        (changes & changed.is(entry)).select(written, key)
    };
    let search = least((0..).zip(confidence).map(key));

    // What the last first cycle has found, and what the last second cycle has made of it.
    let layout = [("place", entry_bits), ("key", key_bits), ("searched", 1), ("victim", entry_bits)];
    let layout = layout.into_iter().chain([("in_use", 1), ("chosen", 1)]);
    let layout = layout.map(|(name, width)| (name.to_string(), width)).collect();
    let ((found, searched), ((victim, in_use), chosen)) =
        c.registers(layout, (((none, none), no), ((none, no), no)));
    c.equal_if(chosen, "victim", victim);
    c.equal_if(chosen, "in_use", in_use);
    let (place, key) = found;
    let four = least(c.elements("four_key", key_bits).into_iter());
    c.claim(!searched | four.1.is(key) & (key.bit(p.conf_bits) | !key.any()));
    for (number, member) in (0u32..).zip(c.elements("four_member", entry_bits)) {
        c.claim(!searched | !four.0.is(number) | member.is(place));
    }
    let next = look.select((search, SymbolicBit::from(true)), (found, searched));
    c.next((next, choose.select(((place, key.any()), searched), ((victim, in_use), chosen))));
    Ok(())
}

/// The states of warps and triggers: `apogee_states`.
pub fn apogee_states(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    fits("apogee_states_model", "entries", p.n_entries, ENTRIES)?;
    let (none, no) = (Symbol::from(0), SymbolicBit::from(false));
    // Of each entry its states, and whether it has been written at all.
    let entry = |entry: usize| {
        let layout = Warps::<Symbol>::layout(&p).into_iter().chain([("written".to_string(), 1)]);
        layout.map(move |(name, width)| (format!("{name}_{entry}"), width)).collect::<Vec<_>>()
    };
    let layout = (0..ENTRIES).flat_map(entry).collect();
    let mut entries = c.registers(layout, [(Warps { sent: none, filled: none }, no); ENTRIES]);
    let (sent, filled) = (c.array("sent", p.n_entries), c.array("filled", p.n_entries));
    for (((warps, written), sent), filled) in entries.into_iter().zip(sent).zip(filled) {
        c.claim(!written | sent.is(warps.sent) & filled.is(warps.filled));
    }

    let (fixed, chained) = (c.input("fixed"), c.input("chained"));
    let trigger = c.input("trigger");
    let event = |c: &mut Circuit, name: &str| {
        (
            c.input_bit(&format!("{name}_v")),
            c.input(&format!("{name}_entry")),
            c.input(&format!("{name}_warp")),
        )
    };
    let (fill, sends) = (event(c, "fill"), event(c, "sent"));
    let (slow, slow_entry) = (c.input_bit("slow_v"), c.input("slow_entry"));
    let (write, write_place) = (c.input_bit("write"), c.input("write_place"));
    let (place, warp) = (c.input("place"), c.input("warp"));
    for w in [fill.2, sends.2, warp, c.input("clear_warp")] {
        c.assume(w.below(p.n_warps));
    }
    let all = c.input_bit("clear_all");
    let cleared = all.select(low(p.n_warps), Symbol::one_at(c.input("clear_warp")));
    for (number, (warps, written)) in (0u32..).zip(&mut entries) {
        let is_load = fixed.bit(number);
        let is_trigger = chained.bit(number);
        c.equal_if(*written & is_trigger & trigger.is(number), "is_slow", warps.sent.bit(0));
        (fill.0 & fill.1.is(number) & is_load).when(warps, |warps| warps.fill(fill.2));
        (sends.0 & sends.1.is(number) & is_load).when(warps, |warps| warps.send(sends.2));
        // What a load finds.
        let finds = *written & is_load & place.is(number);
        for w in 0..p.n_warps {
            c.equal_if(finds & warp.is(w), "is_sent", warps.sent.bit(w));
            c.equal_if(finds & warp.is(w), "is_filled", warps.filled.bit(w));
        }
        // Of a trigger the lowest bit says that it is slow.
        (slow & slow_entry.is(number) & is_trigger)
            .when(warps, |warps| warps.sent = warps.sent | Symbol::from(1));
        let written_now = write & write_place.is(number);
        written_now.when(warps, |warps| warps.forget(cleared));
        *written = *written | written_now & all;
    }
    c.next(entries);
    Ok(())
}

/// Triggers that fire: `apogee_triggers`. The model's triggers fire from the third cycle after the lookup on; the RTL chooses the next
/// two meanwhile.
pub fn apogee_triggers(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let (none, no) = (Symbol::from(0), SymbolicBit::from(false));
    let entry_bits = p.entry_width() as u32;
    let without = |triggers: Symbol| triggers & (triggers - Symbol::from(1));

    // Triggers that are to fire, and the cycles until they do; nothing was to be fired in the cycle before.
    let layout = [("firing", p.n_entries), ("delay", 2), ("quiet", 1)];
    // What was read last, and the trigger that has fired a cycle ago, two cycles ago: its entry and line.
    let read = [("line", p.addr_bits), ("conf", p.conf_bits), ("hops", p.dist_bits), ("slow", 1)];
    let fired = [("fired", 1), ("fired_entry", entry_bits), ("fired_line", p.addr_bits)];
    let queued = [("queued", 1), ("queued_entry", entry_bits), ("queued_line", p.addr_bits)];
    let layout = layout.into_iter().chain(read).chain(fired).chain(queued);
    let layout = layout.map(|(name, width)| (name.to_string(), width)).collect();
    let event = (no, (none, none));
    let state = c.registers(layout, ((none, (none, no)), ([none; 4], (event, event))));
    let ((mut firing, (mut delay, quiet)), ([line, conf, hops, slow], (fired, queued))) = state;

    let fires = firing.any() & delay.is(0u32);
    let (place, then) = (firing.lowest(), without(firing));
    let (pc, last) = (c.input("pc"), c.input("last_pc"));
    let mut trigger = Firing { pc, conf, hops, slow: slow.any() };
    let moves = trigger.fire(&p, c.input_bit("last_valid"), last);
    c.equal("fire", fires);
    c.equal("quiet", quiet);
    c.equal("has_fired", fired.0);
    c.equal("line_v", queued.0);
    c.equal_if(fires, "moves", moves);
    c.equal_if(fires, "place", place);
    c.equal_if(fires, "new_pc", trigger.pc);
    c.equal_if(fires, "new_confidence", trigger.conf);
    c.equal_if(fires, "new_hops", trigger.hops);
    c.equal_if(fires, "address", line);
    c.equal_if(queued.0, "line_entry", queued.1 .0);
    c.equal_if(queued.0, "line", queued.1 .1);

    // What the RTL is ahead by.
    let waits = delay.is(2u32);
    let is_read = delay.is(1u32).select(firing, then);
    let chosen = !waits & is_read.any();
    c.equal("is_chosen", chosen);
    c.equal_if(chosen, "read", is_read.lowest());
    c.equal("waiting", waits.select(firing, without(is_read)));
    c.equal_if(fired.0, "fired", fired.1 .0);
    c.equal_if(fired.0, "fired_address", fired.1 .1);
    c.equal_if(fires, "entry_confidence", conf);
    c.equal_if(fires, "entry_hops", hops);
    c.equal_if(fires, "entry_slow", slow);
    c.claim(!delay.above(2u32) & (firing.any() | delay.is(0u32)));

    let was_quiet = !firing.any();
    fires.when(&mut firing, |firing| *firing = then);
    delay.any().when(&mut delay, |delay| *delay = *delay - Symbol::from(1));
    // A load is looked up when nothing is to be fired any more.
    let found = c.input("found");
    c.assume(!found.any() | was_quiet);
    found.any().when(&mut firing, |firing| *firing = found);
    found.any().when(&mut delay, |delay| *delay = Symbol::from(2));
    let clear = c.input_bit("clear");
    let read =
        [c.input("read_address"), c.input("read_confidence"), c.input("read_hops"), c.input("read_slow")];
    let now = clear.select((none, none), (firing, delay));
    let events = ((fires & !clear, (place, line)), (fired.0 & !clear, fired.1));
    c.next(((now.0, (now.1, was_quiet)), (read, events)));
    Ok(())
}
