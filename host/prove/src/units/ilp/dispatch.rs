// SPDX-License-Identifier: Apache-2.0
//! The distributor of thread blocks over SMs of two kinds.

use warpsmith_units::arbiter::{after, first};
use warpsmith_units::ilp::params::{Params, Spill};
use warpsmith_units::word::{Bit, Word};
use warpsmith_units::Parameters;

use crate::equality::list::{bits, pick};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

const SMS: usize = 2;

/// A kernel: whether there is one and whether it is for the ILP SMs; thread blocks that are left, the next one, those that run; threads, registers and
/// shared memory of a thread block.
type Kernel = ([SymbolicBit; 2], ([Symbol; 3], [Symbol; 3]));

/// What is free in an SM: thread blocks; threads, registers and shared memory.
type Room = (Symbol, [Symbol; 3]);

/// A launch, if there is one: of an SM, of the second kernel.
type Launch = (SymbolicBit, (Symbol, SymbolicBit));

/// Kernels and SMs; the SM and the kernel that are considered first; the offer that was refused; beside the model, thread blocks of either kernel that
/// run in each SM.
type State = (([Kernel; 2], [Room; SMS]), (((Symbol, SymbolicBit), Launch), [[Symbol; 2]; SMS]));

/// The whole module `het_dispatch`; what the model keeps in vectors is written again. Thread blocks end where they run.
pub fn het_dispatch(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    fits("het_dispatch_model", "SMs", p.sms(), SMS)?;
    let state: State = c.registers(layout(&p), reset(&p));
    sound(c, &p, &state);
    same_registers(c, &state);
    let next = step(c, &p, state);
    c.next(next);
    Ok(())
}

fn layout(p: &Params) -> Vec<(String, u32)> {
    let running = 2 * p.tb_w;
    let of_block = [p.threads_width() as u32, p.regs_width() as u32, p.smem_width() as u32];
    let kernel = |k| {
        let kept =
            [("valid", 1), ("ilp", 1), ("remaining", p.tb_w), ("next_tb", p.tb_w), ("running", running)];
        let need = ["threads", "regs", "smem"].into_iter().zip(of_block);
        kept.into_iter().chain(need).map(move |(name, width)| (format!("{name}_{k}"), width))
    };
    let room = |m| {
        let free = ["free_threads", "free_regs", "free_smem"].into_iter().zip(of_block);
        std::iter::once(("free_tbs", 8)).chain(free).map(move |(name, width)| (format!("{name}_{m}"), width))
    };
    let resident = |m| ["first", "second"].map(|kernel| (format!("resident_{kernel}_{m}"), 8));
    let rest = [("rr", 1), ("krr", 1), ("held", 1), ("held_sm", 1), ("held_kid", 1)];
    let rest = rest.map(|(name, width)| (name.to_string(), width));
    let all = (0..2).flat_map(kernel).chain((0..SMS).flat_map(room)).chain(rest);
    all.chain((0..SMS).flat_map(resident)).collect()
}

fn reset(p: &Params) -> State {
    let (no, none) = (SymbolicBit::from(false), Symbol::from(0));
    let kernel = ([no; 2], ([none; 3], [none; 3]));
    let room = (Symbol::from(p.sm_tbs), [p.sm_threads, p.sm_regs, p.sm_smem].map(Symbol::from));
    (([kernel; 2], [room; SMS]), (((none, no), (no, (none, no))), [[none; 2]; SMS]))
}

/// Whether an SM has what a thread block needs.
fn holds(room: &Room, kernel: &Kernel) -> SymbolicBit {
    let (_, (_, need)) = kernel;
    let pairs = room.1.into_iter().zip(*need);
    pairs.fold(room.0.any(), |all, (free, need)| all & !free.below(need))
}

