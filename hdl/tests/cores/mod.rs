// SPDX-License-Identifier: Apache-2.0
//! Work for each of many things, one a core at a time.

use std::num::NonZero;
use std::sync::Mutex;

/// Calls `work` with each of `items`, which are begun in their order.
pub fn on_all_cores<T: Send>(items: impl IntoIterator<Item = T, IntoIter: Send>, work: impl Fn(T) + Sync) {
    let items = Mutex::new(items.into_iter());
    let (items, work) = (&items, &work);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(move || loop {
                let next = items.lock().unwrap().next();
                let Some(item) = next else { return };
                work(item);
            });
        }
    });
}
