// SPDX-License-Identifier: Apache-2.0
//
// barneshut: gravity by the method of Barnes and Hut. Each step finds the extent of the bodies, builds an octree with a lock for each
// place of a child, sums masses up from the leaves, sorts bodies in the order of the tree, walks the tree for the forces, a warp together,
// and moves the bodies. The grids are as large as the GPU holds.
//
// Class: cache. BH of the MeDiC dissertation: 8192 bodies of Plummer's model and about 4000 cells, 0.35 MB: children, masses and places
// are read at every step of a walk, the upper part of the tree by all; building and summing wait for other CTAs.
//
// Arguments: bodies steps.
#include "harness.cuh"

#include <algorithm>

const int THREADS = 128, WARPS = THREADS / 32;
const int EMPTY = -1, LOCKED = -2;    // children that are none
const int STACK = 256;                // seven nodes a level, and what remains of the last
const float THETA2 = 0.25f;           // square of the ratio of side and distance below which a cell counts as a point
const float SOFTENING = 1e-4f;        // added to squares of distances
const float STEP = 0.01f;             // time

/// Nodes 0 to `bodies` - 1 are bodies, those from `bodies` on cells, of which the first is the root. A cell has a higher number than the
/// cell above it.
struct Tree {
    int bodies, room; // and of cells
    int *child;       // of cell c, by octant: child[8 * (c - bodies)] and on
    float4 *node;     // place and mass; mass -1 while a cell's is not known
    int *below;       // number of bodies in a cell
    int *start;       // place in the order of its first body, -1 while it is not known
    int *cells;       // number of cells
    int *radius;      // of the root, half its side, as the bits of a float; its centre is the origin
};

__device__ bool is_cell(const Tree &tree, int node) { return node >= tree.bodies; }
__device__ volatile int *children(const Tree &tree, int cell) { return tree.child + 8 * (cell - tree.bodies); }

/// A corner of the way down: the octant that a body is in, and the centre of the next cell, `quarter` away in each direction.
__host__ __device__ inline int step_down(float4 body, float3 &centre, float quarter) {
    int octant = (body.x >= centre.x) | (body.y >= centre.y) << 1 | (body.z >= centre.z) << 2;
    centre.x += octant & 1 ? quarter : -quarter;
    centre.y += octant & 2 ? quarter : -quarter;
    centre.z += octant & 4 ? quarter : -quarter;
    return octant;
}

__global__ void __launch_bounds__(THREADS) find_radius(Tree tree) {
    __shared__ float largest[THREADS];
    float own = 0;
    for (int b = blockIdx.x * THREADS + threadIdx.x; b < tree.bodies; b += gridDim.x * THREADS) {
        float4 body = tree.node[b];
        own = fmaxf(own, fmaxf(fabsf(body.x), fmaxf(fabsf(body.y), fabsf(body.z))));
    }
    largest[threadIdx.x] = own;
    for (int half = THREADS / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) largest[threadIdx.x] = fmaxf(largest[threadIdx.x], largest[threadIdx.x + half]);
    }
    // Floats that are not negative are in the order of their bits.
    if (threadIdx.x == 0) atomicMax(tree.radius, __float_as_int(largest[0]));
}

/// A new cell without children, or the root if there is no room: the host sees that by the number of cells.
__device__ int new_cell(const Tree &tree) {
    int number = atomicAdd(tree.cells, 1);
    return tree.bodies + (number < tree.room ? number : 0);
}

