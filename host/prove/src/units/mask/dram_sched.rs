// SPDX-License-Identifier: Apache-2.0
//! The scheduler of a DRAM channel.

use warpsmith_units::arbiter::first;
use warpsmith_units::mask::params::Params;
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::{clog2, Parameters};

use crate::equality::list::{bits, packed, pick, List, Words, PLACES};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

const BANKS: usize = 4;

/// The queues, each with the oldest request first: golden, silver, normal; the application whose turn it is, and what it has sent in it.
type State = (([Words; 3], Symbol), Symbol);
const GOLDEN: usize = 0;
const SILVER: usize = 1;
const NORMAL: usize = 2;
const NAMES: [&str; 3] = ["golden", "silver", "normal"];

/// Bits of the parts of a request, the lowest first: bank, row, column, identification, application; above them the depth of a walk read, or whether
/// data are written.
type Parts = [u32; 6];

/// The banks in a cycle: those that take a request, those with an open row, and that row.
struct Banks {
    ready: Symbol,
    open: Symbol,
    rows: Vec<Symbol>,
}

/// The whole module `mask_dram_sched`: the model, which keeps queues of requests, is written again.
pub fn mask_dram_sched(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let name = "mask_dram_sched_model";
    fits(name, "banks", p.n_bank, BANKS)?;
    let depths = [p.golden_depth, p.silver_depth, p.normal_depth];
    fits(name, "requests of a queue", depths.into_iter().fold(0, u32::max), PLACES)?;
    let parts: Parts = [clog2(p.n_bank) as u32, p.row_bits, p.col_bits, p.id_bits, p.app_width() as u32, 3];
    let width = parts.iter().sum();
    let lists = depths.map(|depth| List { depth, width });
    let of_list = |(name, list): (&str, &List)| {
        list.layout().into_iter().map(|(word, width)| (format!("{name}_{word}"), width)).collect::<Vec<_>>()
    };
    let mut layout: Vec<_> = NAMES.into_iter().zip(&lists).flat_map(of_list).collect();
    layout.extend([("turn".to_string(), parts[4]), ("sent".to_string(), 10)]);
    let reset: State = (([List::empty(); 3], Symbol::from(0)), Symbol::from(0));
    let state: State = c.registers(layout, reset);
    same_registers(c, &p, &lists, &state);
    let next = step(c, &p, &lists, &parts, state);
    c.next(next);
    Ok(())
}

/// The RTL's registers are those of the model: a ring for the golden queue, a plane for each bit of the requests of the others.
fn same_registers(c: &mut Circuit, p: &Params, lists: &[List; 3], ((queues, turn), sent): &State) {
    c.equal("silver_app", *turn);
    c.equal("sent", *sent);
    c.claim(turn.below(p.num_apps));
    let golden: Vec<Symbol> =
        (0..lists[GOLDEN].depth).map(|i| c.input(&format!("golden__memory_{i}"))).collect();
    let ends = (c.input("golden__first"), c.input("golden__free"));
    let kept = |place| pick(golden.iter().copied(), place, Symbol::from(0));
    c.equal("occ_golden", queues[GOLDEN].1);
    lists[GOLDEN].equal_in_ring(c, &queues[GOLDEN], ends, kept);
    for of in [SILVER, NORMAL] {
        let (name, list, (words, count)) = (NAMES[of], &lists[of], &queues[of]);
        c.equal(&format!("occ_{name}"), *count);
        c.claim(!count.above(list.depth));
        c.equal(&format!("{name}__used"), Symbol::one_at(*count) - Symbol::from(1));
        let planes = c.array(&format!("{name}__plane"), list.width);
        for (place, word) in (0..list.depth).zip(words) {
            let kept = bits(planes.iter().map(|plane| plane.bit(place)));
            c.claim(!count.above(place) | kept.is(*word));
        }
    }
}

/// The part of a request of this number.
fn part(parts: &Parts, word: Symbol, number: usize) -> Symbol {
    let below: u32 = parts[..number].iter().sum();
    (word >> below) & low(parts[number])
}

impl Banks {
    fn take(&self, parts: &Parts, word: Symbol) -> SymbolicBit {
        (self.ready & Symbol::one_at(part(parts, word, 0))).any()
    }

