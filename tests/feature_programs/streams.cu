// SPDX-License-Identifier: Apache-2.0
// What CUDA promises of streams and events, one subject an argument. `lanes`, behind it, says that kernels of different streams do
// run at the same time, on a GPU with two lanes.
#include "check.cuh"
#include <cstring>

static bool lanes = false;

// Takes `rounds` steps for the result of one, and gives it only then.
__global__ void slow(unsigned int *to, const unsigned int *from, unsigned int rounds) {
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = from[i], y = x;
    for (unsigned int round = 0; round < rounds; ++round) y = y * 1664525u + 1013904223u;
    // Never so: the steps are there for their time.
    to[i] = y == 1 && rounds == 1 ? 0 : x + 1;
}

__global__ void says() { printf("said by the device\n"); }

static const unsigned int threads = 64, ctas = 2, n = threads * ctas, bytes = n * sizeof(unsigned int);
static const unsigned int many = 2000;
static unsigned int host[n];

static unsigned int *fresh() {
    unsigned int *data;
    CHECK(cudaMalloc(&data, bytes) == cudaSuccess && cudaMemset(data, 0, bytes) == cudaSuccess);
    return data;
}

static void step(cudaStream_t stream, unsigned int *to, const unsigned int *from, unsigned int rounds) {
    slow<<<ctas, threads, 0, stream>>>(to, from, rounds);
    CHECK(cudaGetLastError() == cudaSuccess);
}

static bool all_are(unsigned int value) {
    for (unsigned int i = 0; i < n; ++i) {
        if (host[i] != value) return false;
    }
    return true;
}

static bool holds(const unsigned int *data, unsigned int value) {
    return cudaMemcpy(host, data, bytes, cudaMemcpyDeviceToHost) == cudaSuccess && all_are(value);
}

static cudaStream_t stream(unsigned int flags = cudaStreamDefault) {
    cudaStream_t made;
    CHECK(cudaStreamCreateWithFlags(&made, flags) == cudaSuccess);
    return made;
}

static cudaEvent_t event() {
    cudaEvent_t made;
    CHECK(cudaEventCreate(&made) == cudaSuccess);
    return made;
}

static float between(cudaEvent_t start, cudaEvent_t end) {
    float milliseconds = -1;
    CHECK(cudaEventElapsedTime(&milliseconds, start, end) == cudaSuccess);
    return milliseconds;
}

// Two chains of kernels, in two streams or in one.
static void chains(bool one) {
    cudaStream_t first = stream(), second = one ? first : stream();
    unsigned int *a = fresh(), *b = fresh();
    for (int round = 0; round < 2; ++round) {
        step(first, a, a, many);
        step(second, b, b, many);
    }
    CHECK(cudaMemcpyAsync(host, a, bytes, cudaMemcpyDeviceToHost, first) == cudaSuccess && all_are(2));
    CHECK(cudaStreamSynchronize(second) == cudaSuccess && holds(b, 2));
}

// The default stream waits for blocking streams, and they for it.
static void default_stream() {
    stream();
    cudaStream_t second = stream();
    unsigned int *a = fresh(), *b = fresh(), *c = fresh();
    cudaEvent_t before = event(), after = event();
    step(second, a, a, many);
    CHECK(cudaEventRecord(before, second) == cudaSuccess);
    step(0, b, a, many);
    step(second, c, b, 1);
    CHECK(cudaEventRecord(after, second) == cudaSuccess);
    step(0, a, c, 1);
    CHECK(holds(a, 4) && holds(b, 2) && holds(c, 3));
    CHECK(between(before, after) > 0);
    // So does a copy without a stream, and a fill.
    step(second, a, a, many);
    CHECK(holds(a, 5));
    step(second, a, a, many);
    CHECK(cudaMemset(a, 0, bytes) == cudaSuccess && holds(a, 0));
}

// A non-blocking stream and the default stream do not wait for each other.
static void non_blocking() {
    stream();
    cudaStream_t free = stream(cudaStreamNonBlocking);
    unsigned int flags = 0, *a = fresh(), *b = fresh();
    CHECK(cudaStreamGetFlags(free, &flags) == cudaSuccess && flags == cudaStreamNonBlocking);
    cudaEvent_t ours = event(), its = event();
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    step(0, a, a, many);
    CHECK(cudaEventRecord(ours, 0) == cudaSuccess);
    step(free, b, b, 1);
    CHECK(cudaEventRecord(its, free) == cudaSuccess);
    CHECK(cudaStreamSynchronize(free) == cudaSuccess);
    CHECK(cudaEventQuery(ours) == (lanes ? cudaErrorNotReady : cudaSuccess));
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK((between(its, ours) > 0) == lanes);
    CHECK(holds(a, 1) && holds(b, 1));
    // A copy in a stream waits for that stream.
    step(free, b, b, many);
    CHECK(cudaMemcpyAsync(host, b, bytes, cudaMemcpyDeviceToHost, free) == cudaSuccess && all_are(2));
}

