// SPDX-License-Identifier: Apache-2.0
//! The lists of large page frames.

use warpsmith_units::mosaic::frames::{
    channel, ACTION_EMERG, ACTION_NONE, ACTION_SPLINTER_COMPACT, ACTION_SPLINTER_FREE, ACTION_TO_FREE,
    ALLOC_BASE, ALLOC_LARGE, EMERG_POP, FREE_RANGE, READ_BITMAP, SET_COALESCED, SET_FREE, SET_SPLINTERED,
};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::list::{bits, pick, List, Words};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

const FRAMES: usize = 4;
const APPS: usize = 2;

/// What the record of a frame holds, from the lowest bit on, and its pages.
type Frame = [Symbol; 7];
const STATUS: usize = 0;
const MIXED: usize = 1;
const EMERGENCY: usize = 2;
const OWNER: usize = 3;
const COUNT: usize = 4;
const LVPN: usize = 5;
const PAGES: usize = 6;

/// Values of [`STATUS`].
const FREE: u32 = 0;
const OWNED: u32 = 1;
const COALESCED: u32 = 2;

/// The frames, and the first one that never was in use; those with free pages of each application, the emergency list, and free frames that were in
/// use.
type Memory = (([Frame; FRAMES], Symbol), ([Words; APPS], [Words; 2]));

/// Operation, application, large page, frame, first page, pages, any phase, phase, at the frame, foreign.
type Command = [Symbol; 10];
const FIELDS: [&str; 10] =
    ["op", "app", "asked_lvpn", "frame", "range_first", "range_len", "any", "phase", "at", "foreign"];

/// The response: valid, done, frame, page, action, owner, large page, count, pages, more, the next frame.
type Response = [Symbol; 11];
const PORTS: [&str; 11] =
    ["valid", "ok", "frame", "slot", "action", "owner", "lvpn", "count", "bitmap", "more", "next"];

/// Cycles since the command was taken, the command, and what is shown.
type State = (Memory, ((Symbol, Command), Response));

/// The sizes of a configuration.
struct Sizes {
    params: Params,
    /// Pages of a frame.
    pages: u32,
    list: List,
    /// Widths of the parts of a record, and of the pages.
    record: [u32; 7],
}

/// What a command does, and how the RTL sees it.
struct Done {
    response: Response,
    memory: Memory,
    /// It is done; there is a frame; a free one is taken, if there is one.
    ok: SymbolicBit,
    exists: SymbolicBit,
    begins: SymbolicBit,
    frame: Symbol,
    /// The frame before and behind it; before it is taken it is nothing.
    before: Frame,
    after: Frame,
}

/// The whole module `mosaic_frames`: the model, which keeps lists, is written again.
pub fn mosaic_frames(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let name = "mosaic_frames_model";
    fits(name, "frames", p.frames, FRAMES)?;
    fits(name, "applications", p.num_apps, APPS)?;
    let pages = p.frame_pages();
    let width = |c: &mut Circuit, name: &str| c.input(name).width();
    let (app, lvpn, frame) = (width(c, "app"), width(c, "lvpn"), width(c, "frame"));
    let record = [2, 1, 1, app, p.slot_bits + 1, lvpn, pages];
    let sizes = Sizes { params: p, pages, list: List { depth: FRAMES as u32, width: frame }, record };

    let none = Symbol::from(0);
    let mut layout: Vec<(String, u32)> = Vec::new();
    let of_frame = |f| record.iter().enumerate().map(move |(i, width)| (format!("frame_{f}_{i}"), *width));
    layout.extend((0..FRAMES).flat_map(of_frame));
    layout.push(("fresh".to_string(), 3));
    for list in ["partial_0", "partial_1", "emergency", "recycled"] {
        layout.extend(sizes.list.layout().into_iter().map(|(word, width)| (format!("{list}_{word}"), width)));
    }
    layout.push(("step".to_string(), 3));
    layout.extend(FIELDS.map(|field| (format!("command_{field}"), c.input(field).width())));
    layout.extend(PORTS.map(|port| (format!("shown_{port}"), c.input(&format!("rsp_{port}")).width())));
    let memory: Memory = (([[none; 7]; FRAMES], none), ([List::empty(); APPS], [List::empty(); 2]));
    let state: State = c.registers(layout, (memory, ((none, [none; 10]), [none; 11])));
    sound(c, &sizes, &state);
    same_memories(c, &sizes, &state);
    outputs(c, &sizes, &state);
    let done = respond(&sizes, &state);
    same_registers(c, &sizes, &state, &done);
    let next = step(c, state, &done);
    c.next(next);
    Ok(())
}

