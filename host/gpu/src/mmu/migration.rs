// SPDX-License-Identifier: Apache-2.0
//! A large page that is made while its program runs, by moving its base pages (specification of Mosaic, section 8, "migrating coalescer"):
//! no page of the program is looked up any more; when nothing of it is being translated, its pages move and its TLBs forget
//! them; then its SMs wait until copies and flushes are done. It is software of the driver.

use super::coalescing::LargePage;
use super::{Mmu, LEVEL_BITS};
use crate::sm::Sm;
use crate::socket::{Gathered, TlbFlush};
use crate::types::SmCycle;

impl Mmu {
    /// An epoch has ended before `now`.
    pub(super) fn migrate(&mut self, now: SmCycle, sms: &mut [Sm]) {
        if self.migrating.is_none() {
            let chosen = self.manager.chooses(now);
            self.migrating = chosen.map(|(application, lvpn)| LargePage { application, lvpn });
        }
        let Some(page) = self.migrating else { return };
        let engine = &self.engine;
        let is_own = |sm: &usize| engine.application_of(*sm) == page.application;
        let own: Vec<usize> = (0..sms.len()).filter(is_own).collect();
        let settled = own.iter().all(|sm| sms[*sm].tlb().is_none_or(|tlb| tlb.is_settled()));
        // Until after the next epoch, which is not longer than the wires.
        let mut until = now + self.wire;
        if settled {
            self.migrating = None;
            let Some(gathered) = self.manager.gather(page.application, page.lvpn) else { return };
            until = self.gather(now, page, &gathered);
            own.iter().for_each(|sm| sms[*sm].flush_tlb(TlbFlush::All));
        }
        for sm in own {
            sms[sm].tlb().into_iter().for_each(|tlb| tlb.stall(until));
        }
    }

    /// Pages move; until when the SMs of their application wait.
    fn gather(&mut self, now: SmCycle, page: LargePage, gathered: &Gathered) -> SmCycle {
        let LargePage { application, lvpn } = page;
        for one in &gathered.moves {
            self.pages.gathered(application, *one, self.manager.as_mut());
        }
        self.engine.forget(application);
        let first = lvpn << LEVEL_BITS;
        for vpn in first..first + (1 << LEVEL_BITS) {
            self.touch(application, vpn);
            // A large entry cannot say that a base page is missing (specification of Mosaic, decision D5).
            if self.pages.is_remote(vpn) && self.pages.frame(application, vpn).is_none() {
                let paging = self.paging.iter_mut();
                paging.for_each(|paging| paging.ask(now, application, vpn, 0));
            }
        }
        let until = now + gathered.stall_cycles;
        self.stall_end = self.stall_end.max(until);
        until
    }
}
