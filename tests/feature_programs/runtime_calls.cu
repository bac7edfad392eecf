// SPDX-License-Identifier: Apache-2.0
// Calls of the runtime beside memory, streams and launches: three dimensions, one device among peers, settings, functions of the
// host in a stream, attributes, symbols by name.
#include "check.cuh"
#include <vector>

__constant__ float weights[4];
__constant__ char letters[8];
__device__ int counter = 3;

__global__ void use(float *out) { out[threadIdx.x] = weights[threadIdx.x] + letters[threadIdx.x] + counter; }

// A box of 5 x 4 x 3 ints in pitched memory.
static void volumes() {
    const int w = 5, h = 4, d = 3;
    std::vector<int> in(w * h * d), out(w * h * d, -1), box(2 * 2 * 2);
    for (int i = 0; i < w * h * d; ++i) in[i] = i;
    cudaPitchedPtr device;
    CHECK(cudaMalloc3D(&device, make_cudaExtent(w * sizeof(int), h, d)) == cudaSuccess);
    CHECK(device.pitch >= w * sizeof(int) && device.ysize == (size_t)h);
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(in.data(), w * sizeof(int), w, h);
    copy.dstPtr = device;
    copy.extent = make_cudaExtent(w * sizeof(int), h, d);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
    cudaMemcpy3DParms back = {};
    back.srcPtr = device;
    back.dstPtr = make_cudaPitchedPtr(out.data(), w * sizeof(int), w, h);
    back.extent = copy.extent;
    back.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&back) == cudaSuccess && out == in);
    back.srcPos = make_cudaPos(3 * sizeof(int), 2, 1);
    back.dstPtr = make_cudaPitchedPtr(box.data(), 2 * sizeof(int), 2, 2);
    back.extent = make_cudaExtent(2 * sizeof(int), 2, 2);
    CHECK(cudaMemcpy3D(&back) == cudaSuccess && box[0] == in[1 * 20 + 2 * 5 + 3] && box[7] == in[2 * 20 + 3 * 5 + 4]);
    CHECK(cudaMemset3D(device, 0, make_cudaExtent(2 * sizeof(int), 4, 2)) == cudaSuccess);
    back.srcPos = make_cudaPos(0, 0, 0);
    back.dstPtr = make_cudaPitchedPtr(out.data(), w * sizeof(int), w, h);
    back.extent = copy.extent;
    CHECK(cudaMemcpy3D(&back) == cudaSuccess);
    CHECK(out[0] == 0 && out[2] == 2 && out[20] == 0 && out[40] == 40);

    cudaArray_t array;
    cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>();
    CHECK(cudaMallocArray(&array, &ints, w, h) == cudaSuccess);
    cudaMemcpy3DParms to_array = {};
    to_array.srcPtr = copy.srcPtr;
    to_array.dstArray = array;
    to_array.extent = make_cudaExtent(w, h, 1);
    to_array.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&to_array) == cudaSuccess);
    CHECK(cudaMemcpyFromArray(out.data(), array, 0, 0, w * h * sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(out[19] == 19);
    to_array.extent.depth = 2;
    CHECK(cudaMemcpy3D(&to_array) == cudaErrorInvalidValue);
    cudaGetLastError();
}

static void peers() {
    int device = -1, can = -1, both[] = {0, 0}, *from, *to, value = 9;
    cudaDeviceProp wish = {};
    CHECK(cudaChooseDevice(&device, &wish) == cudaSuccess && device == 0);
    CHECK(cudaSetValidDevices(both, 2) == cudaSuccess);
    CHECK(cudaDeviceCanAccessPeer(&can, 0, 0) == cudaSuccess && can == 0);
    CHECK(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorInvalidDevice);
    cudaGetLastError();
    CHECK(cudaMalloc(&from, 4) == cudaSuccess && cudaMalloc(&to, 4) == cudaSuccess);
    CHECK(cudaMemcpy(from, &value, 4, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMemcpyPeer(to, 0, from, 0, 4) == cudaSuccess);
    value = 0;
    CHECK(cudaMemcpy(&value, to, 4, cudaMemcpyDeviceToHost) == cudaSuccess && value == 9);
}

static void settings() {
    size_t heap = 0;
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 12345678) == cudaSuccess);
    CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize) == cudaSuccess && heap == 12345678);
    CHECK(cudaThreadGetLimit(&heap, cudaLimitStackSize) == cudaSuccess && heap == 1024);
    CHECK(cudaDeviceSetLimit((cudaLimit)99, 1) == cudaErrorUnsupportedLimit);
    cudaGetLastError();
    cudaFuncCache cache;
    CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1) == cudaSuccess);
    CHECK(cudaThreadGetCacheConfig(&cache) == cudaSuccess && cache == cudaFuncCachePreferL1);
    cudaSharedMemConfig banks;
    CHECK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte) == cudaSuccess);
    CHECK(cudaDeviceGetSharedMemConfig(&banks) == cudaSuccess && banks == cudaSharedMemBankSizeEightByte);
    CHECK(cudaFuncSetCacheConfig(use, cudaFuncCachePreferShared) == cudaSuccess);
    CHECK(cudaFuncSetSharedMemConfig(use, cudaSharedMemBankSizeFourByte) == cudaSuccess);
    unsigned int flags;
    CHECK(cudaSetDeviceFlags(cudaDeviceMapHost) == cudaSuccess);
    CHECK(cudaGetDeviceFlags(&flags) == cudaSuccess && flags == cudaDeviceMapHost);
    int least, greatest;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest) == cudaSuccess && least == greatest);
}