fn is_partial(sizes: &Sizes, frame: &Frame) -> SymbolicBit {
    frame[STATUS].is(OWNED) & frame[COUNT].below(sizes.pages)
}

/// The free pages of a frame that is in the list of its application.
fn room(sizes: &Sizes, frame: &Frame) -> Symbol {
    is_partial(sizes, frame).select(Symbol::from(sizes.pages) - frame[COUNT], Symbol::from(0))
}

/// The places of a frame in a list.
fn places(sizes: &Sizes, (words, count): &Words, frame: Symbol) -> Symbol {
    let place = |(number, word): (u32, &Symbol)| count.above(number) & word.is(frame);
    bits((0..sizes.list.depth).zip(words).map(place))
}

fn remove(sizes: &Sizes, list: &mut Words, frame: Symbol, when: SymbolicBit) {
    let places = places(sizes, list, frame);
    (when & places.any()).when(list, |list| sizes.list.remove(list, places.lowest()));
}

/// What is true of every state of the model: a frame is in the lists that it belongs into, once in each.
fn sound(c: &mut Circuit, sizes: &Sizes, state: &State) {
    let (((frames, fresh), (partial, [emergency, recycled])), ((step, _), _)) = state;
    c.claim(!fresh.above(FRAMES as u32));
    c.claim(step.below(6u32));
    let once = |c: &mut Circuit, list: &Words, number: u32, there: SymbolicBit| {
        c.claim(places(sizes, list, Symbol::from(number)).ones().is(there));
    };
    for (number, frame) in (0u32..).zip(frames) {
        let known = fresh.above(number);
        c.claim(frame[STATUS].below(3u32) & (known | frame[STATUS].is(FREE)));
        c.claim(frame[COUNT].is(frame[PAGES].ones()));
        c.claim(frame[STATUS].any() | !frame[COUNT].any());
        c.claim(!frame[EMERGENCY].any() | frame[STATUS].is(COALESCED));
        for (app, list) in (0u32..).zip(partial) {
            once(c, list, number, is_partial(sizes, frame) & frame[OWNER].is(app));
        }
        once(c, emergency, number, frame[EMERGENCY].any());
        once(c, recycled, number, known & frame[STATUS].is(FREE));
    }
    for list in partial.iter().chain([emergency, recycled]) {
        c.claim(!list.1.above(FRAMES as u32));
    }
}

/// The memories of the RTL hold the frames, and the lists as chains.
fn same_memories(c: &mut Circuit, sizes: &Sizes, state: &State) {
    let (((frames, fresh), (partial, [emergency, recycled])), _) = state;
    for (number, frame) in (0u32..).zip(frames) {
        let known = fresh.above(number);
        let record = c.input(&format!("records__memory_{number}"));
        c.claim(!known | record.is(packed(sizes, frame)));
        let pages = c.input(&format!("bitmaps__memory_{number}"));
        c.claim(frame[STATUS].is(FREE) | pages.is(frame[PAGES]));
    }
    let free = (c.input("recycled__first"), c.input("recycled__free"));
    let words = words_of(c, "recycled__memory");
    c.equal("recycled__count", recycled.1);
    sizes.list.equal_in_ring(c, recycled, free, |place| pick(words.iter().copied(), place, Symbol::from(0)));

    for (app, list) in (0u32..).zip(partial) {
        same_chain(c, sizes, "lists", app, list);
        // Those of the application, in their order.
        let mut own = List::empty();
        for (place, word) in (0..sizes.list.depth).zip(emergency.0) {
            let owner = pick(frames.map(|frame| frame[OWNER]), word, Symbol::from(0));
            let here = emergency.1.above(place) & owner.is(app);
            here.when(&mut own, |own| sizes.list.push(own, word));
        }
        same_chain(c, sizes, "lists", app + (1 << sizes.record[OWNER]), &own);
    }
    same_chain(c, sizes, "ages", 0, emergency);
}

