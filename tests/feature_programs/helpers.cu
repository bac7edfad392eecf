// SPDX-License-Identifier: Apache-2.0
// The helper headers of CUDA's sample programs: checks, command lines, timers, arithmetic on vectors, files.
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

// Writes files into a folder and reads them back.
static void files(const std::string &folder) {
    std::string text = folder + "/numbers.dat", grey = folder + "/grey.pgm", colour = folder + "/colour.ppm";
    float numbers[] = {1.5f, -2, 0.25f}, *read = nullptr;
    unsigned int length = 0, width = 0, height = 0;
    {
        std::ofstream plain(text);
        plain << "1.5 -2\n0.25\n";
    }
    CHECK(sdkReadFile(text.c_str(), &read, &length, false) && length == 3);
    CHECK(compareData(numbers, read, 3, 0.0f, 0.0f));
    read[1] = -2.125f;
    CHECK(!compareData(numbers, read, 3, 0.1f, 0.0f) && compareData(numbers, read, 3, 0.1f, 0.5f));
    CHECK(compareData(numbers, read, 3, 0.125f, 0.0f) && sdkCompareL2fe(numbers, read, 3, 0.1f));
    CHECK(sdkWriteFile(text.c_str(), numbers, 3, 0.5f, false));

    float picture[] = {0, 0.2f, 0.4f, 0.6f, 0.8f, 1}, *loaded = nullptr;
    CHECK(sdkSavePGM(grey.c_str(), picture, 3, 2) && sdkLoadPGM(grey.c_str(), &loaded, &width, &height));
    CHECK(width == 3 && height == 2 && compareData(picture, loaded, 6, 0.004f, 0.0f));
    unsigned char pixels[] = {1, 2, 3, 99, 250, 251, 252, 98}, *four = nullptr;
    CHECK(sdkSavePPM4ub(colour.c_str(), pixels, 2, 1) && sdkLoadPPM4ub(colour.c_str(), &four, &width, &height));
    CHECK(width == 2 && height == 1 && four[2] == 3 && four[3] == 0 && four[4] == 250);
    CHECK(sdkComparePPM(colour.c_str(), colour.c_str(), 0, 0, false));
    CHECK(!sdkComparePPM(colour.c_str(), grey.c_str(), 0, 0, false));

    char *found = sdkFindFilePath("grey.pgm", (folder + "/program").c_str());
    CHECK(found && grey == found && sdkFindFilePath("nothing.pgm", nullptr) == nullptr);
    free(found);
    free(read);
    free(loaded);
    free(four);
}

int main(int argc, char **argv) {
    char *folder = nullptr;
    if (getCmdLineArgumentString(argc, (const char **)argv, "folder", &folder)) files(folder);
    else CHECK(!"a folder to write to");
    CHECK(_ConvertSMVer2Cores(3, 5) == 192 && _ConvertSMVer2Cores(2, 0) == 32);
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
