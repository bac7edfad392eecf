// SPDX-License-Identifier: Apache-2.0
// Loads of data that no thread writes while the kernel runs.
#pragma once

#include <warpsmith/vector_types.h>

// An ordinary load: the modelled SM has one path to global memory, and the compiler may still fold it as it likes.
template <class T> __WARPSMITH_DEVICE__ T __ldg(const T *address) { return *address; }
