// SPDX-License-Identifier: Apache-2.0
//! Stage: which way a request takes from its port, to the tags or past them, and how urgent it is to DRAM.

use crate::cache::Cache;
use crate::mem::packet::{HomeRequest, MemRequest};
use crate::socket::{L2Route, Route, Way};
use crate::types::{L2Cycle, MemKind};

/// What the socket says of the request at the port, where that is possible. Atomic operations are executed at L2; a line
/// that stores have changed there is not in DRAM yet; and one that is on its way would come without what a store past it did.
#[inline]
pub fn route(
    route: Option<&mut (dyn L2Route + 'static)>,
    now: L2Cycle,
    HomeRequest { request, local }: &HomeRequest,
    cache: &Cache<MemRequest>,
) -> Route {
    let Some(route) = route else { return Route::default() };
    let wanted = route.route(now, request, *local);
    let needs_tags = || match request.kind {
        MemKind::Read => cache.is_dirty(*local),
        MemKind::Write => cache.is_dirty(*local) || cache.awaits(*local),
        MemKind::Atomic => true,
    };
    if wanted.way == Way::Past && needs_tags() {
        return Route { way: Way::Tags, ..wanted };
    }
    wanted
}
