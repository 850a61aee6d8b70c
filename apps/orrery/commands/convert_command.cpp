// `orrery convert`: a recording for other programs: tables, JSON lines, or an animated scene.
#include "apps/json/json_writer.hpp"
#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/output/gltf.hpp"
#include "apps/orrery/output/output_file.hpp"
#include "apps/orrery/worlds/course.hpp"

#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace orrery::command {
namespace {

struct convert_options {
    std::string source{};
    std::string format{};
    std::string output = "-";
    std::optional<std::uint64_t> from{};
    std::optional<std::uint64_t> to{};
    std::uint64_t stride = 1;
    std::uint32_t threads = 0;
    bool quiet = false;
};

// What to convert, once it is known to be there: before that nothing is written.
template <typename World>
struct conversion {
    const course<World>& all;
    time::frame_range frames{};
    std::uint64_t stride = 1;
    bool is_quiet = false;
    bool is_binary = false;
};

// Calls visit(frame_view) for each frame that is wanted.
template <typename World, typename Visit>
[[nodiscard]] status each_frame(const conversion<World>& what, Visit visit) {
    progress bar("converting", what.frames.size(), what.is_quiet);
    for (std::uint64_t frame = what.frames.first; frame < what.frames.end; frame += what.stride) {
        const auto view = what.all.seek(frame);
        if (!view) {
            return view.reason();
        }
        if (status answer = visit(*view); !answer) {
            return answer;
        }
        bar.show(frame - what.frames.first);
    }
    return {};
}

// Seconds, without the digits that come from a step whose length is no round number.
template <typename World>
[[nodiscard]] float time_of(const time::frame_view<World>& view, const course<World>& all) {
    return static_cast<float>(static_cast<double>(view.frame()) * all.time_step());
}

[[nodiscard]] std::string quoted_for_csv(std::string_view name) {
    if (name.find_first_of(",\"\n") == std::string::npos) {
        return std::string(name);
    }
    std::string out = "\"";
    for (const char each : name) {
        out += each == '"' ? "\"\"" : std::string(1, each);
    }
    return out + "\"";
}

// A row for each body in each frame.
template <typename World>
[[nodiscard]] status write_csv(const conversion<World>& what, output_file& out) {
    using traits = apps::world_traits<World>;
    const course<World>& all = what.all;
    std::string header = "frame,time,key,name";
    for (const std::string_view field : traits::motion_fields) {
        header += text(",", field);
    }
    out.write(header + "\n");
    return each_frame(what, [&](const time::frame_view<World>& view) -> status {
        std::string rows;
        for (std::size_t place = 0; place < view.size(); ++place) {
            const entity_key key = view.keys()[place];
            rows += text(view.frame(), ",", time_of(view, all), ",", digits(key), ",",
                         quoted_for_csv(all.names().name_of(key)));
            for (const auto number : traits::motion_values(view.motions()[place], all.rules())) {
                rows += text(",", number);
            }
            rows += "\n";
        }
        out.write(rows);
        return {};
    });
}

// An object for each frame, with its bodies and what happened since the line before.
template <typename World>
[[nodiscard]] status write_json_lines(const conversion<World>& what, output_file& out) {
    using traits = apps::world_traits<World>;
    const course<World>& all = what.all;
    const auto events = all.events();
    std::uint64_t told = what.frames.first;
    return each_frame(what, [&](const time::frame_view<World>& view) -> status {
        json::writer line;
        line.begin_object().member("frame", view.frame());
        line.member("time", time_of(view, all)).key("bodies").begin_array();
        for (std::size_t place = 0; place < view.size(); ++place) {
            const entity_key key = view.keys()[place];
            line.begin_object().member("key", digits(key));
            if (const std::string_view name = all.names().name_of(key); !name.empty()) {
                line.member("name", name);
            }
            world_output<World>::describe(view.motions()[place], all.rules(), line);
            line.end_object();
        }
        line.end_array().key("events").begin_array();
        events.each_event({told, view.frame() + 1}, [&](std::uint64_t frame, const auto& event) {
            line.begin_object()
                .member("frame", frame)
                .member("kind", traits::event_names[traits::kind_of(event)]);
            line.member("a", digits(event.key_a)).member("b", digits(event.key_b));
            world_output<World>::describe(event, all.rules(), line);
            line.end_object();
        });
        told = view.frame() + 1;
        line.end_array().end_object();
        out.write(line.text() + "\n");
        return {};
    });
}

// Bodies become nodes as they are met. Hulls and compounds are in the world of a frame, which is computed
// where one is not known.
template <typename World>
class gltf_maker {
public:
    explicit gltf_maker(const course<World>& all)
        : all_(all) {}

    [[nodiscard]] status add(const time::frame_view<World>& view) {
        last_seconds_ = static_cast<double>(view.frame()) * all_.time_step();
        first_seconds_ = first_seconds_.value_or(last_seconds_);
        for (std::size_t place = 0; place < view.size(); ++place) {
            const std::shared_ptr<const form>& now = view.who()->forms[place];
            drawn_body& body = bodies_[view.keys()[place]];
            if (body.what == nullptr ||
                (body.what != now && !world_output<World>::has_same_shape(*body.what, *now))) {
                const auto made = make_body(view, place);
                if (!made) {
                    return made.reason();
                }
                body.number = *made;
            }
            body.what = now;
            if (body.number) {
                out_.add_pose(*body.number, last_seconds_,
                              pose_of_shape(view.motions()[place], view.form_at(place)));
            }
        }
        return {};
    }

