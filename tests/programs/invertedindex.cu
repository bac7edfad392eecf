// SPDX-License-Identifier: Apache-2.0
//
// invertedindex: which documents link to each page, by map and reduce: map looks for links in lines of hypertext, first to count them and
// then, with the place for its output known, to emit page and document; pairs are sorted and grouped by page, and reduce
// lists the documents of a group without repetitions.
//
// Class: cache. IIX of the MeDiC dissertation: a thread a line of text, about 175 B that it reads byte by byte: 32 lines of memory a warp,
// each over a hundred times. Pairs of 16 B are sorted in tiles and across them.
//
// Arguments: lines pages.
#include "mapreduce.cuh"

#include <set>

const int LINES_OF_DOCUMENT = 16;

__constant__ char LINK[] = "<a href=\"";
const int LINK_LENGTH = sizeof(LINK) - 1;

/// Counts the links of a line or, with EMIT, writes them to `pair` from `place[line]` on.
template <bool EMIT>
__global__ void __launch_bounds__(MAP_THREADS) map_links(Text text, int *place, Pair *pair) {
    int line = blockIdx.x * MAP_THREADS + threadIdx.x;
    if (line >= text.records) return;
    int end = text.first[line + 1], matched = 0, links = EMIT ? place[line] : 0;
    unsigned long long hash = HASH_START;
#pragma unroll 1
    for (int i = text.first[line]; i < end; ++i) {
        char byte = text.byte[i];
        if (matched < LINK_LENGTH) {
            matched = byte == LINK[matched] ? matched + 1 : byte == LINK[0];
        } else if (byte == '"') {
            if (EMIT) pair[links] = {hash, line / LINES_OF_DOCUMENT, line};
            ++links;
            matched = 0;
            hash = HASH_START;
        } else if (EMIT) {
            hash = hash_on(hash, byte);
        }
    }
    if (!EMIT) place[line] = links;
}

/// Writes the documents of each group, which stand in order, once each to the beginning of the group's part of `document`.
__global__ void __launch_bounds__(MAP_THREADS)
    reduce_documents(const Pair *pair, Groups groups, int *document, int *documents) {
    int group = blockIdx.x * MAP_THREADS + threadIdx.x;
    if (group >= groups.count) return;
    int first = groups.first[group], end = groups.first[group + 1], last = -1, written = first;
#pragma unroll 1
    for (int i = first; i < end; ++i) {
        int own = pair[i].value;
        if (own != last) document[written++] = own;
        last = own;
    }
    documents[group] = written - first;
}

int main(int argc, char **argv) {
    Arguments sizes(argc, argv, {{"lines", 4096, 1, 1 << 20, 1}, {"pages", 1024, 1, 1 << 20, 1}});
    int lines = sizes[0];
    Lcg random(59);
    std::vector<std::string> address = random_addresses(random, sizes[1]), text(lines);
    std::map<unsigned long long, std::set<int>> want;
    for (int line = 0; line < lines; ++line) {
        int length = 100 + random.below(120);
        bool has_link = line == 0;
        while (int(text[line].size()) < length || has_link) {
            text[line] += "<p>" + random_word(random, 2 + random.below(9)) + " " + random_word(random, 2 + random.below(9));
            if (has_link || random.below(8) == 0) {
                const std::string &page = address[popular(random, sizes[1])];
                text[line] += random.below(4) == 0 ? " <" : " "; // a mark that begins nothing
                text[line] += "<a href=\"" + page + "\">" + random_word(random, 6) + "</a>";
                want[hash_of(page)].insert(line / LINES_OF_DOCUMENT);
                has_link = false;
            }
            text[line] += "</p> ";
        }
    }

    Text device_text = to_device(text);
    int *place = zeros_on_device<int>(lines), blocks = blocks_for(lines, MAP_THREADS);
    map_links<false><<<blocks, MAP_THREADS>>>(device_text, place, nullptr);
    int links = scan(place, lines);
    Pair *pair = room_for_pairs(links);
    map_links<true><<<blocks, MAP_THREADS>>>(device_text, place, pair);
    Groups groups = group_pairs(pair, links);
    int *device_document = zeros_on_device<int>(links), *device_documents = zeros_on_device<int>(groups.count);
    reduce_documents<<<blocks_for(groups.count, MAP_THREADS), MAP_THREADS>>>(pair, groups, device_document,
                                                                             device_documents);
    FINISH_KERNELS();

    std::vector<Pair> pairs = take_from_device(pair, links);
    std::vector<int> first = take_from_device(groups.first, groups.count + 1);
    std::vector<int> document = take_from_device(device_document, links);
    std::vector<int> documents = take_from_device(device_documents, groups.count);
    free_on_device(device_text);
    CUDA_CHECK(cudaFree(place));

    double wrong = std::fabs(double(groups.count) - double(want.size()));
    for (int g = 0; g < groups.count; ++g) {
        std::set<int> got(&document[first[g]], &document[first[g]] + documents[g]);
        wrong += int(got.size()) != documents[g] || got != want[pairs[first[g]].key];
    }
    return verdict("invertedindex", sizes, "pages with wrong documents", wrong, 0);
}
