// SPDX-License-Identifier: Apache-2.0
//
// every_part [quick]: small kernels that together use every part of a machine, so that a change of any of its keys shows. Prints
// what the runtime says of the device. `quick` is a fifth of the work, which is enough for most keys.
#include <cuda_runtime.h>

#include <cstdio>

const int THREADS = 192, ROUNDS = 2;

/// A chain of one instruction, and as many beside one another.
#define CHAIN(name, type, constraint, statement)                                                             \
    __device__ type name(type seed) {                                                                        \
        type a = seed, b = seed, c = seed, d = seed;                                                         \
        for (int i = 0; i < ROUNDS; ++i) {                                                                   \
            asm volatile(statement : "+" constraint(a));                                                     \
            asm volatile(statement : "+" constraint(b));                                                     \
            asm volatile(statement : "+" constraint(c));                                                     \
            asm volatile(statement : "+" constraint(d));                                                     \
        }                                                                                                    \
        return a + b + c + d;                                                                                \
    }

CHAIN(int_add, unsigned, "r", "add.u32 %0, %0, 3;")
CHAIN(int_max, unsigned, "r", "max.u32 %0, %0, 3;")
CHAIN(int_mul, unsigned, "r", "mul.lo.u32 %0, %0, 3;")
CHAIN(int_mad, unsigned, "r", "mad.lo.u32 %0, %0, 3, 5;")
CHAIN(int_div, unsigned, "r", "div.u32 %0, %0, 3;")
CHAIN(fp_add, float, "f", "add.f32 %0, %0, 0f3F800000;")
CHAIN(fp_max, float, "f", "max.f32 %0, %0, 0f3F800000;")
CHAIN(fp_mul, float, "f", "mul.f32 %0, %0, 0f3F800000;")
CHAIN(fp_mad, float, "f", "fma.rn.f32 %0, %0, 0f3F800000, 0f3F800000;")
CHAIN(fp_div, float, "f", "div.rn.f32 %0, %0, 0f3F800000;")
CHAIN(dp_add, double, "d", "add.f64 %0, %0, 0d3FF0000000000000;")
CHAIN(dp_max, double, "d", "max.f64 %0, %0, 0d3FF0000000000000;")
CHAIN(dp_mul, double, "d", "mul.f64 %0, %0, 0d3FF0000000000000;")
CHAIN(dp_mad, double, "d", "fma.rn.f64 %0, %0, 0d3FF0000000000000, 0d3FF0000000000000;")
CHAIN(dp_div, double, "d", "div.rn.f64 %0, %0, 0d3FF0000000000000;")
CHAIN(special, float, "f", "ex2.approx.f32 %0, %0;")

__global__ void arithmetic(float *out) {
    unsigned i = threadIdx.x + 1;
    float f = float(i);
    double d = double(i);
    i = int_add(i) + int_max(i) + int_mul(i) + int_mad(i) + int_div(i);
    f = fp_add(f) + fp_max(f) + fp_mul(f) + fp_mad(f) + fp_div(f) + special(f);
    d = dp_add(d) + dp_max(d) + dp_mul(d) + dp_mad(d) + dp_div(d);
    out[blockIdx.x * blockDim.x + threadIdx.x] = float(i) + f + float(d);
}

__constant__ unsigned table[8192];