/// The launch that is offered.
fn offer(p: &Params, pool: Symbol, state: &State) -> Launch {
    let ((kernels, rooms), (((rr, krr), held), _)) = *state;
    let unlaunched = kernels.map(|([valid, _], ([remaining, ..], _))| valid & remaining.any());
    let is_open = |ilp: bool| {
        let own = kernels.iter().zip(unlaunched).map(|(([valid, of_ilp], _), unlaunched)| {
            let there = if p.spill == Spill::Drained { unlaunched } else { *valid };
            there & !(*of_ilp ^ ilp.into())
        });
        let none = !own.fold(SymbolicBit::from(false), |any, one| any | one);
        none & (p.spill != Spill::Never).into()
    };
    let open = [is_open(false), is_open(true)];
    let eligible = |m: usize, k: usize| {
        let ([_, ilp], on_ilp) = (kernels[k].0, pool.bit(m as u32));
        let welcome = !(ilp ^ on_ilp) | on_ilp.select(open[1], open[0]);
        unlaunched[k] & welcome & holds(&rooms[m], &kernels[k])
    };
    let fits: [[SymbolicBit; 2]; SMS] = std::array::from_fn(|m| [eligible(m, 0), eligible(m, 1)]);
    let sms = bits(fits.map(|[first, second]| first | second));
    let sm = first(sms, rr);
    let [one, other] = pick(fits, sm, fits[0]);
    let offer = (sms.any(), (sm, krr.select(other, !one)));
    held.0.select(held, offer)
}

/// The kernel of which nothing is left.
fn over(kernels: &[Kernel; 2]) -> [SymbolicBit; 2] {
    kernels.map(|([valid, _], ([remaining, _, running], _))| valid & !remaining.any() & !running.any())
}

/// What is true of every state.
fn sound(c: &mut Circuit, p: &Params, state: &State) {
    let ((kernels, rooms), (((rr, _), (held, (sm, kid))), resident)) = *state;
    let times = |count: Symbol, need: Symbol| {
        let none = Symbol::from(0);
        (0..3).fold(none, |sum, bit| sum + count.bit(bit).select(need << bit, none))
    };
    let all = [p.sm_threads, p.sm_regs, p.sm_smem];
    for (room, [first, second]) in rooms.iter().zip(resident) {
        c.claim(!first.above(p.sm_tbs) & !second.above(p.sm_tbs));
        c.claim((room.0 + first + second).is(p.sm_tbs));
        for (i, all) in all.into_iter().enumerate() {
            let [one, other] = kernels.map(|(_, (_, need))| need[i]);
            c.claim((room.1[i] + times(first, one) + times(second, other)).is(all));
        }
    }
    for (k, ([valid, _], ([remaining, _, running], _))) in kernels.iter().enumerate() {
        let on_all = resident.iter().fold(Symbol::from(0), |sum, of_sm| sum + of_sm[k]);
        c.claim(running.is(on_all));
        c.claim(*valid | !(remaining.any() | running.any()));
    }
    c.claim(rr.below(SMS as u32));
    let of_held = kid.select(kernels[1], kernels[0]);
    c.claim(!held | of_held.0[0] & of_held.1 .0[0].any());
    c.claim(!held | holds(&pick(rooms, sm, rooms[0]), &of_held));
}

/// The RTL's registers are those of the model, with two bits a kernel for what is left of it.
fn same_registers(c: &mut Circuit, state: &State) {
    let ((kernels, rooms), (((rr, krr), (held, (sm, kid))), _)) = *state;
    c.equal("valid", bits(kernels.map(|kernel| kernel.0[0])));
    c.equal("left", bits(kernels.map(|kernel| kernel.1 .0[0].any())));
    c.equal("busy", bits(kernels.map(|kernel| kernel.1 .0[2].any())));
    let ilp = c.input("ilp");
    let [remaining, next_tb, running] = ["remaining", "next_tb", "running"].map(|name| c.array(name, 2));
    let needs = ["threads", "regs", "smem"].map(|name| c.array(name, 2));
    for (k, ([valid, of_ilp], (blocks, need))) in kernels.iter().enumerate() {
        c.claim(!*valid | !(ilp.bit(k as u32) ^ *of_ilp));
        c.claim(remaining[k].is(blocks[0]) & running[k].is(blocks[2]));
        c.claim(!*valid | next_tb[k].is(blocks[1]));
        for (kept, need) in needs.iter().zip(need) {
            c.claim(!*valid | kept[k].is(*need));
        }
    }
    for (m, (tbs, free)) in rooms.iter().enumerate() {
        c.equal(&format!("each_room_{m}__room__free_tbs"), *tbs);
        for (name, free) in ["threads", "regs", "smem"].into_iter().zip(free) {
            c.equal(&format!("each_room_{m}__room__free_{name}"), *free);
        }
    }
    c.equal("rr", rr);
    c.equal("krr", krr);
    c.equal("held", held);
    c.equal_if(held, "held_sm", sm);
    c.equal_if(held, "held_kid", kid);
}

