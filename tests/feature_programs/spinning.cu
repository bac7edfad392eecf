// SPDX-License-Identifier: Apache-2.0
//
// spinning: CTAs that wait for one another through global memory: a barrier of the whole grid, locks, and producers with
// consumers. All CTAs are resident at once.
#include "../programs/harness.cuh"

const int CTAS = 15, THREADS = 64, ROUNDS = 6, ITEMS = 40, RING = 4;

/// Every thread of the grid waits until all have come here.
__device__ void grid_barrier(unsigned *arrived, unsigned round) {
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1u);
        while (*(volatile unsigned *)arrived < (round + 1) * gridDim.x) {
        }
    }
    __syncthreads();
}

/// In each round, each CTA takes over what its neighbour wrote in the round before.
__global__ void rounds(int *values, unsigned *arrived) {
    int next = (blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x;
    int mine = blockIdx.x * blockDim.x + threadIdx.x;
    for (unsigned round = 0; round < ROUNDS; ++round) {
        int taken = ((volatile int *)values)[next];
        grid_barrier(arrived, 2 * round);
        ((volatile int *)values)[mine] = taken + 1;
        grid_barrier(arrived, 2 * round + 1);
    }
}

/// A lock taken with compare-and-swap: the counter is not atomic.
__global__ void with_lock(int *lock, volatile int *counter) {
    if (threadIdx.x == 0) {
        for (int i = 0; i < ITEMS; ++i) {
            while (atomicCAS(lock, 0, 1) != 0) {
            }
            __threadfence();
            *counter = *counter + 1;
            __threadfence();
            atomicExch(lock, 0);
        }
    }
}

/// All threads take a lock with an exchange, those of a warp one after the other.
__global__ void lock_in_turns(int *lock, volatile int *counter) {
    for (int lane = 0; lane < 32; ++lane) {
        if (threadIdx.x % 32 != lane) continue;
        while (atomicExch(lock, 1) != 0) {
        }
        *counter = *counter + 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}

/// Even CTAs send items to their odd neighbours through a ring of slots.
__global__ void pipeline(volatile int *ring, volatile int *sent, volatile int *taken, int *sums) {
    int pair = blockIdx.x / 2;
    volatile int *slots = ring + pair * RING * blockDim.x;
    for (int item = 0; item < ITEMS; ++item) {
        int *cell = (int *)slots + item % RING * blockDim.x + threadIdx.x;
        if (blockIdx.x % 2 == 0) {
            if (threadIdx.x == 0) {
                while (item - taken[pair] >= RING) {
                }
            }
            __syncthreads();
            *(volatile int *)cell = item * 1000 + threadIdx.x;
            __threadfence();
            __syncthreads();
            if (threadIdx.x == 0) sent[pair] = item + 1;
        } else {
            if (threadIdx.x == 0) {
                while (sent[pair] <= item) {
                }
            }
            __syncthreads();
            sums[pair * blockDim.x + threadIdx.x] += *(volatile int *)cell;
            __syncthreads();
            if (threadIdx.x == 0) taken[pair] = item + 1;
        }
    }
}

static int failures = 0;

static void expect(const char *what, int got, int want) {
    if (got != want) std::printf("%s: %d, not %d\n", what, got, want);
    failures += got != want;
}

template <class T> static T *zeros(int count) {
    T *p = nullptr;
    CUDA_CHECK(cudaMalloc((void **)&p, count * sizeof(T)));
    CUDA_CHECK(cudaMemset(p, 0, count * sizeof(T)));
    return p;
}

template <class T> static std::vector<T> fetch(const T *from, int count) {
    std::vector<T> to(count);
    CUDA_CHECK(cudaMemcpy(to.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost));
    return to;
}

int main() {
    int *values = zeros<int>(CTAS * THREADS);
    std::vector<int> start(CTAS * THREADS);
    for (int i = 0; i < CTAS * THREADS; ++i) start[i] = i;
    CUDA_CHECK(cudaMemcpy(values, start.data(), start.size() * sizeof(int), cudaMemcpyHostToDevice));
    rounds<<<CTAS, THREADS>>>(values, zeros<unsigned>(1));
    std::vector<int> moved = fetch(values, CTAS * THREADS);
    for (int i = 0; i < CTAS * THREADS; ++i) {
        expect("rounds", moved[i], (i + ROUNDS * THREADS) % (CTAS * THREADS) + ROUNDS);
    }

    int *counter = zeros<int>(1);
    with_lock<<<CTAS, THREADS>>>(zeros<int>(1), counter);
    expect("with_lock", fetch(counter, 1)[0], CTAS * ITEMS);

    counter = zeros<int>(1);
    lock_in_turns<<<CTAS, THREADS>>>(zeros<int>(1), counter);
    expect("lock_in_turns", fetch(counter, 1)[0], CTAS * THREADS);

    int pairs = CTAS / 2;
    int *sums = zeros<int>(pairs * THREADS);
    pipeline<<<2 * pairs, THREADS>>>(zeros<int>(pairs * RING * THREADS), zeros<int>(pairs), zeros<int>(pairs), sums);
    std::vector<int> sum = fetch(sums, pairs * THREADS);
    for (int i = 0; i < pairs * THREADS; ++i) {
        expect("pipeline", sum[i], ITEMS * (ITEMS - 1) / 2 * 1000 + ITEMS * (i % THREADS));
    }
    CUDA_CHECK(cudaGetLastError());
    std::printf("%s\n", failures ? "FAIL" : "PASS");
    return failures != 0;
}
