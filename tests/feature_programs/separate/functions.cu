// SPDX-License-Identifier: Apache-2.0
// Device functions only: neither a kernel nor a variable.
#include "parts.h"

__device__ int square(int x) { return x * x; }
