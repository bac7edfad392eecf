// SPDX-License-Identifier: Apache-2.0
// Everything is in cuda_runtime.h; programs include this name too.
#pragma once

#include <cuda_runtime.h>