/// Bank conflicts, barriers, and constants of other lines for each lane and each turn.
__global__ void inside(unsigned *out) {
    __shared__ unsigned words[2048];
    unsigned sum = 0;
    for (int turn = 0; turn < 6; ++turn) {
        words[(threadIdx.x * 16 + turn) % 2048] = turn;
        __syncthreads();
        sum += words[(threadIdx.x * 5 + turn) % 2048];
        sum += table[(threadIdx.x % 4 * 512 + turn * 1024 + blockIdx.x * 16) % 8192];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Streams that reach DRAM, rows apart and again and again, then lines of the L1 and atomics.
__global__ void memory(unsigned *data, unsigned words, unsigned *counters) {
    unsigned threads = gridDim.x * blockDim.x, at = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (unsigned i = at; i + 3 * threads < words / 2; i += 4 * threads) {
        unsigned a = data[i], b = data[i + threads], c = data[i + 2 * threads], d = data[i + 3 * threads];
        data[words / 2 + i] = a + b;
        data[words / 2 + i + 2 * threads] = c + d;
        sum += a ^ b ^ c ^ d;
    }
    for (unsigned i = 0; i < 12; ++i) sum += data[(at * 33 + i * 8192 * (1 + blockIdx.x % 3)) % words];
    for (unsigned i = 0; i < 6; ++i) sum += data[(blockIdx.x * 1024 + i * 2048 + threadIdx.x * 4) % 8192];
    atomicAdd(counters + threadIdx.x % 64, sum);
    atomicAdd(counters, 1);
}

__global__ void textures(cudaTextureObject_t image, float *out) {
    float sum = 0;
    for (int i = 0; i < 6; ++i) sum += tex2D<float>(image, threadIdx.x * 3 + i * 7, blockIdx.x * 5 + i * 11);
    for (int i = 0; i < 3; ++i) sum += tex2D<float>(image, threadIdx.x % 32, i);
    // A line for each lane, all of them in one sub-partition of L2, while stores hold the port.
    unsigned threads = gridDim.x * blockDim.x, at = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < 4; ++i) {
        for (int store = 0; store < 4; ++store) out[at + (4 * i + store) * threads] = 1;
        sum += tex2D<float>(image, i * 64, (threadIdx.x + blockIdx.x * 16) % 160);
    }
    out[at] = sum;
}

/// Many values that are live at once.
__global__ void registers(float *out) {
    float v[40];
#pragma unroll
    for (int i = 0; i < 40; ++i) v[i] = out[threadIdx.x + i];
#pragma unroll
    for (int i = 0; i < 40; ++i) v[i] = v[i] * v[(i + 7) % 40] + v[(i * 3) % 40];
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 40; ++i) sum += v[i] * v[(i * 11) % 40];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Stores alone, faster than DRAM takes them.
__global__ void fill(unsigned *data, unsigned words) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) data[i] = i;
}

extern __shared__ unsigned dynamic[];

__global__ void large(unsigned *out) {
    dynamic[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = dynamic[blockDim.x - 1 - threadIdx.x];
}

static void report(const char *what) { std::printf("%s: %s\n", what, cudaGetErrorString(cudaGetLastError())); }

int main(int argc, char **) {
    const bool quick = argc > 1;
    const int CTAS = quick ? 4 : 16;
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    size_t free_bytes = 0, bytes = 0;
    cudaMemGetInfo(&free_bytes, &bytes);
    std::printf("%s, %zu bytes, %d SMs\n", device.name, bytes, device.multiProcessorCount);

    const unsigned WORDS = 1 << 17, WIDTH = 640, HEIGHT = 160;
    const unsigned USED = quick ? WORDS / 16 : WORDS;
    unsigned *data, *counters;
    cudaMalloc(&data, WORDS * 4);
    cudaMalloc(&counters, 64 * 4);
    cudaMemset(data, 1, WORDS * 4);
    float *results = reinterpret_cast<float *>(data);

    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, WIDTH, HEIGHT);
    cudaMemcpyToArray(array, 0, 0, data, WIDTH * HEIGHT * 4, cudaMemcpyDeviceToDevice);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc texture = {};
    cudaTextureObject_t image = 0;
    cudaCreateTextureObject(&image, &resource, &texture, nullptr);

    memory<<<CTAS + CTAS / 2, THREADS>>>(data, USED, counters);
    report("memory");
    // Seven warps of which the last has one thread: warp slots end before threads and registers do.
    fill<<<CTAS, THREADS + 1>>>(data, USED);
    report("fill");
    arithmetic<<<CTAS, THREADS>>>(results);
    report("arithmetic");
    inside<<<CTAS, THREADS>>>(data);
    report("inside");
    textures<<<CTAS, THREADS>>>(image, results);
    report("textures");
    registers<<<quick ? 18 : 30, 224>>>(results);
    report("registers");
    large<<<3, 1024, 12352>>>(data);
    report("large");
    cudaDeviceSynchronize();
    report("end");
}
