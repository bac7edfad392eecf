// SPDX-License-Identifier: Apache-2.0
// The driver API. Most of it is the runtime API under other names; the rest is device, context and modules from files of PTX.
#pragma once

#include <cuda_runtime.h>
#include <warpsmith/driver_api.h>
