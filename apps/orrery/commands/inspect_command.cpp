// `orrery inspect`: what a recording holds: a summary, the events, the path of one entity.
#include "apps/json/json_writer.hpp"
#include "apps/orrery/arguments/nearest_word.hpp"
#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/output/number_text.hpp"
#include "apps/orrery/worlds/course.hpp"
#include "apps/orrery/worlds/event_count.hpp"

#include <orrery/core/check.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace orrery::command {
namespace {

struct inspect_options {
    std::string file{};
    bool lists_events = false;
    std::string kind{};
    std::optional<std::uint64_t> from{};
    std::optional<std::uint64_t> to{};
    std::optional<std::string> entity{};
    bool lists_path = false;
    std::uint64_t stride = 1;
    bool json = false;
};

[[nodiscard]] std::size_t count_blocks(const time::recording_reader& file, time::block_kind kind) {
    return static_cast<std::size_t>(std::ranges::count(file.blocks(), kind, &time::recorded_block::kind));
}

[[nodiscard]] std::string refusal_text(const time::refused_entry& what) {
    return text("the input of author ", what.id.author, " with sequence number ", what.id.sequence,
                " for frame ", what.when.first, ": ", what.reason);
}

template <typename World>
int summarise(const inspect_options& options, const course<World>& all) {
    using traits = apps::world_traits<World>;
    const time::recording_reader& file = all.recording().file();
    const time::frame_range frames = all.frames();
    const auto last = all.seek(frames.end - 1);
    event_count events(traits::event_names);
    all.events().each_event(time::frame_range::all(),
                            [&](std::uint64_t, const auto& what) { events.add(traits::kind_of(what)); });
    const std::uint64_t bytes = all.bytes();
    // Nothing if the last frame cannot be read.
    const std::optional<std::size_t> bodies = last ? std::optional(last->size()) : std::nullopt;
    const bool has_bodies = bodies && *bodies > 0;
    const double bytes_a_body =
        has_bodies ? static_cast<double>(bytes) / static_cast<double>(*bodies * frames.size()) : 0;
    const std::vector<time::recording_damage> damage = file.check();
    if (options.json) {
        json::writer out;
        out.begin_object().member("file", options.file).member("world", std::string_view(World::type_name));
        out.member("title", all.title())
            .member("firstFrame", frames.first)
            .member("lastFrame", frames.end - 1);
        out.member("timeStep", all.time_step()).key("bodies");
        bodies ? out.value(*bodies) : out.null();
        out.member("inputs", all.journal().size());
        out.member("keyframes", count_blocks(file, time::block_kind::keyframe)).member("bytes", bytes);
        out.key("bytesPerBodyAndFrame");
        has_bodies ? out.value(bytes_a_body) : out.null();
        out.member("isFinished", file.is_finished()).key("events");
        events.write(out);
        out.key("damage").begin_array();
        for (const time::recording_damage& each : damage) {
            out.value(each.message);
        }
        out.end_array().key("refusedInputs").begin_array();
        for (const time::refused_entry& each : all.recording().refused_entries()) {
            out.value(refusal_text(each));
        }
        out.end_array().end_object();
        print(out.text() + "\n");
        return success;
    }
    print(text(all.name(), all.title().empty() ? "" : ": ", all.title(), "\n"));
    print(text("  world      ", World::type_name, ", ", fixed_text(1 / all.time_step(), 0),
               " frames a second\n"));
    print(text("  frames     ", frames.first, " to ", frames.end - 1, " (",
               fixed_text(static_cast<double>(frames.size() - 1) * all.time_step(), 1), " s)\n"));
    print(text("  bodies     ",
               bodies ? text(*bodies, " in the last frame") : "unknown: the last frame is damaged", "\n"));
    print(text("  inputs     ", all.journal().size(), "\n"));
    print(text("  keyframes  ", count_blocks(file, time::block_kind::keyframe), "\n"));
    print(text("  size       ", byte_text(bytes),
               has_bodies ? text(", ", fixed_text(bytes_a_body, 2), " bytes a body a frame") : "", "\n"));
    print(text("  events     ", events.line(), "\n"));
    print(text("  state      ",
               file.is_finished() ? "finished" : "not finished: the program that wrote it was stopped",
               damage.empty() ? ", undamaged\n" : ", damaged\n"));
    for (const time::recording_damage& each : damage) {
        print(text("             ", each.message, "\n"));
    }
    for (const time::refused_entry& each : all.recording().refused_entries()) {
        print(text("  left out   ", refusal_text(each), "\n"));
    }
    return success;
}

template <typename World>
[[nodiscard]] std::string absence_text(const course<World>& all, entity_key who, time::frame_range frames) {
    return text("there is no ", all.names().called(who), " in frames ", frames.first, " to ", frames.end - 1,
                " of ", all.name());
}

template <typename World>
int list_events(const inspect_options& options, const course<World>& all) {
    using traits = apps::world_traits<World>;
    const std::vector<std::string> kinds(traits::event_names.begin(), traits::event_names.end());
    if (!options.kind.empty() && std::ranges::find(kinds, options.kind) == kinds.end()) {
        std::string list;
        for (const std::string& each : kinds) {
            list += text(list.empty() ? "" : ", ", each);
        }
        const std::string hint = did_you_mean(options.kind, kinds);
        return fail(text("no event is of the kind '", printable(options.kind), "'",
                         hint.empty() ? "; expected one of " + list : hint));
    }
    const auto frames = all.choose(options.from, options.to);
    if (!frames) {
        return fail(frames.reason().message);
    }
    std::optional<entity_key> who;
    if (options.entity) {
        const auto key = find_entity(all.names(), *options.entity);
        if (!key) {
            return fail(key.reason().message);
        }
        who = *key;
    }
    json::writer out;
    out.begin_array();
    bool is_known = false;
    all.events().each_event(*frames, [&](std::uint64_t frame, const auto& what) {
        const std::string& kind = kinds[traits::kind_of(what)];
        const bool is_wanted = (options.kind.empty() || kind == options.kind) &&
                               (!who || what.key_a == *who || what.key_b == *who);
        if (!is_wanted) {
            return;
        }
        is_known = true;
        if (options.json) {
            out.begin_object().member("frame", frame).member("kind", kind).member("a", digits(what.key_a));
            if (what.key_b != entity_key::none) {
                out.member("b", digits(what.key_b));
            }
            world_output<World>::describe(what, all.rules(), out);
            out.end_object();
            return;
        }
        print(
            text("frame ", frame, "  ", fixed_text(static_cast<double>(frame) * all.time_step(), 2), " s  ",
                 kind, "  ", all.names().called(what.key_a),
                 what.key_b != entity_key::none ? text(", ", all.names().called(what.key_b)) : std::string(),
                 world_output<World>::describe(what, all.rules()), "\n"));
    });
    for (std::uint64_t frame = frames->first; who && !is_known && frame < frames->end; ++frame) {
        is_known = static_cast<bool>(all.at(*who, frame));
    }
    if (who && !is_known) {
        return fail(absence_text(all, *who, *frames));
    }
    out.end_array();
    if (options.json) {
        print(out.text() + "\n");
    }
    return success;
}

template <typename World>
int list_path(const inspect_options& options, const course<World>& all) {
    using traits = apps::world_traits<World>;
    ORRERY_CHECK(options.entity, "the option --path needs --entity");
    const auto key = find_entity(all.names(), *options.entity);
    if (!key) {
        return fail(key.reason().message);
    }
    const auto chosen = all.choose(options.from, options.to);
    if (!chosen) {
        return fail(chosen.reason().message);
    }
    const time::frame_range range = *chosen;
    json::writer out;
    out.begin_array();
    bool is_known = false;
    for (std::uint64_t frame = range.first; frame < range.end; frame += options.stride) {
        const auto state = all.at(*key, frame);
        if (!state) {
            continue;
        }
        const auto numbers = traits::motion_values(state->motion, all.rules());
        if (options.json) {
            out.begin_object().member("frame", frame);
            world_output<World>::describe(state->motion, all.rules(), out);
            out.end_object();
        } else {
            if (!is_known) {
                std::string header = "frame,time";
                for (const std::string_view field : traits::motion_fields) {
                    header += text(",", field);
                }
                print(header + "\n");
            }
            std::string line = text(frame, ",", fixed_text(static_cast<double>(frame) * all.time_step(), 4));
            for (const auto number : numbers) {
                line += text(",", number);
            }
            print(line + "\n");
        }
        is_known = true;
    }
    if (!is_known) {
        return fail(absence_text(all, *key, range));
    }
    out.end_array();
    if (options.json) {
        print(out.text() + "\n");
    }
    return success;
}

} // namespace