// A stream waits for an event as it was last recorded before; one that never was holds nobody up.
static void events() {
    cudaStream_t first = stream(), second = stream();
    cudaEvent_t done = event(), never = event();
    unsigned int *a = fresh(), *b = fresh();
    step(first, a, a, many);
    CHECK(cudaEventRecord(done, first) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(second, done, 0) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(second, never, 0) == cudaSuccess);
    step(second, b, a, 1);
    // Recorded anew, it is not what the second stream waits for.
    step(first, a, a, many);
    CHECK(cudaEventRecord(done, first) == cudaSuccess);
    cudaEvent_t early = event();
    CHECK(cudaEventRecord(early, second) == cudaSuccess);
    CHECK(cudaEventSynchronize(early) == cudaSuccess);
    CHECK(cudaEventQuery(done) == (lanes ? cudaErrorNotReady : cudaSuccess));
    CHECK(cudaEventSynchronize(done) == cudaSuccess);
    CHECK(between(early, done) > 0 || !lanes);
    CHECK(holds(a, 2) && holds(b, 2));
}

// Who asks again and again comes to an end, and that work is not done is no error.
static void queries() {
    cudaStream_t first = stream(), second = stream();
    unsigned int *a = fresh(), asked = 0;
    CHECK(cudaStreamQuery(first) == cudaSuccess);
    step(first, a, a, many);
    step(first, a, a, many);
    while (cudaStreamQuery(first) == cudaErrorNotReady) ++asked;
    CHECK(asked == (lanes ? 2 : 0));
    CHECK(cudaStreamQuery(second) == cudaSuccess && cudaGetLastError() == cudaSuccess);
    CHECK(holds(a, 2));
}

// Streams and events may go before their work is done, and a stream takes more work than fits its queue.
static void handles() {
    cudaStream_t first = stream();
    cudaEvent_t done = event();
    unsigned int *a = fresh();
    step(first, a, a, many);
    for (int i = 0; i < 1500; ++i) CHECK(cudaEventRecord(done, first) == cudaSuccess);
    CHECK(cudaEventDestroy(done) == cudaSuccess && cudaStreamDestroy(first) == cudaSuccess);
    CHECK(cudaStreamSynchronize(first) == cudaErrorInvalidResourceHandle);
    CHECK(cudaEventQuery(done) == cudaErrorInvalidResourceHandle);
    cudaGetLastError();
    CHECK(holds(a, 1));
    step(stream(), a, a, many);
    CHECK(cudaDeviceReset() == cudaSuccess);
}

// Host memory that the device sees has the results when a launch returns, and what the device prints comes out with a wait.
static void host_memory() {
    cudaStream_t free = stream(cudaStreamNonBlocking);
    unsigned int *shared;
    CHECK(cudaMallocManaged(&shared, bytes) == cudaSuccess);
    std::memset(shared, 0, bytes);
    step(free, shared, shared, many);
    CHECK(cudaStreamSynchronize(free) == cudaSuccess);
    std::memcpy(host, shared, bytes);
    CHECK(all_are(1));
    CHECK(cudaFree(shared) == cudaSuccess);
    says<<<1, 1, 0, free>>>();
    CHECK(cudaStreamSynchronize(free) == cudaSuccess);
}

// A device function gets a pointer that no allocation has, beside a kernel that takes longer.
static void fault() {
    cudaStream_t first = stream(), second = stream();
    unsigned int *a = fresh();
    step(first, a, a, 50 * many);
    step(second, reinterpret_cast<unsigned int *>(64), a, 1);
    std::printf("launched\n");
    std::fflush(stdout);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

int main(int argc, char **argv) {
    lanes = argc > 2 && std::strcmp(argv[2], "lanes") == 0;
    const char *subject = argc > 1 ? argv[1] : "chains";
    bool all = std::strcmp(subject, "all") == 0;
    auto is = [&](const char *name) { return all || std::strcmp(subject, name) == 0; };
    if (is("chains")) chains(false);
    if (is("default")) default_stream();
    if (is("non-blocking")) non_blocking();
    if (is("events")) events();
    if (is("queries")) queries();
    if (is("host")) host_memory();
    if (is("handles")) handles();
    if (std::strcmp(subject, "one-stream") == 0) chains(true);
    if (std::strcmp(subject, "fault") == 0) fault();
    if (std::strcmp(subject, "leaves") == 0) {
        unsigned int *a = fresh();
        step(stream(), a, a, many);
        step(stream(), a, a, 1);
        std::printf("PASS, nobody waits\n");
        return 0;
    }
    return verdict();
}
