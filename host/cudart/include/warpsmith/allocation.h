// SPDX-License-Identifier: Apache-2.0
// Memory that device code takes from the device's, and gives back. It lives until then, across launches. The compiler's own header
// <new> makes the operators of these functions, so that they are declared in front of it.
#pragma once

#include <warpsmith/qualifiers.h>

extern "C" {
__device__ void *malloc(size_t bytes);
__device__ void free(void *pointer);
}

#include <new>
