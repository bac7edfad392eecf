// SPDX-License-Identifier: Apache-2.0
//! Threads that work through a list of tasks together, many times a millisecond.
//!
//! The caller never waits for a helper that has not begun a task: it does what nobody has claimed itself. It waits only
//! for tasks that were claimed. If that takes long, the helper has lost its processor to another program, and the
//! caller works alone for a while. So on a busy machine a crew is about as fast as its caller alone.

use std::any::Any;
use std::cell::UnsafeCell;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::*};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Stack of a helper, whatever the environment says.
const STACK_BYTES: usize = 8 << 20;
/// How long a thread spins: the next list, or the end of the last task, mostly comes within microseconds.
const SPIN: Duration = Duration::from_micros(50);
/// How often it then lets others go first before it sleeps.
const YIELDS: u32 = 4;
/// A wait for the end of a task that says that the helper has lost its processor: so long, and so many times as long as
/// the caller's own work on the list.
const LONG: Duration = Duration::from_micros(200);
const LONGER_THAN_WORK: u32 = 4;
/// Lists for which the caller works alone after a long wait: at first, and at most. Twice as many after each.
const ALONE: u32 = 1 << 8;
const ALONE_MOST: u32 = 1 << 15;
/// Lists without a long wait after which the next one counts as the first.
const CALM: u32 = 1 << 10;

/// The calling thread and its helpers.
pub struct Crew {
    shared: Arc<Shared>,
    helpers: Vec<JoinHandle<()>>,
    trust: Trust,
}

/// When the caller works alone.
#[derive(Default)]
struct Trust {
    /// Lists still to be done alone.
    alone: u32,
    /// Lists done alone after the last long wait.
    last: u32,
    /// Lists done together since.
    calm: u32,
}

/// A list of tasks without its type.
#[derive(Clone, Copy)]
struct List {
    /// Does the task of a number. The pointer is `context`.
    step: unsafe fn(*const (), usize),
    context: *const (),
}

/// On a cache line of its own.
#[repr(align(128))]
#[derive(Default)]
struct Padded<T>(T);

struct Shared {
    /// The present list; written by the caller while no task is claimed.
    list: UnsafeCell<List>,
    /// By member: the next task of its share, see [`Claims`]. Task `i` is in the share of member `i % members`.
    shares: Vec<Padded<Claims>>,
    /// Lists handed out so far.
    round: Padded<AtomicU64>,
    /// Tasks of the present list that helpers have done.
    done: Padded<AtomicUsize>,
    ends: AtomicBool,
    /// Threads that sleep or are about to.
    asleep: AtomicUsize,
    sleep: Mutex<()>,
    /// What they wait for may have come.
    wake: Condvar,
    /// What a task panicked with.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: `list` is written only by the caller, through `&mut Crew`, after all claimed tasks are done; a helper reads it only
// after it has claimed a task, which it could do only after the caller wrote. The pointer in it is to a `Context` whose
// parts may be used by several threads, see `Crew::run`.
unsafe impl Sync for Shared {}
unsafe impl Send for Shared {}

/// Tasks of a share: in the low half of the word how many were claimed (or more, when all were), in the high half how
/// many there are.
#[derive(Default)]
struct Claims(AtomicU64);

impl Claims {
    fn reset(&self, tasks: usize) {
        self.0.store((tasks as u64) << 32, Release);
    }

    fn next(&self) -> Option<usize> {
        let open = |word: u64| (word & 0xffff_ffff) < word >> 32;
        // The look before keeps the low half from growing.
        if !open(self.0.load(Relaxed)) {
            return None;
        }
        let word = self.0.fetch_add(1, AcqRel);
        open(word).then_some((word & 0xffff_ffff) as usize)
    }
}

struct Context<'a, T, F> {
    tasks: *mut T,
    work: &'a F,
}

impl Crew {
    /// The calling thread by itself.
    pub fn alone() -> Crew {
        Crew { shared: Shared::new(1), helpers: Vec::new(), trust: Trust::default() }
    }

    /// A crew of `members` threads, at least 1, the caller included.
    ///
    /// # Errors
    /// The system gives no more threads.
    pub fn new(members: usize) -> std::io::Result<Crew> {
        let mut crew = Crew { shared: Shared::new(members), helpers: Vec::new(), trust: Trust::default() };
        for member in 1..members {
            let shared = crew.shared.clone();
            let helper = std::thread::Builder::new().name(format!("helper {member}")).stack_size(STACK_BYTES);
            crew.helpers.push(helper.spawn(move || shared.help(member))?);
        }
        Ok(crew)
    }

