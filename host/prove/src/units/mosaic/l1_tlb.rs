// SPDX-License-Identifier: Apache-2.0
//! The TLB of an SM.

use warpsmith_units::arbiter::{after, first};
use warpsmith_units::mosaic::params::Params;
use warpsmith_units::mosaic::SLOT_BITS;
use warpsmith_units::word::{low, Bit, Word};
use warpsmith_units::Parameters;

use super::store::{self, Store};
use crate::equality::list::{bits, pick};
use crate::equality::lru::{self, WAYS};
use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use crate::units::fits;

const MSHRS: usize = 2;

/// A page that warps wait for, if there is one, and whether it has been asked for; the page and the warps.
type Mshr = ([SymbolicBit; 2], [Symbol; 2]);

/// What was answered in the last cycle.
const ANSWERS: [&str; 12] = [
    "res_hit",
    "res_pending",
    "res_large",
    "res_ppn",
    "res_perm",
    "wake_valid",
    "wake_waiters",
    "wake_large",
    "wake_ppn",
    "wake_perm",
    "wake_fault",
    "flush_ack",
];

/// Base and large pages; MSHRs, where the search for the next page to ask for begins, the page that is asked for; the answers.
type State = (([Store; 2], [Mshr; MSHRS]), ((Symbol, (SymbolicBit, Symbol)), [Symbol; 12]));

/// The flush of a cycle.
struct Flush {
    valid: SymbolicBit,
    all: SymbolicBit,
    base: SymbolicBit,
    lvpn: Symbol,
}

impl Flush {
    /// Whether it is of the large page of this number, or of its base pages.
    fn is_of(&self, large: bool, lvpn: Symbol) -> SymbolicBit {
        self.valid & (self.all | lvpn.is(self.lvpn) & (self.base | large.into()))
    }
}

/// The whole module `mosaic_l1_tlb`; what the model keeps in vectors is written again.
pub fn mosaic_l1_tlb(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    let name = "mosaic_l1_tlb_model";
    fits(name, "entries", p.l1_base.max(p.l1_large), WAYS)?;
    fits(name, "MSHRs", p.l1_mshrs, MSHRS)?;
    let (no, none) = (SymbolicBit::from(false), Symbol::from(0));
    let mshr: Mshr = ([no; 2], [none; 2]);
    let reset: State = (([lru::empty(); 2], [mshr; MSHRS]), ((none, (no, none)), [none; 12]));
    let state: State = c.registers(layout(&p), reset);
    relate(c, &p, &state);
    let next = step(c, &p, state);
    c.next(next);
    Ok(())
}

fn layout(p: &Params) -> Vec<(String, u32)> {
    let (vpn, ppn) = (p.vpn_width() as u32, p.ppn_width() as u32);
    let store = |size| store::layout(size, vpn, ppn);
    let mshr = |m| {
        let all = [("waits", 1), ("asked", 1), ("vpn", vpn), ("warps", p.warps_per_core)];
        all.map(|(name, width)| (format!("{name}_{m}"), width))
    };
    let rest = [("next", 1), ("miss", 1), ("miss_vpn", vpn)];
    let answers = ANSWERS.into_iter().zip([1, 1, 1, ppn, 4, 1, p.warps_per_core, 1, ppn, 4, 1, 1]);
    let named = |(name, width): (&str, u32)| (name.to_string(), width);
    let all = store("base").into_iter().chain(store("large")).chain((0..MSHRS).flat_map(mshr));
    all.chain(rest.map(named)).chain(answers.map(named)).collect()
}

/// The RTL's registers are those of the model; of two entries the one that was not used last is the older. What is true of every state besides.
fn relate(c: &mut Circuit, p: &Params, state: &State) {
    let ((stores, mshrs), ((next, (miss, miss_vpn)), answers)) = *state;
    for (name, value) in ANSWERS.into_iter().zip(answers) {
        c.equal(name, value);
    }
    c.equal("miss_valid", miss);
    c.equal("miss_vpn", miss_vpn);
    for (set, (store, below)) in ["base_set", "large_set"].into_iter().zip(stores.iter().zip([0, SLOT_BITS]))
    {
        store::sound(c, store, below);
        store::same_as_cam(c, set, 2, store, p.ppn_width() as u32, below);
    }
    c.equal("misses__busy", bits(mshrs.map(|mshr| mshr.0[0])));
    c.equal("misses__asked", bits(mshrs.map(|mshr| mshr.0[1])));
    c.equal("misses__next", next);
    let [pages, warps] = ["page", "warps"].map(|name| c.array(&format!("misses__{name}"), MSHRS as u32));
    for (m, (flags, numbers)) in mshrs.iter().enumerate() {
        c.claim(!flags[0] | pages[m].is(numbers[0]) & warps[m].is(numbers[1]));
        c.claim(!flags[1] | flags[0]);
    }
    c.claim(!(mshrs[0].0[0] & mshrs[1].0[0] & mshrs[0].1[0].is(mshrs[1].1[0])));
    c.claim(next.below(p.l1_mshrs));
}

