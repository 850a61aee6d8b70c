// `orrery plot`: a quantity over time, in the terminal or as an SVG picture.
#include "apps/json/json_writer.hpp"
#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/output/chart.hpp"
#include "apps/orrery/output/output_file.hpp"
#include "apps/orrery/worlds/course.hpp"
#include "apps/world/event_series.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace orrery::command {
namespace {

struct plot_options {
    std::string source{};
    std::string quantity = "energy";
    std::optional<std::string> entity{};
    std::optional<std::uint64_t> frames{};
    std::optional<std::string> svg{};
    std::uint32_t threads = 0;
    bool json = false;
    bool quiet = false;
};

// Of what happens rather than of what is there, in each frame; empty if the quantity is not counted.
template <typename World>
[[nodiscard]] std::vector<double> count(const course<World>& all, apps::quantity_kind kind,
                                        std::optional<entity_key> of) {
    const apps::series_points points{.first = all.frames().first,
                                     .count = static_cast<std::size_t>(all.frames().size())};
    if (kind == apps::quantity_kind::contacts) {
        const std::vector<std::int64_t> contacts = apps::contact_counts<World>(all.events(), points, of);
        return {contacts.begin(), contacts.end()};
    }
    return kind == apps::quantity_kind::impulse
               ? apps::strongest_impulses<World>(all.events(), all.rules(), points, of)
               : std::vector<double>();
}

// Of one entity, or of all. Nothing if the entity is not in the frame.
template <typename World>
[[nodiscard]] std::optional<double> measure(apps::quantity_kind kind, const time::frame_view<World>& view,
                                            const World& rules, std::optional<entity_key> of) {
    using traits = apps::world_traits<World>;
    const auto sources = kind == apps::quantity_kind::energy ? traits::sources_of(view)
                                                             : std::vector<typename World::source_type>();
    if (!of) {
        return traits::measure_all(kind, view, sources, rules);
    }
    const std::size_t index = view.place_of(*of);
    return index < view.size() ? std::optional(traits::measure(kind, *of, view.form_at(index),
                                                               view.motions()[index], sources, rules))
                               : std::nullopt;
}

template <typename World>
[[nodiscard]] result<chart> make_chart(const course<World>& all, const apps::quantity& what,
                                       std::optional<entity_key> of, bool is_quiet) {
    const time::frame_range frames = all.frames();
    const std::vector<double> counted = count(all, what.kind, of);
    chart made{.unit = std::string(what.unit)};
    progress bar("reading", frames.size(), is_quiet);
    for (std::uint64_t frame = frames.first; frame < frames.end; ++frame) {
        const auto view = all.seek(frame);
        if (!view) {
            return view.reason();
        }
        chart::point point{.time = static_cast<double>(frame) * all.time_step()};
        if (counted.empty()) {
            point.value = measure(what.kind, *view, all.rules(), of);
        } else if (!of || view->find(*of) != nullptr) {
            point.value = counted[frame - frames.first];
        }
        made.points.push_back(point);
        bar.show(frame - frames.first);
    }
    if (std::ranges::none_of(made.points, [](const chart::point& each) { return each.value.has_value(); })) {
        return error{of ? text("there is no entity with the key ", digits(*of), " in any frame")
                        : text("there is nothing with a ", what.name, " in any frame")};
    }
    made.title = text(what.name, " of ", of ? all.names().called(*of) : std::string(what.of_all));
    return made;
}

[[nodiscard]] std::size_t terminal_columns() {
    winsize size{};
    const bool is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20;
    return is_known ? std::min<std::size_t>(size.ws_col, 200) : 80;
}

int show(const plot_options& options, const chart& made, std::string_view quantity,
         std::optional<output_file>& picture) {
    if (picture) {
        picture->write(svg_chart(made));
        const status written = picture->finish();
        return written ? success : fail(written.reason().message);
    }
    if (options.json) {
        json::writer out;
        out.begin_object().member("quantity", quantity).member("title", made.title).member("unit", made.unit);
        out.key("points").begin_array();
        for (const chart::point& each : made.points) {
            out.begin_array().value(each.time);
            each.value ? out.value(*each.value) : out.null();
            out.end_array();
        }
        out.end_array().end_object();
        print(out.text() + "\n");
        return success;
    }
    print(terminal_chart(made, terminal_columns(), 20));
    return success;
}

template <typename World>
int plot(const plot_options& options, const course<World>& all, std::optional<output_file>& picture) {
    const auto& known = apps::world_traits<World>::quantities;
    const auto index = apps::find_quantity<World>(options.quantity);
    if (!index) {
        std::string list;
        for (const apps::quantity& each : known) {
            list += text(list.empty() ? "" : ", ", each.name);
        }
        fail(text("there is no quantity '", printable(options.quantity), "', expected one of ", list));
        return wrong_call;
    }
    std::optional<entity_key> of;
    if (options.entity) {
        const auto key = find_entity(all.names(), *options.entity);
        if (!key) {
            return fail(key.reason().message);
        }
        of = *key;
    }
    const apps::quantity& plotted = known[*index];
    const auto made = make_chart(all, plotted, of, options.json || options.quiet);
    return made ? show(options, *made, plotted.name, picture) : fail(made.reason().message);
}

int run_plot(const plot_options& options) {
    auto from = open_source(options.source);
    if (!from) {
        return fail(from.reason().message);
    }
    if (const status allowed = check_frames_option(*from, options.frames); !allowed) {
        return fail(allowed.reason().message);
    }
    std::optional<output_file> picture;
    if (options.svg) {
        auto made = output_file::create(*options.svg, from->paths);
        if (!made) {
            return fail(made.reason().message);
        }
        picture.emplace(std::move(*made));
    }
    return with_course(
        std::move(from),
        {.last_frame = options.frames, .threads = options.threads, .is_quiet = options.json || options.quiet},
        [&](const auto& opened) { return plot(options, opened, picture); });
}

} // namespace

void add_plot_command(CLI::App& all, action& chosen) {
    CLI::App& command =
        add_command(all, "plot", "Draws a quantity over time, in the terminal or as an SVG picture.",
                    "  orrery plot fall.orrery --quantity energy\n"
                    "  orrery plot pyramid --quantity height --entity ball\n"
                    "  orrery plot fall.orrery --quantity contacts --svg contacts.svg\n\n"
                    "Without an entity, energy and contacts are those of all bodies, speed is that of the\n"
                    "fastest, and height that of the centre of mass.\n");
    auto options = std::make_shared<plot_options>();
    command
        .add_option("source", options->source,
                    "a recording, the name of a shipped scene, or a scene file (-: stdin)")
        ->required();
    command.add_option("--quantity", options->quantity,
                       "energy (default), speed, height, contacts or, of circles, impulse");
    command.add_option("--entity", options->entity, "of this entity alone, by its name or key");
    add_number_option(command, "--frames", options->frames, 1, most_frames,
                      "how many frames of a scene to compute (default: what it says)");
    auto* const svg = command.add_option("--svg", options->svg, "write a picture to this file (-: stdout)")
                          ->type_name("FILE");
    add_threads_option(command, options->threads);
    add_output_options(command, options->json, options->quiet);
    svg->excludes(command.get_option("--json"));
    command.callback([options, &chosen] { chosen = [options] { return run_plot(*options); }; });
}

} // namespace orrery::command
