// SPDX-License-Identifier: Apache-2.0
// Everything is in helper_math.h; programs include this name too.
#pragma once

#include <helper_math.h>
