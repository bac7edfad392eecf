// SPDX-License-Identifier: Apache-2.0
//! Greedy then oldest: the warp that issued last as long as it is ready, else the oldest ready one (Rogers 2012).

use serde::{Deserialize, Serialize};

use super::PolicyInfo;
use crate::socket::WarpScheduler;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Gto {
    greedy: u32,
    /// Launch number per warp slot: a smaller one is older.
    launched: Vec<u64>,
    launches: u64,
}

impl Default for Gto {
    fn default() -> Self {
        Self { greedy: 0, launched: vec![0; 64], launches: 0 }
    }
}

impl WarpScheduler for Gto {
    fn pick(&mut self, ready: u64) -> u32 {
        if ready >> self.greedy & 1 == 0 {
            let oldest = crate::sm::bits(ready).min_by_key(|w| self.launched[*w as usize]);
            self.greedy = oldest.unwrap_or(self.greedy);
        }
        self.greedy
    }

    fn launched(&mut self, warp: u32) {
        self.launches += 1;
        self.launched[warp as usize] = self.launches;
    }
}

pub const INFO: PolicyInfo = PolicyInfo {
    name: "gto",
    socket: "warp scheduler",
    meaning: "greedy then oldest (baseline)",
    source: "Rogers 2012",
    params: &[],
    install: |_, machine, a| a.set_schedulers(machine, || Box::new(Gto::default())),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_warp_issues_until_it_is_not_ready_then_the_oldest() {
        let mut s = Gto::default();
        for w in [4, 2, 6] {
            s.launched(w);
        }
        let all = 1 << 2 | 1 << 4 | 1 << 6;
        let picks = [s.pick(all), s.pick(all), s.pick(all & !(1 << 4)), s.pick(all), s.pick(1 << 6)];
        assert_eq!(picks, [4, 4, 2, 2, 6]);
    }
}
