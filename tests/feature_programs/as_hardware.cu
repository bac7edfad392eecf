// SPDX-License-Identifier: Apache-2.0
// What programs do that CUDA does not promise, and GPUs before Volta execute: indices of shared and constant memory
// that wrap at 32 bits, member masks that name lanes on another path; and the packed bytes of PTX.
#include "check.cuh"

__constant__ int table[64];

__global__ void wrapped(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x * 3;
    __syncthreads();
    // The index is 32 bits of unsigned arithmetic, the address of 64 bits lies 16 GiB away.
    out[threadIdx.x] = (s + 32)[~threadIdx.x] + (table + 32)[~threadIdx.x];
}

__global__ void divergent(unsigned *out) {
    unsigned lane = threadIdx.x, value = 0;
    if (lane < 12) {
        value = __ballot_sync(0xffffffff, lane & 1);
        value += __shfl_sync(0xffffffff, lane, 3);
        __syncwarp();
    } else {
        value = __any_sync(0xffffffff, lane == 0) * 2 + __all_sync(0xffffffff, lane >= 12);
    }
    out[lane] = value;
    // Nobody is a member.
    out[lane + 32] = __shfl_xor_sync(0, lane, 1) + __popc(__ballot_sync(0, 1));
}

__global__ void differences(const unsigned *in, unsigned *out) {
    unsigned a = in[threadIdx.x], b = in[threadIdx.x + 32], each, sum, saturated;
    asm("vabsdiff4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(each) : "r"(a), "r"(b), "r"(0));
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(7));
    asm("vadd.u32.u32.u32.sat %0.b2, %1.b1, %2.h1, %3;" : "=r"(saturated) : "r"(a), "r"(b), "r"(a));
    out[threadIdx.x] = each;
    out[threadIdx.x + 32] = sum;
    out[threadIdx.x + 64] = saturated;
}

int main() {
    unsigned host[96], input[64], *device;
    int constants[64];
    for (int i = 0; i < 64; ++i) {
        input[i] = (i + 1) * 2654435761u;
        constants[i] = i * 100;
    }
    CHECK(cudaMalloc(&device, sizeof input + sizeof host) == cudaSuccess);
    CHECK(cudaMemcpyToSymbol(table, constants, sizeof constants) == cudaSuccess);
    CHECK(cudaMemcpy(device + 96, input, sizeof input, cudaMemcpyHostToDevice) == cudaSuccess);

    wrapped<<<1, 32>>>((int *)device);
    CHECK(cudaMemcpy(host, device, 128, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < 32; ++i) CHECK(host[i] == (31 - i) * 103);

    divergent<<<1, 32>>>(device);
    CHECK(cudaMemcpy(host, device, 256, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (unsigned i = 0; i < 32; ++i) {
        CHECK(host[i] == (i < 12 ? 0xaaa + 3 : 1));
        CHECK(host[i + 32] == (i ^ 1) + 32);
    }

    differences<<<1, 32>>>(device + 96, device);
    CHECK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < 32; ++i) {
        unsigned a = input[i], b = input[i + 32], each = 0, sum = 7;
        for (int shift = 0; shift < 32; shift += 8) {
            int difference = (int)(a >> shift & 255) - (int)(b >> shift & 255);
            each |= (unsigned)abs(difference) << shift;
            sum += abs(difference);
        }
        unsigned added = (a >> 8 & 255) + (b >> 16);
        CHECK(host[i] == each && host[i + 32] == sum);
        CHECK(host[i + 64] == ((a & 0xff00ffff) | (added > 255 ? 255 : added) << 16));
    }
    return verdict();
}
