// SPDX-License-Identifier: Apache-2.0
//! The epoch engine without the blocks inside, each of which has a proof of its own: what it tells them, and what it makes of their answers.

use warpsmith_units::arbiter::after;
use warpsmith_units::mask::params::{Params, TokenOrder};
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::{clog2, Parameters};

use crate::equality::list::pick;
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

const CORES: usize = 2;
const APPS: usize = 2;

/// Bits of sums of lookups, of warps, of rates, of products of Eq. 6.1 with the base of the quotas, and of sums of those without.
const SUM: u32 = 22;
const WARPS: u32 = 15;
const RATE: u32 = 16;
const DIVIDEND: u32 = 22;
const TOTAL: u32 = 24;

/// Cycles of an application in phases 2 and 5.
const COUNTS: u32 = 64;
const DIVIDES: u32 = 26;

/// What is summed over the SMs of an application: hits, misses, warps, SMs, the most stalled warps. Then what is kept of it: tokens and rate.
const HITS: usize = 0;
const MISSES: usize = 1;
const APP_WARPS: usize = 2;
const APP_CORES: usize = 3;
const STALLED: usize = 4;
const TOKENS: usize = 5;
const APP_RATE: usize = 6;
const WEIGHT: usize = 7;
const LOOKED_UP: [(&str, u32); 8] = [
    ("hits", SUM),
    ("misses", SUM),
    ("warps", WARPS),
    ("cores", 7),
    ("stalled", 6),
    ("tokens", WARPS),
    ("rate", RATE),
    ("weight", DIVIDEND),
];

/// Of an application what is looked up; tokens for each SM, and SMs that get one more; quota to come, and quota.
type App = ([Symbol; 8], ([Symbol; 2], [Symbol; 2]));
/// Of an SM the share to come, and the share.
type Share = [Symbol; 2];
/// Applications with an epoch with lookups; those whose last change gave tokens; those that show as seen; those whose tokens have been shared
/// out, and those whose quota has been divided, since reset.
type Masks = [Symbol; 5];
/// The sum of Eq. 6.1, applications that take part, the new rate, bypass bits.
type Numbers = [Symbol; 4];
/// An epoch has ended; it did in the cycle before; quotas are new; there is a new rate.
type Flags = [SymbolicBit; 4];

type State =
    ((([App; APPS], [Share; CORES]), ([Symbol; 8], Masks)), ((Symbol, Numbers), (Flags, SymbolicBit)));

/// Where the engine is, which follows from the cycle of the epoch.
struct Place {
    /// 1 sums, 2 tokens, 3 shares, 4 waits, 5 quotas, 6 applies; 0 is none of them.
    phase: Symbol,
    core: Symbol,
    app: Symbol,
    time: Symbol,
}

impl Place {
    fn new(p: &Params, ended: SymbolicBit, cycle: Symbol) -> Place {
        let none = Symbol::from(0);
        let mut place = Place { phase: none, core: none, app: none, time: none };
        let mut begin = 0;
        let mut turns = |phase: u32, turns: u32, cycles: u32, of: fn(&mut Place) -> &mut Symbol| {
            for turn in 0..turns {
                let here = ended & !cycle.below(begin) & cycle.below(begin + cycles);
                let time = cycle.wrapping_sub(Symbol::from(begin)) & low(clog2(cycles) as u32);
                place.phase = here.select(Symbol::from(phase), place.phase);
                place.time = here.select(time, place.time);
                let number = of(&mut place);
                *number = here.select(Symbol::from(turn), *number);
                begin += cycles;
            }
        };
        turns(1, p.num_cores, 1, |place| &mut place.core);
        turns(2, p.num_apps, COUNTS, |place| &mut place.app);
        turns(3, p.num_cores, 1, |place| &mut place.core);
        turns(4, p.num_apps, 1, |place| &mut place.app);
        turns(5, p.num_apps, DIVIDES, |place| &mut place.app);
        turns(6, 1, 1, |place| &mut place.core);
        place
    }

    fn is(&self, phase: u32) -> SymbolicBit {
        self.phase.is(phase)
    }

    fn at(&self, phase: u32, time: u32) -> SymbolicBit {
        self.is(phase) & self.time.is(time)
    }
}

/// The applications below this number.
fn below(app: Symbol) -> Symbol {
    Symbol::one_at(app) - Symbol::from(1)
}

