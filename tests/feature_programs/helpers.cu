// SPDX-License-Identifier: Apache-2.0
// The helper headers of CUDA's sample programs: checks, command lines, timers, arithmetic on vectors.
#include "check.cuh"
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>

__global__ void vectors(float3 *out, float3 a, float3 b, int4 c) {
    out[0] = normalize(cross(a, b)) + make_float3(1.0f) * 2.0f;
    out[1] = lerp(a, b, 0.25f) - a / b;
    out[2] = clamp(reflect(a, make_float3(0, 1, 0)), -1.0f, 1.5f);
    int4 d = max(c, make_int4(2)) * 3 - c;
    out[3] = make_float3(d.x, dot(c, c), length(make_float2(3, 4)));
    a += b;
    a *= 0.5f;
    out[4] = -a;
}

static bool near(float3 a, float3 b) { return length(a - b) < 1e-5f; }

int main(int argc, char **argv) {
    findCudaDevice(argc, (const char **)argv);
    CHECK(checkCudaCapabilities(2, 0));
    float3 *out, a = make_float3(1, 2, 3), b = make_float3(2, 4, 5);
    checkCudaErrors(cudaMallocManaged(&out, 5 * sizeof(float3)));
    vectors<<<1, 1>>>(out, a, b, make_int4(1, 2, 3, 4));
    getLastCudaError("vectors");
    checkCudaErrors(cudaDeviceSynchronize());
    CHECK(near(out[0], normalize(cross(a, b)) + make_float3(2.0f)));
    CHECK(near(out[1], make_float3(1.25f - 0.5f, 2.5f - 0.5f, 3.5f - 0.6f)));
    CHECK(near(out[2], make_float3(1, -1, 1.5f)) && near(out[3], make_float3(5, 30, 5)));
    CHECK(near(out[4], make_float3(-1.5f, -3, -4)));
    const char *words[] = {"program", "-n=12", "--verbose", "-scale=2.5", "-file=x.txt"};
    char *file = nullptr;
    CHECK(getCmdLineArgumentInt(5, words, "n") == 12 && getCmdLineArgumentFloat(5, words, "scale") == 2.5f);
    CHECK(checkCmdLineFlag(5, words, "verbose") && !checkCmdLineFlag(5, words, "quiet"));
    CHECK(getCmdLineArgumentString(5, words, "file", &file) && file[0] == 'x');
    StopWatchInterface *timer = nullptr;
    sdkCreateTimer(&timer);
    sdkStartTimer(&timer);
    sdkStopTimer(&timer);
    CHECK(sdkGetTimerValue(&timer) >= 0);
    sdkDeleteTimer(&timer);
    return verdict();
}
