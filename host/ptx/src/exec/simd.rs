// SPDX-License-Identifier: Apache-2.0
//! Loops over the lanes of a warp, compiled for the host's vector instructions.

use crate::lanes::{Lanes32, Lanes64, LANES};

/// Defines functions that are compiled twice on x86-64, for any processor and for AVX2 with FMA, and that choose at
/// run time. Results do not depend on the choice: only IEEE operations with one rounding are used.
macro_rules! vectorised {
    ($($(#[$meta:meta])* $vis:vis fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? $body:block)*) => {$(
        $(#[$meta])*
        $vis fn $name($($arg: $ty),*) $(-> $ret)? {
            #[inline(always)]
            fn portable($($arg: $ty),*) $(-> $ret)? $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
                fn fast($($arg: $ty),*) $(-> $ret)? {
                    portable($($arg),*)
                }
                if std::arch::is_x86_feature_detected!("avx2")
                    && std::arch::is_x86_feature_detected!("fma")
                    && std::arch::is_x86_feature_detected!("bmi2")
                    && std::arch::is_x86_feature_detected!("lzcnt")
                {
                    // SAFETY: the processor has the features that `fast` is compiled for.
                    return unsafe { fast($($arg),*) };
                }
            }
            portable($($arg),*)
        }
    )*};
}
pub(super) use vectorised;

#[inline(always)]
pub(super) fn map32(out: &mut Lanes32, f: impl Fn(usize) -> u32) {
    for i in 0..LANES {
        out.0[i] = f(i);
    }
}

#[inline(always)]
pub(super) fn map64(out: &mut Lanes64, f: impl Fn(usize) -> u64) {
    for i in 0..LANES {
        out.0[i] = f(i);
    }
}

/// One bit per lane.
#[inline(always)]
pub(super) fn mask_of(f: impl Fn(usize) -> bool) -> u32 {
    let mut mask = 0;
    for i in 0..LANES {
        mask |= u32::from(f(i)) << i;
    }
    mask
}

vectorised! {
    /// Copies the lanes of `mask` from `from` to `to`.
    pub(super) fn blend32(to: &mut Lanes32, from: &Lanes32, mask: u32) {
        if mask == u32::MAX {
            *to = *from;
            return;
        }
        for i in 0..LANES {
            to.0[i] = if mask & (1 << i) != 0 { from.0[i] } else { to.0[i] };
        }
    }

    pub(super) fn blend64(to: &mut Lanes64, from: &Lanes64, mask: u32) {
        if mask == u32::MAX {
            *to = *from;
            return;
        }
        for i in 0..LANES {
            to.0[i] = if mask & (1 << i) != 0 { from.0[i] } else { to.0[i] };
        }
    }

    pub(super) fn select32(out: &mut Lanes32, a: &Lanes32, b: &Lanes32, mask: u32) {
        map32(out, |i| if mask & (1 << i) != 0 { a.0[i] } else { b.0[i] });
    }

    pub(super) fn select64(out: &mut Lanes64, a: &Lanes64, b: &Lanes64, mask: u32) {
        map64(out, |i| if mask & (1 << i) != 0 { a.0[i] } else { b.0[i] });
    }
}

/// The lanes set in `mask`, lowest first.
#[inline(always)]
pub(super) fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    let mut left = mask;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let lane = left.trailing_zeros() as usize;
        left &= left - 1;
        Some(lane)
    })
}
