// SPDX-License-Identifier: Apache-2.0
//! Stage: which way a request takes from its port, to the tags or past them.

use crate::mem::packet::HomeRequest;
use crate::socket::{L2Route, Way};
use crate::types::{L2Cycle, MemKind};

/// The way of the request at the port: what the socket says, where that is possible. Stores and atomics are executed at
/// L2, and a line that stores have changed there (`dirty`) is not in DRAM yet.
#[inline]
pub fn way(
    route: Option<&mut (dyn L2Route + 'static)>,
    now: L2Cycle,
    HomeRequest { request, local }: &HomeRequest,
    dirty: impl Fn() -> bool,
) -> Way {
    let Some(route) = route else { return Way::Tags };
    match route.way(now, request, *local) {
        Way::Past if request.kind == MemKind::Read && !dirty() => Way::Past,
        _ => Way::Tags,
    }
}
