// SPDX-License-Identifier: Apache-2.0
// The driver API (cu...) is not there; what programs that include this file use of it is in cuda_runtime.h.
#pragma once

#include <cuda_runtime.h>
