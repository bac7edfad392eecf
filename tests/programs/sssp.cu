// SPDX-License-Identifier: Apache-2.0
//
// sssp: shortest paths from one vertex of a graph with weights, by relaxation: in each launch every vertex whose distance has
// changed since its last turn offers its neighbours a shorter way, until none has.
//
// Class: cache. SSSP of the MeDiC dissertation, in the topology-driven form: all vertices in turn in every launch, a thread a vertex,
// the grid as large as the GPU holds. Distances are gathered and changed by atomics all over 128 kB, edges and weights (2 MB) are
// walked by threads one by one.
//
// Arguments: vertices degree.
#include "graph.cuh"

#include <queue>

const int THREADS = 256;
const int FAR = 1 << 30; // no path yet

__global__ void __launch_bounds__(THREADS)
    relax(DeviceGraph graph, int *distance, int *offered, int *changed) {
    for (int v = blockIdx.x * THREADS + threadIdx.x; v < graph.vertices; v += gridDim.x * THREADS) {
        int here = distance[v];
        if (here >= offered[v]) continue;
        offered[v] = here;
        int end = graph.first_edge[v + 1];
#pragma unroll 1
        for (int e = graph.first_edge[v]; e < end; ++e) {
            int other = graph.end[e], over = here + graph.weight[e];
            if (over < distance[other] && atomicMin(&distance[other], over) > over) *changed = 1;
        }
    }
}

/// Dijkstra's algorithm.
static std::vector<int> distances_on_cpu(const Graph &graph, int source) {
    std::vector<int> distance(graph.vertices(), FAR);
    std::priority_queue<std::pair<int, int>> nearest; // of the negative distance
    distance[source] = 0;
    nearest.push({0, source});
    while (!nearest.empty()) {
        int v = nearest.top().second, here = -nearest.top().first;
        nearest.pop();
        if (here > distance[v]) continue;
        for (int e = graph.first_edge[v]; e < graph.first_edge[v + 1]; ++e) {
            int over = here + graph.weight[e];
            if (over >= distance[graph.end[e]]) continue;
            distance[graph.end[e]] = over;
            nearest.push({-over, graph.end[e]});
        }
    }
    return distance;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"vertices", 32768, 1, 1 << 22, 1}, {"degree", 8, 1, 64, 1}});
    int vertices = sizes[0];
    Lcg random(55);
    Graph graph = uniform_graph(random, vertices, sizes[1]);

    std::vector<int> distance(vertices, FAR);
    DeviceGraph device_graph = to_device(graph);
    int *device_offered = to_device(distance), *device_changed = zeros_on_device<int>(1);
    distance[0] = 0;
    int *device_distance = to_device(distance);
    for (int changed = 1; changed;) {
        CUDA_CHECK(cudaMemset(device_changed, 0, sizeof(int)));
        relax<<<resident_blocks(relax, THREADS), THREADS>>>(device_graph, device_distance, device_offered,
                                                            device_changed);
        FINISH_KERNELS();
        CUDA_CHECK(cudaMemcpy(&changed, device_changed, sizeof(int), cudaMemcpyDeviceToHost));
    }

    distance = take_from_device(device_distance, vertices);
    free_on_device(device_graph);
    CUDA_CHECK(cudaFree(device_offered));
    CUDA_CHECK(cudaFree(device_changed));
    // The lengths of shortest paths do not depend on the order of the threads.
    return verdict("sssp", sizes, "wrong distances", mismatches(distance, distances_on_cpu(graph, 0)), 0);
}
