// SPDX-License-Identifier: Apache-2.0
// Arithmetic with a given rounding, and the fast approximations, which are single instructions or nearly so.
#pragma once

#include <warpsmith/qualifiers.h>

// rn: nearest even, rz: towards zero, rd: down (PTX's rm), ru: up (PTX's rp). None is contracted to a multiply-add.
#define __WARPSMITH_ROUNDED__(suffix, mode, fp, ptx, reg, add, sub, mul, fma, div, sqrt, rcp)                  \
    __WARPSMITH_DEVICE__ fp add##_##suffix(fp a, fp b) {                                                       \
        fp r;                                                                                                  \
        asm("add." mode "." ptx " %0, %1, %2;" : "=" reg(r) : reg(a), reg(b));                                 \
        return r;                                                                                              \
    }                                                                                                          \
    __WARPSMITH_DEVICE__ fp sub##_##suffix(fp a, fp b) {                                                       \
        fp r;                                                                                                  \
        asm("sub." mode "." ptx " %0, %1, %2;" : "=" reg(r) : reg(a), reg(b));                                 \
        return r;                                                                                              \
    }                                                                                                          \
    __WARPSMITH_DEVICE__ fp mul##_##suffix(fp a, fp b) {                                                       \
        fp r;                                                                                                  \
        asm("mul." mode "." ptx " %0, %1, %2;" : "=" reg(r) : reg(a), reg(b));                                 \
        return r;                                                                                              \
    }                                                                                                          \
    __WARPSMITH_DEVICE__ fp fma##_##suffix(fp a, fp b, fp c) {                                                 \
        fp r;                                                                                                  \
        asm("fma." mode "." ptx " %0, %1, %2, %3;" : "=" reg(r) : reg(a), reg(b), reg(c));                     \
        return r;                                                                                              \
    }                                                                                                          \
    __WARPSMITH_DEVICE__ fp div##_##suffix(fp a, fp b) {                                                       \
        fp r;                                                                                                  \
        asm("div." mode "." ptx " %0, %1, %2;" : "=" reg(r) : reg(a), reg(b));                                 \
        return r;                                                                                              \
    }                                                                                                          \
    __WARPSMITH_DEVICE__ fp sqrt##_##suffix(fp a) {                                                            \
        fp r;                                                                                                  \
        asm("sqrt." mode "." ptx " %0, %1;" : "=" reg(r) : reg(a));                                            \
        return r;                                                                                              \
    }                                                                                                          \
    __WARPSMITH_DEVICE__ fp rcp##_##suffix(fp a) {                                                             \
        fp r;                                                                                                  \
        asm("rcp." mode "." ptx " %0, %1;" : "=" reg(r) : reg(a));                                             \
        return r;                                                                                              \
    }

#define __WARPSMITH_ROUNDED_BOTH__(suffix, mode)                                                                      \
    __WARPSMITH_ROUNDED__(suffix, mode, float, "f32", "f", __fadd, __fsub, __fmul, __fmaf, __fdiv, __fsqrt, __frcp)   \
    __WARPSMITH_ROUNDED__(suffix, mode, double, "f64", "d", __dadd, __dsub, __dmul, __fma, __ddiv, __dsqrt, __drcp)

__WARPSMITH_ROUNDED_BOTH__(rn, "rn")
__WARPSMITH_ROUNDED_BOTH__(rz, "rz")
__WARPSMITH_ROUNDED_BOTH__(rd, "rm")
__WARPSMITH_ROUNDED_BOTH__(ru, "rp")
#undef __WARPSMITH_ROUNDED_BOTH__
#undef __WARPSMITH_ROUNDED__

// Approximations of the special function unit.
__WARPSMITH_DEVICE__ float __sinf(float x) { return __nvvm_sin_approx_f(x); }
__WARPSMITH_DEVICE__ float __cosf(float x) { return __nvvm_cos_approx_f(x); }
__WARPSMITH_DEVICE__ float __log2f(float x) { return __nvvm_lg2_approx_f(x); }
__WARPSMITH_DEVICE__ float __fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
__WARPSMITH_DEVICE__ float __saturatef(float x) { return __nvvm_saturate_f(x); }
__WARPSMITH_DEVICE__ float __frsqrt_rn(float x) { return (float)(1.0 / __dsqrt_rn((double)x)); }

// The same with a factor that is rounded to the nearest float: log2(e), log2(10), ln(2), log10(2).
__WARPSMITH_DEVICE__ float __expf(float x) { return __nvvm_ex2_approx_f(x * 0x1.715476p+0f); }
__WARPSMITH_DEVICE__ float __exp10f(float x) { return __nvvm_ex2_approx_f(x * 0x1.a934fp+1f); }
__WARPSMITH_DEVICE__ float __logf(float x) { return __nvvm_lg2_approx_f(x) * 0x1.62e43p-1f; }
__WARPSMITH_DEVICE__ float __log10f(float x) { return __nvvm_lg2_approx_f(x) * 0x1.344136p-2f; }
__WARPSMITH_DEVICE__ float __powf(float x, float y) { return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)); }
__WARPSMITH_DEVICE__ float __tanf(float x) { return __fdividef(__sinf(x), __cosf(x)); }
__WARPSMITH_DEVICE__ void __sincosf(float x, float *sine, float *cosine) {
    *sine = __sinf(x);
    *cosine = __cosf(x);
}
