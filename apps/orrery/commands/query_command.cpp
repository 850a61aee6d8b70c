// `orrery query`: one question about one frame, of a recording or of a scene that is computed for it.
#include "apps/json/json_writer.hpp"
#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/output/number_text.hpp"
#include "apps/orrery/worlds/course.hpp"

#include <orrery/timeline/nearest_pass.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace orrery::command {
namespace {

struct query_options {
    std::string source{};
    std::string entity{};
    std::optional<std::uint64_t> frame{};
    bool hash = false;
    std::vector<std::string> near{};
    std::uint32_t threads = 0;
    bool json = false;
    bool quiet = false;
};

template <typename World>
int tell_hash(const query_options& options, const course<World>& all, std::uint64_t frame) {
    const auto world = all.revive(frame);
    if (!world) {
        return fail(world.reason().message);
    }
    const std::string hash = apps::hexadecimal(world->hash());
    if (options.json) {
        json::writer out;
        out.begin_object()
            .member("source", options.source)
            .member("frame", frame)
            .member("hash", hash)
            .end_object();
        print(out.text() + "\n");
    } else {
        print(hash + "\n");
    }
    return success;
}

template <typename World>
int tell_state(const query_options& options, const course<World>& all, std::uint64_t frame) {
    using traits = apps::world_traits<World>;
    const auto key = find_entity(all.names(), options.entity);
    if (!key) {
        return fail(key.reason().message);
    }
    const auto state = all.at(*key, frame);
    if (!state) {
        return fail(state.reason().message);
    }
    if (options.json) {
        json::writer out;
        out.begin_object()
            .member("frame", frame)
            .member("key", digits(*key))
            .member("name", all.names().name_of(*key));
        world_output<World>::describe(state->motion, all.rules(), out);
        out.key("components");
        world_output<World>::describe(*state->form, all.rules(), out);
        out.end_object();
        print(out.text() + "\n");
        return success;
    }
    std::string shown = text(all.names().called(*key), " (key ", digits(*key), ") in frame ", frame, ", at ",
                             fixed_text(static_cast<double>(frame) * all.time_step(), 2), " s\n");
    const auto numbers = traits::motion_values(state->motion, all.rules());
    for (std::size_t place = 0; place < numbers.size(); ++place) {
        const std::string_view field = traits::motion_fields[place];
        shown += text("  ", field, std::string(28 - field.size(), ' '), numbers[place], "\n");
    }
    world_output<World>::describe(*state->form, all.rules(), shown);
    print(shown);
    return success;
}

// Up to the frame that was named, or to the end.
template <typename World>
int tell_nearest(const query_options& options, const course<World>& all, std::uint64_t last) {
    const auto one = find_entity(all.names(), options.near[0]);
    const auto other = find_entity(all.names(), options.near[1]);
    if (!one || !other) {
        return fail((one ? other : one).reason().message);
    }
    time::nearest_pass_search<decltype(position_of(typename World::motion_type{}))> search;
    for (std::uint64_t frame = all.frames().first; frame <= last; ++frame) {
        const auto view = all.seek(frame);
        if (!view) {
            return fail(view.reason().message);
        }
        const auto* const a = view->find(*one);
        const auto* const b = view->find(*other);
        if (a != nullptr && b != nullptr) {
            search.add(frame, position_of(*b) - position_of(*a));
        }
    }
    const auto pass = search.result();
    if (!pass) {
        return fail(
            text(all.names().called(*one), " and ", all.names().called(*other), " are never there together"));
    }
    const double frame = static_cast<double>(pass->frame) + static_cast<double>(pass->fraction);
    const scalar distance = pass->distance * apps::world_traits<World>::length.size;
    if (options.json) {
        json::writer out;
        out.begin_object().member("a", digits(*one)).member("b", digits(*other)).member("frame", frame);
        out.member("time", frame * all.time_step()).member("distance", distance).end_object();
        print(out.text() + "\n");
    } else {
        print(text(all.names().called(*one), " and ", all.names().called(*other), " are nearest at frame ",
                   fixed_text(frame, 2), " (", fixed_text(frame * all.time_step(), 3), " s): ", distance, " ",
                   apps::world_traits<World>::length.name, " from centre to centre\n"));
    }
    return success;
}

template <typename World>
int answer(const query_options& options, const course<World>& all) {
    const std::uint64_t frame = options.frame.value_or(all.frames().end - 1);
    if (const status found = all.check_frame(frame); !found) {
        return fail(found.reason().message);
    }
    if (!options.near.empty()) {
        return tell_nearest(options, all, frame);
    }
    return options.hash ? tell_hash(options, all, frame) : tell_state(options, all, frame);
}

} // namespace

void add_query_command(CLI::App& all, action& chosen) {
    CLI::App& command =
        add_command(all, "query",
                    "Answers one question about a frame of a recording, or of a scene, which is computed "
                    "up to there.",
                    "  orrery query fall.orrery --entity ball --frame 120\n"
                    "  orrery query pyramid --frame 300 --hash\n"
                    "  orrery query solar_system --near probe Mars\n");
    auto options = std::make_shared<query_options>();
    command
        .add_option("source", options->source,
                    "a recording, the name of a shipped scene, or a scene file (-: stdin)")
        ->required();
    add_number_option(command, "--frame", options->frame, 0, most_frames, "which frame (default: the last)");
    auto* const question = command.add_option_group("question", "one of these");
    question->add_option("--entity", options->entity, "the state of this entity, by its name or key");
    question->add_flag("--hash", options->hash, "the hash of the whole state");
    question
        ->add_option("--near", options->near, "when two entities come nearest to each other, up to the frame")
        ->expected(2);
    question->require_option(1);
    add_threads_option(command, options->threads);
    add_output_options(command, options->json, options->quiet);
    command.callback([options, &chosen] {
        chosen = [options] {
            return with_course(open_source(options->source),
                               {.last_frame = options->frame,
                                .threads = options->threads,
                                .is_quiet = options->json || options->quiet},
                               [&](const auto& opened) { return answer(*options, opened); });
        };
    });
}

} // namespace orrery::command