__global__ void __launch_bounds__(THREADS) build(Tree tree) {
    int root = tree.bodies, cell = root, stride = gridDim.x * THREADS;
    float radius = __int_as_float(*tree.radius), half = radius;
    float3 centre = make_float3(0, 0, 0);
    for (int body = blockIdx.x * THREADS + threadIdx.x; body < tree.bodies && *(volatile int *)tree.cells <= tree.room;) {
        float4 here = tree.node[body];
        float3 next = centre;
        int octant = step_down(here, next, half / 2);
        volatile int *place = children(tree, cell) + octant;
        int child = *place;
        if (is_cell(tree, child)) {
            cell = child;
            centre = next;
            half /= 2;
            continue;
        }
        // A place that another thread has locked is tried again.
        if (child == LOCKED || atomicCAS((int *)place, child, LOCKED) != child) continue;
        if (child == EMPTY) {
            *place = body;
        } else {
            // Cells down to where the two bodies part, before anyone can see them.
            float4 other = tree.node[child];
            float3 of_other = next;
            int top = new_cell(tree), bottom = top, octant_of_other;
            for (;;) {
                half /= 2;
                octant = step_down(here, next, half / 2);
                octant_of_other = step_down(other, of_other, half / 2);
                if (octant != octant_of_other || *(volatile int *)tree.cells > tree.room) break;
                int below = new_cell(tree);
                children(tree, bottom)[octant] = below;
                bottom = below;
            }
            children(tree, bottom)[octant] = body;
            children(tree, bottom)[octant_of_other] = child;
            __threadfence();
            *place = top;
        }
        body += stride;
        cell = root;
        centre = make_float3(0, 0, 0);
        half = radius;
    }
}

/// Masses, centres of mass and numbers of bodies of all cells, the last first. A thread looks again at a cell until those below it are done.
__global__ void __launch_bounds__(THREADS) sum_up(Tree tree) {
    int stride = gridDim.x * THREADS, last = tree.bodies + *tree.cells - 1;
    for (int cell = last - (blockIdx.x * THREADS + threadIdx.x); cell >= tree.bodies;) {
        float x = 0, y = 0, z = 0, mass = 0;
        int below = 0;
        bool done = true;
#pragma unroll 1
        for (int octant = 0; octant < 8 && done; ++octant) {
            int child = children(tree, cell)[octant];
            if (child == EMPTY) continue;
            volatile float4 *node = &tree.node[child];
            float own = node->w;
            if (own < 0) {
                done = false;
                continue;
            }
            x += own * node->x;
            y += own * node->y;
            z += own * node->z;
            mass += own;
            below += is_cell(tree, child) ? *(volatile int *)&tree.below[child - tree.bodies] : 1;
        }
        if (!done) continue;
        volatile float4 *node = &tree.node[cell];
        node->x = x / mass;
        node->y = y / mass;
        node->z = z / mass;
        *(volatile int *)&tree.below[cell - tree.bodies] = below;
        __threadfence();
        node->w = mass;
        cell -= stride;
    }
}

/// Bodies in the order of the tree. A thread looks again at a cell until the one above it has said where it starts.
__global__ void __launch_bounds__(THREADS) sort_bodies(Tree tree, int *order) {
    int stride = gridDim.x * THREADS, end = *tree.cells;
    for (int cell = blockIdx.x * THREADS + threadIdx.x; cell < end;) {
        int start = *(volatile int *)&tree.start[cell];
        if (start < 0) continue;
#pragma unroll 1
        for (int octant = 0; octant < 8; ++octant) {
            int child = tree.child[8 * cell + octant];
            if (child == EMPTY) continue;
            if (is_cell(tree, child)) {
                *(volatile int *)&tree.start[child - tree.bodies] = start;
                start += tree.below[child - tree.bodies];
            } else {
                order[start++] = child;
            }
        }
        cell += stride;
    }
}

/// What a mass at this distance adds to an acceleration, over the distance; a body adds nothing to its own.
template <class T> __host__ __device__ T pull(T mass, T distance2) {
    T softened = distance2 + T(SOFTENING);
    return mass / (softened * sqrt(softened));
}

