// A block of definitions: those that the journal has got since the block before, each with its size in front.
// They hold in all frames, so the block has none, and no block takes the place of another.
#include <orrery/core/text.hpp>
#include <orrery/timeline/recorder_core.hpp>
#include <orrery/timeline/recording_core.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace orrery::time {

status recorder_core::write_definitions(const detail::definition_list& definitions) {
    std::vector<detail::definition_item> fresh;
    for (const detail::definition_item& each : definitions.items()) {
        if (definitions_.find(each.id) == nullptr) {
            fresh.push_back(each);
        }
    }
    if (fresh.empty()) {
        return {};
    }
    byte_writer out;
    if (status answer = world_.codec->encode_definitions(fresh, out); !answer) {
        return answer;
    }
    if (status answer = file_.add(block_kind::definitions, {}, out.bytes()); !answer) {
        return answer;
    }
    definitions_.add_all(definitions);
    return {};
}

// One may refer to shapes and the like that only the first frame has.
status recording_core::read_definitions(std::span<const recorded_block> blocks) {
    if (!blocks.empty() && !keyframes_.empty()) {
        (void)load_keyframe(*world_.simulation, keyframes_.front().frames.first);
    }
    std::vector<read_definition> all;
    std::size_t first_index = 0;
    for (const recorded_block& block : blocks) {
        const auto bytes = file_->read(block);
        if (!bytes) {
            return bytes.reason();
        }
        byte_reader in(*bytes);
        decoded_definitions decoded = world_.codec->decode_definitions(*world_.simulation, in);
        if (const status answer = in.finish(); !answer) {
            return answer;
        }
        for (refused_definition& each : decoded.refused) {
            refused_definitions_.push_back({first_index + each.index, std::move(each.reason)});
        }
        for (std::size_t index = 0; index < decoded.items.size(); ++index) {
            all.push_back({first_index + decoded.indices[index], std::move(decoded.items[index])});
        }
        first_index += decoded.count;
    }
    take_definitions(std::move(all));
    // total order: each has an index of its own
    std::ranges::sort(refused_definitions_, {}, &refused_definition::index);
    return {};
}

// The world that was recorded may have had a shape before it was defined, so that what refers to it comes
// first. Hostile bytes may have an order that needs as many passes as there are definitions.
void recording_core::take_definitions(std::vector<read_definition> all) {
    constexpr int max_passes = 8;
    for (int pass = 1; !all.empty(); ++pass) {
        const std::size_t count = all.size();
        std::vector<refused_definition> refused;
        std::erase_if(all, [&](const read_definition& each) {
            const status answer = world_.simulation->define(each.item);
            if (answer) {
                journal_.define(each.item);
            } else {
                refused.push_back({each.index, answer.reason().message});
            }
            return answer.is_ok();
        });
        if (all.size() == count || pass == max_passes) {
            refused_definitions_.insert(refused_definitions_.end(), refused.begin(), refused.end());
            return;
        }
    }
}

// One line, however many there are: the bytes may be hostile.
void recording_core::log_refused_definitions() const {
    if (!refused_definitions_.empty()) {
        world_.machine->log().warning("timeline", file_->name(),
                                      ": definitions left out of the journal: ", refused_definitions_.size(),
                                      "; the first has the index ", refused_definitions_.front().index, ": ",
                                      refused_definitions_.front().reason);
    }
}

status recording_core::define_all(simulation_interface& world) const {
    for (const detail::definition_item& each : journal_.definitions().items()) {
        if (status answer = world.define(each); !answer) {
            return answer;
        }
    }
    return {};
}

} // namespace orrery::time