/// The module `mask_epoch` around its blocks.
pub fn mask_epoch(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let name = "mask_epoch_model";
    fits(name, "SMs", p.num_cores, CORES)?;
    fits(name, "applications", p.num_apps, APPS)?;
    let (none, no) = (Symbol::from(0), SymbolicBit::from(false));

    let rest = [("portion", WARPS), ("extra", 7), ("new_quota", 10), ("quota", 10)];
    let of_app =
        |app| LOOKED_UP.into_iter().chain(rest).map(move |(name, width)| (format!("{name}_{app}"), width));
    let mut layout: Vec<(String, u32)> = (0..APPS).flat_map(of_app).collect();
    layout
        .extend((0..CORES).flat_map(|core| [(format!("new_share_{core}"), 9), (format!("share_{core}"), 9)]));
    layout.extend(LOOKED_UP.map(|(name, width)| (format!("its_{name}"), width)));
    layout.extend(["met", "up", "shown", "shared", "divided"].map(|name| (name.to_string(), p.num_apps)));
    layout.push(("cycle".to_string(), clog2(p.epoch_len) as u32));
    let numbers = [("weights", TOTAL), ("takers", 6), ("new_rate", RATE), ("bypass", p.pt_levels)];
    layout.extend(numbers.map(|(name, width)| (name.to_string(), width)));
    layout.extend(["ended", "begins", "fresh", "rated", "known"].map(|name| (name.to_string(), 1)));
    let base = Symbol::from(p.thresh_max);
    let app: App = ([none; 8], ([none; 2], [none, base]));
    let of_engine = ([none; 8], [none; 5]);
    let reset: State =
        ((([app; APPS], [[Symbol::from(256); 2]; CORES]), of_engine), ((none, [none; 4]), ([no; 4], no)));
    let state: State = c.registers(layout, reset);
    let place = Place::new(&p, state.1 .1 .0[0], state.1 .0 .0);
    sound(c, &p, &place, &state);
    same_registers(c, &p, &place, &state);
    outputs(c, &p, &state);
    counts(c, &p, &place, &state);
    products(c, &p, &place, &state);
    divider(c, &p, &place, &state);
    let next = step(c, &p, &place, state);
    c.next(next);
    Ok(())
}

/// What is true of every state of the model.
fn sound(c: &mut Circuit, p: &Params, place: &Place, state: &State) {
    let (((apps, _), (_, [.., shared, divided])), ((cycle, _), ([ended, begins, _, rated], known))) = *state;
    c.claim(cycle.below(p.epoch_len));
    c.claim(!(begins ^ (ended & !cycle.any())));
    c.claim(known | !(ended | cycle.any()));
    let all = low::<Symbol>(p.num_apps);
    let own = |turn: SymbolicBit| turn.select(Symbol::one_at(place.app), Symbol::from(0));
    let has = |phase: u32, time: u32| below(place.app) | own(place.is(phase) & place.time.above(time));
    c.claim(!place.is(2) | !(has(2, 42) & !shared).any());
    c.claim(!place.phase.above(2u32) | shared.is(all));
    c.claim(!place.is(5) | !(has(5, 24) & !divided).any());
    c.claim(!place.is(6) | divided.is(all));
    c.claim(!(place.is(2) & place.time.above(18u32)) | rated);
    let summed = place.is(1).select(place.core, Symbol::from(p.num_cores));
    for ([hits, misses, warps, cores, ..], _) in apps {
        c.claim(!cores.above(summed));
        c.claim(!hits.above((cores << 16) - cores) & !misses.above((cores << 16) - cores));
        c.claim(!warps.above((cores << 8) - cores));
    }
}

