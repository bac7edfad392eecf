// SPDX-License-Identifier: Apache-2.0
//
// pageranking: the pages of a log of page views with the highest counts, by map and a sort: map reads the count at the end of a record as text,
// pairs of count and record are sorted, and the first ones name their pages.
//
// Class: cache. PVR of the MeDiC dissertation: a thread a record of about 50 B of text, read byte by byte, about 15 lines of memory a
// warp; the sort goes over 0.5 MB of pairs in tiles and across them.
//
// Arguments: records ranks.
#include "mapreduce.cuh"

/// Emits the number behind the tabulator; keys fall where counts rise.
__global__ void __launch_bounds__(MAP_THREADS) map_counts(Text text, Pair *pair) {
    int record = blockIdx.x * MAP_THREADS + threadIdx.x;
    if (record >= text.records) return;
    int end = text.first[record + 1];
    bool number = false;
    unsigned count = 0;
#pragma unroll 1
    for (int i = text.first[record]; i < end; ++i) {
        char byte = text.byte[i];
        if (number && byte >= '0') count = 10 * count + (byte - '0');
        number |= byte == '\t';
    }
    pair[record] = {~count, record, record};
}

/// The hash of the page of each rank, and its count.
__global__ void __launch_bounds__(MAP_THREADS)
    name_ranks(Text text, const Pair *pair, unsigned long long *page, unsigned *count, int ranks) {
    int rank = blockIdx.x * MAP_THREADS + threadIdx.x;
    if (rank >= ranks) return;
    unsigned long long hash = HASH_START;
#pragma unroll 1
    for (int i = text.first[pair[rank].record]; text.byte[i] != '\t'; ++i) hash = hash_on(hash, text.byte[i]);
    page[rank] = hash;
    count[rank] = ~unsigned(pair[rank].key);
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"records", 32768, 1, 1 << 20, 1}, {"ranks", 10, 1, 1 << 20, 1}});
    int records = sizes[0], ranks = sizes[1];
    if (ranks > records) sizes.refuse("there are more ranks than records");
    Lcg random(61);
    std::vector<std::string> address = random_addresses(random, records), text(records);
    std::vector<unsigned> views(records);
    std::vector<int> want(records);
    for (int r = 0; r < records; ++r) {
        views[r] = random.next() >> (8 + random.below(20));
        // Arguments of the page make the record as long as in a log.
        address[r] += "?" + random_word(random, 16 + random.below(16));
        text[r] = address[r] + "\t" + std::to_string(views[r]) + "\n";
        want[r] = r;
    }

    Text device_text = to_device(text);
    Pair *pair = room_for_pairs(records);
    map_counts<<<blocks_for(records, MAP_THREADS), MAP_THREADS>>>(device_text, pair);
    sort_pairs(pair, records);
    unsigned long long *device_page = zeros_on_device<unsigned long long>(ranks);
    unsigned *device_count = zeros_on_device<unsigned>(ranks);
    name_ranks<<<blocks_for(ranks, MAP_THREADS), MAP_THREADS>>>(device_text, pair, device_page, device_count, ranks);
    FINISH_KERNELS();

    std::vector<unsigned long long> page = take_from_device(device_page, ranks);
    std::vector<unsigned> count = take_from_device(device_count, ranks);
    std::vector<Pair> pairs = take_from_device(pair, records);
    free_on_device(device_text);
    // Of equal counts the first record comes first.
    std::stable_sort(want.begin(), want.end(), [&](int a, int b) { return views[a] > views[b]; });
    double wrong = 0;
    for (int r = 0; r < records; ++r) wrong += pairs[r].record != want[r];
    for (int r = 0; r < ranks; ++r) wrong += page[r] != hash_of(address[want[r]]) || count[r] != views[want[r]];
    return verdict("pageranking", sizes, "records at a wrong rank", wrong, 0);
}
