// SPDX-License-Identifier: Apache-2.0
// Marks for a profiler, which does not exist: every kernel is measured.
#pragma once

static inline void nvtxMarkA(const char *message) { (void)message; }
static inline int nvtxRangePushA(const char *message) { return message == 0; }
static inline int nvtxRangePop(void) { return 0; }
#define nvtxMark nvtxMarkA
#define nvtxRangePush nvtxRangePushA