/// Accelerations. A warp's bodies are neighbours in the tree and walk it together: a cell is opened if any of them wants to.
__global__ void __launch_bounds__(THREADS) add_forces(Tree tree, const int *order, float4 *acceleration, int *overflow) {
    __shared__ int nodes[WARPS][STACK];
    __shared__ float sides[WARPS][STACK]; // squares
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float side = 2 * __int_as_float(*tree.radius);
    for (int first = blockIdx.x * THREADS + warp * 32; first < tree.bodies; first += gridDim.x * THREADS) {
        // Lanes without a body follow the last one.
        int place = min(first + lane, tree.bodies - 1), body = order[place];
        float4 here = tree.node[body];
        float x = 0, y = 0, z = 0;
        int depth = 1;
        if (lane == 0) {
            nodes[warp][0] = tree.bodies;
            sides[warp][0] = side * side;
        }
        __syncwarp();
        while (depth > 0) {
            --depth;
            int node = nodes[warp][depth];
            float side2 = sides[warp][depth];
            float4 there = tree.node[node];
            float dx = there.x - here.x, dy = there.y - here.y, dz = there.z - here.z;
            float distance2 = dx * dx + dy * dy + dz * dz;
            bool far = !is_cell(tree, node) || distance2 * THETA2 > side2;
            if (__all_sync(~0u, far)) {
                float f = pull(there.w, distance2);
                x += f * dx;
                y += f * dy;
                z += f * dz;
                continue;
            }
            int child = lane < 8 ? tree.child[8 * (node - tree.bodies) + lane] : EMPTY;
            unsigned present = __ballot_sync(~0u, child != EMPTY);
            if (depth + 8 > STACK) {
                *overflow = 1;
                break;
            }
            if (child != EMPTY) {
                int at = depth + __popc(present & ((1u << lane) - 1));
                nodes[warp][at] = child;
                sides[warp][at] = side2 / 4;
            }
            depth += __popc(present);
            __syncwarp();
        }
        if (first + lane < tree.bodies) acceleration[body] = make_float4(x, y, z, 0);
    }
}

__host__ __device__ inline void advance(float &place, float &speed, float acceleration) {
    speed += acceleration * STEP;
    place += speed * STEP;
}

__global__ void __launch_bounds__(THREADS) move(float4 *body, float4 *speed, const float4 *acceleration, int bodies) {
    for (int b = blockIdx.x * THREADS + threadIdx.x; b < bodies; b += gridDim.x * THREADS) {
        float4 at = body[b], v = speed[b], a = acceleration[b];
        advance(at.x, v.x, a.x);
        advance(at.y, v.y, a.y);
        advance(at.z, v.z, a.z);
        body[b] = at;
        speed[b] = v;
    }
}

/// The same method on the host, with a recursive tree and sums in double precision.
class Reference {
  public:
    explicit Reference(const std::vector<float4> &body) : body(body), acceleration(3 * body.size()) {
        for (const float4 &b : body) radius = std::fmax(radius, std::fmax(std::fabs(b.x), std::fmax(std::fabs(b.y), std::fabs(b.z))));
        std::vector<int> all(body.size());
        for (size_t b = 0; b < all.size(); ++b) all[b] = int(b);
        root = add(all, make_float3(0, 0, 0), radius);
        for (size_t first = 0; first < order.size(); first += 32) walk(first);
    }

    const std::vector<double> &accelerations() const { return acceleration; }

    /// The acceleration of a body, without a tree.
    void direct(int b, double (&sum)[3]) const {
        for (double &part : sum) part = 0;
        for (const float4 &other : body) add_pull({other.x, other.y, other.z, other.w}, body[b], sum);
    }

  private:
    struct Node {
        double x, y, z, mass, side;
        int child[8];
        bool is_cell;
    };
    struct Point {
        double x, y, z, mass;
    };

    static double distance2(const Point &there, const float4 &here) {
        double dx = there.x - here.x, dy = there.y - here.y, dz = there.z - here.z;
        return dx * dx + dy * dy + dz * dz;
    }

    static void add_pull(const Point &there, const float4 &here, double *sum) {
        double f = pull(there.mass, distance2(there, here));
        sum[0] += f * (there.x - here.x);
        sum[1] += f * (there.y - here.y);
        sum[2] += f * (there.z - here.z);
    }

