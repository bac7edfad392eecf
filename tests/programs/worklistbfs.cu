// SPDX-License-Identifier: Apache-2.0
//
// worklistbfs: breadth-first search of a graph with degrees of a power law, by worklists: a launch a level takes the vertices of
// one list and appends those it reaches first to another. The grid is as large as the GPU holds. A thread walks the edges of its own
// vertex if they are few; those of a vertex with many the whole warp walks, 32 at a time.
//
// Class: cache. BFS of the MeDiC dissertation, in the data-driven form: an R-MAT graph whose levels fit L2 and whose edges do not.
// Edges of a level are used once; levels are gathered from all over 256 kB, and those of hubs are hot.
//
// Arguments: scale degree.
#include "graph.cuh"

const int THREADS = 256;
const int MANY = 32; // edges that a warp walks together

/// A list of vertices and its length.
struct Worklist {
    int *vertex, *length;
};

/// Levels a vertex unless it has one, and appends it to the list.
__device__ void reach(int vertex, int *level, int depth, Worklist next) {
    if (level[vertex] >= 0) return;
    if (atomicCAS(&level[vertex], -1, depth) == -1) next.vertex[atomicAdd(next.length, 1)] = vertex;
}

__global__ void __launch_bounds__(THREADS)
    expand(DeviceGraph graph, Worklist list, Worklist next, int *level, int depth) {
    int lane = threadIdx.x % 32, length = *list.length;
    // All threads of a warp take part in each step, with or without a vertex.
    for (int first = blockIdx.x * THREADS + threadIdx.x - lane; first < length; first += gridDim.x * THREADS) {
        int begin = 0, end = 0;
        if (first + lane < length) {
            int vertex = list.vertex[first + lane];
            begin = graph.first_edge[vertex];
            end = graph.first_edge[vertex + 1];
        }
        unsigned together = __ballot_sync(~0u, end - begin >= MANY);
        if (end - begin < MANY) {
            for (int e = begin; e < end; ++e) reach(graph.end[e], level, depth, next);
        }
        __syncwarp();
        while (together) {
            int owner = __ffs(together) - 1;
            together &= together - 1;
            int from = __shfl_sync(~0u, begin, owner), to = __shfl_sync(~0u, end, owner);
            for (int e = from + lane; e < to; e += 32) reach(graph.end[e], level, depth, next);
            __syncwarp();
        }
    }
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"scale", 16, 4, 22, 1}, {"degree", 8, 1, 64, 1}});
    Lcg random(54);
    Graph graph = rmat(random, sizes[0], sizes[1] << sizes[0], 0.45f, 0.22f, 0.22f);
    int vertices = graph.vertices(), source = 0;
    for (int v = 0; v < vertices; ++v) { // the vertex of the highest degree reaches the most
        if (graph.first_edge[v + 1] - graph.first_edge[v] > graph.first_edge[source + 1] - graph.first_edge[source])
            source = v;
    }

    std::vector<int> level(vertices, -1), start(vertices, 0);
    level[source] = 0;
    start[0] = source;
    DeviceGraph device_graph = to_device(graph);
    int *device_level = to_device(level);
    Worklist list = {to_device(start), to_device(std::vector<int>{1})};
    Worklist next = {zeros_on_device<int>(vertices), zeros_on_device<int>(1)};
    int length = 1;
    for (int depth = 1; length > 0; ++depth) {
        CUDA_CHECK(cudaMemset(next.length, 0, sizeof(int)));
        expand<<<resident_blocks(expand, THREADS), THREADS>>>(device_graph, list, next, device_level, depth);
        FINISH_KERNELS();
        std::swap(list, next);
        CUDA_CHECK(cudaMemcpy(&length, list.length, sizeof(int), cudaMemcpyDeviceToHost));
    }

    level = take_from_device(device_level, vertices);
    free_on_device(device_graph);
    for (Worklist worklist : {list, next}) {
        CUDA_CHECK(cudaFree(worklist.vertex));
        CUDA_CHECK(cudaFree(worklist.length));
    }
    // Levels are integers that do not depend on the order of the threads.
    return verdict("worklistbfs", sizes, "wrong levels", mismatches(level, levels_on_cpu(graph, source)), 0);
}
