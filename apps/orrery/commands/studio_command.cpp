// `orrery studio`: a world in the browser, on a timeline that can be dragged.
#include "apps/orrery/arguments/data_folder.hpp"
#include "apps/orrery/arguments/input_file.hpp"
#include "apps/orrery/arguments/scene_list.hpp"
#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/open_browser.hpp"
#include "apps/studio/server/server.hpp"

#include <orrery/core/archive/mapped_file.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace orrery::command {
namespace {

struct studio_options {
    std::string what = "solar_system";
    studio::server_settings server{};
    std::uint32_t threads = 0;
    bool no_open = false;
};

// What pages may open: the scenes that ship, and the one that was named on the command line. Never a path:
// those who watch are not always those who started it.
class studio_scenes final : public studio::scene_library {
public:
    void add(scene_format::scene_file scene) { named_ = std::move(scene); }

    [[nodiscard]] std::vector<scene_format::scene_file> list() const override {
        std::vector<scene_format::scene_file> all;
        if (named_) {
            all.push_back(*named_);
        }
        for (const std::string& name : shipped_scenes()) {
            auto scene = find_scene(name);
            if (scene && !(named_ && named_->name == name)) {
                all.push_back(std::move(*scene));
            }
        }
        return all;
    }

    [[nodiscard]] result<scene_format::scene_file> load(std::string_view name) const override {
        if (named_ && named_->name == name) {
            return *named_;
        }
        const std::vector<std::string> names = shipped_scenes();
        if (!std::ranges::binary_search(names, name)) {
            return error{text("there is no scene '", printable(name), "'")};
        }
        return find_scene(std::string(name));
    }

private:
    std::optional<scene_format::scene_file> named_;
};

// Signals that end the studio, held back until they are waited for. To be made before any thread is.
class end_signals {
public:
    end_signals() {
        sigemptyset(&wanted_);
        sigaddset(&wanted_, SIGINT);
        sigaddset(&wanted_, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &wanted_, nullptr);
    }

    void wait() const {
        int which = 0;
        sigwait(&wanted_, &which);
    }

private:
    sigset_t wanted_{};
};

// What was named on the command line: one of the two. A pipe can be read only once.
struct opened_input {
    std::optional<scene_format::scene_file> scene{};
    std::vector<std::byte> recording{};
};

[[nodiscard]] result<opened_input> open_input_of(const studio_options& options) {
    opened_input made;
    std::optional<mapped_file> file;
    if (is_input_file(options.what)) {
        auto opened = open_input(options.what);
        if (!opened) {
            return opened.reason();
        }
        file.emplace(std::move(*opened));
    }
    if (file && !begins_like_json(file->bytes()) && !options.what.ends_with(".json")) {
        const std::uint64_t most = options.server.max_upload_bytes;
        if (file->bytes().size() > most) {
            return error{text(input_name(options.what), " has ", file->bytes().size(),
                              " bytes, but the studio opens recordings of at most ", most)};
        }
        made.recording.assign(file->bytes().begin(), file->bytes().end());
        return made;
    }
    auto scene = file ? read_scene(file->bytes(), options.what) : find_scene(options.what);
    if (!scene) {
        return scene.reason();
    }
    made.scene = std::move(*scene);
    return made;
}

[[nodiscard]] status open_recording_in(studio::session_thread& session, std::vector<std::byte> bytes,
                                       const std::string& name) {
    return session.ask<status>(
        [&](studio::session& open) { return open.open_recording(std::move(bytes), name); },
        error{"the studio is about to end"});
}

[[nodiscard]] status open_scene_in(studio::session_thread& session, const scene_format::scene_file& scene) {
    return session.ask<status>([&](studio::session& open) { return open.open_scene(scene); },
                               error{"the studio is about to end"});
}

void announce(const studio::server& server, const studio_options& options) {
    print(text("The studio is at ", server.address(), "\n"));
    if (options.server.address == "0.0.0.0") {
        print("Others put the address of this machine in the place of 127.0.0.1.\n");
    }
    print("Ctrl-C ends it.\n");
    (void)std::fflush(stdout);
}

int run_studio(const studio_options& options) {
    const end_signals signals;
    auto what = open_input_of(options);
    if (!what) {
        return fail(what.reason().message);
    }
    auto page = studio::page_files::load(data_folder() + "/studio");
    if (!page) {
        return fail(page.reason().message);
    }
    studio_scenes scenes;
    studio::session_thread session({.thread_count = options.threads, .scenes = &scenes});
    const auto& scene = what->scene;
    if (scene) {
        scenes.add(*scene);
    }
    const status opened =
        scene ? open_scene_in(session, *scene)
              : open_recording_in(session, std::move(what->recording), input_name(options.what));
    if (!opened) {
        return fail(opened.reason().message);
    }
    const auto server = studio::server::start(options.server, *std::move(page), session);
    if (!server) {
        return fail(server.reason().message);
    }
    announce(**server, options);
    if (!options.no_open) {
        open_browser((*server)->address());
    }
    signals.wait();
    return success;
}

} // namespace

void add_studio_command(CLI::App& all, action& chosen) {
    CLI::App& command = add_command(
        all, "studio", "Shows a world in the browser, on a timeline that can be dragged.",
        "  orrery studio\n"
        "  orrery studio pyramid --port 9000\n"
        "  orrery studio fall.orrery --listen 0.0.0.0\n\n"
        "Only this machine can reach it, unless --listen says otherwise; a token is needed then, which is\n"
        "part of the address that is printed.\n");
    auto options = std::make_shared<studio_options>();
    studio::server_settings& server = options->server;
    command.add_option("what", options->what,
                       "the name of a shipped scene, a scene file or a recording (default: solar_system)");
    add_number_option(
        command, "--port", server.port, 0, 65535,
        "the port to listen on; 0 means any that is free (default: 8765, or the next that is free)");
    command.add_option("--listen", server.address, "the address to listen on (default: 127.0.0.1)");
    command.add_option("--token", server.token,
                       "what others must know to be let in (default: made at random)");
    command.add_flag("--no-open", options->no_open, "do not open a browser");
    add_threads_option(command, options->threads);
    command.callback([options, &chosen] { chosen = [options] { return run_studio(*options); }; });
}

} // namespace orrery::command
