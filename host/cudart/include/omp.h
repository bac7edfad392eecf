// SPDX-License-Identifier: Apache-2.0
// OpenMP's functions for a host program of one thread, which is what `-fopenmp` gives: calls of the CUDA runtime come in the same
// order in each run.
#pragma once

#include <sys/time.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    int held;
} omp_lock_t;

static inline void omp_set_num_threads(int threads) { (void)threads; }
static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_max_threads(void) { return 1; }
static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_num_procs(void) { return 1; }
static inline int omp_get_thread_limit(void) { return 1; }
static inline int omp_in_parallel(void) { return 0; }
static inline void omp_set_dynamic(int on) { (void)on; }
static inline int omp_get_dynamic(void) { return 0; }
static inline void omp_set_nested(int on) { (void)on; }
static inline int omp_get_nested(void) { return 0; }
static inline void omp_init_lock(omp_lock_t *lock) { lock->held = 0; }
static inline void omp_destroy_lock(omp_lock_t *lock) { lock->held = 0; }
static inline void omp_set_lock(omp_lock_t *lock) { lock->held = 1; }
static inline void omp_unset_lock(omp_lock_t *lock) { lock->held = 0; }
static inline int omp_test_lock(omp_lock_t *lock) { return lock->held ? 0 : (lock->held = 1); }
static inline double omp_get_wtime(void) {
    struct timeval now;
    gettimeofday(&now, 0);
    return (double)now.tv_sec + 1e-6 * (double)now.tv_usec;
}
static inline double omp_get_wtick(void) { return 1e-6; }

#ifdef __cplusplus
}
#endif