/// A list is a chain in both directions.
fn same_chain(c: &mut Circuit, sizes: &Sizes, lists: &str, number: u32, (words, count): &Words) {
    let any = c.input(&format!("{lists}__used")).bit(number);
    c.claim(!(any ^ count.any()));
    let [head, tail] = ["heads", "tails"].map(|ends| c.input(&format!("{lists}__{ends}_{number}")));
    c.claim(!any | head.is(words[0]));
    let [behind, ahead] = ["behind", "ahead"].map(|side| words_of(c, &format!("{lists}__{side}__memory")));
    let of = |links: &[Symbol], frame: Symbol| pick(links.iter().copied(), frame, Symbol::from(0));
    for place in 0..sizes.list.depth {
        let (word, last) = (words[place as usize], count.is(place + 1));
        c.claim(!last | tail.is(word));
        if place + 1 < sizes.list.depth {
            let next = words[place as usize + 1];
            let linked = of(&behind, word).is(next) & of(&ahead, next).is(word);
            c.claim(!count.above(place + 1) | linked);
        }
    }
}

/// A frame as its record.
fn packed(sizes: &Sizes, frame: &Frame) -> Symbol {
    let parts: Vec<(Symbol, u32)> = frame.iter().copied().zip(sizes.record).take(PAGES).collect();
    crate::equality::list::packed(&parts)
}

/// Those of all frames of an application.
fn free_pages(sizes: &Sizes, frames: &[Frame; FRAMES], app: u32) -> Symbol {
    frames.iter().fold(Symbol::from(0), |sum, frame| {
        sum + frame[OWNER].is(app).select(room(sizes, frame), Symbol::from(0))
    })
}

fn outputs(c: &mut Circuit, sizes: &Sizes, state: &State) {
    let (((frames, fresh), (_, [emergency, recycled])), ((step, _), shown)) = state;
    c.equal("cmd_ready", !step.any());
    for (name, value) in PORTS.into_iter().zip(shown) {
        c.equal(&format!("rsp_{name}"), *value);
    }
    let in_use = *fresh - recycled.1;
    c.equal("in_use", in_use);
    c.equal("fresh", *fresh);
    c.equal("free_frames", Symbol::from(FRAMES as u32) - in_use);
    c.equal("emergency", emergency.1);
    let rooms: Vec<Symbol> = (0..APPS as u32).map(|app| free_pages(sizes, frames, app)).collect();
    let width = c.array("free_slots", APPS as u32)[0].width();
    c.equal_elements_if(true.into(), "free_slots", &rooms, width);
}

