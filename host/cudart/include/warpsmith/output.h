// SPDX-License-Identifier: Apache-2.0
// printf and assert on the device. The compiler turns a call of printf into one of vprintf with a buffer of the arguments;
// the simulator executes that and __assertfail itself. <cassert> stays the C library's: its macro calls __assert_fail.
#pragma once

#include <warpsmith/qualifiers.h>

extern "C" {
__device__ int vprintf(const char *format, const char *arguments);
__device__ int printf(const char *format, ...);

__device__ __attribute__((noreturn)) void __assertfail(const char *message, const char *file, unsigned int line,
                                                       const char *function, size_t bytes_per_character);
__device__ __attribute__((noreturn)) static __inline__ void __assert_fail(const char *message, const char *file,
                                                                          unsigned int line, const char *function) {
    __assertfail(message, file, line, function, sizeof(char));
}
}
