// SPDX-License-Identifier: Apache-2.0
// The 16-bit format with the range of a float: __nv_bfloat16 and pairs of it, __nv_bfloat162. A value is kept as its bits, which
// are the upper half of a float's. Devices of this compute capability have no instructions for it: all arithmetic is that of
// float, rounded to the nearest, and each member of a pair is computed by itself.
#pragma once

#include <cuda_runtime.h>
#include <warpsmith/bfloat16.h>