/// What the command under way does, as the model does it in the last of its cycles.
fn respond(sizes: &Sizes, state: &State) -> Done {
    let (memory, ((_, command), _)) = *state;
    let ((frames, fresh), (partial, [emergency, recycled])) = memory;
    let [op, app, lvpn, asked, _, _, any, phase, at, foreign] = command;
    let [none, one] = [0, 1].map(Symbol::from);
    let is = |operation: u8| op.is(u32::from(operation));
    let every = low::<Symbol>(sizes.pages);

    // The frame.
    let seeks = is(ALLOC_BASE) & !at.any();
    let (own, count) = pick(partial, app, partial[0]);
    let begins = is(ALLOC_LARGE) | seeks & !count.any() & any.any() & !foreign.any();
    let some_free = recycled.1.any() | fresh.below(FRAMES as u32);
    let of_app = |frame: &Frame| frame[EMERGENCY].any() & frame[OWNER].is(app);
    let urgent = bits(frames.iter().map(of_app));
    let mut popped = emergency.0[0];
    for place in (0..sizes.list.depth).rev() {
        let word = emergency.0[place as usize];
        let own = emergency.1.above(place) & (urgent & Symbol::one_at(word)).any();
        popped = own.select(word, popped);
    }
    let exists = begins.select(some_free, !(seeks & !count.any()) & !(is(EMERG_POP) & !emergency.1.any()));
    let found = seeks.select(own[0], is(EMERG_POP).select(popped, asked));
    let frame = begins.select(next_free(sizes, &memory), found);
    let [owned, large] = [OWNED, COALESCED].map(Symbol::from);
    let taken = [owned, none, none, app, none, is(ALLOC_LARGE).select(lvpn, none), none];
    let known = pick(frames, frame, frames[0]);
    let (before, there): (Frame, Frame) = begins.select(([none; 7], taken), (known, known));
    let mut after = there;

    // Its pages.
    let in_phase = |slot: u32| phase_of(&sizes.params, frame, slot).is(phase);
    let of_phase = bits((0..sizes.pages).map(|slot| any.any() | in_phase(slot)));
    let free = of_phase & !there[PAGES] & every;
    let left = there[PAGES] & !freed(sizes, &command);
    let fits = there[OWNER].is(app) & is_partial(sizes, &there) & free.any();
    let slot = free.lowest();
    let with = there[PAGES] | Symbol::one_at(slot);
    let frees = is(FREE_RANGE);
    let pages = is(ALLOC_BASE).select(with, frees.select(left, there[PAGES]));
    after[PAGES] = is(ALLOC_LARGE).select(every, pages);
    after[MIXED] = there[MIXED] | (is(ALLOC_BASE) & foreign.any()).into();

    // What becomes of it.
    let left = after[PAGES].ones();
    let was_large = there[STATUS].is(COALESCED);
    let few = left.below(sizes.params.cac_thresh);
    let number = |action: u8| Symbol::from(u32::from(action));
    let of_large = [
        (left.is(sizes.pages) & !few, ACTION_NONE),
        (!few, ACTION_EMERG),
        (left.any(), ACTION_SPLINTER_COMPACT),
    ];
    let of_large = of_large
        .into_iter()
        .rev()
        .fold(number(ACTION_SPLINTER_FREE), |action, (when, this)| when.select(number(this), action));
    let of_owned = left.any().select(number(ACTION_NONE), number(ACTION_TO_FREE));
    let action = was_large.select(of_large, of_owned);
    let urgent = there[EMERGENCY].any();
    let enters = frees & was_large & !few & left.below(sizes.pages);
    let quits = frees & was_large & few | is(SET_FREE) | is(EMERG_POP);
    after[EMERGENCY] = ((urgent | enters) & !quits).into();
    let full = there[COUNT].is(sizes.pages);
    let coalesces = there[STATUS].is(OWNED) & full & !there[MIXED].any();
    let empties = is(SET_FREE) | frees & !was_large & !left.any();
    let status = is(SET_COALESCED).select(large, is(SET_SPLINTERED).select(owned, there[STATUS]));
    after[STATUS] = empties.select(none, status);
    after[LVPN] = is(SET_COALESCED).select(lvpn, there[LVPN]);
    after[PAGES] = empties.select(none, after[PAGES]);
    after[COUNT] = after[PAGES].ones();

    let done = [
        (is(ALLOC_LARGE) | is(EMERG_POP), SymbolicBit::from(true)),
        (is(ALLOC_BASE), fits),
        (is(SET_COALESCED), coalesces),
        (is(SET_SPLINTERED), was_large & !urgent),
    ];
    let done =
        done.into_iter().fold(there[STATUS].any(), |otherwise, (when, this)| when.select(this, otherwise));
    let ok = exists & done;
    let memory = changed(sizes, memory, (ok, begins), frame, (&before, &after));
    let shows = (is(ALLOC_BASE) | is(READ_BITMAP)) & exists & is_partial(sizes, &before);
    let list = pick(partial, before[OWNER], partial[0]);
    let behind = places(sizes, &list, frame).lowest() + one;
    let more = shows & list.1.above(behind);
    let next = pick(list.0, behind, none);
    let of_ok = |value: Symbol| ok.select(value, none);
    let response = [
        one,
        ok.into(),
        exists.select(frame, none),
        of_ok(is(ALLOC_BASE).select(slot, none)),
        of_ok(frees.select(action, none)),
        of_ok(after[OWNER]),
        of_ok(after[LVPN]),
        of_ok(after[COUNT]),
        of_ok(is(READ_BITMAP).select(after[PAGES], none)),
        more.into(),
        more.select(next, none),
    ];
    Done { response, memory, ok, exists, begins, frame, before, after }
}

/// The channel phase of a page.
fn phase_of(p: &Params, frame: Symbol, slot: u32) -> Symbol {
    let phases = (0..FRAMES as u32).map(|frame| Symbol::from(channel(p, frame, slot)));
    pick(phases, frame, Symbol::from(0))
}

