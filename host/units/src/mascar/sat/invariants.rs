// SPDX-License-Identifier: Apache-2.0
//! What `mascar_sat` must show at its ports (specification section 2.1), in terms of free entries.

use super::model::Model;
use super::ports::{In, Out};
use super::Sat;
use crate::mascar::params::Params;
use crate::{Monitor, Violation};

/// Follows the ports of one `mascar_sat` from reset on; refuses illegal stimulus too.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
}

impl Monitor<Sat> for Checker {
    fn new(params: &Params) -> Checker {
        Checker { params: params.clone(), cycle: 0 }
    }

    fn check(&mut self, i: &In, o: &Out, _: &Model) -> Result<(), Violation> {
        let p = &self.params;
        let violation =
            |what: &str| Violation { unit: "mascar_sat", cycle: self.cycle, what: what.to_string() };
        let (Some(mshrs), Some(slots)) =
            (p.mshr_entries.checked_sub(i.mshr_used), p.mq_entries.checked_sub(i.mq_used))
        else {
            return Err(violation("illegal stimulus: more entries are in use than there are"));
        };
        let room = mshrs > p.mshr_margin && slots > p.mq_margin && !i.sat_tex && !i.sat_const;
        if o.mp == room {
            return Err(violation("MP does not follow the occupancy"));
        }
        self.cycle += 1;
        Ok(())
    }
}