/// The RTL's registers are those of the model, but that shares and quotas are kept as they differ from those at reset.
fn same_registers(c: &mut Circuit, p: &Params, place: &Place, state: &State) {
    let (((apps, shares), (its, [met, up, _, shared, divided])), ((cycle, numbers), (flags, known))) = *state;
    let [weights, takers, new_rate, _] = numbers;
    let [_, begins, _, rated] = flags;
    let masks = [("met", met), ("up", up)];
    let places =
        [("phase", place.phase), ("core_at", place.core), ("app_at", place.app), ("at_time", place.time)];
    let others = [("cycle", cycle), ("weights", weights), ("takers", takers)];
    for (name, value) in masks.into_iter().chain(places).chain(others) {
        c.equal(name, value);
    }
    c.equal("begins", begins);
    c.equal_if(rated, "new_rate", new_rate);
    for ((name, _), value) in LOOKED_UP.into_iter().zip(its) {
        let condition = match name {
            "weight" => place.is(5) & place.time.any(),
            _ => known,
        };
        c.equal_if(condition, &format!("its_{name}"), value);
    }
    let yes = SymbolicBit::from(true);
    let names = ["sum_hits", "sum_misses", "sum_warps", "sum_cores", "stalled", "tokens", "rate"];
    for (number, (name, (_, width))) in names.into_iter().zip(LOOKED_UP).enumerate() {
        c.equal_elements_if(yes, name, &apps.map(|(of, _)| of[number]), width);
    }
    let differs = |number: Symbol, from: u32| number ^ Symbol::from(from);
    c.equal_elements_if(yes, "quotas", &apps.map(|(_, (_, [_, quota]))| differs(quota, p.thresh_max)), 10);
    c.equal_elements_if(yes, "new_shares", &shares.map(|[new, _]| differs(new, 256)), 9);
    c.equal_elements_if(yes, "shares", &shares.map(|[_, share]| differs(share, 256)), 9);
    let each = |of: fn(&App) -> Symbol, mask: Symbol| {
        let values = (0..).zip(&apps).map(|(app, values)| (mask.bit(app), of(values)));
        values.collect::<Vec<_>>()
    };
    c.equal_elements_where("portion", each(|(_, ([portion, _], _))| *portion, shared), WARPS);
    c.equal_elements_where("extra", each(|(_, ([_, extra], _))| *extra, shared), 7);
    c.equal_elements_where("weight", each(|(of, _)| of[WEIGHT], shared), DIVIDEND);
    let quotas = each(|(_, (_, [new, _]))| *new, divided).into_iter();
    let quotas = quotas.map(|(condition, quota)| (condition, differs(quota, p.thresh_max)));
    c.equal_elements_where("new_quotas", quotas, 10);
}

/// The outputs, which are registers or follow from them.
fn outputs(c: &mut Circuit, p: &Params, state: &State) {
    let (((apps, shares), (_, [_, _, shown, ..])), ((cycle, [.., bypass]), ([_, _, fresh, _], _))) = *state;
    let yes = SymbolicBit::from(true);
    c.equal("epoch_tick", cycle.is(p.epoch_len - 1));
    c.equal("bypass_bits", bypass);
    c.equal("quota_we", fresh);
    c.equal("seen", shown);
    c.equal_elements_if(yes, "quota", &apps.map(|(_, (_, [_, quota]))| quota), 10);
    c.equal_elements_if(yes, "share", &shares.map(|[_, share]| share), 9);
}

/// What the counters are told, and what goes on from them.
fn counts(c: &mut Circuit, p: &Params, place: &Place, state: &State) {
    let ((cycle, _), ([_, begins, ..], _)) = state.1;
    c.equal("counts__tick", cycle.is(p.epoch_len - 1));
    c.equal("counts__turn", place.is(1) | place.is(3));
    let lookups = ["res_valid", "res_hit", "res_core", "ptw_live"];
    for name in lookups.into_iter().chain(["l2_acc", "l2_hit", "core_app", "core_on", "app_active"]) {
        let port = c.input(name);
        c.equal(&format!("counts__{name}"), port);
    }
    c.equal("levels__start", begins);
    for (told, counter) in [("levels__accesses", "counts__accesses"), ("levels__hits", "counts__found")] {
        let counters = c.array(counter, p.pt_levels + 1);
        c.equal_elements_if(true.into(), told, &counters, 24);
    }
}

