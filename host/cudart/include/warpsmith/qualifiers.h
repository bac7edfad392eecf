// SPDX-License-Identifier: Apache-2.0
// The words that CUDA adds to C++.
#pragma once

#include <stddef.h>

#ifdef __CUDA__

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// The runtime finds the variables by the section of their shadows; each side works on its own copy.
#define __managed__ __attribute__((device, section("warpsmith_managed")))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

// Functions of these headers that run on the device, or on both sides.
#define __WARPSMITH_DEVICE__ static __inline__ __attribute__((always_inline, device))
#define __WARPSMITH_BOTH__ static __inline__ __attribute__((always_inline, host, device))

#else // a host compiler that only calls the runtime

#define __host__
#define __device__
#define __WARPSMITH_BOTH__ static __inline__

#endif

// What these headers take from C++11, in words that C++03 has too.
#if !defined(__cplusplus) || __cplusplus >= 201103L
#define __WARPSMITH_CONSTEXPR__ constexpr
#define __WARPSMITH_VALUE__(type, ...) type{__VA_ARGS__}
#else
#define __WARPSMITH_CONSTEXPR__
#define __WARPSMITH_VALUE__(type, ...) ((type){__VA_ARGS__})
#endif

#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
#ifndef __noinline__ // libstdc++ spells an attribute like this
#define __noinline__ __attribute__((noinline))
#endif
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define CUDARTAPI
#define CUDART_CB