    /// Applies `work` to every task, in any order and on any thread of the crew; returns when all are done.
    ///
    /// # Panics
    /// If `work` does.
    pub fn run<T: Send, F: Fn(&mut T) + Sync>(&mut self, tasks: &mut [T], work: F) {
        if self.helpers.is_empty() || self.trust.alone() {
            return tasks.iter_mut().for_each(work);
        }
        let start = Instant::now();
        let context = Context { tasks: tasks.as_mut_ptr(), work: &work };
        let list = List { step: step::<T, F>, context: std::ptr::from_ref(&context).cast() };
        // SAFETY: no task is claimed: all of the last list are done, and of this one none is to be had yet.
        unsafe { *self.shared.list.get() = list };
        self.shared.hand_out(tasks.len());
        // `context`, and what it points to, lives and is borrowed by this call until all tasks are done.
        let own = self.shared.work_through(0);
        let others = tasks.len() - own;
        let waited = self.shared.wait_until(|| self.shared.done.0.load(Acquire) == others);
        self.trust.learn(start.elapsed().saturating_sub(waited), waited);
        if let Some(panic) = lock(&self.shared.panic).take() {
            resume_unwind(panic);
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.shared.ends.store(true, SeqCst);
        self.shared.hand_out(0);
        for helper in self.helpers.drain(..) {
            let _ = helper.join();
        }
    }
}

impl Trust {
    /// Whether the next list is to be done alone.
    fn alone(&mut self) -> bool {
        let alone = self.alone > 0;
        self.alone -= u32::from(alone);
        alone
    }

    /// A list has ended: the caller has `worked` on it, then `waited`.
    fn learn(&mut self, worked: Duration, waited: Duration) {
        self.calm += 1;
        if waited >= LONG && waited >= LONGER_THAN_WORK * worked {
            self.last = if self.calm > CALM { ALONE } else { (self.last * 2).clamp(ALONE, ALONE_MOST) };
            self.alone = self.last;
            self.calm = 0;
        }
    }
}

/// # Safety
/// `context` points to a live `Context<T, F>`, `index` is below its number of tasks, and nobody else uses that task.
unsafe fn step<T, F: Fn(&mut T)>(context: *const (), index: usize) {
    // SAFETY: as the caller promises.
    let (work, task) = unsafe {
        let context = &*context.cast::<Context<'_, T, F>>();
        (context.work, &mut *context.tasks.add(index))
    };
    work(task);
}

/// Never called: no list has tasks before it is written.
unsafe fn no_step(_: *const (), _: usize) {}

impl Shared {
    fn new(members: usize) -> Arc<Shared> {
        Arc::new(Shared {
            list: UnsafeCell::new(List { step: no_step, context: std::ptr::null() }),
            shares: std::iter::repeat_with(Padded::default).take(members.max(1)).collect(),
            round: Padded::default(),
            done: Padded::default(),
            ends: AtomicBool::new(false),
            asleep: AtomicUsize::new(0),
            sleep: Mutex::new(()),
            wake: Condvar::new(),
            panic: Mutex::new(None),
        })
    }

    /// Opens the list for claims.
    fn hand_out(&self, tasks: usize) {
        let members = self.shares.len();
        self.done.0.store(0, Relaxed);
        for (member, share) in self.shares.iter().enumerate() {
            share.0.reset((tasks + members - 1 - member) / members);
        }
        self.round.0.fetch_add(1, SeqCst);
        self.wake_all();
    }

    /// The life of helper `member`.
    fn help(&self, member: usize) {
        let mut seen = 0;
        loop {
            self.wait_until(|| self.round.0.load(SeqCst) != seen);
            seen = self.round.0.load(SeqCst);
            if self.ends.load(SeqCst) {
                return;
            }
            self.work_through(member);
        }
    }

    /// Waits for what another thread will say with `wake_all`; returns how long, zero if it was short.
    fn wait_until(&self, come: impl Fn() -> bool) -> Duration {
        if (0..64).any(|_| come_or_spin(&come)) {
            return Duration::ZERO;
        }
        let start = Instant::now();
        while start.elapsed() < SPIN {
            if (0..16).any(|_| come_or_spin(&come)) {
                return start.elapsed();
            }
        }
        for _ in 0..YIELDS {
            if come() {
                return start.elapsed();
            }
            std::thread::yield_now();
        }
        self.asleep.fetch_add(1, SeqCst);
        drop(self.wake.wait_while(lock(&self.sleep), |()| !come()).unwrap_or_else(PoisonError::into_inner));
        self.asleep.fetch_sub(1, SeqCst);
        start.elapsed()
    }

