// SPDX-License-Identifier: Apache-2.0
// What the two files of the program share.
#pragma once

#include "../check.cuh"

extern __device__ int counter;
extern __constant__ int table[4];
__device__ int scale(int x);
__device__ int square(int x);
template <class T> __device__ __noinline__ T twice(T x) { return x + x; }
void launch_of_device_file(int *out);