    fn hit(&self, parts: &Parts, word: Symbol) -> SymbolicBit {
        let bank = part(parts, word, 0);
        let row = pick(self.rows.iter().copied(), bank, Symbol::from(0));
        (self.open & Symbol::one_at(bank)).any() & row.is(part(parts, word, 1))
    }

    /// The place of the request of a queue that goes first: the oldest hit, or else the oldest.
    fn first(&self, parts: &Parts, list: &List, (words, count): &Words) -> (SymbolicBit, Symbol) {
        let all = || (0..list.depth).zip(words).map(|(place, word)| (count.above(place), *word));
        let any = bits(all().map(|(there, word)| there & self.take(parts, word)));
        let hits = any & bits(all().map(|(_, word)| self.hit(parts, word)));
        (any.any(), hits.any().select(hits.lowest(), any.lowest()))
    }
}

/// A cycle, in the order of the model, and what the RTL says in it.
fn step(c: &mut Circuit, p: &Params, lists: &[List; 3], parts: &Parts, state: State) -> State {
    let ((mut queues, mut turn), mut sent) = state;
    let none = Symbol::from(0);
    let ready = c.input_bit("tick").select(c.input("bank_ready"), none);
    let banks = Banks { ready, open: c.input("open_valid"), rows: c.elements("open_row", p.row_bits) };
    let request = |c: &mut Circuit, port: &str, kind: Symbol| {
        let fields = ["bank", "row", "col", "id", "app"].map(|field| c.input(&format!("{port}_{field}")));
        let fields: Vec<_> = fields.into_iter().chain([kind]).zip(*parts).collect();
        packed(&fields)
    };
    let (depth, write) = (c.input("x_depth"), c.input("d_wr"));
    let (walk, data) = (request(c, "x", depth), request(c, "d", write));

    // What is issued.
    let head = queues[GOLDEN];
    let golden = head.1.any() & banks.take(parts, head.0[0]);
    let [silver, normal] = [SILVER, NORMAL].map(|of| banks.first(parts, &lists[of], &queues[of]));
    let from_silver = !golden & silver.0;
    let from_normal = !golden & !silver.0 & normal.0;
    let of_silver = pick(queues[SILVER].0, silver.1, none);
    let of_normal = pick(queues[NORMAL].0, normal.1, none);
    let issues = golden | silver.0 | normal.0;
    let word = golden.select(head.0[0], silver.0.select(of_silver, of_normal));
    let word = issues.select(word, none);
    c.equal("iss_valid", issues);
    c.equal("iss_src", from_silver.select(Symbol::from(1), from_normal.select(Symbol::from(2), none)));
    for (number, name) in ["iss_bank", "iss_row", "iss_col", "iss_id", "iss_app"].into_iter().enumerate() {
        c.equal(name, part(parts, word, number));
    }
    c.equal("iss_depth", golden.select(part(parts, word, 5), none));
    c.equal("iss_wr", golden.select(none, part(parts, word, 5) & Symbol::from(1)));

    // Where what arrives goes.
    let (active, app) = (c.input("app_active"), c.input("d_app"));
    let quota = pick(c.elements("quota", 10), turn, none);
    let room = |of: usize| !lists[of].full(&queues[of]);
    let several = active.ones().above(1u32);
    let to_silver = several & app.is(turn) & room(SILVER) & sent.below(quota);
    let to_normal = !to_silver & room(NORMAL);
    c.equal("x_ready", room(GOLDEN));
    c.equal("d_ready", to_silver | to_normal);
    let (walks, comes) = (c.input_bit("x_valid") & room(GOLDEN), c.input_bit("d_valid"));

    let leaving = [(golden, none), (from_silver, silver.1), (from_normal, normal.1)];
    let arrivals = [(walks, walk), (comes & to_silver, data), (comes & to_normal, data)];
    for (of, list) in lists.iter().enumerate() {
        let ((leaves, place), (arrives, word)) = (leaving[of], arrivals[of]);
        leaves.when(&mut queues[of], |queue| list.remove(queue, place));
        arrives.when(&mut queues[of], |queue| list.push(queue, word));
    }

    // The turn.
    sent = sent + Symbol::from(comes & to_silver);
    let own = (active & Symbol::one_at(turn)).any();
    let ends = !sent.below(quota) | !own | c.input_bit("epoch_tick");
    turn = ends.select(first(active, turn + Symbol::from(1)), turn);
    sent = ends.select(none, sent);
    ((queues, turn), sent)
}
