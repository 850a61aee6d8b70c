#include <orrery/timeline/recorder_core.hpp>

#include <utility>

namespace orrery::time {
namespace {

[[nodiscard]] recording_header header_of(const storable_world& world, std::span<const std::byte> scene) {
    recording_header header{.world = std::string(world.codec->type_name())};
    header.scene.assign(scene.begin(), scene.end());
    byte_writer rules;
    world.codec->encode_rules(*world.simulation, rules);
    header.settings.assign(rules.bytes().begin(), rules.bytes().end());
    return header;
}

} // namespace

result<recorder_core> recorder_core::create(const std::string& path, storable_world world,
                                            std::span<const std::byte> scene) {
    auto file = recording_writer::create(path, header_of(world, scene));
    return begin(std::move(file), std::move(world));
}

result<recorder_core> recorder_core::create_on(std::FILE* file, std::string name, storable_world world,
                                               std::span<const std::byte> scene) {
    auto made = recording_writer::create_on(file, std::move(name), header_of(world, scene));
    return begin(std::move(made), std::move(world));
}

result<recorder_core> recorder_core::create_in_memory(storable_world world, std::span<const std::byte> scene,
                                                      compression most) {
    auto file = recording_writer::create_in_memory(header_of(world, scene), most);
    return begin(std::move(file), std::move(world));
}

result<recorder_core> recorder_core::begin(result<recording_writer> file, storable_world world) {
    if (!file) {
        return file.reason();
    }
    return recorder_core(std::move(*file), std::move(world));
}

recorder_core::recorder_core(recording_writer file, storable_world world)
    : file_(std::move(file))
    , world_(std::move(world))
    , journal_(world_.simulation->journal_equality()) {}

status recorder_core::write(timeline_core& time) {
    time.seal();
    return write_sealed(time.known()->parts());
}

status recorder_core::close(timeline_core& time) {
    time.seal();
    return close(*time.known());
}

status recorder_core::close(const known_history& known) {
    if (status answer = write_sealed(known.parts()); !answer) {
        return answer;
    }
    if (status answer = write_fresh(known.parts()); !answer) {
        return answer;
    }
    return file_.close();
}

status recorder_core::write_sealed(const history_parts& known) {
    if (status answer = write_definitions(known.journal.definitions()); !answer) {
        return answer;
    }
    if (status answer = write_journal(known.journal); !answer) {
        return answer;
    }
    if (status answer = take_back_keyframes(known); !answer) {
        return answer;
    }
    if (status answer = write_keyframes(known); !answer) {
        return answer;
    }
    return write_tracks(known);
}

} // namespace orrery::time