/// The products of an application, and its tokens.
fn products(c: &mut Circuit, p: &Params, place: &Place, state: &State) {
    let ((_, (its, [met, up, ..])), ((_, [.., new_rate, _]), ([.., rated], known))) = *state;
    let (load, weighs) = (place.time.is(1u32), place.at(2, 12));
    for (name, factor) in [("at_first", p.init_tokens_q8), ("in_step", p.step_q8)] {
        c.equal(&format!("{name}__load"), load);
        c.equal(&format!("{name}__step"), place.time.below(12u32));
        c.equal_if(known & load, &format!("{name}__first"), its[APP_WARPS]);
        c.equal(&format!("{name}__second"), Symbol::from(factor));
    }
    // Walks times stalled warps, then times the base of the quotas.
    let own = |mask: Symbol| (mask & Symbol::one_at(place.app)).any();
    let active = own(c.input("counts__active"));
    c.equal_if(place.time.any(), "its_active", active);
    let walks = pick(c.array("counts__walks", p.num_apps), place.app, Symbol::from(0));
    let product = c.input("walkers__product") & low(WARPS);
    let first = weighs.select(product, its[STALLED]);
    let second = weighs.select(Symbol::from(p.thresh_max), active.select(walks, Symbol::from(0)));
    c.equal("walkers__load", load | weighs);
    c.equal("walkers__step", place.time.below(23u32));
    c.equal_if(known, "walkers__first", first);
    c.equal_if(load | weighs, "walkers__second", second);

    for product in ["at_first", "in_step"] {
        let value = (c.input(&format!("{product}__product")) >> 8) & low(WARPS);
        c.equal(&format!("token_count__{product}"), value);
    }
    let told = [("warps", its[APP_WARPS]), ("tokens", its[TOKENS]), ("rate", its[APP_RATE])];
    for (name, value) in told.into_iter().chain([("seen", own(met).into()), ("up", own(up).into())]) {
        c.equal_if(known, &format!("token_count__{name}"), value);
    }
    c.equal_if(rated, "token_count__new_rate", new_rate);
}

/// What is divided: misses by lookups, tokens by SMs with seven bits behind them, then a product by the sum of all or, if there are none, the base by
/// the applications that take part.
fn divider(c: &mut Circuit, p: &Params, place: &Place, state: &State) {
    let ((_, (its, _)), ((_, [weights, takers, ..]), (_, known))) = *state;
    let none = Symbol::from(0);
    let quotas = place.is(5);
    let (rate, tokens) = (place.time.is(1u32) & !quotas, place.at(2, 26));
    let steps = place.time.below(18u32) | place.time.above(26u32) & place.time.below(42u32);
    c.equal("divider__load", place.time.is(1u32) | tokens);
    c.equal("divider__step", quotas | steps);
    let someone = takers.any().select(takers, Symbol::from(1));
    let evenly = quotas & !weights.any();
    let by_weight = quotas & weights.any();
    let whole = [("dividend", rate, none), ("rest", quotas | tokens, none)];
    let of_tokens = [("dividend", tokens, its[TOKENS] << 7), ("divisor", tokens, its[APP_CORES])];
    let of_rate = [("rest", rate & known, its[MISSES]), ("divisor", rate & known, its[HITS] + its[MISSES])];
    let of_base = [("dividend", evenly, Symbol::from(p.thresh_max)), ("divisor", evenly, someone)];
    let of_weight =
        [("dividend", by_weight & place.time.any(), its[WEIGHT]), ("divisor", by_weight, weights)];
    for (name, when, value) in [whole, of_rate, of_tokens, of_weight, of_base].concat() {
        c.equal_if(when, &format!("divider__{name}"), value);
    }
}

