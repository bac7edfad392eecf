// SPDX-License-Identifier: Apache-2.0
// Complex numbers of single and double precision, on both sides: x + iy.
#pragma once

#include <cuda_runtime.h>
#include <math.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// The functions for numbers of two `real`s; their names end in `f` for float.
#define __WARPSMITH_COMPLEX__(T, real, suffix, make, absolute)                                                      \
    __WARPSMITH_BOTH__ real cuCreal##suffix(T a) { return a.x; }                                                    \
    __WARPSMITH_BOTH__ real cuCimag##suffix(T a) { return a.y; }                                                    \
    __WARPSMITH_BOTH__ T cuConj##suffix(T a) { return make(a.x, -a.y); }                                            \
    __WARPSMITH_BOTH__ T cuCadd##suffix(T a, T b) { return make(a.x + b.x, a.y + b.y); }                            \
    __WARPSMITH_BOTH__ T cuCsub##suffix(T a, T b) { return make(a.x - b.x, a.y - b.y); }                            \
    __WARPSMITH_BOTH__ T cuCmul##suffix(T a, T b) { return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }    \
    __WARPSMITH_BOTH__ T cuCfma##suffix(T a, T b, T c) { return cuCadd##suffix(cuCmul##suffix(a, b), c); }          \
    /* Scaled, so that only a result that is out of range overflows. */                                             \
    __WARPSMITH_BOTH__ T cuCdiv##suffix(T a, T b) {                                                                 \
        real scale = 1 / (absolute(b.x) + absolute(b.y));                                                           \
        T n = make(a.x * scale, a.y * scale), d = make(b.x * scale, b.y * scale);                                   \
        real over = 1 / (d.x * d.x + d.y * d.y);                                                                    \
        return make((n.x * d.x + n.y * d.y) * over, (n.y * d.x - n.x * d.y) * over);                                \
    }                                                                                                               \
    __WARPSMITH_BOTH__ real cuCabs##suffix(T a) { return hypot##suffix(a.x, a.y); }

__WARPSMITH_BOTH__ cuFloatComplex make_cuFloatComplex(float x, float y) { return make_float2(x, y); }
__WARPSMITH_BOTH__ cuDoubleComplex make_cuDoubleComplex(double x, double y) { return make_double2(x, y); }
__WARPSMITH_BOTH__ cuComplex make_cuComplex(float x, float y) { return make_float2(x, y); }
__WARPSMITH_COMPLEX__(cuFloatComplex, float, f, make_float2, fabsf)
__WARPSMITH_COMPLEX__(cuDoubleComplex, double, , make_double2, fabs)
#undef __WARPSMITH_COMPLEX__

__WARPSMITH_BOTH__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return make_double2(a.x, a.y); }
__WARPSMITH_BOTH__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
    return make_float2((float)a.x, (float)a.y);
}
