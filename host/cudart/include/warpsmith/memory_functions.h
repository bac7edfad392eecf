// SPDX-License-Identifier: Apache-2.0
// Copies and fills of memory by one thread.
#pragma once

#include <warpsmith/qualifiers.h>

extern "C" {
__WARPSMITH_DEVICE__ void *memcpy(void *to, const void *from, size_t bytes) {
    return __builtin_memcpy(to, from, bytes);
}
__WARPSMITH_DEVICE__ void *memmove(void *to, const void *from, size_t bytes) {
    return __builtin_memmove(to, from, bytes);
}
__WARPSMITH_DEVICE__ void *memset(void *to, int value, size_t bytes) { return __builtin_memset(to, value, bytes); }
}
