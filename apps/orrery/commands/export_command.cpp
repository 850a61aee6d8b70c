// `orrery export`: a recording in one HTML file, with the studio and the engine inside.
#include "apps/orrery/arguments/data_folder.hpp"
#include "apps/orrery/arguments/source.hpp"
#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/output/number_text.hpp"
#include "apps/orrery/output/output_file.hpp"
#include "apps/orrery/output/progress.hpp"
#include "apps/orrery/worlds/worlds.hpp"
#include "apps/studio/server/export_page.hpp"
#include "apps/studio/server/packing.hpp"
#include "apps/studio/server/page_files.hpp"

#include <orrery/core/engine.hpp>
#include <orrery/core/text.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/timeline.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace orrery::command {
namespace {

struct export_options {
    std::string what{};
    std::string html{};
    std::optional<std::uint64_t> frames{};
    std::uint32_t threads = 0;
    bool quiet = false;
};

// Inside a page there is no zstd: what was compressed is written as it was before.
[[nodiscard]] result<std::vector<std::byte>> uncompressed(const time::recording_reader& from) {
    auto to = time::recording_writer::create_in_memory(*from.header(), compression::none);
    if (!to) {
        return to.reason();
    }
    for (const time::recorded_block& block : from.blocks()) {
        const auto content = from.read(block);
        if (!content) {
            return content.reason();
        }
        if (const status answer = to->add(block.kind, block.frames, *content, compression::none); !answer) {
            return answer.reason();
        }
    }
    if (const status answer = to->close(); !answer) {
        return answer.reason();
    }
    return to->take_bytes();
}

template <typename World>
[[nodiscard]] result<std::vector<std::byte>> computed(const scene_format::scene_file& scene,
                                                      const export_options& options) {
    engine machine({.thread_count = options.threads, .level = log_level::warning});
    auto built = apps::world_traits<World>::build(scene, machine);
    if (!built) {
        return built.reason();
    }
    auto file = time::recorder<World>::create_in_memory(built->world, studio::bytes_of(scene.text),
                                                        compression::none);
    if (!file) {
        return file.reason();
    }
    timeline<World> time(std::move(built->world));
    typename timeline<World>::transaction inputs;
    inputs.added = std::move(built->inputs);
    if (const status answer = time.apply(inputs); !answer) {
        return answer.reason();
    }
    const std::uint64_t last = options.frames.value_or(scene.frames);
    constexpr std::uint64_t frames_between_writes = 600; // before the timeline gives tracks up
    progress bar("computing", last, options.quiet);
    while (time.head() < last) {
        time.advance();
        if (time.head() % frames_between_writes == 0) {
            if (const status answer = file->write(time); !answer) {
                return answer.reason();
            }
        }
        bar.show(time.head());
    }
    if (const status answer = file->close(time); !answer) {
        return answer.reason();
    }
    return file->take_bytes();
}

int write_page(const export_options& options, const result<std::vector<std::byte>>& recording,
               output_file& out) {
    if (!recording) {
        return fail(recording.reason().message);
    }
    const auto files = studio::page_files::load(data_folder() + "/studio");
    if (!files) {
        return fail(files.reason().message);
    }
    const auto page = studio::export_page(*files, *recording);
    if (!page) {
        return fail(page.reason().message);
    }
    out.write(*page);
    if (const status answer = out.finish(); !answer) {
        return fail(answer.reason().message);
    }
    if (!options.quiet) {
        print(text(options.html, ", ", byte_text(page->size()), "\n"));
    }
    return success;
}

int run_export(export_options options) {
    const auto what = open_source(options.what);
    if (!what) {
        return fail(what.reason().message);
    }
    if (const status allowed = check_frames_option(*what, options.frames); !allowed) {
        return fail(allowed.reason().message);
    }
    auto out = output_file::create(options.html, what->paths);
    if (!out) {
        return fail(out.reason().message);
    }
    options.quiet = options.quiet || out->is_stdout();
    if (const auto& recording = what->file) {
        return write_page(options, uncompressed(*recording), *out);
    }
    return with_world(what->world, [&]<typename World>(std::type_identity<World>) {
        return write_page(options, computed<World>(*what->scene, options), *out);
    });
}

} // namespace

void add_export_command(CLI::App& all, action& chosen) {
    CLI::App& command =
        add_command(all, "export", "Writes one HTML file that holds a recording, the studio and the engine.",
                    "  orrery export fall.orrery --html fall.html\n"
                    "  orrery export pyramid --frames 600 --html pyramid.html\n\n"
                    "The file opens from a disk in any browser, without a network.\n");
    auto options = std::make_shared<export_options>();
    command
        .add_option("what", options->what,
                    "a recording, the name of a shipped scene, or a scene file (-: stdin)")
        ->required();
    command.add_option("--html", options->html, "the file to write (-: stdout)")
        ->required()
        ->type_name("FILE");
    add_number_option(command, "--frames", options->frames, 1, most_frames,
                      "how many frames of a scene to compute (default: what the scene says)");
    add_threads_option(command, options->threads);
    command.add_flag("--quiet", options->quiet, "print nothing but what went wrong");
    command.callback([options, &chosen] { chosen = [options] { return run_export(*options); }; });
}

} // namespace orrery::command
