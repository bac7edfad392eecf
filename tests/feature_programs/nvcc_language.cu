// SPDX-License-Identifier: Apache-2.0
// What nvcc takes beyond the language that clang has: spaces in the brackets of a launch, registers by name in assembly, names of
// CUDA that are easily forgotten. It compiles as C++03, 11, 14 and 17.
#include <cuda.h>
#include <cutil_inline.h>
#include <stdio.h>
#include <string.h>

#define FORMAT "x"
#define RUN(kernel) kernel<< < 1, 32 >> >
#define WORD(to, name) asm volatile("mov.u32 %0, %" name ";" : "=r"(to))

struct Shift {
    int by;
};

template <class T> struct Stream {
    T last;
};
// No launch, though it looks like one.
template <class T> Stream<T> &operator<<(Stream<T> &stream, T value) {
    stream.last = value;
    return stream;
}
template <class T> Stream<T> &twice(Stream<T> &stream, T value) { return operator<< <T>(operator<< <T>(stream, value), value); }

__global__ void registers(unsigned *out) {
    unsigned sm, lane, warp, mask;
    asm("mov.u32 %0, %smid;" : "=r"(sm));
    asm volatile("mov.u32 %0, %laneid;\n\tmov.u32 %1, %%warpid;" : "=r"(lane), "=r"(warp));
    WORD(mask, "%lanemask_lt");
    unsigned sum;
    asm("{.reg .u32 %half; shr.u32 %half, %1, 1; add.u32 %0, %half, %2;}" : "=r"(sum) : "r"(lane), "r"(mask));
    out[threadIdx.x] = sm + warp + sum;
}

__global__ void names(float *out, const __grid_constant__ Shift shift) {
    register int n = threadIdx.x;
    typeof(n) other = n + shift.by;
    out[n] = umin(unsigned(other), 9u) + umax(1u, 2u) + llmin(3ll, 4ll) + ullmax(5ull, 6ull);
    if (n == 31) out[n] = ::isnan(::nan("")) && ::isnan(::nanf("1")) ? -1.0f : 1.0f;
}

int main() {
    int failures = 0;
#define CHECK(condition) \
    if (!(condition)) printf("line %d: %s\n", __LINE__, #condition), ++failures;

    unsigned *words, word[32];
    CHECK(cudaMalloc(&words, sizeof(word)) == cudaSuccess);
    registers<< <1, 32>> >(words);
    cutilSafeCall(cudaMemcpy(word, words, sizeof(word), cudaMemcpyDeviceToHost));
    for (unsigned n = 0; n < 32; ++n) CHECK(word[n] == word[0] + n / 2 + (1u << n) - 1);

    const float *numbers;
    float number[32];
    Shift shift = {1};
    CHECK(cudaMalloc(&numbers, sizeof(number)) == cudaSuccess);
    RUN(names)(const_cast<float *>(numbers), shift);
    CHECK(cutilDeviceSynchronize() == cudaSuccess);
    CHECK(cudaMemcpy(number, numbers, sizeof(number), cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int n = 0; n < 31; ++n) CHECK(number[n] == umin(n + 1, 9) + 2 + 3 + 6);
    CHECK(number[31] == -1.0f);

    // In a string and in a comment nothing changes: k<< <1, 1>> >()
    CHECK(strcmp("k<< <1, 1>> >()" "%smid", "k<< <1, " "1>> >()%smid") == 0);
    CHECK(strcmp("a"FORMAT"b", "axb") == 0);
    Stream<int> stream = {0};
    CHECK(twice(stream, 7).last == 7);

    unsigned char bytes[2] = {1, 2}, same[2] = {1, 2}, others[2] = {1, 3};
    CHECK(cutCompareub(bytes, same, 2) && !cutCompareub(bytes, others, 2) && cutCompareube(bytes, others, 2, 1));
    CHECK(CUT_BANK_CHECKER(bytes, 1) == 2);
    CUdevice device;
    int mode = -1;
    CHECK(cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS);
    CHECK(cuDeviceGetAttribute(&mode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, device) == CUDA_SUCCESS);
    CHECK(mode != CU_COMPUTEMODE_PROHIBITED);

    printf("%s %ld\n", failures == 0 ? "PASS" : "FAIL", __cplusplus);
    return failures != 0;
}
