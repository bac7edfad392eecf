// SPDX-License-Identifier: Apache-2.0
//
// pageviews: how many different visitors each page of a log has, by map and reduce twice: the first time by page and visitor,
// which leaves one record of those that are the same, the second time by page, which counts them.
//
// Class: cache. PVC of the MeDiC dissertation: a thread a record of about 55 B of text, read byte by byte, about 15 lines of memory a warp;
// the second map reads records from anywhere. Pairs of 16 B are sorted in tiles and across them.
//
// Arguments: records pages visitors.
#include "mapreduce.cuh"

#include <set>

/// The hash of the first `fields` fields of a record, each with the tabulator that ends it.
__device__ unsigned long long hash_fields(Text text, int record, int fields) {
    unsigned long long hash = HASH_START;
#pragma unroll 1
    for (int i = text.first[record]; fields > 0; ++i) {
        char byte = text.byte[i];
        fields -= byte == '\t';
        hash = hash_on(hash, byte);
    }
    return hash;
}

__global__ void __launch_bounds__(MAP_THREADS) map_visits(Text text, Pair *pair) {
    int record = blockIdx.x * MAP_THREADS + threadIdx.x;
    if (record < text.records) pair[record] = {hash_fields(text, record, 2), record, record};
}

/// Emits the page of each group's first visit.
__global__ void __launch_bounds__(MAP_THREADS) map_pages(Text text, const Pair *visit, Groups visits, Pair *pair) {
    int group = blockIdx.x * MAP_THREADS + threadIdx.x;
    if (group >= visits.count) return;
    int record = visit[visits.first[group]].record;
    pair[group] = {hash_fields(text, record, 1), record, record};
}

/// The number of visits of a group, and the page's key.
__global__ void __launch_bounds__(MAP_THREADS)
    reduce_visits(const Pair *pair, Groups pages, unsigned long long *page, int *views) {
    int group = blockIdx.x * MAP_THREADS + threadIdx.x;
    if (group >= pages.count) return;
    page[group] = pair[pages.first[group]].key;
    views[group] = pages.first[group + 1] - pages.first[group];
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"records", 16384, 1, 1 << 20, 1}, {"pages", 2048, 1, 1 << 20, 1},
                                 {"visitors", 64, 1, 1 << 20, 1}});
    int records = sizes[0];
    Lcg random(60);
    std::vector<std::string> address = random_addresses(random, sizes[1]), text(records);
    std::map<unsigned long long, std::set<int>> want;
    for (std::string &record : text) {
        const std::string &page = address[popular(random, sizes[1])];
        int visitor = random.below(sizes[2]);
        record = page + "\t10.0." + std::to_string(visitor / 256) + "." + std::to_string(visitor % 256) + "\t" +
                 random_word(random, 16 + random.below(16)) + "\n";
        want[hash_of(page + "\t")].insert(visitor);
    }

    Text device_text = to_device(text);
    Pair *visit = room_for_pairs(records);
    map_visits<<<blocks_for(records, MAP_THREADS), MAP_THREADS>>>(device_text, visit);
    Groups visits = group_pairs(visit, records);
    Pair *pair = room_for_pairs(visits.count);
    map_pages<<<blocks_for(visits.count, MAP_THREADS), MAP_THREADS>>>(device_text, visit, visits, pair);
    Groups pages = group_pairs(pair, visits.count);
    unsigned long long *device_page = zeros_on_device<unsigned long long>(pages.count);
    int *device_views = zeros_on_device<int>(pages.count);
    reduce_visits<<<blocks_for(pages.count, MAP_THREADS), MAP_THREADS>>>(pair, pages, device_page, device_views);
    FINISH_KERNELS();

    std::vector<unsigned long long> page = take_from_device(device_page, pages.count);
    std::vector<int> views = take_from_device(device_views, pages.count);
    free_on_device(device_text);
    for (Pair *pairs : {visit, pair}) CUDA_CHECK(cudaFree(pairs));
    for (Groups groups : {visits, pages}) CUDA_CHECK(cudaFree(groups.first));
    double wrong = std::fabs(double(pages.count) - double(want.size()));
    for (int g = 0; g < pages.count; ++g) wrong += views[g] != int(want[page[g]].size());
    return verdict("pageviews", sizes, "pages with wrong counts", wrong, 0);
}
