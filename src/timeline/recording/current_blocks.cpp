#include <orrery/timeline/detail/current_blocks.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace orrery::time::detail {
namespace {

void keep_latest(std::vector<recorded_block>& all) {
    const auto order = [](const recorded_block& each) { return std::pair(each.frames.first, each.offset); };
    std::ranges::sort(all, {}, order); // total order: no two blocks lie in one place
    std::size_t kept = 0;
    for (std::size_t index = 0; index < all.size(); ++index) {
        const bool is_same = kept > 0 && all[kept - 1].frames.first == all[index].frames.first;
        all[is_same ? kept - 1 : kept++] = all[index];
    }
    all.resize(kept);
}

} // namespace

current_blocks list_current_blocks(std::span<const recorded_block> blocks) {
    current_blocks made;
    for (const recorded_block& block : blocks) {
        switch (block.kind) {
        case block_kind::tracks:
            made.tracks.push_back(block);
            break;
        case block_kind::keyframe:
            made.keyframes.push_back(block);
            break;
        case block_kind::hashes:
            made.hashes.push_back(block);
            break;
        case block_kind::events:
            made.events.push_back(block);
            break;
        case block_kind::journal:
            made.journals.push_back(block);
            break;
        case block_kind::definitions:
            made.definitions.push_back(block);
            break;
        default:
            break;
        }
    }
    for (std::vector<recorded_block>* each :
         {&made.tracks, &made.keyframes, &made.hashes, &made.events, &made.journals}) {
        keep_latest(*each);
    }
    // Without content a block takes back one that was written before the past was changed.
    for (std::vector<recorded_block>* each : {&made.tracks, &made.keyframes, &made.hashes, &made.events}) {
        std::erase_if(*each, [](const recorded_block& block) { return block.content_bytes == 0; });
    }
    return made;
}

} // namespace orrery::time::detail