void add_inspect_command(CLI::App& all, action& chosen) {
    CLI::App& command = add_command(
        all, "inspect", "Tells what a recording holds: a summary, its events, or the path of an entity.",
        "  orrery inspect fall.orrery\n"
        "  orrery inspect fall.orrery --events --kind broke --from 60 --to 120\n"
        "  orrery inspect fall.orrery --entity ball --path --stride 10\n");
    auto options = std::make_shared<inspect_options>();
    command.add_option("file", options->file, "a recording (-: stdin)")->required();
    auto* const events = command.add_flag("--events", options->lists_events, "list what happened");
    command.add_option("--kind", options->kind, "only events of this kind")->needs(events);
    add_range_options(command, options->from, options->to);
    auto* const entity = command.add_option("--entity", options->entity, "one entity, by its name or key");
    auto* const path =
        command.add_flag("--path", options->lists_path, "list where the entity was and how it moved");
    path->needs(entity)->excludes(events);
    add_number_option(command, "--stride", options->stride, 1, most_frames,
                      "of the path only every so many frames")
        .needs(path);
    command.add_flag("--json", options->json, "print JSON");
    command.callback([options, &chosen] {
        chosen = [options] {
            if ((options->from || options->to) && !options->lists_events && !options->entity) {
                fail("--from and --to choose frames of a list, expected --events or --entity with them");
                return wrong_call;
            }
            return with_course(open_recording(options->file), {.threads = 1}, [&](const auto& opened) {
                if (options->lists_path) {
                    return list_path(*options, opened);
                }
                return options->lists_events || options->entity ? list_events(*options, opened)
                                                                : summarise(*options, opened);
            });
        };
    });
}

} // namespace orrery::command
