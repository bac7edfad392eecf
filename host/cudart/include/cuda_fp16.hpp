// SPDX-License-Identifier: Apache-2.0
// Everything is in cuda_fp16.h; programs include this name too.
#pragma once

#include <cuda_fp16.h>
