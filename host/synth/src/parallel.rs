// SPDX-License-Identifier: Apache-2.0
//! Runs of programs side by side.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// Stack of a thread, whatever the environment says.
const STACK_BYTES: usize = 8 << 20;

/// Applies `work` to every item on `jobs` threads, the caller's included, or as many as the system gives; results in the order
/// of the items.
///
/// # Errors
/// The first of them in that order; no further items are begun after one.
pub fn in_parallel<T: Sync, R: Send, E: Send>(
    jobs: usize,
    items: &[T],
    work: impl Fn(&T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<R, E>)>> = Mutex::new(Vec::new());
    let worker = || loop {
        let i = next.fetch_add(1, Ordering::Relaxed);
        let Some(item) = items.get(i) else { break };
        let result = work(item);
        if result.is_err() {
            // The others finish what they have and take nothing new.
            next.store(items.len(), Ordering::Relaxed);
        }
        done.lock().expect("no thread panics while it holds the lock").push((i, result));
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.min(items.len()) {
            if std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        worker();
    });
    let mut done = done.into_inner().expect("no thread panicked");
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, r)| r).collect()
}

#[cfg(test)]
mod tests {
    use super::in_parallel;

    #[test]
    fn parallel_results_keep_their_order_and_an_error_comes_through() {
        let items: Vec<u32> = (0..50).collect();
        let doubled = in_parallel(4, &items, |i| Ok::<_, ()>(i * 2)).unwrap();
        assert!(doubled.iter().zip(&items).all(|(d, i)| *d == i * 2));
        assert_eq!(in_parallel(usize::MAX, &[7], |i| Ok::<_, ()>(*i)), Ok(vec![7]));
        let failed = in_parallel(4, &items, |i| if *i == 7 { Err("seven") } else { Ok(()) });
        assert_eq!(failed.unwrap_err(), "seven");
    }
}
