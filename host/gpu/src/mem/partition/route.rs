// SPDX-License-Identifier: Apache-2.0
//! Stage: which way a request takes from its port, to the tags or past them, and how urgent it is to DRAM.

use super::bank::Bank;
use crate::mem::packet::HomeRequest;
use crate::socket::{L2Route, Route, Way};
use crate::types::{L2Cycle, MemKind, Origin};

/// What the socket says of the request at a port, where that is possible; what a page walk's read says of
/// itself goes before. Atomic operations are executed at L2; a line
/// that stores have changed there is not in DRAM yet; and one that is on its way would come without what a store past it did.
#[inline]
pub fn route(
    route: Option<&mut (dyn L2Route + 'static)>,
    now: L2Cycle,
    port: usize,
    HomeRequest { request, local }: &HomeRequest,
    bank: &Bank,
) -> Route {
    let walks = matches!(request.origin, Origin::Walk { .. });
    if route.is_none() && !walks {
        return Route::default();
    }
    let mut wanted = route.map_or_else(Route::default, |route| route.route(now, port, request, *local));
    if walks {
        wanted.way = if request.past { Way::Past } else { wanted.way };
        wanted.priority = wanted.priority.max(request.priority);
    }
    let (cache, line) = (&bank.tags.cache, bank.line(*local));
    let needs_tags = || match request.kind {
        MemKind::Read => cache.is_dirty(line),
        MemKind::Write => cache.is_dirty(line) || cache.awaits(line),
        MemKind::Atomic => true,
    };
    if wanted.way == Way::Past && needs_tags() {
        return Route { way: Way::Tags, ..wanted };
    }
    wanted
}
