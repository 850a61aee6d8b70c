// `orrery convert`: a recording for other programs: tables, JSON lines, or an animated scene.
#include "apps/json/json_writer.hpp"
#include "apps/orrery/command.hpp"
#include "apps/orrery/course.hpp"
#include "apps/orrery/gltf.hpp"
#include "apps/orrery/output_file.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

namespace orrery::command {
namespace {

struct convert_options {
    std::string source{};
    std::string format{};
    std::string output{};
    std::uint64_t from = 0;
    std::optional<std::uint64_t> to{};
    std::uint64_t stride = 1;
    std::uint32_t threads = 0;
    bool quiet = false;
};

// Calls visit(frame_view) for each frame that is wanted.
template <typename World, typename Visit>
[[nodiscard]] status each_frame(const convert_options& options, const course<World>& all, Visit visit) {
    const std::uint64_t first = std::max(options.from, all.frames().first);
    const std::uint64_t last = options.to.value_or(all.frames().end - 1);
    for (const std::uint64_t end : {first, last}) {
        if (status answer = all.check_frame(end); !answer) {
            return answer;
        }
    }
    if (first > last) {
        return error{text("the frames from ", first, " to ", last, " are none")};
    }
    progress bar("converting", last - first + 1, options.quiet || options.output.empty());
    for (std::uint64_t frame = first; frame <= last; frame += options.stride) {
        const auto view = all.seek(frame);
        if (!view) {
            return view.reason();
        }
        if (status answer = visit(*view); !answer) {
            return answer;
        }
        bar.show(frame - first);
    }
    return {};
}

// Seconds, without the digits that come from a step whose length is no round number.
template <typename World>
[[nodiscard]] float time_of(const time::frame_view<World>& view, const course<World>& all) {
    return static_cast<float>(static_cast<double>(view.frame()) * all.time_step());
}

[[nodiscard]] std::string quoted_for_csv(const std::string& name) {
    if (name.find_first_of(",\"\n") == std::string::npos) {
        return name;
    }
    std::string out = "\"";
    for (const char each : name) {
        out += each == '"' ? "\"\"" : std::string(1, each);
    }
    return out + "\"";
}

// A row for each body in each frame.
template <typename World>
[[nodiscard]] status write_csv(const convert_options& options, const course<World>& all, output_file& out) {
    using words = world_words<World>;
    std::string header = "frame,time,key,name";
    for (const std::string_view field : words::motion_fields) {
        header += text(",", field);
    }
    out.write(header + "\n");
    return each_frame(options, all, [&](const time::frame_view<World>& view) -> status {
        std::string rows;
        for (std::size_t place = 0; place < view.size(); ++place) {
            const entity_key key = view.keys()[place];
            rows += text(view.frame(), ",", time_of(view, all), ",", digits(key), ",",
                         quoted_for_csv(all.names().name_of(key)));
            for (const auto number : words::numbers(view.motions()[place], all.rules())) {
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
[[nodiscard]] status write_json_lines(const convert_options& options, const course<World>& all,
                                      output_file& out) {
    using words = world_words<World>;
    const auto events = all.events();
    std::uint64_t told = options.from;
    return each_frame(options, all, [&](const time::frame_view<World>& view) -> status {
        json::writer line;
        line.begin_object().member("frame", view.frame());
        line.member("time", time_of(view, all)).key("bodies").begin_array();
        for (std::size_t place = 0; place < view.size(); ++place) {
            const entity_key key = view.keys()[place];
            line.begin_object().member("key", digits(key));
            if (const std::string& name = all.names().name_of(key); !name.empty()) {
                line.member("name", name);
            }
            words::describe(view.motions()[place], all.rules(), line);
            line.end_object();
        }
        line.end_array().key("events").begin_array();
        events.each_event({told, view.frame() + 1}, [&](std::uint64_t frame, const auto& what) {
            line.begin_object()
                .member("frame", frame)
                .member("kind", words::event_names()[words::event_kind(what)]);
            line.member("a", digits(what.key_a)).member("b", digits(what.key_b));
            words::describe(what, all.rules(), line);
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
            if (body.what == nullptr || (body.what != now && !words::has_same_shape(*body.what, *now))) {
                const auto made = make_body(view, place);
                if (!made) {
                    return made.reason();
                }
                body.number = *made;
            }
            body.what = now;
            if (body.number) {
                out_.add_pose(*body.number, last_seconds_,
                              words::pose_of(view.motions()[place], view.form_at(place)));
            }
        }
        return {};
    }

    // After the last frame: what stands there all the time.
    void add_scenery() {
        if constexpr (requires { words::scenery_of(all_.rules(), all_.palette()); }) {
            for (drawn_scenery& each : words::scenery_of(all_.rules(), all_.palette())) {
                const std::size_t number =
                    out_.add_body(std::move(each.name), std::move(each.shape), each.color);
                out_.add_pose(number, first_seconds_.value_or(0), {});
                out_.add_pose(number, last_seconds_, {});
            }
        }
    }

    [[nodiscard]] const gltf_writer& document() const noexcept { return out_; }

private:
    using words = world_words<World>;
    using form = typename World::form_type;

    // The node of a body, and what it was like when that was last looked at: with another shape it becomes
    // another node.
    struct drawn_body {
        std::shared_ptr<const form> what;
        std::optional<std::size_t> number; // nothing for what has no shape
    };

    static constexpr scalar plane_size = 50;

    // Nothing for what has no shape.
    [[nodiscard]] result<std::optional<std::size_t>> make_body(const time::frame_view<World>& view,
                                                               std::size_t place) {
        const entity_key key = view.keys()[place];
        auto shape = shapes_ ? words::shape_of(view.form_at(place), *shapes_, all_.palette(), plane_size)
                             : std::nullopt;
        if (!shape && shapes_frame_ != view.frame()) {
            auto world = all_.revive(view.frame());
            if (!world) {
                return world.reason();
            }
            shapes_ = std::make_unique<World>(std::move(*world));
            shapes_frame_ = view.frame();
            shape = words::shape_of(view.form_at(place), *shapes_, all_.palette(), plane_size);
        }
        if (!shape) {
            return std::optional<std::size_t>();
        }
        const scene_format::look* const look = all_.names().find(key);
        const std::uint32_t color = look != nullptr && look->color
                                        ? *look->color
                                        : words::default_color(view.form_at(place), all_.palette());
        return std::optional(out_.add_body(all_.names().shown(key), std::move(*shape), color));
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
[[nodiscard]] status write_gltf(const convert_options& options, const course<World>& all, output_file& out) {
    gltf_maker<World> maker(all);
    if (status answer = each_frame(options, all, [&](const auto& view) { return maker.add(view); });
        !answer) {
        return answer;
    }
    maker.add_scenery();
    out.write(options.output.ends_with(".glb") ? maker.document().binary() : maker.document().text());
    return {};
}

template <typename World>
int convert(const convert_options& options, const course<World>& all) {
    auto out = output_file::create(options.output);
    if (!out) {
        return fail(out.reason().message);
    }
    const status answer = options.format == "csv"     ? write_csv(options, all, *out)
                          : options.format == "jsonl" ? write_json_lines(options, all, *out)
                                                      : write_gltf(options, all, *out);
    if (!answer) {
        return fail(answer.reason().message);
    }
    const status finished = out->finish();
    return finished ? success : fail(finished.reason().message);
}

} // namespace

void add_convert_command(CLI::App& all, action& chosen) {
    CLI::App& command = add_command(
        all, "convert", "Writes a recording as a table (CSV), as JSON lines, or as an animated glTF scene.",
        "  orrery convert fall.orrery --to csv --output fall.csv --stride 6\n"
        "  orrery convert fall.orrery --to jsonl | head\n"
        "  orrery convert fall.orrery --to gltf --output fall.glb\n");
    auto options = std::make_shared<convert_options>();
    command
        .add_option("source", options->source, "a recording, the name of a shipped scene, or a scene file")
        ->required();
    command.add_option("--to", options->format, "csv, jsonl or gltf")
        ->required()
        ->check(CLI::IsMember({"csv", "jsonl", "gltf"}));
    command.add_option("--output", options->output,
                       "the file to write (default: stdout); a name in .glb gives binary glTF");
    command.add_option("--from", options->from, "first frame")
        ->check(CLI::Range(std::uint64_t{0}, most_frames));
    command.add_option("--to-frame", options->to, "last frame")
        ->check(CLI::Range(std::uint64_t{0}, most_frames));
    command.add_option("--stride", options->stride, "only every so many frames")
        ->check(CLI::Range(std::uint64_t{1}, most_frames));
    add_threads_option(command, options->threads);
    command.add_flag("--quiet", options->quiet, "show no progress");
    command.callback([options, &chosen] {
        chosen = [options] {
            return with_course(open_source(options->source),
                               {.last_frame = options->to,
                                .threads = options->threads,
                                .is_quiet = options->quiet || options->output.empty()},
                               [&](const auto& opened) { return convert(*options, opened); });
        };
    });
}

} // namespace orrery::command
