// SPDX-License-Identifier: Apache-2.0
// Loads and stores with cache operators, atomics with scopes, packed integers, memory that device code allocates, copies,
// variables that a barrier hands from one thread to others.
#include "check.cuh"
#include <cuda_fp16.h>
#include <vector>

struct Odd {
    unsigned char part[3];
};

template <class T> __global__ void through(const T *in, T *out) {
    int i = threadIdx.x;
    __stcg(&out[i], __ldcg(&in[i]));
    __stcs(&out[i], __ldcs(&out[i]));
    __stwt(&out[i], __ldcv(&out[i]));
    __stwb(&out[i], __ldca(&out[i]));
}
template <class T> static void copies() {
    std::vector<unsigned char> in(32 * sizeof(T)), out(in.size());
    for (size_t i = 0; i < in.size(); ++i) in[i] = (unsigned char)(i * 37 + 11);
    T *from, *to;
    CHECK(cudaMalloc(&from, in.size()) == cudaSuccess && cudaMalloc(&to, in.size()) == cudaSuccess);
    CHECK(cudaMemcpy(from, in.data(), in.size(), cudaMemcpyHostToDevice) == cudaSuccess);
    through<<<1, 32>>>(from, to);
    CHECK(cudaMemcpy(out.data(), to, in.size(), cudaMemcpyDeviceToHost) == cudaSuccess && in == out);
}

__global__ void scopes(int *out, double *sum, unsigned long long *big) {
    atomicAdd_block(&out[0], 2);
    atomicAdd_system(&out[0], 1);
    atomicMax_system(&out[1], (int)threadIdx.x);
    atomicExch_block(&out[2], 9);
    atomicCAS_system(&out[3], 0, 5);
    atomicOr_block(&out[4], 1 << threadIdx.x);
    atomicAdd_system(big, 1ull << 40);
    atomicAdd(sum, 0.5);
}

__global__ void packed(unsigned int *out) {
    out[0] = __vadd4(0x01ff7f80u, 0x01017f80u);
    out[1] = __vaddus4(0x01ff7f80u, 0x01017f80u);
    out[2] = __vaddss2(0x7fff8000u, 0x0001ffffu);
    out[3] = __vabsdiffu4(0x10200005u, 0x20100500u);
    out[4] = __vcmpgts4(0x7f80017fu, 0x807f0280u);
    out[5] = __vsadu4(0x10200005u, 0x20100500u);
    out[6] = __vavgu2(0x00010003u, 0x00020003u);
    out[7] = __vmins2(0x8000ffffu, 0x7fff0001u);
    out[8] = __vneg4(0x01ff0080u);
    out[9] = __vabsss2(0x8000ffffu);
}

struct Shape {
    __device__ virtual ~Shape() {}
    __device__ virtual int area() const = 0;
};
struct Square : Shape {
    int side;
    __device__ Square(int side) : side(side) {}
    __device__ int area() const override { return side * side; }
};

// A list that grows and goes on the device; memory that one launch leaves to the next.
__device__ int *kept;
__global__ void allocate(int *out) {
    int *block = (int *)malloc((threadIdx.x + 1) * sizeof(int));
    for (int i = 0; i <= (int)threadIdx.x; ++i) block[i] = i;
    int sum = 0;
    for (int i = 0; i <= (int)threadIdx.x; ++i) sum += block[i];
    out[threadIdx.x] = sum;
    free(block);
    Shape *shape = new Square(threadIdx.x);
    out[32 + threadIdx.x] = shape->area();
    delete shape;
    free(nullptr);
    if (threadIdx.x == 3) {
        kept = new int[2];
        kept[1] = 77;
    }
}
__global__ void use(int *out) {
    out[0] = kept[1];
    delete[] kept;
    kept = (int *)malloc((size_t)1 << 60);
    out[1] = kept == nullptr;
}

// One thread writes a shared variable, all read it behind the barrier. Nothing else in the module touches the variables.
__global__ void handed_over(const int *in, int *out) {
    __shared__ int plain, counted, in_warp;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0) plain = in[0];
    __syncthreads();
    int sum = plain;
    if (threadIdx.x == 0) counted = in[1];
    int all = __syncthreads_count(threadIdx.x % 2);
    sum += counted + all;
    if (threadIdx.x == 32) in_warp = in[2];
    __syncwarp();
    if (threadIdx.x >= 32) sum += in_warp;
    out[threadIdx.x] = sum + 1000 * lane;
}

__global__ void copy_bytes(const char *in, char *out, int bytes) {
    char part[24];
    memcpy(part, in + threadIdx.x, sizeof part);
    memset(part + 20, 'x', 4);
    memcpy(out + threadIdx.x * 24, part, bytes);
    memmove(out + threadIdx.x * 24 + 1, out + threadIdx.x * 24, 3);
}

int main() {
    copies<unsigned char>();
    copies<Odd>();
    copies<short>();
    copies<float>();
    copies<float2>();
    copies<float3>();
    copies<float4>();
    copies<double2>();
    copies<half2>();

    int *out;
    double *sum;
    unsigned long long *big;
    CHECK(cudaMallocManaged(&out, 64 * sizeof(int)) == cudaSuccess && cudaMallocManaged(&sum, 8) == cudaSuccess);
    CHECK(cudaMallocManaged(&big, 8) == cudaSuccess);
    scopes<<<1, 32>>>(out, sum, big);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(out[0] == 96 && out[1] == 31 && out[2] == 9 && out[3] == 5 && out[4] == -1 && *sum == 16 && *big == 1ull << 45);

    unsigned int *words = (unsigned int *)out;
    packed<<<1, 1>>>(words);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    unsigned int want[] = {0x0200fe00u, 0x02fffeffu, 0x7fff8000u, 0x10100505u, 0xff0000ffu, 0x2au, 0x00020003u, 0x8000ffffu, 0xff010080u, 0x7fff0001u};
    for (int i = 0; i < 10; ++i) CHECK(words[i] == want[i]);

    int given[] = {7, 20, 300};
    memcpy(out, given, sizeof given);
    handed_over<<<1, 64>>>(out, out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    bool handed = true;
    for (int i = 0; i < 64; ++i) handed = handed && out[i] == 7 + 20 + 32 + (i < 32 ? 0 : 300) + 1000 * (i % 32);
    CHECK(handed);

    char *bytes;
    CHECK(cudaMallocManaged(&bytes, 4 * 24 + 32) == cudaSuccess);
    for (int i = 0; i < 32; ++i) bytes[96 + i] = 'a' + i % 26;
    copy_bytes<<<1, 4>>>(bytes + 96, bytes, 24);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(memcmp(bytes, "aabcefghijklmnopqrstxxxx", 24) == 0 && memcmp(bytes + 72, "ddefhijklmnopqrstuvwxxxx", 24) == 0);

    size_t before, after, total;
    CHECK(cudaMemGetInfo(&before, &total) == cudaSuccess);
    allocate<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    bool right = true;
    for (int i = 0; i < 32; ++i) right = right && out[i] == i * (i + 1) / 2 && out[32 + i] == i * i;
    CHECK(right);
    use<<<1, 1>>>(out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess && out[0] == 77 && out[1] == 1);
    CHECK(cudaMemGetInfo(&after, &total) == cudaSuccess && after == before);
    return verdict();
}