/// The MSHRs of a page, as a set.
fn waiting_for(mshrs: &[Mshr; MSHRS], page: Symbol) -> Symbol {
    bits(mshrs.iter().map(|(flags, numbers)| flags[0] & numbers[0].is(page)))
}

/// A cycle, in the order of the model: an answer of the shared TLB, a lookup, a flush.
fn step(c: &mut Circuit, p: &Params, state: State) -> State {
    let (([mut base, mut large], mut mshrs), ((mut next, mut miss), _)) = state;
    let none = Symbol::from(0);
    let flush = Flush {
        valid: c.input_bit("flush_valid"),
        all: c.input_bit("flush_all"),
        base: c.input_bit("flush_kind"),
        lvpn: c.input("flush_lvpn"),
    };
    let unasked = bits(mshrs.iter().map(|(flags, _)| flags[0] & !flags[1]));
    let place = first(unasked, next);

    let (comes, fault) = (c.input_bit("fill_valid"), c.input_bit("fill_fault"));
    let (vpn, of_large) = (c.input("fill_vpn"), c.input_bit("fill_large"));
    let lvpn = vpn >> SLOT_BITS;
    let given = c.input("fill_ppn");
    let ppn = of_large.select(given >> SLOT_BITS << SLOT_BITS, given);
    let perm = c.input("fill_perm");
    let again = !fault & of_large.select(flush.is_of(true, lvpn), flush.is_of(false, lvpn));
    let fills = comes & !fault & !again;
    lru::fill(&mut base, fills & !of_large, [vpn, ppn, perm]);
    lru::fill(&mut large, fills & of_large, [lvpn, ppn, perm]);
    let answered = comes.select(waiting_for(&mshrs, vpn), none);
    let woken = pick(mshrs, answered.lowest(), mshrs[0]).1[1];
    let wakes = answered.any() & !again;
    for (m, (flags, _)) in (0..).zip(&mut mshrs) {
        flags[1] = flags[1] & !answered.bit(m);
        flags[0] = flags[0] & !(answered.bit(m) & !again);
    }

    // A page that this cycle answers is not asked for, nor is another one in its place; one that it misses is in the next at the earliest.
    let asks = !miss.0 | c.input_bit("miss_ready");
    let (flags, [page, _]) = pick(mshrs, place, mshrs[0]);
    let some = unasked.any() & flags[0];
    miss = asks.select((some, some.select(page, none)), miss);
    let asked = asks & some;
    next = asked.select(after(place, p.l1_mshrs), next);
    for (m, (flags, _)) in (0u32..).zip(&mut mshrs) {
        flags[1] = flags[1] | asked & place.is(m);
    }

    let (looks, vpn, warp) = (c.input_bit("lk_valid"), c.input("lk_vpn"), c.input("lk_warp"));
    c.assume(!looks | warp.below(p.warps_per_core));
    let lvpn = vpn >> SLOT_BITS;
    let (in_large, of_page) = lru::look(&mut large, looks & !flush.is_of(true, lvpn), lvpn);
    let (in_base, of_base) = lru::look(&mut base, looks & !in_large & !flush.is_of(false, lvpn), vpn);
    let hit = in_large | in_base;
    let found = in_large.select(of_page, of_base);
    let misses = looks & !hit;
    let same = waiting_for(&mshrs, vpn);
    let free = !bits(mshrs.map(|mshr| mshr.0[0])) & low(p.l1_mshrs);
    let begins = misses & !same.any() & free.any();
    for (m, mshr) in (0u32..).zip(&mut mshrs) {
        let joins = misses & same.bit(m);
        mshr.1[1] = joins.select(mshr.1[1] | Symbol::one_at(warp), mshr.1[1]);
        let new = ([true.into(), false.into()], [vpn, Symbol::one_at(warp)]);
        *mshr = (begins & free.lowest().is(m)).select(new, *mshr);
    }

    lru::drop_keys(&mut base, |vpn| flush.is_of(false, vpn >> SLOT_BITS));
    lru::drop_keys(&mut large, |lvpn| flush.is_of(true, lvpn));

    let of_hit = |value: Symbol| hit.select(value, none);
    let of_wake = |value: Symbol| (wakes & !fault).select(value, none);
    let answers = [
        hit.into(),
        (misses & (same | free).any()).into(),
        in_large.into(),
        of_hit(found[1]),
        of_hit(found[2]),
        wakes.into(),
        wakes.select(woken, none),
        of_wake(of_large.into()),
        of_wake(ppn),
        of_wake(perm),
        (wakes & fault).into(),
        flush.valid.into(),
    ];
    (([base, large], mshrs), ((next, miss), answers))
}
