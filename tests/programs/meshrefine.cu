// SPDX-License-Identifier: Apache-2.0
//
// meshrefine: refines a Delaunay triangulation of the unit square until no triangle has an angle below a bound, or for some rounds. In
// each round the bad triangles are listed; a thread takes one, finds the cavity of its circumcentre (of the middle of a border edge, where
// that is too near) and claims its triangles and those around it; threads that got all they claimed replace the cavity by triangles
// around the new point.
//
// Class: cache. DMR of the MeDiC dissertation: random points, of whose triangles a quarter are bad; a mesh of 24 B a triangle and 16 B a
// point, 0.8 MB at first and 1.2 MB after three rounds, through which threads walk from neighbour to neighbour.
//
// Arguments: points rounds.
#include "harness.cuh"

#include <algorithm>

const int THREADS = 128;
const int MOST = 64;       // triangles of a cavity
const int CLAIM_BITS = 20; // of a place in a round's list
const double RATIO2 = 2.0; // square of circumradius over shortest edge above which a triangle is bad: an angle below 20.7 degrees

/// Corners stand counterclockwise. Neighbour k of a triangle lies across the edge from corner k + 1 to corner k + 2; it is -1 at the border
/// of the square. Corner 0 of a triangle that is no more is -1.
struct Mesh {
    double2 *point;
    int *corner, *neighbour; // three a triangle
    int *points, *triangles; // numbers of both
    int points_room, triangles_room;
};

/// Where a point goes: into a list of triangles whose circumcircles it lies in. `split`: the border edge of the first of them that it
/// lies on, or -1.
struct Cavity {
    int *triangle; // entry k at triangle[k * stride]
    int stride, room, size, split;
    double2 at;
};

__host__ __device__ inline int after(int k) { return k == 2 ? 0 : k + 1; }
__host__ __device__ inline double2 corner(const Mesh &mesh, int triangle, int k) {
    return mesh.point[mesh.corner[3 * triangle + k]];
}

/// Twice the area of a triangle, positive if its corners stand counterclockwise.
template <class T> __host__ __device__ T area2(double2 a, double2 b, double2 c) {
    return (T(b.x) - a.x) * (T(c.y) - a.y) - (T(b.y) - a.y) * (T(c.x) - a.x);
}

/// Positive if `p` lies within the circumcircle of a triangle with counterclockwise corners.
template <class T> __host__ __device__ T in_circle(double2 a, double2 b, double2 c, double2 p) {
    T ax = T(a.x) - p.x, ay = T(a.y) - p.y, bx = T(b.x) - p.x, by = T(b.y) - p.y, cx = T(c.x) - p.x, cy = T(c.y) - p.y;
    T a2 = ax * ax + ay * ay, b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
    return a2 * (bx * cy - by * cx) - b2 * (ax * cy - ay * cx) + c2 * (ax * by - ay * bx);
}