/// The next free frame (decision D19).
fn next_free(sizes: &Sizes, ((_, fresh), (_, [_, recycled])): &Memory) -> Symbol {
    recycled.1.any().select(recycled.0[0], *fresh & low(sizes.list.width))
}

/// The words of a memory with one for each frame.
fn words_of(c: &mut Circuit, memory: &str) -> Vec<Symbol> {
    (0..FRAMES).map(|frame| c.input(&format!("{memory}_{frame}"))).collect()
}

/// The pages that FREE_RANGE frees.
fn freed(sizes: &Sizes, command: &Command) -> Symbol {
    let [.., first, len, _, _, _, _] = *command;
    bits((0..sizes.pages).map(|page| !first.above(page) & (first + len).above(page)))
}

/// The memory behind a command that is done: its frame, perhaps one of the free ones, becomes another one.
fn changed(
    sizes: &Sizes,
    memory: Memory,
    (ok, begins): (SymbolicBit, SymbolicBit),
    frame: Symbol,
    (before, after): (&Frame, &Frame),
) -> Memory {
    let ((mut frames, fresh), (mut partial, [mut emergency, mut recycled])) = memory;
    let again = recycled.1.any();
    let never = ok & begins & !again;
    let fresh = never.select(fresh + Symbol::from(1), fresh);
    (ok & begins & again).when(&mut recycled, |list| sizes.list.pop(list));
    for (number, kept) in (0u32..).zip(&mut frames) {
        *kept = (ok & frame.is(number)).select(*after, *kept);
    }
    let moves = Moves::new(sizes, before, after);
    for (app, list) in (0u32..).zip(&mut partial) {
        let own = ok & after[OWNER].is(app);
        remove(sizes, list, frame, own & moves.fills);
        (own & moves.opens).when(list, |list| sizes.list.push(list, frame));
    }
    remove(sizes, &mut emergency, frame, ok & moves.quits);
    (ok & moves.enters).when(&mut emergency, |list| sizes.list.push(list, frame));
    (ok & moves.retires).when(&mut recycled, |list| sizes.list.push(list, frame));
    ((frames, fresh), (partial, [emergency, recycled]))
}

/// Which lists a frame comes into and leaves: of those with free pages, of emergency, of free frames.
struct Moves {
    opens: SymbolicBit,
    fills: SymbolicBit,
    enters: SymbolicBit,
    quits: SymbolicBit,
    retires: SymbolicBit,
}

impl Moves {
    fn new(sizes: &Sizes, before: &Frame, after: &Frame) -> Moves {
        let [was_partial, partial] = [before, after].map(|frame| is_partial(sizes, frame));
        let [was_urgent, urgent] = [before, after].map(|frame| frame[EMERGENCY].any());
        Moves {
            opens: !was_partial & partial,
            fills: was_partial & !partial,
            enters: !was_urgent & urgent,
            quits: was_urgent & !urgent,
            retires: before[STATUS].any() & !after[STATUS].any(),
        }
    }
}

