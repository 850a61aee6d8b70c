#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>
#include <orrery/timeline/detail/census_archive.hpp>
#include <orrery/timeline/detail/recorded_tracks.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace orrery::time::detail {

recorded_tracks::recorded_tracks(std::shared_ptr<const recording_reader> file, storable_world world,
                                 std::vector<recorded_block> blocks)
    : file_(std::move(file))
    , world_(std::move(world))
    , model_(world_.simulation->model())
    , blocks_(std::move(blocks)) {}

result<motion_segment::shared> recorded_tracks::of_frame(std::uint64_t frame) const {
    const auto after = std::ranges::upper_bound(blocks_, frame, {},
                                                [](const recorded_block& each) { return each.frames.first; });
    if (after == blocks_.begin() || !std::prev(after)->frames.contains(frame)) {
        return error{text("frame ", frame, " is not in the recording, which has frames ", frames().first,
                          " to ", frames().end)};
    }
    return of_block(static_cast<std::size_t>(after - blocks_.begin()) - 1);
}

result<motion_segment::shared> recorded_tracks::of_block(std::size_t index) const {
    const orrery::detail::lock_guard lock(*caching_);
    auto loaded = load(index, segments_a_group - 1);
    if (!loaded) {
        return loaded.reason();
    }
    return std::move(loaded->tracks);
}

auto recorded_tracks::load(std::size_t index, std::size_t max_before) const -> result<loaded_segment> {
    const auto known = std::ranges::find(cache_, index, &loaded_segment::block);
    if (known != cache_.end()) {
        std::rotate(known, known + 1, cache_.end());
        return cache_.back();
    }
    const recorded_block& block = blocks_[index];
    const auto bytes = file_->read(block);
    if (!bytes) {
        return bytes.reason();
    }
    byte_reader in(*bytes);
    motion_segment::shared before;
    if (const auto link = in.read<segment_link>(); link != segment_link::none) {
        const std::uint64_t hash = link == segment_link::to_hash ? in.read<std::uint64_t>() : 0;
        auto loaded = load_before(index, link, hash, max_before);
        if (!loaded) {
            return loaded.reason();
        }
        before = std::move(*loaded);
    }
    census_reader censuses(*world_.codec, *world_.simulation, model_->forms());
    auto made = motion_segment::load(in, before.get(), model_,
                                     [&](byte_reader& from) { return censuses.load(from); });
    if (!made) {
        return made.reason();
    }
    if ((*made)->first_frame() != block.frames.first || (*made)->end_frame() < block.frames.end) {
        return error{text("the ", describe(block), " holds other frames")};
    }
    if (cache_.size() >= cached_segments) {
        cache_.erase(cache_.begin());
    }
    cache_.push_back({index, *made, hash_bytes(*bytes)});
    return cache_.back();
}

result<motion_segment::shared> recorded_tracks::load_before(std::size_t index, segment_link link,
                                                            std::uint64_t hash,
                                                            std::size_t max_before) const {
    const auto missing = [&] {
        return error{text("the ", describe(blocks_[index]), " refers to one that is not there")};
    };
    const bool is_next = index > 0 && blocks_[index - 1].frames.end == blocks_[index].frames.first;
    if (link > segment_link::to_hash || !is_next || max_before == 0) {
        return missing();
    }
    auto loaded = load(index - 1, max_before - 1);
    if (!loaded) {
        return loaded.reason();
    }
    if (link == segment_link::to_hash && loaded->hash != hash) {
        return missing();
    }
    return std::move(loaded->tracks);
}

} // namespace orrery::time::detail