/// The state after a cycle.
fn step(c: &mut Circuit, p: &Params, place: &Place, state: State) -> State {
    let (((mut apps, mut shares), (its, masks)), ((cycle, numbers), (flags, _))) = state;
    let [met, up, shown, shared, divided] = masks;
    let [weights, takers, new_rate, bypass] = numbers;
    let [ended, .., rated] = flags;
    let [none, one] = [0, 1].map(Symbol::from);
    let tick = cycle.is(p.epoch_len - 1);
    let turn = Symbol::one_at(place.app);
    let takes_part = (c.input("counts__active") & turn).any();

    // Everything shows at once.
    let applies = place.is(6);
    for (_, (_, [new, quota])) in &mut apps {
        *quota = applies.select(*new, *quota);
    }
    for [new, share] in &mut shares {
        *share = applies.select(*new, *share);
    }
    let bypass = applies.select(c.input("levels__bypasses"), bypass);
    let shown = applies.select(met, shown);

    // The application whose turn it is, and its tokens.
    let mine = pick(apps.map(|(of, _)| of), place.app, [none; 8]);
    let mut its_next = place.time.any().select(its, mine);
    let stores = place.at(2, 25) & takes_part & (its[HITS].any() | its[MISSES].any());
    let (tokens, gives) = (c.input("token_count__new_tokens"), c.input_bit("token_count__new_up"));
    its_next[TOKENS] = stores.select(tokens, its_next[TOKENS]);
    sum(c, place, tick, &mut apps);
    share_out(c, p, place, &masks, (&mut apps, &mut shares));
    let shares_out = place.at(2, 42);
    let (quotient, remainder) = (c.input("divider__quotient"), c.input("divider__remainder"));
    let each = match p.token_order {
        TokenOrder::WarpMajor => [quotient & low(WARPS), remainder & low(7)],
        TokenOrder::CoreMajor => [its[TOKENS], remainder & low(7)],
    };
    let product = c.input("walkers__product");
    let quota = quotient & low(10);
    let quota = quota.any().select(quota, one);
    let has_quota = place.at(5, 24);
    for (number, (of, (portion, [new_quota, _]))) in (0u32..).zip(&mut apps) {
        let own = place.app.is(number);
        of[TOKENS] = (stores & own).select(tokens, of[TOKENS]);
        of[APP_RATE] = (stores & own).select(new_rate, of[APP_RATE]);
        of[WEIGHT] = (shares_out & own).select(product & low(DIVIDEND), of[WEIGHT]);
        *portion = (shares_out & own).select(each, *portion);
        *new_quota = (has_quota & own).select(quota, *new_quota);
    }
    let with_turn = |mask: Symbol, when: SymbolicBit| mask | when.select(turn, none);
    let up = stores.select(gives.select(up | turn, up & !turn), up);
    let masks =
        [with_turn(met, stores), up, shown, with_turn(shared, shares_out), with_turn(divided, has_quota)];

    // Eq. 6.1.
    let weighs = place.at(2, 12);
    let sum = (weights + (product & low(WARPS))) & low(TOTAL);
    let one_more = (takers + one) & low(6);
    let rates = place.time.is(18u32);
    let numbers = [
        tick.select(none, weighs.select(sum, weights)),
        tick.select(none, (weighs & takes_part).select(one_more, takers)),
        rates.select(quotient & low(RATE), new_rate),
        bypass,
    ];
    let flags = [ended | tick, tick, applies, rated | rates];
    let cycle = after(cycle, p.epoch_len);
    (((apps, shares), (its_next, masks)), ((cycle, numbers), (flags, true.into())))
}

/// What an SM has counted counts for its application.
fn sum(c: &mut Circuit, place: &Place, tick: SymbolicBit, apps: &mut [App; APPS]) {
    let none = Symbol::from(0);
    let (on, own) = (c.input_bit("counts__on"), c.input("counts__app"));
    let (hits, misses) = (c.input("counts__hits"), c.input("counts__misses"));
    let warps = pick(c.elements("uniq", 8), place.core, none);
    let peak = pick(c.elements("warps_peak", 6), place.core, none);
    for (number, (of, _)) in (0u32..).zip(apps) {
        let counts = place.is(1) & on & own.is(number);
        let most = peak.above(of[STALLED]).select(peak, of[STALLED]);
        let with = [
            of[HITS] + hits,
            of[MISSES] + misses,
            of[APP_WARPS] + warps,
            of[APP_CORES] + Symbol::from(1),
            most,
        ];
        for (kept, with) in of.iter_mut().zip(with) {
            *kept = tick.select(none, counts.select(with, *kept));
        }
    }
}

/// An SM gets its share of the tokens of its application: the first SMs one of those that are left over, or as many as they have warps.
fn share_out(
    c: &mut Circuit,
    p: &Params,
    place: &Place,
    [met, ..]: &Masks,
    (apps, shares): (&mut [App; APPS], &mut [Share; CORES]),
) {
    let (none, most) = (Symbol::from(0), Symbol::from(256));
    let own = c.input("counts__app");
    let takes_part = (c.input("counts__active") & *met & Symbol::one_at(own)).any();
    let gets = place.is(3) & c.input_bit("counts__on") & takes_part;
    let [portion, extra] = pick(apps.map(|(_, (of, _))| of), own, [none; 2]);
    let warps = pick(c.elements("uniq", 8), place.core, none);
    let more = extra.any();
    let (share, left) = match p.token_order {
        TokenOrder::WarpMajor => {
            let share = portion.wrapping_add(more.into()) & low(WARPS);
            (share, [portion, more.select(extra - Symbol::from(1), extra)])
        }
        TokenOrder::CoreMajor => {
            let share = warps.below(portion).select(warps, portion);
            (share, [portion - share, extra])
        }
    };
    for (number, (_, (of, _))) in (0u32..).zip(apps) {
        *of = (gets & own.is(number)).select(left, *of);
    }
    for (number, [new, _]) in (0u32..).zip(shares) {
        *new = (gets & place.core.is(number)).select(share.above(256u32).select(most, share), *new);
    }
}