    /// The node of these bodies; it has children if they are several.
    int add(const std::vector<int> &members, float3 centre, float half) {
        int node = int(nodes.size());
        nodes.push_back(Node());
        Node own = Node();
        std::fill(own.child, own.child + 8, EMPTY);
        own.side = 2 * double(half);
        if (members.size() == 1 && node != 0) {
            const float4 &b = body[members[0]];
            own.x = b.x, own.y = b.y, own.z = b.z, own.mass = b.w;
            order.push_back(members[0]);
        } else {
            own.is_cell = true;
            std::vector<int> part[8];
            float3 centres[8];
            for (int b : members) {
                float3 next = centre;
                int octant = step_down(body[b], next, half / 2);
                part[octant].push_back(b);
                centres[octant] = next;
            }
            for (int octant = 0; octant < 8; ++octant) {
                if (part[octant].empty()) continue;
                own.child[octant] = add(part[octant], centres[octant], half / 2);
                const Node &below = nodes[own.child[octant]];
                own.x += below.mass * below.x, own.y += below.mass * below.y, own.z += below.mass * below.z;
                own.mass += below.mass;
            }
            own.x /= own.mass, own.y /= own.mass, own.z /= own.mass;
        }
        nodes[node] = own;
        return node;
    }

    void walk(size_t first) {
        size_t end = std::min(first + 32, order.size());
        std::vector<int> open = {root};
        while (!open.empty()) {
            const Node &node = nodes[open.back()];
            open.pop_back();
            Point point = {node.x, node.y, node.z, node.mass};
            bool far = true;
            for (size_t i = first; i < end; ++i)
                far &= !node.is_cell || distance2(point, body[order[i]]) * THETA2 > node.side * node.side;
            for (size_t i = first; far && i < end; ++i) add_pull(point, body[order[i]], &acceleration[3 * order[i]]);
            for (int octant = 0; !far && octant < 8; ++octant)
                if (node.child[octant] != EMPTY) open.push_back(node.child[octant]);
        }
    }

    const std::vector<float4> &body;
    float radius = 0;
    std::vector<Node> nodes;
    std::vector<int> order;
    std::vector<double> acceleration;
    int root;
};

