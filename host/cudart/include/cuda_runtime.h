// SPDX-License-Identifier: Apache-2.0
// CUDA for programs that run on the Warpsmith simulator. The compiler includes it in front of every CUDA source file;
// host compilers may include it to call the runtime API.
#pragma once

// Names by which programs find out who compiles them, and which of CUDA's own headers they have seen.
#ifdef __CUDA__
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 10
#define __CUDACC_VER_MINOR__ 1
#define __CUDACC_VER_BUILD__ 0
#endif
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__

#ifdef __cplusplus
#ifdef __CUDA__
#include <warpsmith/allocation.h>
#include <warpsmith/math_declarations.h>
#endif
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <warpsmith/api_templates.h>
#else
#include <warpsmith/api.h>
#endif
#include <warpsmith/texture_api.h>

#ifdef __CUDA__
#include <warpsmith/atomics.h>
#include <warpsmith/builtin_variables.h>
#include <warpsmith/conversions.h>
#include <warpsmith/float_functions.h>
#include <warpsmith/integer_functions.h>
#include <warpsmith/loads.h>
#include <warpsmith/math_functions.h>
#include <warpsmith/memory_functions.h>
#include <warpsmith/min_max.h>
#include <warpsmith/output.h>
#include <warpsmith/simd_functions.h>
#include <warpsmith/surfaces.h>
#include <warpsmith/synchronization.h>
#include <warpsmith/textures.h>
#include <warpsmith/warp_functions.h>
#endif

#if defined(__WARPSMITH_FUNCTIONS_ONLY__) && !defined(__CUDA_ARCH__)
// Known to the host only, and never launched: with it the host registers the device functions of a file that has no kernel,
// for the kernels of other files.
static __global__ __attribute__((used)) void __warpsmith_functions_only() {}
#endif
