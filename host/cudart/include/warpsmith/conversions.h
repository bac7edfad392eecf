// SPDX-License-Identifier: Apache-2.0
// Conversions between types, by rounding mode, and of bit patterns.
#pragma once

#include <warpsmith/qualifiers.h>

// Bit patterns.
__WARPSMITH_DEVICE__ int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
__WARPSMITH_DEVICE__ unsigned int __float_as_uint(float x) { return __builtin_bit_cast(unsigned int, x); }
__WARPSMITH_DEVICE__ float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
__WARPSMITH_DEVICE__ float __uint_as_float(unsigned int x) { return __builtin_bit_cast(float, x); }
__WARPSMITH_DEVICE__ long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
__WARPSMITH_DEVICE__ double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
__WARPSMITH_DEVICE__ int __double2hiint(double x) { return (int)(__double_as_longlong(x) >> 32); }
__WARPSMITH_DEVICE__ int __double2loint(double x) { return (int)__double_as_longlong(x); }
__WARPSMITH_DEVICE__ double __hiloint2double(int high, int low) {
    return __longlong_as_double((long long)((unsigned long long)(unsigned int)high << 32 | (unsigned int)low));
}

// name(x): the PTX instruction `op`, with the register constraints of destination and source.
#define __WARPSMITH_CONVERT__(name, to, from, op, out, in)                 \
    __WARPSMITH_DEVICE__ to name(from x) {                                 \
        to result;                                                         \
        asm(op " %0, %1;" : "=" out(result) : in(x));                      \
        return result;                                                     \
    }

// To an integer: r stands for the letters after "cvt.r" (n: nearest even, z: zero, d: down is PTX's m, u: up is p).
#define __WARPSMITH_TO_INTEGER__(suffix, round)                                                                     \
    __WARPSMITH_CONVERT__(__float2int_##suffix, int, float, "cvt." round ".s32.f32", "r", "f")                      \
    __WARPSMITH_CONVERT__(__float2uint_##suffix, unsigned int, float, "cvt." round ".u32.f32", "r", "f")            \
    __WARPSMITH_CONVERT__(__float2ll_##suffix, long long, float, "cvt." round ".s64.f32", "l", "f")                 \
    __WARPSMITH_CONVERT__(__float2ull_##suffix, unsigned long long, float, "cvt." round ".u64.f32", "l", "f")       \
    __WARPSMITH_CONVERT__(__double2int_##suffix, int, double, "cvt." round ".s32.f64", "r", "d")                    \
    __WARPSMITH_CONVERT__(__double2uint_##suffix, unsigned int, double, "cvt." round ".u32.f64", "r", "d")          \
    __WARPSMITH_CONVERT__(__double2ll_##suffix, long long, double, "cvt." round ".s64.f64", "l", "d")               \
    __WARPSMITH_CONVERT__(__double2ull_##suffix, unsigned long long, double, "cvt." round ".u64.f64", "l", "d")

// To a floating-point number.
#define __WARPSMITH_TO_FLOAT__(suffix, round)                                                                       \
    __WARPSMITH_CONVERT__(__int2float_##suffix, float, int, "cvt." round ".f32.s32", "f", "r")                      \
    __WARPSMITH_CONVERT__(__uint2float_##suffix, float, unsigned int, "cvt." round ".f32.u32", "f", "r")            \
    __WARPSMITH_CONVERT__(__ll2float_##suffix, float, long long, "cvt." round ".f32.s64", "f", "l")                 \
    __WARPSMITH_CONVERT__(__ull2float_##suffix, float, unsigned long long, "cvt." round ".f32.u64", "f", "l")       \
    __WARPSMITH_CONVERT__(__double2float_##suffix, float, double, "cvt." round ".f32.f64", "f", "d")                \
    __WARPSMITH_CONVERT__(__ll2double_##suffix, double, long long, "cvt." round ".f64.s64", "d", "l")               \
    __WARPSMITH_CONVERT__(__ull2double_##suffix, double, unsigned long long, "cvt." round ".f64.u64", "d", "l")

__WARPSMITH_TO_INTEGER__(rn, "rni")
__WARPSMITH_TO_INTEGER__(rz, "rzi")
__WARPSMITH_TO_INTEGER__(rd, "rmi")
__WARPSMITH_TO_INTEGER__(ru, "rpi")
__WARPSMITH_TO_FLOAT__(rn, "rn")
__WARPSMITH_TO_FLOAT__(rz, "rz")
__WARPSMITH_TO_FLOAT__(rd, "rm")
__WARPSMITH_TO_FLOAT__(ru, "rp")
#undef __WARPSMITH_TO_FLOAT__
#undef __WARPSMITH_TO_INTEGER__
#undef __WARPSMITH_CONVERT__

// Exact, hence without a rounding mode of consequence.
__WARPSMITH_DEVICE__ double __int2double_rn(int x) { return x; }
__WARPSMITH_DEVICE__ double __uint2double_rn(unsigned int x) { return x; }
