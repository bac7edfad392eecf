// SPDX-License-Identifier: Apache-2.0
// The driver API: argument 1 names a PTX file of this very source.
#include "check.cuh"
#include <cstring>
#include <cuda.h>
#include <fstream>
#include <sstream>

extern "C" __device__ int offset = 5;
extern "C" __global__ void add(const int *in, int *out, int n, short step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + offset * step;
}

int main(int argc, char **argv) {
    CHECK(argc == 2 && cuInit(0) == CUDA_SUCCESS);
    int count = 0, major = 0, minor = 0, attribute = 0;
    CUdevice device;
    CUcontext context;
    char name[64] = "";
    CHECK(cuDeviceGetCount(&count) == CUDA_SUCCESS && count == 1 && cuDeviceGet(&device, 0) == CUDA_SUCCESS);
    CHECK(cuDeviceGet(&device, 1) == CUDA_ERROR_INVALID_DEVICE);
    CHECK(cuDeviceGetName(name, sizeof name, device) == CUDA_SUCCESS && std::strstr(name, "Warpsmith"));
    CHECK(cuDeviceComputeCapability(&major, &minor, device) == CUDA_SUCCESS);
    CHECK(cuDeviceGetAttribute(&attribute, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) == CUDA_SUCCESS);
    CHECK(attribute == major && cuCtxCreate(&context, 0, device) == CUDA_SUCCESS);

    const CUdevice_attribute asked[] = {CU_DEVICE_ATTRIBUTE_GPU_OVERLAP, CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT,
                                        CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS};
    for (CUdevice_attribute one : asked) {
        CHECK(cuDeviceGetAttribute(&attribute, one, device) == CUDA_SUCCESS && attribute == 1);
    }

    CUmodule module;
    CUfunction function;
    CHECK(cuModuleLoad(&module, "no such file") == CUDA_ERROR_FILE_NOT_FOUND);
    CHECK(cuModuleLoad(&module, argv[1]) == CUDA_SUCCESS);
    CHECK(cuModuleGetFunction(&function, module, "nothing") == CUDA_ERROR_NOT_FOUND);
    CHECK(cuModuleGetFunction(&function, module, "add") == CUDA_SUCCESS);
    int n = 100, in[100], out[100];
    short step = 2;
    for (int i = 0; i < n; ++i) in[i] = 10 * i;
    CUdeviceptr a, b;
    CHECK(cuMemAlloc(&a, sizeof in) == CUDA_SUCCESS && cuMemAlloc(&b, sizeof out) == CUDA_SUCCESS);
    CHECK(cuMemcpyHtoD(a, in, sizeof in) == CUDA_SUCCESS);
    void *arguments[] = {&a, &b, &n, &step};
    CHECK(cuLaunchKernel(function, 4, 1, 1, 32, 1, 1, 0, 0, arguments, 0) == CUDA_SUCCESS);
    CHECK(cuCtxSynchronize() == CUDA_SUCCESS && cuMemcpyDtoH(out, b, sizeof out) == CUDA_SUCCESS);
    CHECK(out[0] == 10 && out[99] == 1000);

    // A second copy of the module from memory, with its own variable; the parameters as one block.
    std::ifstream file(argv[1]);
    std::stringstream text;
    text << file.rdbuf();
    CUdeviceptr variable;
    size_t bytes;
    int seven = 7;
    CHECK(cuModuleLoadData(&module, text.str().c_str()) == CUDA_SUCCESS);
    CHECK(cuModuleGetFunction(&function, module, "add") == CUDA_SUCCESS);
    CHECK(cuModuleGetGlobal(&variable, &bytes, module, "offset") == CUDA_SUCCESS && bytes == 4);
    CHECK(cuMemcpyHtoD(variable, &seven, 4) == CUDA_SUCCESS);
    struct {
        CUdeviceptr a, b;
        int n;
        short step;
    } block = {a, b, n, step};
    size_t size = sizeof block;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    CHECK(cuLaunchKernel(function, 4, 1, 1, 32, 1, 1, 0, 0, 0, extra) == CUDA_SUCCESS);
    CHECK(cuMemcpyDtoH(out, b, sizeof out) == CUDA_SUCCESS && out[99] == 1004);
    const char *text_of_error;
    CHECK(cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &text_of_error) == CUDA_SUCCESS && *text_of_error == 'c');
    CHECK(cuMemFree(a) == CUDA_SUCCESS && cuMemFree(b) == CUDA_SUCCESS && cuModuleUnload(module) == CUDA_SUCCESS);
    CHECK(cuCtxDestroy(context) == CUDA_SUCCESS);
    return verdict();
}
