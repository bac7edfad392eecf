// SPDX-License-Identifier: Apache-2.0
// What the feature programs share: each failed check prints its line, and the last line says PASS or FAIL.
#pragma once

#include <cstdio>
#include <cuda_runtime.h>

static int failures = 0;
#define CHECK(condition)                                        \
    do {                                                        \
        if (!(condition)) {                                     \
            ++failures;                                         \
            std::printf("line %d: %s\n", __LINE__, #condition); \
        }                                                       \
    } while (0)

static int verdict() {
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    std::printf("%s, %d failures\n", failures == 0 ? "PASS" : "FAIL", failures);
    return failures != 0;
}
