#include <orrery/core/check.hpp>
#include <orrery/core/text.hpp>
#include <orrery/timeline/detail/current_blocks.hpp>
#include <orrery/timeline/recording_core.hpp>

#include <utility>

namespace orrery::time {
namespace {

[[nodiscard]] status check_header(const recording_reader& file, const world_codec& codec) {
    if (!file.header()) {
        return file.header().reason();
    }
    const recording_header& header = *file.header();
    if (header.world != codec.type_name()) {
        return error{text(file.name(), " holds a world of type '", printable(header.world), "', expected '",
                          codec.type_name(), "'")};
    }
    if (header.scalar_bytes != sizeof(scalar)) {
        return error{text(file.name(), " was recorded with numbers of ", header.scalar_bytes,
                          " bytes, but this build has ", sizeof(scalar))};
    }
    return {};
}

} // namespace

result<recording_core> recording_core::open(const std::string& path, storable_world rules) {
    auto file = recording_reader::open(path);
    if (!file) {
        return file.reason();
    }
    return open(std::move(*file), std::move(rules));
}

result<recording_core> recording_core::open(recording_reader file, storable_world rules) {
    if (const status answer = check_header(file, *rules.codec); !answer) {
        return answer.reason();
    }
    detail::current_blocks current = detail::list_current_blocks(file.blocks());
    const std::vector<recorded_block> journals = std::move(current.journals);
    const std::vector<recorded_block> definitions = std::move(current.definitions);
    recording_core made(std::make_shared<const recording_reader>(std::move(file)), std::move(rules),
                        std::move(current));
    if (const status answer = made.read_definitions(definitions); !answer) {
        return answer.reason();
    }
    for (const recorded_block& block : journals) {
        if (const status answer = made.read_journal(block); !answer) {
            return answer.reason();
        }
    }
    made.log_refused_definitions();
    made.log_refused_entries();
    return made;
}

recording_core::recording_core(std::shared_ptr<const recording_reader> file, storable_world rules,
                               detail::current_blocks blocks)
    : file_(std::move(file))
    , world_(std::move(rules))
    , keyframes_(std::move(blocks.keyframes))
    , hashes_(std::move(blocks.hashes))
    , event_blocks_(std::move(blocks.events))
    , tracks_(file_, world_, std::move(blocks.tracks))
    , journal_(world_.simulation->journal_equality()) {}

status recording_core::read_frame(std::uint64_t frame, motion_room_for room) const {
    const auto tracks = tracks_.of_frame(frame);
    if (!tracks) {
        return tracks.reason();
    }
    serial_scheduler here;
    (*tracks)->read_frame(frame, room((*tracks)->who(frame)), here);
    return {};
}

status recording_core::read_entity(entity_key key, std::uint64_t frame, state_visitor take) const {
    const auto tracks = tracks_.of_frame(frame);
    if (!tracks) {
        return tracks.reason();
    }
    std::vector<std::byte> motion(tracks_.model()->format().motion_bytes);
    if (!(*tracks)->read_motion(key, frame, motion.data())) {
        return error{
            text("there is no entity with the key ", static_cast<std::uint64_t>(key), " in frame ", frame)};
    }
    const detail::census_pointer& who = (*tracks)->who(frame);
    take(who, detail::place_among(who->keys, key), motion.data());
    return {};
}

} // namespace orrery::time