/// A cycle, in the order of the model, and what the RTL says in it.
fn step(c: &mut Circuit, p: &Params, state: State) -> State {
    let ((mut kernels, mut rooms), (((mut rr, mut krr), _), mut resident)) = state;
    let (none, one) = (Symbol::from(0), Symbol::from(1));
    let (offers, (sm, kid)) = offer(p, c.input("pool"), &state);
    let over = over(&kernels);
    let there = kernels.map(|kernel| kernel.0[0]);
    let block = kid.select(kernels[1], kernels[0]).1 .0[1];
    c.equal("l_valid", offers);
    c.equal("l_sm", offers.select(sm, none));
    c.equal("l_kid", offers & kid);
    c.equal("l_tb", offers.select(block, none));
    c.equal("k_ready", !(there[0] & there[1]));
    c.equal("k_kid", there[0] & !there[1]);
    c.equal("kdone_valid", over[0] | over[1]);
    c.equal("kdone_kid", over[1] & !over[0]);

    let l_ready = c.input_bit("l_ready");
    let launches = offers & l_ready;
    let (ends, at, of_second) = (c.input_bit("d_valid"), c.input("d_sm"), c.input_bit("d_kid"));
    let running_there = pick(resident, at, [none; 2]);
    c.assume(!ends | at.below(SMS as u32) & of_second.select(running_there[1], running_there[0]).any());
    for (k, kernel) in kernels.iter_mut().enumerate() {
        let is_it = |second: SymbolicBit| if k == 1 { second } else { !second };
        let (launched, ended) = (launches & is_it(kid), ends & is_it(of_second));
        let (_, ([remaining, next_tb, running], need)) = kernel;
        let need = *need;
        launched.when(remaining, |left| *left = *left - one);
        launched.when(next_tb, |next| *next = *next + one);
        launched.when(running, |running| *running = *running + one);
        ended.when(running, |running| *running = *running - one);
        for (m, ((tbs, free), resident)) in (0u32..).zip(rooms.iter_mut().zip(&mut resident)) {
            let (comes, goes) = (launched & sm.is(m), ended & at.is(m));
            comes.when(tbs, |tbs| *tbs = *tbs - one);
            goes.when(tbs, |tbs| *tbs = *tbs + one);
            comes.when(&mut resident[k], |blocks| *blocks = *blocks + one);
            goes.when(&mut resident[k], |blocks| *blocks = *blocks - one);
            for (free, need) in free.iter_mut().zip(need) {
                comes.when(free, |free| *free = *free - need);
                goes.when(free, |free| *free = *free + need);
            }
        }
    }
    rr = launches.select(after(sm, SMS as u32), rr);
    krr = launches.select(!kid, krr);

    let gone = [over[0], over[1] & !over[0]];
    let no = SymbolicBit::from(false);
    for (kernel, gone) in kernels.iter_mut().zip(gone) {
        *kernel = gone.select(([no; 2], ([none; 3], [none; 3])), *kernel);
    }
    let comes = c.input_bit("k_valid");
    let warps = c.input("k_conc_warps");
    let few = warps.below(p.class_warps) | !c.input("k_total_threads").above(p.class_threads);
    let need = ["k_threads", "k_regs", "k_smem"].map(|name| c.input(name));
    let new = ([true.into(), few], ([c.input("k_tbs"), none, none], need));
    for (kernel, free) in kernels.iter_mut().zip([!there[0], there[0] & !there[1]]) {
        *kernel = (comes & free).select(new, *kernel);
    }
    let held = offers & !l_ready;
    ((kernels, rooms), (((rr, krr), (held, (sm, kid))), resident))
}
