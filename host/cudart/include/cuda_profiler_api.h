// SPDX-License-Identifier: Apache-2.0
// There is no profiler to start: every kernel is measured.
#pragma once

#include <cuda_runtime.h>

static inline cudaError_t cudaProfilerStart(void) { return cudaSuccess; }
static inline cudaError_t cudaProfilerStop(void) { return cudaSuccess; }
