// SPDX-License-Identifier: Apache-2.0
//! The whole module `cta_pf_engine`: what a load teaches and the generator are the reference model's; its tables, which the cycle model
//! keeps in vectors, are written here again for two of everything.

mod relation;

use warpsmith_units::cta_prefetch::engine::{
    lesson, Generator, Job, Lesson, Load, Registered, Request, Target, Trained, BASES,
};
use warpsmith_units::cta_prefetch::params::{Params, Replacement};
use warpsmith_units::word::{Bit, Signal, Word};
use warpsmith_units::Parameters;

use crate::equality::{Circuit, Symbol, SymbolicBit};
use crate::error::Error;
use relation::relation;

/// CTA slots, entries of each, strides, base addresses of an entry, and jobs that wait.
const TWO: usize = 2;

/// Declares a struct of symbols with the width of each; what is a struct itself has widths of its own.
macro_rules! symbols {
    ($(#[$meta:meta])* struct $name:ident, $p:ident; $( $(#[$doc:meta])* $field:ident: $type:ty = $widths:expr; )*) => {
        $(#[$meta])*
        #[derive(Clone, Copy)]
        struct $name { $( $(#[$doc])* $field: $type ),* }

        impl Signal for $name {
            type Word = Symbol;
            const WORDS: usize = 0 $(+ <$type as Signal>::WORDS)*;

            fn visit(self, see: &mut dyn FnMut(Symbol)) {
                $(self.$field.visit(see);)*
            }

            fn collect(next: &mut dyn FnMut() -> Symbol) -> $name {
                $name { $($field: Signal::collect(next)),* }
            }
        }

        impl $name {
            /// Bits of each word.
            fn widths($p: &Params) -> Vec<u32> {
                [$(Vec::from($widths)),*].concat()
            }
        }
    };
}

symbols! {
    /// The inputs of the cycle before.
    struct Late, p;
    clears: SymbolicBit = [1];
    starts: SymbolicBit = [1];
    start_slot: Symbol = [p.cta_width() as u32];
    start_first: Symbol = [p.warp_width() as u32];
    start_nw: Symbol = [p.warps_width() as u32];
    ends: SymbolicBit = [1];
    end_slot: Symbol = [p.cta_width() as u32];
    loads: SymbolicBit = [1];
    pc: Symbol = [p.pc_w];
    cta: Symbol = [p.cta_width() as u32];
    widx: Symbol = [p.warp_width() as u32];
    n: Symbol = [p.requests_width() as u32];
    addr: [Symbol; TWO] = [p.addr_w; TWO];
    leads: SymbolicBit = [1];
}

symbols! {
    /// An entry of PerCTA.
    struct Entry, p;
    valid: SymbolicBit = [1];
    pc: Symbol = [p.pc_w];
    lead: Symbol = [p.warp_width() as u32];
    n: Symbol = [p.requests_width() as u32];
    base: [Symbol; TWO] = [p.addr_w; TWO];
    own_done: SymbolicBit = [1];
}

symbols! {
    /// A CTA slot.
    struct Slot, p;
    active: SymbolicBit = [1];
    first: Symbol = [p.warp_width() as u32];
    nw: Symbol = [p.warps_width() as u32];
    entries: [Entry; TWO] = Entry::widths(p).repeat(TWO);
    /// The second entry was registered last.
    second_last: SymbolicBit = [1];
}

symbols! {
    /// An entry of DIST.
    struct Stride, p;
    valid: SymbolicBit = [1];
    pc: Symbol = [p.pc_w];
    stride: Symbol = [p.stride_w];
    mis: Symbol = [p.mis_w];
}

symbols! {
    /// Everything.
    struct State, p;
    late: Late = Late::widths(p);
    slots: [Slot; TWO] = Slot::widths(p).repeat(TWO);
    strides: [Stride; TWO] = Stride::widths(p).repeat(TWO);
    /// The entry of DIST that is installed next.
    turn: SymbolicBit = [1];
    jobs: [Job<Symbol>; TWO] = widths(&Job::<Symbol>::layout(p)).repeat(TWO);
    waiting: Symbol = [2];
    generator: Generator<Symbol> = generator(p);
}

fn widths(layout: &[(String, u32)]) -> Vec<u32> {
    layout.iter().map(|(_, width)| *width).collect()
}

/// The warp of a job whose CTA has gone, and given its slot to a smaller one, may be one that there is not.
fn generator(p: &Params) -> Vec<u32> {
    let layout = Generator::<Symbol>::layout(p);
    layout.iter().map(|(name, width)| width + u32::from(name == "w")).collect()
}

impl Entry {
    fn is_for(&self, pc: Symbol) -> SymbolicBit {
        self.valid & self.pc.is(pc)
    }
}

impl Slot {
    fn clear(&mut self) {
        self.entries.iter_mut().for_each(|entry| entry.valid = false.into());
    }

    /// Registers a load in the entry that has its PC, else in a free one, else in the older one, if that may be replaced.
    fn register(&mut self, p: &Params, pc: Symbol, load: &Load<Symbol>, own_done: SymbolicBit) {
        let [first, second] = self.entries;
        let free = !first.valid | !second.valid;
        let by_age = first.valid & (!second.valid | !self.second_last);
        let at_second = second.is_for(pc) | !first.is_for(pc) & by_age;
        let replaces = SymbolicBit::from(p.percta_repl == Replacement::LruUpdate);
        let takes = first.is_for(pc) | second.is_for(pc) | free | replaces;
        let Load { widx: lead, n, .. } = *load;
        let base = [load.addr[0], load.addr[1]];
        let entry = Entry { valid: true.into(), pc, lead, n, base, own_done };
        takes.when(self, |slot| {
            (!at_second).when(&mut slot.entries[0], |e| *e = entry);
            at_second.when(&mut slot.entries[1], |e| *e = entry);
            slot.second_last = at_second;
        });
    }
}

impl State {
    /// Changes the slot of a CTA.
    fn slot(&mut self, cta: Symbol, change: impl Fn(&mut Slot)) {
        for (c, slot) in (0..).zip(&mut self.slots) {
            cta.is(Symbol::from(c)).when(slot, |slot| change(slot));
        }
    }

    /// The slot of a CTA, of two.
    fn at(&self, cta: Symbol) -> Slot {
        cta.is(Symbol::from(1)).select(self.slots[1], self.slots[0])
    }

    fn target(&self, cta: Symbol) -> Target<Symbol> {
        let Slot { active, first, nw, .. } = self.at(cta);
        Target { active, first, nw }
    }

    fn registered(&self, cta: Symbol, pc: Symbol) -> Registered<Symbol> {
        let [first, second] = self.at(cta).entries;
        let entry = second.is_for(pc).select(second, first);
        let mut base = [Symbol::from(0); BASES];
        base[..TWO].copy_from_slice(&entry.base);
        let found = Registered { hit: true.into(), lead: entry.lead, n: entry.n, base };
        let none = Registered::collect(&mut || Symbol::from(0));
        (first.is_for(pc) | second.is_for(pc)).select(found, none)
    }

    fn trained(&self, pc: Symbol) -> Trained<Symbol> {
        let [first, second] = self.strides.map(|s| (s.valid & s.pc.is(pc), s));
        let found = second.0.select(second.1, first.1);
        Trained { hit: first.0 | second.0, stride: found.stride, mis: found.mis }
    }

    /// CTAs that case 1 serves, beside that of the load.
    fn candidates(&self, p: &Params, pc: Symbol, of: Symbol) -> Symbol {
        let none = Symbol::from(0);
        (0..).zip(&self.slots).fold(none, |all, (c, slot)| {
            let serves = |e: &Entry| e.is_for(pc) & !(SymbolicBit::from(p.skip_own_done) & e.own_done);
            let served = slot.active & (serves(&slot.entries[0]) | serves(&slot.entries[1]));
            (served & !of.is(Symbol::from(c))).select(all | Symbol::from(1 << c), all)
        })
    }

    fn full(&self) -> SymbolicBit {
        self.waiting.is(Symbol::from(TWO as u32))
    }

    /// The load of the cycle before.
    fn load(&self) -> Load<Symbol> {
        let mut addr = [Symbol::from(0); BASES];
        addr[..TWO].copy_from_slice(&self.late.addr);
        Load { widx: self.late.widx, n: self.late.n, addr, leads: self.late.leads }
    }

    /// What it does.
    fn lesson(&self, p: &Params) -> Lesson<Symbol> {
        let Late { loads, clears, cta, pc, .. } = self.late;
        let slot = self.at(cta);
        let room = SymbolicBit::from(p.percta_repl == Replacement::LruUpdate)
            | !slot.entries[0].valid
            | !slot.entries[1].valid;
        let taught = lesson(p, &self.load(), &self.registered(cta, pc), &self.trained(pc), room);
        (loads & !clears & slot.active).select(taught, Lesson::none())
    }

    fn request(&self, p: &Params) -> Request<Symbol> {
        let g = &self.generator;
        g.request(p, &self.target(g.slot()), &self.registered(g.slot(), g.pc))
    }

    /// The generator's cycle.
    fn generate(&mut self, p: &Params, ready: SymbolicBit) {
        let (old, valid) = (*self, self.request(p).valid);
        let g = old.generator;
        g.running.when(self, |s| {
            s.generator.run(&old.target(g.slot()), &old.registered(g.slot(), g.pc), valid, ready);
        });
        (!g.running & old.waiting.any()).when(self, |s| {
            let job = old.jobs[0];
            let candidates = old.candidates(p, job.pc, job.cta);
            s.generator.take(job, candidates, &old.target(job.cta), &old.registered(job.cta, job.pc));
            s.jobs[0] = old.jobs[1];
            s.waiting = old.waiting - Symbol::from(1);
        });
    }

    /// The load's cycle: tables and jobs. `full`: no further job can be taken.
    fn learn(&mut self, p: &Params, taught: &Lesson<Symbol>, full: SymbolicBit) {
        let (load, late) = (self.load(), self.late);
        taught.drop.when(self, |s| {
            s.slot(late.cta, |slot| {
                slot.entries.iter_mut().for_each(|e| e.valid = e.valid & !e.pc.is(late.pc));
            });
        });
        (taught.register & !taught.drop).when(self, |s| {
            s.slot(late.cta, |slot| slot.register(p, late.pc, &load, taught.own & !full));
        });
        taught.install.when(self, |s| {
            let entry = Stride { valid: true.into(), pc: late.pc, stride: taught.stride, mis: taught.mis };
            (!s.turn).when(&mut s.strides[0], |e| *e = entry);
            s.turn.when(&mut s.strides[1], |e| *e = entry);
            s.turn = !s.turn;
        });
        (taught.verify & !taught.install).when(self, |s| {
            for e in &mut s.strides {
                (e.valid & e.pc.is(late.pc)).when(e, |e| e.mis = taught.mis);
            }
        });
        ((taught.own | taught.others) & !full).when(self, |s| {
            let idx = taught.own.select(Symbol::from(0), late.widx);
            let job = Job { own: taught.own, pc: late.pc, cta: late.cta, idx, stride: taught.stride };
            let second = s.waiting.any();
            (!second).when(&mut s.jobs[0], |j| *j = job);
            second.when(&mut s.jobs[1], |j| *j = job);
            s.waiting = second.select(Symbol::from(2), Symbol::from(1));
        });
    }

    /// CTAs that ended and started in the cycle before.
    fn start_and_end(&mut self) {
        let old = self.late;
        old.ends.when(self, |s| {
            s.slot(old.end_slot, |slot| {
                slot.clear();
                slot.active = false.into();
            });
        });
        old.starts.when(self, |s| {
            s.slot(old.start_slot, |slot| {
                slot.clear();
                (slot.active, slot.first, slot.nw) = (true.into(), old.start_first, old.start_nw);
            });
        });
    }

    /// One cycle.
    fn step(&mut self, p: &Params, taught: &Lesson<Symbol>, ready: SymbolicBit, late: Late) {
        let full = self.full();
        self.generate(p, ready);
        self.learn(p, taught, full);
        self.late.clears.when(self, |s| {
            s.slots.iter_mut().for_each(Slot::clear);
            s.strides.iter_mut().for_each(|e| e.valid = false.into());
            s.turn = false.into();
            s.waiting = Symbol::from(0);
            s.generator = Generator::idle();
        });
        self.start_and_end();
        self.late = late;
    }
}

/// Draws it.
///
/// # Errors
/// The configuration is unknown, or not one with two of everything.
pub(super) fn cta_pf_engine(c: &mut Circuit, configuration: &str) -> Result<(), Error> {
    let p = Params::named(configuration)?;
    if [p.n_cta, p.percta_entries, p.dist_entries, p.n_base, p.job_depth] != [TWO as u32; 5] {
        let what =
            "its tables are for 2 CTA slots, loads of each, strides, base addresses and jobs, as `tiny` has"
                .to_string();
        return Err(Error::Checker { checker: "cta_pf_engine_model", what });
    }
    let (n, addr) = (c.input("ld_n"), c.array("ld_addr", TWO as u32));
    let indirect = c.input_bit("ld_indirect") & SymbolicBit::from(p.excl_indirect);
    let cta = c.input("ld_cta");
    let late = Late {
        clears: c.input_bit("kernel_start"),
        starts: c.input_bit("cta_start_valid"),
        start_slot: c.input("cta_start_slot"),
        start_first: c.input("cta_start_first"),
        start_nw: c.input("cta_start_nw"),
        ends: c.input_bit("cta_end_valid"),
        end_slot: c.input("cta_end_slot"),
        loads: c.input_bit("ld_valid") & n.any() & !n.above(p.n_base) & !indirect,
        pc: c.input("ld_pc"),
        cta,
        widx: c.input("ld_widx"),
        n,
        addr: [addr[0], addr[1]],
        leads: c.input_bit("lead_valid") & c.input("lead_cta").is(cta),
    };
    let names = State::widths(&p).into_iter().enumerate().map(|(i, width)| (format!("word_{i}"), width));
    let mut state: State = c.registers(names.collect(), State::collect(&mut || Symbol::from(0)));
    // Decision P18, of the slots as starts and ends of the cycle before have left them.
    let mut now = state;
    now.start_and_end();
    let starting = now.at(late.start_slot).active & !(late.ends & late.end_slot.is(late.start_slot));
    let fits = late.start_nw.any() & !(late.start_first + late.start_nw).above(p.n_warps);
    c.assume(!late.starts | fits & !starting);
    c.assume(!late.ends | now.at(late.end_slot).active);
    let loaded = now.at(late.cta);
    c.assume(!late.loads | !loaded.active | late.widx.below(loaded.nw));
    let (request, taught, full) = (state.request(&p), state.lesson(&p), state.full());
    c.equal("pf_valid", request.valid);
    c.equal("pf_addr", request.addr);
    c.equal("pf_warp", request.warp);
    c.equal("job_full", full);
    c.equal("st_reg", taught.register);
    c.equal("st_stride", taught.install);
    c.equal("st_nonstride", taught.drop);
    c.equal("st_verify", taught.verify);
    c.equal("st_mis", taught.bad);
    c.equal("st_jobdrop", (taught.own | taught.others) & full);
    relation(c, &state, &p);
    let ready = c.input_bit("pf_ready");
    state.step(&p, &taught, ready, late);
    c.next(state);
    Ok(())
}
