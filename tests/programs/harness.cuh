// SPDX-License-Identifier: Apache-2.0
//
// What every test program shares: checked CUDA calls, size arguments, repeatable data, copies of whole
// vectors, and the verdict. A program ends with exit code 0 (PASS), 1 (FAIL: the device computed something
// else than the CPU) or 2 (bad argument, or an API call failed).
#pragma once

#include <cuda_runtime.h>

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

/// Ends the program with a message that names the call when a CUDA API call fails.
#define CUDA_CHECK(call) check_cuda((call), #call, __FILE__, __LINE__)

inline void check_cuda(cudaError_t status, const char *call, const char *file, int line) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "error: %s:%d: %s: %s\n", file, line, call, cudaGetErrorString(status));
    std::exit(2);
}

/// Reports a launch that the runtime refused, then waits for the device.
#define FINISH_KERNELS()                                                                                     \
    do {                                                                                                     \
        CUDA_CHECK(cudaGetLastError());                                                                      \
        CUDA_CHECK(cudaDeviceSynchronize());                                                                 \
    } while (0)

/// One size argument: its name, the default, the range, and the number it must be a multiple of.
struct Size {
    const char *name;
    int fallback, low, high, multiple;
};

/// The size arguments of a program, by position; missing ones take their default.
class Arguments {
  public:
    Arguments(int argc, char **argv, const std::vector<Size> &sizes) : program(argv[0]), sizes(sizes) {
        if (argc - 1 > int(sizes.size())) refuse("too many arguments");
        for (size_t i = 0; i < sizes.size(); ++i)
            values.push_back(parse(sizes[i], int(i) + 1 < argc ? argv[i + 1] : nullptr));
    }

    int operator[](int i) const { return values[i]; }

    /// The sizes as `name=value name=value`.
    std::string text() const {
        std::string all;
        for (size_t i = 0; i < sizes.size(); ++i) {
            all += std::string(i ? " " : "") + sizes[i].name + "=" + std::to_string(values[i]);
        }
        return all;
    }

    /// Ends the program with `reason` and the usage; for sizes that are good alone but not together.
    void refuse(const std::string &reason) const {
        std::fprintf(stderr, "error: %s\nusage: %s", reason.c_str(), program);
        for (const Size &s : sizes) std::fprintf(stderr, " [%s=%d]", s.name, s.fallback);
        std::fprintf(stderr, "\n");
        std::exit(2);
    }

  private:
    int parse(const Size &size, const char *text) const {
        if (!text) return size.fallback;
        char *end = nullptr;
        long value = std::strtol(text, &end, 10);
        if (end == text || *end || value < size.low || value > size.high || value % size.multiple) {
            std::string kind =
                size.multiple == 1 ? "an integer" : "a multiple of " + std::to_string(size.multiple);
            refuse(std::string(size.name) + " is `" + text + "`; give " + kind + " from " +
                   std::to_string(size.low) + " to " + std::to_string(size.high));
        }
        return int(value);
    }

    const char *program;
    std::vector<Size> sizes;
    std::vector<int> values;
};

/// Linear congruential generator (modulus 2^64, multiplier and increment of Knuth's MMIX): the same data on
/// every machine.
class Lcg {
  public:
    explicit Lcg(uint64_t seed) : state(seed) { next(); }

    /// The state after `state`, on the device too.
    __host__ __device__ static uint64_t after(uint64_t state) {
        return state * 6364136223846793005ull + 1442695040888963407ull;
    }

    /// The upper 32 bits of the next state; the lower ones have short periods.
    uint32_t next() {
        state = after(state);
        return uint32_t(state >> 32);
    }

    /// Uniform in 0 .. bound-1; `bound` is small against 2^32, so the bias is not noticeable.
    int below(int bound) { return int((uint64_t(next()) * uint64_t(bound)) >> 32); }

    /// Uniform in [low, high), in steps of 2^-24 of the width so that the conversion is exact.
    float uniform(float low, float high) { return low + (high - low) * float(next() >> 8) / 16777216.0f; }

  private:
    uint64_t state;
};

/// `n` floats uniform in [low, high).
inline std::vector<float> random_floats(Lcg &random, size_t n, float low, float high) {
    std::vector<float> values(n);
    for (float &v : values) v = random.uniform(low, high);
    return values;
}

/// A new device array with the contents of `host`.
template <class T> T *to_device(const std::vector<T> &host) {
    T *device = nullptr;
    CUDA_CHECK(cudaMalloc((void **)&device, host.size() * sizeof(T)));
    CUDA_CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

/// A new device array of `n` zero elements.
template <class T> T *zeros_on_device(size_t n) {
    T *device = nullptr;
    CUDA_CHECK(cudaMalloc((void **)&device, n * sizeof(T)));
    CUDA_CHECK(cudaMemset(device, 0, n * sizeof(T)));
    return device;
}

/// Copies a device array back and frees it.
template <class T> std::vector<T> take_from_device(T *device, size_t n) {
    std::vector<T> host(n);
    CUDA_CHECK(cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(device));
    return host;
}

/// Dynamic shared memory with which `ctas` CTAs of a kernel fit an SM and no more; for kernels that have as many at a
/// time in a paper, whose compiler gave them more registers.
template <class... A> size_t room_for(void (*kernel)(A...), int ctas) {
    const size_t unit = 128; // shared memory is given out in
    cudaDeviceProp device;
    cudaFuncAttributes attributes;
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
    return device.sharedMemPerMultiprocessor / ctas / unit * unit - attributes.sharedSizeBytes;
}

/// States in a kernel that each thread takes this many registers: those that the compiler of a paper gave it, on which the number of
/// CTAs at a time depends. 0 states nothing.
template <int REGISTERS> __device__ __forceinline__ void take_registers() {
    if (REGISTERS > 0) asm volatile(".pragma \"registers %0\";" ::"n"(REGISTERS));
}

/// The number of blocks of `threads` threads that cover `n` items.
inline int blocks_for(int n, int threads) { return (n + threads - 1) / threads; }

/// The number of blocks of `threads` threads of a kernel that the GPU holds at a time: for kernels whose threads stride over
/// all items, so that each does many.
template <class... A> int resident_blocks(void (*kernel)(A...), int threads) {
    cudaDeviceProp device;
    int blocks = 0;
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, 0));
    return blocks * device.multiProcessorCount;
}

/// Largest |got - want| in units of `scale`; infinite when the lengths differ or any value is not a number.
template <class T> double max_error(const std::vector<float> &got, const std::vector<T> &want, double scale) {
    if (got.size() != want.size()) return std::numeric_limits<double>::infinity();
    double worst = 0;
    for (size_t i = 0; i < got.size(); ++i) {
        double error = std::fabs(double(got[i]) - double(want[i])) / scale;
        if (!(error <= std::numeric_limits<double>::max())) return std::numeric_limits<double>::infinity();
        if (error > worst) worst = error;
    }
    return worst;
}

/// Number of places where two exact results differ.
template <class T> double mismatches(const std::vector<T> &got, const std::vector<T> &want) {
    double count = got.size() == want.size() ? 0 : std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < got.size() && i < want.size(); ++i) count += got[i] != want[i];
    return count;
}

/// Prints the verdict line and gives the exit code.
inline int verdict(const char *program, const Arguments &sizes, const char *measure, double error,
                   double limit) {
    bool pass = error <= limit;
    std::printf("%s %s: %s: %s %.3g (limit %.3g)\n", pass ? "PASS" : "FAIL", program, sizes.text().c_str(),
                measure, error, limit);
    return pass ? 0 : 1;
}
