// SPDX-License-Identifier: Apache-2.0
//! In which state each walk context is (specification sections 2.4 and 2.9, decisions D9 and D27). Bit `c` of a mask is context `c`.

use crate::arbiter::{after, first};
use crate::mask::params::Params;
use crate::word::{low, signals, Bit, Word};

signals! {
    /// A busy context is about to read, reads, or is over; what a poisoned one has read is out of date.
    pub struct Contexts<W>, p: Params;
    /// Contexts with a walk.
    pub busy: W = p.walk_ctx;
    /// Of them those that are about to read,
    pub ready: W = p.walk_ctx;
    /// and those whose walks are over; the others wait for what they have read.
    pub over: W = p.walk_ctx;
    /// Contexts that have read what is out of date.
    pub poisoned: W = p.walk_ctx;
    /// Where the search for the next read begins.
    pub next_read: W = p.context_width() as u32;
    /// Where the search for the next walk that is over begins.
    pub next_over: W = p.context_width() as u32;
}

impl<W: Word> Contexts<W> {
    /// All free.
    pub fn reset() -> Contexts<W> {
        let none = W::from(0);
        Contexts { busy: none, ready: none, over: none, poisoned: none, next_read: none, next_over: none }
    }

    /// Free contexts.
    pub fn free(&self, p: &Params) -> W {
        !self.busy & low(p.walk_ctx)
    }

    /// Whether some context reads next, and which.
    pub fn choose_read(&self) -> (W::Bit, W) {
        first_from(self.ready & !self.poisoned, self.next_read)
    }

    /// Whether some walk ends next, and which; those of `now` end already.
    pub fn choose_over(&self, now: W) -> (W::Bit, W) {
        first_from(self.over & !self.poisoned & !now, self.next_over)
    }

    /// A context reads, and waits for its data from now on.
    pub fn read(&mut self, p: &Params, context: W) {
        self.ready = self.ready & !W::one_at(context);
        self.next_read = after(context, p.walk_ctx);
    }

    /// The walk of a context has been chosen to end.
    pub fn chosen_over(&mut self, p: &Params, context: W) {
        self.next_over = after(context, p.walk_ctx);
    }

    /// What these contexts wait for has come: the walk goes on, or is over; one that is poisoned begins anew. Those that waited and are not
    /// poisoned, and those that begin anew.
    pub fn answer(&mut self, contexts: W, goes_on: W::Bit) -> (W, W) {
        let waited = contexts & self.busy & !self.ready & !self.over;
        let (stale, fresh) = (waited & self.poisoned, waited & !self.poisoned);
        self.begin_anew(stale);
        goes_on.when(&mut self.ready, |ready| *ready = *ready | fresh);
        (!goes_on).when(&mut self.over, |over| *over = *over | fresh);
        (fresh, stale)
    }

    /// Walks end, and their contexts are free.
    pub fn end(&mut self, contexts: W) {
        self.busy = self.busy & !contexts;
        self.over = self.over & !contexts;
    }

    /// Walks begin in these contexts, which are free.
    pub fn begin(&mut self, contexts: W) {
        self.busy = self.busy | contexts;
        self.ready = self.ready | contexts;
    }

    /// Poisoned walks that wait for no data begin anew; those that are over only if nothing is `held`. The walks that do.
    pub fn restart(&mut self, held: W::Bit) -> W {
        let over = held.select(W::from(0), self.over);
        let restarted = self.poisoned & (self.ready | over);
        self.begin_anew(restarted);
        restarted
    }

    /// What walks in these contexts have read is out of date.
    pub fn poison(&mut self, contexts: W) {
        self.poisoned = self.poisoned | self.busy & contexts;
    }

    fn begin_anew(&mut self, contexts: W) {
        self.ready = self.ready | contexts;
        self.over = self.over & !contexts;
        self.poisoned = self.poisoned & !contexts;
    }
}

/// Whether a walk fills the main array (section 2.5): tokens do not count, or not yet for its application, or the warp that began it holds one.
pub fn may_fill<W: Word>(en_tokens: W::Bit, seen: W::Bit, warp: W, share: W) -> W::Bit {
    !en_tokens | !seen | warp.below(share)
}

/// Whether there is any in a mask, and the first from `start` on, cyclically.
fn first_from<W: Word>(mask: W, start: W) -> (W::Bit, W) {
    (mask.any(), first(mask, start))
}