    /// Wakes the threads that wait.
    fn wake_all(&self) {
        if self.asleep.load(SeqCst) != 0 {
            // One that is about to sleep holds the lock from its last look until it sleeps.
            drop(lock(&self.sleep));
            self.wake.notify_all();
        }
    }

    /// Does the tasks of the share of `me`, then what the others have not claimed of theirs; returns how many. A panic is
    /// kept for [`Crew::run`].
    fn work_through(&self, me: usize) -> usize {
        let members = self.shares.len();
        let mut count = 0;
        for owner in (me..members).chain(0..me) {
            while let Some(index) = self.shares[owner].0.next() {
                // SAFETY: a task of the present list was claimed, by nobody else; until it is counted as done, the list
                // and what it points to stay.
                let task = || unsafe {
                    let List { step, context } = *self.list.get();
                    step(context, index * members + owner);
                };
                if let Err(panic) = catch_unwind(AssertUnwindSafe(task)) {
                    lock(&self.panic).get_or_insert(panic);
                }
                count += 1;
                if me != 0 {
                    self.done.0.fetch_add(1, SeqCst);
                    self.wake_all();
                }
            }
        }
        count
    }
}

fn come_or_spin(come: &impl Fn() -> bool) -> bool {
    let come = come();
    if !come {
        std::hint::spin_loop();
    }
    come
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_of_every_round_is_done_once_by_crews_of_any_size() {
        for members in 1..=4 {
            let mut crew = Crew::new(members).unwrap();
            let mut tasks = [0u32; 23];
            for round in 1..=300 {
                crew.run(&mut tasks, |task| *task += 1);
                assert_eq!(tasks, [round; 23], "{members} members");
            }
            crew.run(&mut [0u32; 0], |_| ());
        }
    }

    #[test]
    fn helpers_that_fell_asleep_wake_for_the_next_round() {
        let mut crew = Crew::new(3).unwrap();
        for _ in 1..=3 {
            while crew.shared.asleep.load(SeqCst) < 2 {
                std::thread::sleep(Duration::from_millis(1));
            }
            // The caller holds its task until the helpers have done theirs.
            let (done, mut tasks) = (AtomicUsize::new(0), [0, 1, 2]);
            crew.trust = Trust::default();
            crew.run(&mut tasks, |task| {
                while *task == 0 && done.load(SeqCst) < 2 {
                    std::thread::yield_now();
                }
                done.fetch_add(1, SeqCst);
            });
            assert_eq!(done.load(SeqCst), 3);
        }
    }

    #[test]
    fn after_a_long_wait_the_caller_works_alone_for_longer_each_time_and_then_asks_again() {
        let mut trust = Trust::default();
        let mut alone = Vec::new();
        for _ in 0..10 {
            assert!(!trust.alone(), "the helpers are asked");
            trust.learn(Duration::ZERO, LONG);
            alone.push((0..).take_while(|_| trust.alone()).count() as u32);
        }
        assert_eq!(alone[..3], [ALONE, 2 * ALONE, 4 * ALONE]);
        assert_eq!(alone[9], ALONE_MOST);
        (0..CALM).for_each(|_| trust.learn(Duration::ZERO, Duration::ZERO));
        trust.learn(Duration::ZERO, LONG);
        assert_eq!(trust.alone, ALONE, "after a calm time the first long wait is forgiven sooner");
    }

    #[test]
    fn a_wait_that_is_short_beside_the_callers_own_work_is_no_long_one() {
        let mut trust = Trust::default();
        trust.learn(LONG, LONG);
        assert_eq!(trust.alone, 0);
    }

    #[test]
    fn a_panic_in_a_task_reaches_the_caller_after_the_other_members_are_done() {
        let mut crew = Crew::new(2).unwrap();
        let mut tasks: Vec<u32> = (0..40).collect();
        let fails = catch_unwind(AssertUnwindSafe(|| {
            crew.run(&mut tasks, |task| if *task == 7 { panic!("task {task}") } else { *task += 100 });
        }));
        assert_eq!(fails.unwrap_err().downcast_ref::<String>().unwrap(), "task 7");
        let mut after = [1; 8];
        crew.run(&mut after, |task| *task *= 2);
        assert_eq!(after, [2; 8]);
    }
}
