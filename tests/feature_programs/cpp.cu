// SPDX-License-Identifier: Apache-2.0
// C++ on both sides: the standard library on the host, templates, lambdas, virtual and recursive functions on the device, kernels
// in namespaces, host threads that call the runtime.
#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "check.cuh"

struct Scale {
    float by;
    __host__ __device__ explicit Scale(float by) : by(by) {}
    __host__ __device__ float operator()(float x) const { return by * x; }
};
template <class F> __global__ void apply(float *p, int n, F f) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = f(p[i]);
}

template <int N> struct Factorial {
    enum { value = N * Factorial<N - 1>::value };
};
template <> struct Factorial<0> {
    enum { value = 1 };
};
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

struct Shape {
    __device__ virtual float area() const = 0;
};
struct Square : Shape {
    float side;
    __device__ explicit Square(float side) : side(side) {}
    __device__ float area() const override { return side * side; }
};

static __device__ int seen;
namespace {
__global__ void language(float *out) {
    Square square(threadIdx.x);
    const Shape *shape = &square;
    constexpr int primes[] = {2, 3, 5};
    auto add = [=](float x) { return x + shape->area(); };
    float sum = add(Factorial<5>::value + fibonacci(10));
    for (int prime : primes) sum += prime;
    out[threadIdx.x] = std::max(sum, -std::numeric_limits<float>::max());
    if (threadIdx.x == 0) seen = 1;
}
} // namespace

template <class T> class DeviceArray {
public:
    explicit DeviceArray(size_t n) { cudaMalloc(&data, n * sizeof(T)); }
    ~DeviceArray() { cudaFree(data); }
    T *get() { return data; }

private:
    T *data;
};

int main() {
    DeviceArray<float> array(64);
    std::vector<float> host(64, 1.0f);
    CHECK(cudaMemcpy(array.get(), host.data(), 256, cudaMemcpyHostToDevice) == cudaSuccess);
    float two = 2;
    apply<<<2, 32>>>(array.get(), 64, Scale(3));
    apply<<<1, 32>>>(array.get(), 64, [=] __device__(float x) { return x + two; });
    CHECK(cudaMemcpy(host.data(), array.get(), 256, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(std::count(host.begin(), host.end(), 5.0f) == 64);

    float *out;
    CHECK(cudaMallocManaged(&out, 32 * sizeof(float)) == cudaSuccess);
    language<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize() == cudaSuccess && out[3] == 120 + 55 + 9 + 10);
    int mark = 0;
    CHECK(cudaMemcpyFromSymbol(&mark, seen, sizeof mark) == cudaSuccess && mark == 1);

    std::shared_ptr<int> shared = std::make_shared<int>(3);
    std::unique_ptr<int> own(new int(4));
    std::map<std::string, std::function<int()>> table;
    table["sum"] = [&] { return *shared + *own; };
    std::thread thread([&] {
        DeviceArray<int> mine(4);
        *own = cudaMemset(mine.get(), 0, 16) == cudaSuccess ? 5 : 0;
    });
    thread.join();
    CHECK(table["sum"]() == 8);
    CHECK(std::chrono::steady_clock::now().time_since_epoch().count() > 0 && std::mt19937(1)() != 0);
    return verdict();
}
