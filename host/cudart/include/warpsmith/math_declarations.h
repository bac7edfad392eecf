// SPDX-License-Identifier: Apache-2.0
// Declares the device's mathematical functions before the C++ library is seen, in the global namespace and in std. Otherwise
// clang would take the library's own constexpr overloads for device functions, and they call what no device has.
#pragma once

#include <warpsmith/qualifiers.h>

#define __WARPSMITH_BOTH1__(name)              \
    __WARPSMITH_DEVICE__ float name##f(float); \
    __WARPSMITH_DEVICE__ float name(float);    \
    __WARPSMITH_DEVICE__ double name(double);
#define __WARPSMITH_BOTH2__(name)                     \
    __WARPSMITH_DEVICE__ float name##f(float, float); \
    __WARPSMITH_DEVICE__ float name(float, float);    \
    __WARPSMITH_DEVICE__ double name(double, double);
#include <warpsmith/math_list.h>

__WARPSMITH_DEVICE__ float fmaf(float, float, float);
__WARPSMITH_DEVICE__ float fma(float, float, float);
__WARPSMITH_DEVICE__ double fma(double, double, double);
__WARPSMITH_DEVICE__ float nanf(const char *);
__WARPSMITH_DEVICE__ double nan(const char *);
__WARPSMITH_DEVICE__ int abs(int);
__WARPSMITH_DEVICE__ long abs(long);
__WARPSMITH_DEVICE__ long long abs(long long);
__WARPSMITH_DEVICE__ float abs(float);
__WARPSMITH_DEVICE__ double abs(double);

// Those of other shapes.
#define __WARPSMITH_SHAPED__(name, result_float, result_double, ...)          \
    __WARPSMITH_DEVICE__ result_float name##f(float __VA_OPT__(, ) __VA_ARGS__); \
    __WARPSMITH_DEVICE__ result_float name(float __VA_OPT__(, ) __VA_ARGS__);    \
    __WARPSMITH_DEVICE__ result_double name(double __VA_OPT__(, ) __VA_ARGS__);
__WARPSMITH_SHAPED__(ldexp, float, double, int)
__WARPSMITH_SHAPED__(scalbn, float, double, int)
__WARPSMITH_SHAPED__(frexp, float, double, int *)
__WARPSMITH_SHAPED__(ilogb, int, int)
__WARPSMITH_SHAPED__(lround, long, long)
__WARPSMITH_SHAPED__(llround, long long, long long)
__WARPSMITH_SHAPED__(lrint, long, long)
__WARPSMITH_SHAPED__(llrint, long long, long long)
#undef __WARPSMITH_SHAPED__
__WARPSMITH_DEVICE__ float modff(float, float *);
__WARPSMITH_DEVICE__ float modf(float, float *);
__WARPSMITH_DEVICE__ double modf(double, double *);

// Arguments that are integers count as doubles, as in C++, and so does a float beside one.
template <class T> struct __warpsmith_number {
    enum { is_integer = 0, is_float = 0 };
};
#define __WARPSMITH_NUMBER__(type, integer)                          \
    template <> struct __warpsmith_number<type> {                    \
        enum { is_integer = integer, is_float = !integer };          \
    };
__WARPSMITH_NUMBER__(bool, 1)
__WARPSMITH_NUMBER__(char, 1)
__WARPSMITH_NUMBER__(signed char, 1)
__WARPSMITH_NUMBER__(unsigned char, 1)
__WARPSMITH_NUMBER__(short, 1)
__WARPSMITH_NUMBER__(unsigned short, 1)
__WARPSMITH_NUMBER__(int, 1)
__WARPSMITH_NUMBER__(unsigned int, 1)
__WARPSMITH_NUMBER__(long, 1)
__WARPSMITH_NUMBER__(unsigned long, 1)
__WARPSMITH_NUMBER__(long long, 1)
__WARPSMITH_NUMBER__(unsigned long long, 1)
__WARPSMITH_NUMBER__(float, 0)
__WARPSMITH_NUMBER__(double, 0)
#undef __WARPSMITH_NUMBER__
template <bool condition> struct __warpsmith_double_if {};
template <> struct __warpsmith_double_if<true> {
    typedef double type;
};
// double if the types are numbers, and one of them is an integer.
template <class A, class B = A>
struct __warpsmith_promoted
    : __warpsmith_double_if<(__warpsmith_number<A>::is_integer && (__warpsmith_number<B>::is_integer || __warpsmith_number<B>::is_float)) ||
                            (__warpsmith_number<A>::is_float && __warpsmith_number<B>::is_integer)> {};
#define __WARPSMITH_BOTH1__(name)                                                       \
    template <class T> __WARPSMITH_DEVICE__ typename __warpsmith_promoted<T>::type name(T x) { \
        return name((double)x);                                                         \
    }
#define __WARPSMITH_BOTH2__(name)                                                       \
    template <class A, class B>                                                         \
    __WARPSMITH_DEVICE__ typename __warpsmith_promoted<A, B>::type name(A x, B y) {     \
        return name((double)x, (double)y);                                              \
    }
#include <warpsmith/math_list.h>

// What C++ has and the device has not: a call is refused by the compiler, not by the simulator.
__WARPSMITH_DEVICE__ float remquo(float, float, int *) = delete;
__WARPSMITH_DEVICE__ double remquo(double, double, int *) = delete;
__WARPSMITH_DEVICE__ float remquof(float, float, int *) = delete;
__WARPSMITH_DEVICE__ float scalbln(float, long) = delete;
__WARPSMITH_DEVICE__ double scalbln(double, long) = delete;
__WARPSMITH_DEVICE__ float scalblnf(float, long) = delete;

namespace std {
#define __WARPSMITH_BOTH1__(name) \
    using ::name##f;              \
    using ::name;
#define __WARPSMITH_BOTH2__ __WARPSMITH_BOTH1__
#include <warpsmith/math_list.h>
using ::abs;
using ::fma;
using ::fmaf;
using ::frexp;
using ::ilogb;
using ::ldexp;
using ::llrint;
using ::llround;
using ::lrint;
using ::lround;
using ::modf;
using ::nan;
using ::nanf;
using ::remquo;
using ::scalbln;
using ::scalbn;
} // namespace std
