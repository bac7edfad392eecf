// SPDX-License-Identifier: Apache-2.0
// Memory that host and device both see: managed memory and variables, mapped pinned memory, registered memory.
#include "check.cuh"
#include <cstdlib>
#include <cstring>
#include <vector>

__managed__ int turn = 5;
__device__ __managed__ float table[4] = {1, 2, 3, 4};

__global__ void add(int *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += i;
    if (i == 0) {
        turn += 2;
        table[1] *= 10;
    }
}

struct Node {
    Node *next;
    int value;
};
__global__ void sum_list(const Node *node, int *sum) {
    for (; node; node = node->next) *sum += node->value;
}

static void managed() {
    const int n = 1000;
    int *data, *tail;
    CHECK(cudaMallocManaged(&data, n * sizeof(int)) == cudaSuccess);
    CHECK(cudaMallocManaged(&tail, 10 * sizeof(int)) == cudaSuccess); // shares a page with the first
    bool zero = true;
    for (int i = 0; i < n; ++i) zero = zero && data[i] == 0;
    CHECK(zero);
    for (int i = 0; i < n; ++i) data[i] = 7;
    for (int i = 0; i < 10; ++i) tail[i] = 70;
    add<<<8, 128>>>(data, n);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    bool right = true;
    for (int i = 0; i < n; ++i) right = right && data[i] == 7 + i;
    CHECK(right);
    CHECK(tail[9] == 70);
    data[3] = -1; // the host writes between launches, and copies and fills see it
    int *device;
    CHECK(cudaMalloc(&device, n * sizeof(int)) == cudaSuccess);
    CHECK(cudaMemcpy(device, data, n * sizeof(int), cudaMemcpyDeviceToDevice) == cudaSuccess);
    std::vector<int> back(n);
    CHECK(cudaMemcpy(back.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
    CHECK(back[3] == -1 && back[999] == 1006);
    CHECK(cudaMemset(data, 0, 100 * sizeof(int)) == cudaSuccess && data[99] == 0 && data[100] == 107);
    CHECK(cudaMemcpy(data, back.data(), 4 * sizeof(int), cudaMemcpyHostToDevice) == cudaSuccess && data[3] == -1);
    CHECK(cudaMemPrefetchAsync(data, 4, 0) == cudaSuccess && cudaMemAdvise(data, 4, cudaMemAdviseSetReadMostly, 0) == 0);
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, data + 1) == cudaSuccess && attributes.type == cudaMemoryTypeManaged);
    CHECK(attributes.devicePointer == data + 1 && attributes.hostPointer == data + 1);
    CHECK(cudaPointerGetAttributes(&attributes, device) == cudaSuccess && attributes.type == cudaMemoryTypeDevice);
    CHECK(cudaFree(data) == cudaSuccess && cudaFree(device) == cudaSuccess);
    CHECK(tail[0] == 70 && cudaFree(tail) == cudaSuccess);
    CHECK(cudaFree(tail) != cudaSuccess);
    cudaGetLastError();
}

static void list() {
    Node *first = nullptr;
    int *sum;
    CHECK(cudaMallocManaged(&sum, sizeof(int)) == cudaSuccess);
    for (int i = 1; i <= 20; ++i) {
        Node *node;
        CHECK(cudaMallocManaged(&node, sizeof(Node)) == cudaSuccess);
        node->next = first;
        node->value = i;
        first = node;
    }
    sum_list<<<1, 1>>>(first, sum);
    CHECK(cudaDeviceSynchronize() == cudaSuccess && *sum == 210);
}

static void variables() {
    CHECK(turn == 7 && table[1] == 20 && table[3] == 4); // the kernel of managed() ran once
    turn = 100;
    int *data;
    CHECK(cudaMalloc(&data, 4) == cudaSuccess);
    add<<<1, 32>>>(data, 1);
    CHECK(cudaDeviceSynchronize() == cudaSuccess && turn == 102);
    int copy = 0;
    CHECK(cudaMemcpyFromSymbol(&copy, turn, sizeof copy) == cudaSuccess && copy == 102);
}

static void pinned() {
    const int n = 300;
    int *mapped, *plain, *device, *own = (int *)std::malloc(n * sizeof(int));
    CHECK(cudaHostAlloc(&mapped, n * sizeof(int), cudaHostAllocMapped) == cudaSuccess);
    CHECK(cudaMallocHost(&plain, n * sizeof(int)) == cudaSuccess);
    CHECK(cudaHostRegister(own, n * sizeof(int), cudaHostRegisterMapped) == cudaSuccess);
    CHECK(cudaHostRegister(own, 4, cudaHostRegisterMapped) == cudaErrorHostMemoryAlreadyRegistered);
    cudaGetLastError();
    int *hosts[] = {mapped, plain, own};
    for (int *host : hosts) {
        for (int i = 0; i < n; ++i) host[i] = 3 * i;
        CHECK(cudaHostGetDevicePointer((void **)&device, host, 0) == cudaSuccess);
        add<<<3, 128>>>(device, n);
        CHECK(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(host[1] == 4 && host[299] == 4 * 299);
        host[0] = 42;
        int copy = 0;
        CHECK(cudaMemcpy(&copy, device, 4, cudaMemcpyDeviceToHost) == cudaSuccess && copy == 42);
        unsigned int flags = 9;
        CHECK(cudaHostGetFlags(&flags, host) == cudaSuccess && flags == cudaHostAllocMapped);
    }
    CHECK(cudaHostGetDevicePointer((void **)&device, hosts, 0) == cudaErrorInvalidValue);
    CHECK(cudaFreeHost(mapped) == cudaSuccess && cudaFreeHost(plain) == cudaSuccess);
    CHECK(cudaHostUnregister(own) == cudaSuccess);
    CHECK(cudaHostUnregister(own) == cudaErrorHostMemoryNotRegistered);
    CHECK(cudaFreeHost(own) == cudaErrorInvalidValue);
    cudaGetLastError();
    std::free(own);
}

int main() {
    CHECK(turn == 5 && table[0] == 1);
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
    CHECK(properties.managedMemory && properties.canMapHostMemory && properties.unifiedAddressing);
    managed();
    list();
    variables();
    pinned();
    turn = 1;
    CHECK(cudaDeviceReset() == cudaSuccess && turn == 5);
    return verdict();
}