/// What the RTL knows of the command in each of its steps.
fn same_registers(c: &mut Circuit, sizes: &Sizes, state: &State, done: &Done) {
    let (((frames, fresh), _), ((step, command), _)) = state;
    let [op, _, _, asked, ..] = *command;
    let is = |operation: u8| op.is(u32::from(operation));
    c.equal("step", *step);
    for (name, value) in FIELDS.into_iter().zip(command) {
        if name != "frame" {
            c.equal_if(step.any(), name, *value);
        }
    }
    c.equal_if(step.any(), "next_free", next_free(sizes, &state.0));
    c.equal_if(step.is(1u32), "frame", asked);
    let at = |from: u32| !step.below(from);
    c.equal_if(at(2), "exists", done.exists);
    c.equal_if(at(2), "begins", done.begins);
    c.equal_if(at(2) & done.exists, "frame", done.frame);
    let frame = c.input("frame");
    c.equal_if(at(3), "known", frame.below(*fresh));

    // What is read.
    let memories = ["records", "bitmaps", "lists__behind", "lists__ahead", "ages__behind", "ages__ahead"];
    for memory in memories {
        let words = words_of(c, &format!("{memory}__memory"));
        let word = c.input(&format!("{memory}__word"));
        let read = pick(words, frame, Symbol::from(0));
        c.claim(!(at(3) | step.is(1u32)) | word.is(read));
    }
    let known = frame.below(*fresh);
    let own = pick(*frames, frame, frames[0]);
    let left = own[PAGES] & !freed(sizes, command);
    let there = known & own[STATUS].any();
    c.equal_if(at(2) & is(FREE_RANGE) & there, "pages", left);
    let taken = is(ALLOC_LARGE).select(low(sizes.pages), Symbol::from(0));
    c.equal_if(at(4) & done.begins & done.exists, "pages", taken);
    c.equal_if(at(4) & !done.begins & !is(FREE_RANGE) & there, "pages", own[PAGES]);
    let pages = c.input("pages");
    let pieces = 1 << (sizes.params.slot_bits / 2);
    let piece = sizes.pages / pieces;
    let parts: Vec<Symbol> = (0..pieces).map(|i| ((pages >> (i * piece)) & low(piece)).ones()).collect();
    let width = c.array("counter__part", pieces)[0].width();
    let frees = is(FREE_RANGE) & there;
    c.equal_elements_if(step.is(3u32) & frees, "counter__part", &parts, width);
    c.equal_if(step.is(4u32) & frees, "counter__count", pages.ones());

    // The phase of the frame, and that of the place that is looked for.
    let p = &sizes.params;
    let step_of_frame = (1u32 << (p.base_page_log2 + p.slot_bits - p.chan_interleave_log2)) % p.channels;
    let weights = (0..sizes.list.width).map(|bit| (step_of_frame << bit) % p.channels);
    let sum = (0..).zip(weights).fold(Symbol::from(0), |sum, (bit, weight)| {
        sum + frame.bit(bit).select(Symbol::from(weight), Symbol::from(0))
    });
    c.equal_if(step.is(3u32), "lowest__sum", sum);
    let due = bits((0..p.channels).map(|phase| {
        let page = (0..p.channels).map(|of_frame| Symbol::from((phase + p.channels - of_frame) % p.channels));
        let of_frame = phase_of(p, frame, 0);
        let due = pick(page, of_frame, Symbol::from(0));
        command[7].is(phase) & c.input("lowest__due").is(due)
    }));
    c.claim(!step.is(4u32) | due.any());

    // What is decided.
    let decided = step.is(5u32);
    let does = decided & done.ok;
    let [_, _, _, slot, action, ..] = done.response;
    c.equal_if(decided, "ok", done.ok);
    let names = ["state", "mixed", "urgent", "owner", "count", "lvpn"];
    for (name, value) in names.into_iter().zip(done.after).chain([("slot", slot), ("action", action)]) {
        c.equal_if(does, name, value);
    }
    let moves = Moves::new(sizes, &done.before, &done.after);
    c.equal_if(decided, "joins", done.ok & (moves.opens | moves.enters));
    c.equal_if(decided, "leaves", done.ok & (moves.fills | moves.quits));
    c.equal_if(decided, "retires", done.ok & moves.retires);
    c.equal_if(does & (moves.enters | moves.quits), "of_large", Symbol::from(1));
    let gain = room(sizes, &done.after).wrapping_sub(room(sizes, &done.before));
    let width = c.input("gain").width();
    c.equal_if(does, "gain", gain & low(width));
    let listed = (is(ALLOC_BASE) | is(READ_BITMAP)) & done.exists & is_partial(sizes, &done.before);
    c.equal_if(decided, "listed", listed);
    c.equal_if(decided & listed, "owner", done.before[OWNER]);
    let of_pages = listed | done.ok & (moves.opens | moves.fills);
    c.equal_if(decided & of_pages, "of_large", Symbol::from(0));
}

/// A cycle.
fn step(c: &mut Circuit, (memory, ((step, command), _)): State, done: &Done) -> State {
    let none = Symbol::from(0);
    let fields = ["op", "app", "lvpn", "frame", "first", "len", "any", "phase", "at", "foreign"];
    let fresh = fields.map(|field| c.input(&format!("cmd_{field}")));
    let takes = !step.any() & c.input_bit("cmd_valid");
    let ends = step.is(5u32);
    let goes_on = step.any().select(step + Symbol::from(1), none);
    let step = takes.select(Symbol::from(1), ends.select(none, goes_on));
    let command = takes.select(fresh, command);
    let memory = ends.select(done.memory, memory);
    (memory, ((step, command), ends.select(done.response, [none; 11])))
}
