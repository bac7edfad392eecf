// SPDX-License-Identifier: Apache-2.0
// The old utility library, as benchmarks use it: flags, timers, checked calls; and mathematics of less usual kinds.
#include <cutil_inline.h>
#include <vector>

void scale(float *data, int n, float factor);
bool check(const float *in, const float *out, int n, float factor);

__global__ void parts(const float *in, double *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int exponent;
    double x = in[i], part = frexp(x, &exponent);
    bool same = ldexp(part, exponent) == x && fmod(x, 3.0) + 3.0 * trunc(x / 3.0) == x && cbrt(x * x * x) == x;
    same = same && fabs(erf(x) + erfc(x) - 1.0) < 1e-12 && !isnan(x) && isfinite(std::atan2(x, 2.0)) && lround(x) == i;
    atomicAdd(out, same ? x : -1.0);
}

int main(int argc, char **argv) {
    int n = 1000;
    unsigned int timer;
    CUT_DEVICE_INIT(argc, argv);
    cutGetCmdLineArgumenti(argc, (const char **)argv, "n", &n);
    CUT_SAFE_CALL(cutCreateTimer(&timer));
    CUT_SAFE_CALL(cutStartTimer(timer));
    std::vector<float> in(n), out(n);
    for (int i = 0; i < n; ++i) in[i] = i;
    float *data;
    double *total, sum = 0;
    cutilSafeCall(cudaMalloc(&data, n * sizeof(float)));
    cutilSafeCall(cudaMalloc(&total, sizeof sum));
    CUDA_SAFE_CALL(cudaMemcpy(data, in.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CUDA_SAFE_CALL(cudaMemset(total, 0, sizeof sum));
    parts<<<(n + 63) / 64, 64>>>(data, total, n);
    CUT_CHECK_ERROR("parts");
    scale(data, n, 0.5f);
    checkCudaErrors(cudaMemcpy(out.data(), data, n * sizeof(float), cudaMemcpyDeviceToHost));
    checkCudaErrors(cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost));
    CUT_SAFE_CALL(cutStopTimer(timer));
    bool good = check(in.data(), out.data(), n, 0.5f) && sum == 0.5 * n * (n - 1.0) && cutGetTimerValue(timer) > 0.0f;
    printf("%d %s\n", n, good ? "PASSED" : "FAILED");
    CUT_EXIT(argc, argv);
}