static int calls = 0;
static void in_stream(cudaStream_t, cudaError_t status, void *data) { calls += status == cudaSuccess ? *(int *)data : 1000; }
static void on_host(void *data) { calls += *(int *)data; }
static void host_functions() {
    cudaStream_t stream;
    int one = 1, ten = 10;
    CHECK(cudaStreamCreate(&stream) == cudaSuccess);
    CHECK(cudaStreamAddCallback(stream, in_stream, &one, 0) == cudaSuccess);
    CHECK(cudaLaunchHostFunc(stream, on_host, &ten) == cudaSuccess && calls == 11);
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
    CHECK(cudaStreamAddCallback(stream, in_stream, &one, 0) == cudaErrorInvalidResourceHandle && calls == 11);
    cudaGetLastError();
}

static void attributes() {
    cudaDeviceProp p;
    CHECK(cudaGetDeviceProperties(&p, 0) == cudaSuccess);
    // As a GTX 480 answers: programs with streams ask.
    CHECK(p.deviceOverlap == 1 && p.asyncEngineCount == 1 && p.concurrentKernels == 1);
    const cudaDeviceAttr asked[] = {cudaDevAttrGpuOverlap, cudaDevAttrAsyncEngineCount, cudaDevAttrConcurrentKernels};
    for (cudaDeviceAttr attribute : asked) {
        int value = -1;
        CHECK(cudaDeviceGetAttribute(&value, attribute, 0) == cudaSuccess && value == 1);
    }
    struct {
        cudaDeviceAttr attribute;
        int value;
    } known[] = {{cudaDevAttrMultiProcessorCount, p.multiProcessorCount}, {cudaDevAttrComputeMode, p.computeMode},
                 {cudaDevAttrMaxPitch, (int)p.memPitch}, {cudaDevAttrManagedMemory, 1},
                 {cudaDevAttrMaxTexture2DHeight, p.maxTexture2D[1]}, {cudaDevAttrMaxBlockDimZ, p.maxThreadsDim[2]},
                 {cudaDevAttrL2CacheSize, p.l2CacheSize}, {cudaDevAttrComputeCapabilityMinor, p.minor}};
    for (auto &k : known) {
        int got = -1;
        CHECK(cudaDeviceGetAttribute(&got, k.attribute, 0) == cudaSuccess && got == k.value);
    }
    int minGrid = 0, block = 0;
    auto shared = [](int threads) { return (size_t)threads * 4; };
    CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&minGrid, &block, use, shared) == cudaSuccess && block % 32 == 0);
}

static void symbols() {
    float values[] = {1, 2, 3, 4}, *out, got[4];
    CHECK(cudaMemcpyToSymbol("weights", values, sizeof values) == cudaSuccess);
    CHECK(cudaMemcpyToSymbol(letters, "\1\2\3\4", 4) == cudaSuccess); // an array of characters is no name
    int *address, five = 5;
    size_t bytes = 0;
    CHECK(cudaGetSymbolAddress((void **)&address, "counter") == cudaSuccess);
    CHECK(cudaGetSymbolSize(&bytes, counter) == cudaSuccess && bytes == 4);
    CHECK(cudaMemcpy(address, &five, 4, cudaMemcpyHostToDevice) == cudaSuccess);
    CHECK(cudaMalloc(&out, sizeof got) == cudaSuccess);
    use<<<1, 4>>>(out);
    CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(got[0] == 7 && got[3] == 13);
    CHECK(cudaMemcpyToSymbol("nothing of the kind", values, 4) == cudaErrorInvalidSymbol);
    cudaGetLastError();
}

int main() {
    volumes();
    peers();
    settings();
    host_functions();
    attributes();
    symbols();
    CHECK(cudaGetErrorString(cudaErrorIllegalAddress)[0] == 'i');
    return verdict();
}
