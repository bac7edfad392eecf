// SPDX-License-Identifier: Apache-2.0
// Arithmetic on vectors as CUDA's sample programs do it, element by element, on both sides.
#pragma once

#include <cuda_runtime.h>
#include <math.h>

typedef unsigned int uint;
typedef unsigned short ushort;

#define __WARPSMITH_MATH__ inline __host__ __device__

__WARPSMITH_MATH__ float lerp(float a, float b, float t) { return a + t * (b - a); }
__WARPSMITH_MATH__ float clamp(float x, float low, float high) { return fmaxf(low, fminf(x, high)); }
__WARPSMITH_MATH__ int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
__WARPSMITH_MATH__ uint clamp(uint x, uint low, uint high) { return x < low ? low : x > high ? high : x; }
__WARPSMITH_MATH__ float fracf(float x) { return x - floorf(x); }
__WARPSMITH_MATH__ float smoothstep(float a, float b, float x) {
    float t = clamp((x - a) / (b - a), 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

// A vector of two, three or four elements: LIST(F) is F(x), F(y) ... for its elements; SUM(F) their sum.
#define __WARPSMITH_LIST2__(F) F(x), F(y)
#define __WARPSMITH_LIST3__(F) F(x), F(y), F(z)
#define __WARPSMITH_LIST4__(F) F(x), F(y), F(z), F(w)
#define __WARPSMITH_SUM2__(F) F(x) + F(y)
#define __WARPSMITH_SUM3__(F) F(x) + F(y) + F(z)
#define __WARPSMITH_SUM4__(F) F(x) + F(y) + F(z) + F(w)

// What is done to an element.
#define __WARPSMITH_SCALAR__(e) s
#define __WARPSMITH_NEGATIVE__(e) -a.e
#define __WARPSMITH_ADD__(e) a.e + b.e
#define __WARPSMITH_SUBTRACT__(e) a.e - b.e
#define __WARPSMITH_MULTIPLY__(e) a.e * b.e
#define __WARPSMITH_DIVIDE__(e) a.e / b.e
#define __WARPSMITH_MINIMUM__(e) (b.e < a.e ? b.e : a.e)
#define __WARPSMITH_MAXIMUM__(e) (a.e < b.e ? b.e : a.e)
#define __WARPSMITH_CLAMPED__(e) clamp(v.e, a.e, b.e)

// Operators of a vector with a vector and with a scalar.
#define __WARPSMITH_OPERATOR__(V, T, LIST, op, element)                                          \
    __WARPSMITH_MATH__ V operator op(V a, V b) { return make_##V(LIST(element)); }               \
    __WARPSMITH_MATH__ V operator op(V a, T s) { return a op make_##V(LIST(__WARPSMITH_SCALAR__)); } \
    __WARPSMITH_MATH__ V operator op(T s, V b) { return make_##V(LIST(__WARPSMITH_SCALAR__)) op b; } \
    __WARPSMITH_MATH__ void operator op##=(V &a, V b) { a = a op b; }                            \
    __WARPSMITH_MATH__ void operator op##=(V &a, T s) { a = a op s; }
#define __WARPSMITH_ARITHMETIC__(V, T, LIST, SUM)                                                \
    __WARPSMITH_MATH__ V make_##V(T s) { return make_##V(LIST(__WARPSMITH_SCALAR__)); }          \
    __WARPSMITH_OPERATOR__(V, T, LIST, +, __WARPSMITH_ADD__)                                     \
    __WARPSMITH_OPERATOR__(V, T, LIST, -, __WARPSMITH_SUBTRACT__)                                \
    __WARPSMITH_OPERATOR__(V, T, LIST, *, __WARPSMITH_MULTIPLY__)                                \
    __WARPSMITH_MATH__ T dot(V a, V b) { return SUM(__WARPSMITH_MULTIPLY__); }                   \
    __WARPSMITH_MATH__ V clamp(V v, V a, V b) { return make_##V(LIST(__WARPSMITH_CLAMPED__)); }  \
    __WARPSMITH_MATH__ V clamp(V v, T low, T high) { return clamp(v, make_##V(low), make_##V(high)); }
#define __WARPSMITH_INTEGERS__(V, T, LIST, SUM)                                                  \
    __WARPSMITH_ARITHMETIC__(V, T, LIST, SUM)                                                    \
    __WARPSMITH_MATH__ V min(V a, V b) { return make_##V(LIST(__WARPSMITH_MINIMUM__)); }         \
    __WARPSMITH_MATH__ V max(V a, V b) { return make_##V(LIST(__WARPSMITH_MAXIMUM__)); }

__WARPSMITH_INTEGERS__(int2, int, __WARPSMITH_LIST2__, __WARPSMITH_SUM2__)
__WARPSMITH_INTEGERS__(int3, int, __WARPSMITH_LIST3__, __WARPSMITH_SUM3__)
__WARPSMITH_INTEGERS__(int4, int, __WARPSMITH_LIST4__, __WARPSMITH_SUM4__)
__WARPSMITH_INTEGERS__(uint2, uint, __WARPSMITH_LIST2__, __WARPSMITH_SUM2__)
__WARPSMITH_INTEGERS__(uint3, uint, __WARPSMITH_LIST3__, __WARPSMITH_SUM3__)
__WARPSMITH_INTEGERS__(uint4, uint, __WARPSMITH_LIST4__, __WARPSMITH_SUM4__)
__WARPSMITH_MATH__ int2 operator-(int2 a) { return make_int2(__WARPSMITH_LIST2__(__WARPSMITH_NEGATIVE__)); }
__WARPSMITH_MATH__ int3 operator-(int3 a) { return make_int3(__WARPSMITH_LIST3__(__WARPSMITH_NEGATIVE__)); }
__WARPSMITH_MATH__ int4 operator-(int4 a) { return make_int4(__WARPSMITH_LIST4__(__WARPSMITH_NEGATIVE__)); }
#undef __WARPSMITH_INTEGERS__

// name(v), name(a, b): the function of single precision for each element.
#define __WARPSMITH_FLOOR__(e) floorf(a.e)
#define __WARPSMITH_FRACTION__(e) fracf(a.e)
#define __WARPSMITH_ABSOLUTE__(e) fabsf(a.e)
#define __WARPSMITH_FMIN__(e) fminf(a.e, b.e)
#define __WARPSMITH_FMAX__(e) fmaxf(a.e, b.e)
#define __WARPSMITH_FMOD__(e) fmodf(a.e, b.e)
#define __WARPSMITH_SMOOTH__(e) smoothstep(a.e, b.e, v.e)
#define __WARPSMITH_FLOATS__(V, LIST, SUM)                                                       \
    __WARPSMITH_ARITHMETIC__(V, float, LIST, SUM)                                                \
    __WARPSMITH_OPERATOR__(V, float, LIST, /, __WARPSMITH_DIVIDE__)                              \
    __WARPSMITH_MATH__ V operator-(V a) { return make_##V(LIST(__WARPSMITH_NEGATIVE__)); }       \
    __WARPSMITH_MATH__ V floorf(V a) { return make_##V(LIST(__WARPSMITH_FLOOR__)); }             \
    __WARPSMITH_MATH__ V fracf(V a) { return make_##V(LIST(__WARPSMITH_FRACTION__)); }           \
    __WARPSMITH_MATH__ V fabs(V a) { return make_##V(LIST(__WARPSMITH_ABSOLUTE__)); }            \
    __WARPSMITH_MATH__ V fminf(V a, V b) { return make_##V(LIST(__WARPSMITH_FMIN__)); }          \
    __WARPSMITH_MATH__ V fmaxf(V a, V b) { return make_##V(LIST(__WARPSMITH_FMAX__)); }          \
    __WARPSMITH_MATH__ V fmodf(V a, V b) { return make_##V(LIST(__WARPSMITH_FMOD__)); }          \
    __WARPSMITH_MATH__ V smoothstep(V a, V b, V v) { return make_##V(LIST(__WARPSMITH_SMOOTH__)); } \
    __WARPSMITH_MATH__ V lerp(V a, V b, float t) { return a + t * (b - a); }                     \
    __WARPSMITH_MATH__ float length(V v) { return sqrtf(dot(v, v)); }                            \
    __WARPSMITH_MATH__ V normalize(V v) { return v * (1.0f / sqrtf(dot(v, v))); }                \
    __WARPSMITH_MATH__ V reflect(V v, V n) { return v - 2.0f * n * dot(n, v); }

__WARPSMITH_FLOATS__(float2, __WARPSMITH_LIST2__, __WARPSMITH_SUM2__)
__WARPSMITH_FLOATS__(float3, __WARPSMITH_LIST3__, __WARPSMITH_SUM3__)
__WARPSMITH_FLOATS__(float4, __WARPSMITH_LIST4__, __WARPSMITH_SUM4__)

__WARPSMITH_MATH__ float3 cross(float3 a, float3 b) {
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// Vectors of other vectors: longer ones get zeros or the values given, shorter ones lose elements, types are converted.
#define __WARPSMITH_VECTORS_OF__(type, T)                                                                       \
    __WARPSMITH_MATH__ type##2 make_##type##2(type##3 v) { return make_##type##2(v.x, v.y); }                   \
    __WARPSMITH_MATH__ type##3 make_##type##3(type##2 v) { return make_##type##3(v.x, v.y, 0); }                \
    __WARPSMITH_MATH__ type##3 make_##type##3(type##2 v, T z) { return make_##type##3(v.x, v.y, z); }           \
    __WARPSMITH_MATH__ type##3 make_##type##3(type##4 v) { return make_##type##3(v.x, v.y, v.z); }              \
    __WARPSMITH_MATH__ type##4 make_##type##4(type##3 v) { return make_##type##4(v.x, v.y, v.z, 0); }           \
    __WARPSMITH_MATH__ type##4 make_##type##4(type##3 v, T w) { return make_##type##4(v.x, v.y, v.z, w); }
#define __WARPSMITH_CONVERTED__(to, from)                                                                       \
    __WARPSMITH_MATH__ to##2 make_##to##2(from##2 v) { return make_##to##2(v.x, v.y); }                         \
    __WARPSMITH_MATH__ to##3 make_##to##3(from##3 v) { return make_##to##3(v.x, v.y, v.z); }                    \
    __WARPSMITH_MATH__ to##4 make_##to##4(from##4 v) { return make_##to##4(v.x, v.y, v.z, v.w); }
__WARPSMITH_VECTORS_OF__(float, float)
__WARPSMITH_VECTORS_OF__(int, int)
__WARPSMITH_VECTORS_OF__(uint, uint)
__WARPSMITH_CONVERTED__(float, int)
__WARPSMITH_CONVERTED__(float, uint)
__WARPSMITH_CONVERTED__(int, float)
__WARPSMITH_CONVERTED__(int, uint)
__WARPSMITH_CONVERTED__(uint, int)

#undef __WARPSMITH_ABSOLUTE__
#undef __WARPSMITH_ADD__
#undef __WARPSMITH_ARITHMETIC__
#undef __WARPSMITH_CLAMPED__
#undef __WARPSMITH_CONVERTED__
#undef __WARPSMITH_DIVIDE__
#undef __WARPSMITH_FLOATS__
#undef __WARPSMITH_FLOOR__
#undef __WARPSMITH_FMAX__
#undef __WARPSMITH_FMIN__
#undef __WARPSMITH_FMOD__
#undef __WARPSMITH_FRACTION__
#undef __WARPSMITH_LIST2__
#undef __WARPSMITH_LIST3__
#undef __WARPSMITH_LIST4__
#undef __WARPSMITH_MATH__
#undef __WARPSMITH_MAXIMUM__
#undef __WARPSMITH_MINIMUM__
#undef __WARPSMITH_MULTIPLY__
#undef __WARPSMITH_NEGATIVE__
#undef __WARPSMITH_OPERATOR__
#undef __WARPSMITH_SCALAR__
#undef __WARPSMITH_SMOOTH__
#undef __WARPSMITH_SUBTRACT__
#undef __WARPSMITH_SUM2__
#undef __WARPSMITH_SUM3__
#undef __WARPSMITH_SUM4__
#undef __WARPSMITH_VECTORS_OF__