    // After the last frame: what stands there all the time.
    void add_scenery() {
        if constexpr (requires { world_output<World>::scenery_of(all_.rules(), all_.palette()); }) {
            for (drawn_scenery& each : world_output<World>::scenery_of(all_.rules(), all_.palette())) {
                const std::size_t number =
                    out_.add_body(std::move(each.name), std::move(each.shape), each.color);
                out_.add_pose(number, first_seconds_.value_or(0), {});
                out_.add_pose(number, last_seconds_, {});
            }
        }
    }

    [[nodiscard]] const gltf_writer& document() const noexcept { return out_; }

private:
    using traits = apps::world_traits<World>;
    using form = typename World::form_type;

    // The node of a body, and what it was like when that was last looked at: with another shape it becomes
    // another node.
    struct drawn_body {
        std::shared_ptr<const form> what;
        std::optional<std::size_t> number; // nothing for what has no shape
    };

    static constexpr scalar plane_size = 50;

    [[nodiscard]] static transform3 pose_of_shape(const typename World::motion_type& motion, const form& of) {
        return traits::pose_of(motion) * transform3{traits::shape_offset(of), {}};
    }

    // Nothing for what has no shape.
    [[nodiscard]] result<std::optional<std::size_t>> make_body(const time::frame_view<World>& view,
                                                               std::size_t place) {
        const entity_key key = view.keys()[place];
        auto shape =
            shapes_ ? world_output<World>::shape_of(view.form_at(place), *shapes_, all_.palette(), plane_size)
                    : std::nullopt;
        if (!shape && shapes_frame_ != view.frame()) {
            auto world = all_.revive(view.frame());
            if (!world) {
                return world.reason();
            }
            shapes_ = std::make_unique<World>(std::move(*world));
            shapes_frame_ = view.frame();
            shape = world_output<World>::shape_of(view.form_at(place), *shapes_, all_.palette(), plane_size);
        }
        if (!shape) {
            return std::optional<std::size_t>();
        }
        const std::uint32_t color = all_.names().color_of(key).value_or(
            world_output<World>::default_color(view.form_at(place), all_.palette()));
        return std::optional(out_.add_body(all_.names().called(key), std::move(*shape), color));
    }

    const course<World>& all_;
    gltf_writer out_;
    std::map<entity_key, drawn_body> bodies_;
    std::unique_ptr<World> shapes_;
    std::optional<std::uint64_t> shapes_frame_;
    std::optional<double> first_seconds_; // of the frames that were added
    double last_seconds_ = 0;
};

template <typename World>
[[nodiscard]] status write_gltf(const conversion<World>& what, output_file& out) {
    gltf_maker<World> maker(what.all);
    if (status answer = each_frame(what, [&](const auto& view) { return maker.add(view); }); !answer) {
        return answer;
    }
    maker.add_scenery();
    out.write(what.is_binary ? maker.document().binary() : maker.document().text());
    return {};
}

template <typename World>
int convert(const convert_options& options, const course<World>& all, output_file& out) {
    const auto frames = all.choose(options.from, options.to);
    if (!frames) {
        return fail(frames.reason().message);
    }
    const conversion<World> what{.all = all,
                                 .frames = *frames,
                                 .stride = options.stride,
                                 .is_quiet = options.quiet,
                                 .is_binary = options.output.ends_with(".glb")};
    const status answer = options.format == "csv"     ? write_csv(what, out)
                          : options.format == "jsonl" ? write_json_lines(what, out)
                                                      : write_gltf(what, out);
    if (!answer) {
        return fail(answer.reason().message);
    }
    const status finished = out.finish();
    return finished ? success : fail(finished.reason().message);
}

int run_convert(convert_options options) {
    auto from = open_source(options.source);
    if (!from) {
        return fail(from.reason().message);
    }
    auto out = output_file::create(options.output, from->paths);
    if (!out) {
        return fail(out.reason().message);
    }
    options.quiet = options.quiet || out->is_stdout();
    return with_course(std::move(from),
                       {.last_frame = options.to, .threads = options.threads, .is_quiet = options.quiet},
                       [&](const auto& opened) { return convert(options, opened, *out); });
}

} // namespace

void add_convert_command(CLI::App& all, action& chosen) {
    CLI::App& command = add_command(
        all, "convert", "Writes a recording as a table (CSV), as JSON lines, or as an animated glTF scene.",
        "  orrery convert fall.orrery --format csv --output fall.csv --stride 6\n"
        "  orrery convert fall.orrery --format jsonl | head\n"
        "  orrery convert fall.orrery --format gltf --output fall.glb\n");
    auto options = std::make_shared<convert_options>();
    command
        .add_option("source", options->source,
                    "a recording, the name of a shipped scene, or a scene file (-: stdin)")
        ->required();
    command.add_option("--format", options->format, "csv, jsonl or gltf")
        ->required()
        ->check(one_of({"csv", "jsonl", "gltf"}))
        ->type_name("FORMAT");
    command
        .add_option("--output", options->output,
                    "the file to write (default: -, stdout); a name in .glb gives binary glTF")
        ->type_name("FILE");
    add_range_options(command, options->from, options->to);
    add_number_option(command, "--stride", options->stride, 1, most_frames, "only every so many frames");
    add_threads_option(command, options->threads);
    command.add_flag("--quiet", options->quiet, "show no progress");
    command.callback([options, &chosen] { chosen = [options] { return run_convert(*options); }; });
}

} // namespace orrery::command