__host__ __device__ inline double distance2(double2 a, double2 b) {
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

__host__ __device__ inline double2 circumcentre(double2 a, double2 b, double2 c) {
    double bx = b.x - a.x, by = b.y - a.y, cx = c.x - a.x, cy = c.y - a.y;
    double b2 = bx * bx + by * by, c2 = cx * cx + cy * cy, scale = 0.5 / (bx * cy - by * cx);
    return make_double2(a.x + (cy * b2 - by * c2) * scale, a.y + (bx * c2 - cx * b2) * scale);
}

__host__ __device__ inline bool is_bad(const Mesh &mesh, int triangle) {
    if (mesh.corner[3 * triangle] < 0) return false;
    double2 a = corner(mesh, triangle, 0), b = corner(mesh, triangle, 1), c = corner(mesh, triangle, 2);
    double shortest2 = fmin(distance2(a, b), fmin(distance2(b, c), distance2(c, a)));
    return distance2(circumcentre(a, b, c), a) > RATIO2 * shortest2;
}

__host__ __device__ inline bool contains(const Cavity &cavity, int triangle) {
    for (int k = 0; k < cavity.size; ++k)
        if (cavity.triangle[k * cavity.stride] == triangle) return true;
    return false;
}

/// The cavity of the point `cavity.at` that lies in the circumcircle of the triangle `first`. With `keep_border`, a point that lies beyond a
/// border edge or in the circle over it is replaced by the edge's middle. False if there is no room for it.
__host__ __device__ inline bool find_cavity(const Mesh &mesh, Cavity &cavity, int first, bool keep_border) {
    cavity.triangle[0] = first;
    cavity.size = 1;
    for (int head = 0; head < cavity.size; ++head) {
        int triangle = cavity.triangle[head * cavity.stride];
        for (int k = 0; k < 3; ++k) {
            int other = mesh.neighbour[3 * triangle + k];
            if (other < 0) {
                if (!keep_border || cavity.split >= 0) continue;
                double2 a = corner(mesh, triangle, after(k)), b = corner(mesh, triangle, after(after(k)));
                double2 middle = make_double2((a.x + b.x) / 2, (a.y + b.y) / 2);
                if (area2<double>(a, b, cavity.at) > 0 && distance2(middle, cavity.at) >= distance2(middle, a)) continue;
                cavity.at = middle;
                cavity.split = k;
                cavity.triangle[0] = triangle;
                cavity.size = 1;
                head = -1; // begin again with this triangle
                break;
            }
            if (contains(cavity, other)) continue;
            double2 a = corner(mesh, other, 0), b = corner(mesh, other, 1), c = corner(mesh, other, 2);
            if (in_circle<double>(a, b, c, cavity.at) <= 0) continue;
            if (cavity.size == cavity.room) return false;
            cavity.triangle[cavity.size++ * cavity.stride] = other;
        }
    }
    return true;
}

/// Adds to a counter and gives its old value.
__host__ __device__ inline int take(int *counter, int n) {
#ifdef __CUDA_ARCH__
    return atomicAdd(counter, n);
#else
    *counter += n;
    return *counter - n;
#endif
}

/// Replaces the triangles of a cavity by those of its outer edges with the new point. The outer edges are followed counterclockwise, so
/// that a new triangle's neighbours are the ones before and after it. False if there is no room.
__host__ __device__ inline bool retriangulate(const Mesh &mesh, const Cavity &cavity) {
    int edges = cavity.size + 2, added = edges - (cavity.split >= 0);
    int point = take(mesh.points, 1), base = take(mesh.triangles, added);
    if (point >= mesh.points_room || base + added > mesh.triangles_room) return false;
    mesh.point[point] = make_double2(cavity.at.x, cavity.at.y);
    int triangle = cavity.triangle[0], k = cavity.split;
    for (int i = 0; k < 0; ++i) {
        triangle = cavity.triangle[i / 3 * cavity.stride];
        int other = mesh.neighbour[3 * triangle + i % 3];
        if (other < 0 || !contains(cavity, other)) k = i % 3;
    }
    for (int edge = 0, made = 0; edge < edges; ++edge) {
        int a = mesh.corner[3 * triangle + after(k)], b = mesh.corner[3 * triangle + after(after(k))];
        int outer = mesh.neighbour[3 * triangle + k];
        if (edge > 0 || cavity.split < 0) {
            int own = base + made;
            mesh.corner[3 * own] = a;
            mesh.corner[3 * own + 1] = b;
            mesh.corner[3 * own + 2] = point;
            int open = cavity.split < 0 ? added : 0; // a border edge that is split leaves the first and the last at the border
            mesh.neighbour[3 * own] = made + 1 < added ? own + 1 : own + 1 - open;
            mesh.neighbour[3 * own + 1] = made > 0 ? own - 1 : own - 1 + open;
            if (!open && made + 1 == added) mesh.neighbour[3 * own] = -1;
            if (!open && made == 0) mesh.neighbour[3 * own + 1] = -1;
            mesh.neighbour[3 * own + 2] = outer;
            for (int j = 0; outer >= 0 && j < 3; ++j)
                if (mesh.neighbour[3 * outer + j] == triangle) mesh.neighbour[3 * outer + j] = own;
            ++made;
        }
        // The next edge begins at b: in this triangle, or in the last one of the cavity around b.
        k = after(k);
        for (int other; (other = mesh.neighbour[3 * triangle + k]) >= 0 && contains(cavity, other);) {
            triangle = other;
            for (k = 0; mesh.corner[3 * triangle + after(k)] != b;) ++k;
        }
    }
    for (int i = 0; i < cavity.size; ++i) mesh.corner[3 * cavity.triangle[i * cavity.stride]] = -1;
    return true;
}

/// What a round works on: bad triangles, and for each the cavity that its thread has found.
struct Round {
    int *bad, *found; // triangles and their number
    int *triangle;    // of the cavities
    int *size, *split;
    double2 *at;
    int *owner;       // by triangle, the highest claim
    int *done;        // cavities that were replaced
    int *failed;      // cavities without room
    int room;         // cavities
    int number;       // from 1 on
};

__global__ void __launch_bounds__(THREADS) list_bad(Mesh mesh, Round round) {
    int triangles = *mesh.triangles;
    for (int t = blockIdx.x * THREADS + threadIdx.x; t < triangles; t += gridDim.x * THREADS) {
        if (!is_bad(mesh, t)) continue;
        int place = atomicAdd(round.found, 1);
        if (place < round.room) round.bad[place] = t;
    }
}

/// A claim of this round. The highest gets a triangle; reversed bits make neighbours in the list, which are neighbours in the mesh, as
/// good as random.
__device__ inline int claim_of(Round round, int place) {
    return round.number << CLAIM_BITS | __brev(place) >> (32 - CLAIM_BITS);
}

__global__ void __launch_bounds__(THREADS) claim_cavities(Mesh mesh, Round round) {
    int place = blockIdx.x * THREADS + threadIdx.x;
    if (place >= min(*round.found, round.room)) return;
    int bad = round.bad[place];
    Cavity cavity = {round.triangle + place, round.room, MOST, 0, -1,
                     circumcentre(corner(mesh, bad, 0), corner(mesh, bad, 1), corner(mesh, bad, 2))};
    bool whole = find_cavity(mesh, cavity, bad, true);
    int own = claim_of(round, place);
    for (int i = 0; i < cavity.size; ++i) {
        int triangle = cavity.triangle[i * cavity.stride];
        atomicMax(&round.owner[triangle], own);
        for (int k = 0; k < 3; ++k) {
            int other = mesh.neighbour[3 * triangle + k];
            if (other >= 0 && contains(cavity, other)) continue;
            if (other >= 0) atomicMax(&round.owner[other], own);
            // An edge that the new point does not see: rounding has spoilt the cavity.
            double2 a = corner(mesh, triangle, after(k)), b = corner(mesh, triangle, after(after(k)));
            whole &= area2<double>(a, b, cavity.at) > 0 || (i == 0 && k == cavity.split);
        }
    }
    if (!whole) atomicAdd(round.failed, 1);
    round.size[place] = whole ? cavity.size : 0;
    round.split[place] = cavity.split;
    round.at[place] = cavity.at;
}

__global__ void __launch_bounds__(THREADS) replace_cavities(Mesh mesh, Round round) {
    int place = blockIdx.x * THREADS + threadIdx.x;
    if (place >= min(*round.found, round.room)) return;
    Cavity cavity = {round.triangle + place, round.room, MOST, round.size[place], round.split[place], round.at[place]};
    int own = claim_of(round, place);
    bool mine = cavity.size > 0;
    for (int i = 0; i < cavity.size && mine; ++i) {
        int triangle = cavity.triangle[i * cavity.stride];
        mine = round.owner[triangle] == own;
        for (int k = 0; k < 3 && mine; ++k) {
            int other = mesh.neighbour[3 * triangle + k];
            mine = other < 0 || round.owner[other] == own;
        }
    }
    if (mine) atomicAdd(retriangulate(mesh, cavity) ? round.done : round.failed, 1);
}

/// A mesh in vectors.
struct HostMesh {
    std::vector<double2> point;
    std::vector<int> corner, neighbour;
    int points, triangles;

    Mesh view() {
        return {point.data(), corner.data(), neighbour.data(), &points, &triangles, int(point.size()), int(corner.size() / 3)};
    }
};

/// Numbers the triangles that are without those that are no more.
static void drop_dead(HostMesh &mesh) {
    std::vector<int> name(mesh.triangles);
    int alive = 0;
    for (int t = 0; t < mesh.triangles; ++t) {
        name[t] = alive;
        alive += mesh.corner[3 * t] >= 0;
    }
    for (int t = 0; t < mesh.triangles; ++t) {
        if (mesh.corner[3 * t] < 0) continue;
        for (int k = 0; k < 3; ++k) {
            int other = mesh.neighbour[3 * t + k];
            mesh.corner[3 * name[t] + k] = mesh.corner[3 * t + k];
            mesh.neighbour[3 * name[t] + k] = other < 0 ? -1 : name[other];
        }
    }
    mesh.triangles = alive;
}

/// The triangulation of random points and of points in equal steps on the border, made point by point.
static HostMesh triangulated(Lcg &random, int inner, int border, int points_room, int triangles_room) {
    HostMesh made;
    made.point.resize(points_room);
    made.corner.resize(3 * size_t(triangles_room));
    made.neighbour.resize(3 * size_t(triangles_room));
    made.points = 4;
    made.triangles = 2;
    const int corners[6] = {0, 1, 2, 0, 2, 3}, neighbours[6] = {-1, 1, -1, -1, -1, 0};
    for (int i = 0; i < 4; ++i) made.point[i] = make_double2(i == 1 || i == 2, i >= 2);
    std::copy(corners, corners + 6, made.corner.begin());
    std::copy(neighbours, neighbours + 6, made.neighbour.begin());

    Mesh mesh = made.view();
    std::vector<int> list(triangles_room);
    auto insert = [&](int first, int split, double2 at) {
        Cavity cavity = {list.data(), 1, triangles_room, 0, split, at};
        if (find_cavity(mesh, cavity, first, false) && retriangulate(mesh, cavity)) return;
        std::fprintf(stderr, "error: no room for a cavity of the first mesh\n");
        std::exit(2);
    };
    // Border edges are halved until there are enough; the new ones are found again among the last triangles.
    for (int t = 0; made.points < 4 + border; ++t) {
        for (int k = 0; k < 3 && made.corner[3 * t] >= 0; ++k) {
            if (made.neighbour[3 * t + k] >= 0) continue;
            double2 a = corner(mesh, t, after(k)), b = corner(mesh, t, after(after(k)));
            insert(t, k, make_double2((a.x + b.x) / 2, (a.y + b.y) / 2));
        }
    }
    for (int i = 0; i < inner; ++i) {
        double2 at = make_double2(random.uniform(0, 1), random.uniform(0, 1));
        if (at.x <= 0 || at.y <= 0) continue;
        // Walk to the triangle that the point lies in.
        int t = made.triangles - 1;
        for (bool inside = false; !inside;) {
            inside = true;
            for (int k = 0; k < 3 && inside; ++k) {
                if (area2<double>(corner(mesh, t, after(k)), corner(mesh, t, after(after(k))), at) >= 0) continue;
                t = made.neighbour[3 * t + k];
                inside = false;
            }
        }
        insert(t, -1, at);
    }
    drop_dead(made);
    return made;
}

/// How many triangles or points are not as they should be, with this number of bad triangles.
static double faults(const HostMesh &mesh, const HostMesh &first, int remaining) {
    double wrong = 0;
    long double area = 0;
    int alive = 0, border = 0, still_bad = 0;
    for (int p = 0; p < first.points; ++p) wrong += mesh.point[p].x != first.point[p].x || mesh.point[p].y != first.point[p].y;
    for (int t = 0; t < mesh.triangles; ++t) {
        const int *own = &mesh.corner[3 * t];
        if (own[0] < 0) continue;
        double2 at[3];
        for (int k = 0; k < 3; ++k) at[k] = mesh.point[own[k]];
        ++alive;
        long double twice = area2<long double>(at[0], at[1], at[2]);
        area += twice / 2;
        wrong += !(twice > 0);
        int bad = 0;
        for (int k = 0; k < 3; ++k) {
            double2 a = at[after(k)], b = at[after(after(k))], c = at[k];
            // By the angle at corner k; the bound of the ratio is the same as one of the angle.
            double cosine = ((a.x - c.x) * (b.x - c.x) + (a.y - c.y) * (b.y - c.y)) / std::sqrt(distance2(a, c) * distance2(b, c));
            bad += std::acos(cosine) < std::asin(0.5 / std::sqrt(RATIO2));
            int other = mesh.neighbour[3 * t + k];
            if (other < 0) {
                ++border;
                wrong += !((a.x == b.x && (a.x == 0 || a.x == 1)) || (a.y == b.y && (a.y == 0 || a.y == 1)));
                continue;
            }
            const int *across = &mesh.corner[3 * other], *back = &mesh.neighbour[3 * other];
            int from = int(std::find(back, back + 3, t) - back);
            if (from == 3 || across[0] < 0 || across[after(from)] != own[after(after(k))] || across[after(after(from))] != own[after(k)]) {
                ++wrong;
                continue;
            }
            // Four points on a circle are allowed, whichever way they are divided.
            long double size = std::fmax(distance2(at[0], at[1]), distance2(at[1], at[2]));
            wrong += in_circle<long double>(at[0], at[1], at[2], mesh.point[across[from]]) > 1e-9L * size * size;
        }
        still_bad += bad > 0;
    }
    wrong += std::fabs(double(area - 1)) > 1e-9;
    wrong += alive != 2 * mesh.points - 2 - border; // Euler
    return wrong + std::abs(still_bad - remaining);
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"points", 12000, 1, 1 << 18, 1}, {"rounds", 3, 1, (1 << (31 - CLAIM_BITS)) - 2, 1}});
    int inner = sizes[0], points_room = 8 * inner + 1000, triangles_room = 48 * inner + 8000;
    Lcg random(63);
    HostMesh first = triangulated(random, inner, int(2 * std::sqrt(double(inner))), points_room, triangles_room);

    Mesh mesh = {to_device(first.point), to_device(first.corner), to_device(first.neighbour),
                 to_device(std::vector<int>{first.points}), to_device(std::vector<int>{first.triangles}), points_room,
                 triangles_room};
    int blocks = resident_blocks(claim_cavities, THREADS);
    Round round;
    round.room = std::min(blocks * THREADS, 1 << CLAIM_BITS);
    round.bad = zeros_on_device<int>(round.room);
    round.triangle = zeros_on_device<int>(size_t(round.room) * MOST);
    round.size = zeros_on_device<int>(round.room);
    round.split = zeros_on_device<int>(round.room);
    round.at = zeros_on_device<double2>(round.room);
    round.owner = zeros_on_device<int>(triangles_room);
    int *counters = zeros_on_device<int>(3);
    round.found = counters;
    round.done = counters + 1;
    round.failed = counters + 2;
    int bad = 0, done = 0, failed = 0;
    for (round.number = 1;; ++round.number) {
        CUDA_CHECK(cudaMemset(counters, 0, 3 * sizeof(int)));
        list_bad<<<resident_blocks(list_bad, THREADS), THREADS>>>(mesh, round);
        FINISH_KERNELS();
        CUDA_CHECK(cudaMemcpy(&bad, round.found, sizeof(int), cudaMemcpyDeviceToHost));
        if (bad == 0 || round.number > sizes[1]) break;
        int needed = blocks_for(std::min(bad, round.room), THREADS);
        claim_cavities<<<needed, THREADS>>>(mesh, round);
        replace_cavities<<<needed, THREADS>>>(mesh, round);
        FINISH_KERNELS();
        CUDA_CHECK(cudaMemcpy(&done, round.done, sizeof(int), cudaMemcpyDeviceToHost));
        CUDA_CHECK(cudaMemcpy(&failed, round.failed, sizeof(int), cudaMemcpyDeviceToHost));
        // The highest claim of a round gets all that it wants.
        if (done == 0 || failed > 0) return verdict("meshrefine", sizes, "rounds that replace no cavity, or not all they could", 1, 0);
    }

    HostMesh refined;
    refined.points = take_from_device(mesh.points, 1)[0];
    refined.triangles = take_from_device(mesh.triangles, 1)[0];
    refined.point = take_from_device(mesh.point, points_room);
    refined.corner = take_from_device(mesh.corner, 3 * size_t(triangles_room));
    refined.neighbour = take_from_device(mesh.neighbour, 3 * size_t(triangles_room));
    for (int *array : {round.bad, round.triangle, round.size, round.split, round.owner, counters}) CUDA_CHECK(cudaFree(array));
    CUDA_CHECK(cudaFree(round.at));
    if (refined.points > points_room || refined.triangles > triangles_room)
        return verdict("meshrefine", sizes, "points or triangles without room", 1, 0);
    return verdict("meshrefine", sizes, "faults of the mesh", faults(refined, first, bad), 0);
}
