// SPDX-License-Identifier: Apache-2.0
//! Numbers of two's complement in words.

use crate::cta_prefetch::params::Params;
use crate::word::{low, product_of, sign_extended, Bit, Word};

/// How far a warp is from another of its CTA: a number of one bit more than a warp's.
pub(super) fn distance<W: Word>(params: &Params, warp: W, lead: W) -> W {
    warp.wrapping_sub(lead) & low(params.warp_width() as u32 + 1)
}

/// A stride that many times, in the bits of an address: a sum of shifted strides.
pub(super) fn product<W: Word>(params: &Params, stride: W, distance: W) -> W {
    let stride = sign_extended(stride, params.stride_w, params.addr_w);
    let warps = params.warp_width() as u32;
    let sum = product_of(stride, distance, warps);
    sum.wrapping_sub(distance.bit(warps).select(stride << warps, W::from(0))) & low(params.addr_w)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_that_of_signed_numbers() {
        let p = Params::VARIANT;
        let bits = |value: i64, width: u32| value as u64 & low::<u64>(width);
        for stride in [-(1i64 << 23), -385, -1, 0, 1, 384, (1 << 23) - 1] {
            for (warp, lead) in [(0u64, 31u64), (31, 0), (7, 7), (8, 9), (30, 1)] {
                let dw = distance(&p, warp, lead);
                let product = product(&p, bits(stride, p.stride_w), dw);
                assert_eq!(
                    product,
                    bits(stride * (warp as i64 - lead as i64), p.addr_w),
                    "{stride} {warp} {lead}"
                );
            }
        }
        assert_eq!(sign_extended(0x80u64, 8, 64), u64::MAX << 7);
    }
}