/// Bodies of Plummer's model within ten of its radii.
static std::vector<float4> plummer(Lcg &random, int bodies) {
    std::vector<float4> body;
    while (int(body.size()) < bodies) {
        double distance = 1 / std::sqrt(std::pow(double(random.uniform(0.001f, 0.98f)), -2.0 / 3) - 1);
        double z = random.uniform(-1, 1), angle = random.uniform(0, 6.2831853f), flat = std::sqrt(1 - z * z);
        body.push_back(make_float4(float(distance * flat * std::cos(angle)), float(distance * flat * std::sin(angle)),
                                   float(distance * z), 1.0f / float(bodies)));
    }
    return body;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"bodies", 8192, 2, 1 << 20, 1}, {"steps", 1, 1, 100, 1}});
    int bodies = sizes[0], room = 2 * bodies + 64;
    Lcg random(62);
    std::vector<float4> body = plummer(random, bodies), speed(bodies, make_float4(0, 0, 0, 0));

    Tree tree;
    tree.bodies = bodies;
    tree.room = room;
    tree.child = zeros_on_device<int>(8 * size_t(room));
    tree.node = zeros_on_device<float4>(size_t(bodies) + room);
    tree.below = zeros_on_device<int>(room);
    tree.start = zeros_on_device<int>(room);
    tree.cells = zeros_on_device<int>(1);
    tree.radius = zeros_on_device<int>(1);
    int *order = zeros_on_device<int>(bodies), *overflow = zeros_on_device<int>(1);
    float4 *device_speed = to_device(speed), *device_acceleration = zeros_on_device<float4>(bodies);
    CUDA_CHECK(cudaMemcpy(tree.node, body.data(), bodies * sizeof(float4), cudaMemcpyHostToDevice));

    const int one = 1, zero = 0;
    const std::vector<float4> unknown(room, make_float4(0, 0, 0, -1));
    double worst = 0, worst_of_method = 0;
    std::vector<float4> acceleration(bodies);
    for (int step = 0; step < sizes[1]; ++step) {
        CUDA_CHECK(cudaMemset(tree.child, 0xff, 8 * size_t(room) * sizeof(int)));
        CUDA_CHECK(cudaMemset(tree.start, 0xff, room * sizeof(int)));
        CUDA_CHECK(cudaMemcpy(tree.start, &zero, sizeof(int), cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemcpy(tree.node + bodies, unknown.data(), room * sizeof(float4), cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemcpy(tree.cells, &one, sizeof(int), cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemset(tree.radius, 0, sizeof(int)));
        find_radius<<<resident_blocks(find_radius, THREADS), THREADS>>>(tree);
        build<<<resident_blocks(build, THREADS), THREADS>>>(tree);
        FINISH_KERNELS();
        int cells = 0;
        CUDA_CHECK(cudaMemcpy(&cells, tree.cells, sizeof(int), cudaMemcpyDeviceToHost));
        if (cells > room) return verdict("barneshut", sizes, "cells without room", cells - room, 0);
        sum_up<<<resident_blocks(sum_up, THREADS), THREADS>>>(tree);
        sort_bodies<<<resident_blocks(sort_bodies, THREADS), THREADS>>>(tree, order);
        add_forces<<<resident_blocks(add_forces, THREADS), THREADS>>>(tree, order, device_acceleration, overflow);
        move<<<resident_blocks(move, THREADS), THREADS>>>(tree.node, device_speed, device_acceleration, bodies);
        FINISH_KERNELS();

        Reference reference(body);
        CUDA_CHECK(cudaMemcpy(acceleration.data(), device_acceleration, bodies * sizeof(float4), cudaMemcpyDeviceToHost));
        for (int b = 0; b < bodies; ++b) {
            const double *want = &reference.accelerations()[3 * b];
            double size = std::sqrt(want[0] * want[0] + want[1] * want[1] + want[2] * want[2]) + 1e-2;
            const float got[3] = {acceleration[b].x, acceleration[b].y, acceleration[b].z};
            double sum[3];
            if (b % 64 == 0) reference.direct(b, sum);
            for (int d = 0; d < 3; ++d) {
                worst = std::fmax(worst, std::fabs(got[d] - want[d]) / size);
                if (b % 64 == 0) worst_of_method = std::fmax(worst_of_method, std::fabs(got[d] - sum[d]) / size);
            }
        }
        for (int b = 0; b < bodies; ++b) {
            advance(body[b].x, speed[b].x, acceleration[b].x);
            advance(body[b].y, speed[b].y, acceleration[b].y);
            advance(body[b].z, speed[b].z, acceleration[b].z);
        }
        std::vector<float4> moved(bodies);
        CUDA_CHECK(cudaMemcpy(moved.data(), tree.node, bodies * sizeof(float4), cudaMemcpyDeviceToHost));
        for (int b = 0; b < bodies; ++b) {
            double away = std::fabs(moved[b].x - body[b].x) + std::fabs(moved[b].y - body[b].y) + std::fabs(moved[b].z - body[b].z);
            if (!(away < 1e-4)) return verdict("barneshut", sizes, "a body at a wrong place, off by", away, 1e-4);
        }
        body = moved;
    }
    CUDA_CHECK(cudaMemcpy(speed.data(), device_speed, bodies * sizeof(float4), cudaMemcpyDeviceToHost));
    if (take_from_device(overflow, 1)[0]) return verdict("barneshut", sizes, "stacks without room", 1, 0);
    for (int *array : {tree.child, tree.below, tree.start, tree.cells, tree.radius, order}) CUDA_CHECK(cudaFree(array));
    for (float4 *array : {tree.node, device_speed, device_acceleration}) CUDA_CHECK(cudaFree(array));
    // Points instead of cells that are half as large as far: a few percent of a force.
    if (worst_of_method > 0.05) return verdict("barneshut", sizes, "error of the method", worst_of_method, 0.05);
    // A cell whose distance rounding moves across the bound is opened by one and not by the other, and counts less than this.
    return verdict("barneshut", sizes, "largest error of an acceleration", worst, std::pow(2, -9));
}
