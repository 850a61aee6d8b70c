// `orrery scenes`: what there is to run.
#include "apps/json/json_writer.hpp"
#include "apps/orrery/arguments/data_folder.hpp"
#include "apps/orrery/arguments/scene_list.hpp"
#include "apps/orrery/commands/command.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <memory>
#include <vector>

namespace orrery::command {
namespace {

struct scenes_options {
    bool json = false;
};

int list_scenes(const scenes_options& options) {
    const std::vector<std::string> names = shipped_scenes();
    if (names.empty()) {
        return fail(
            text("there are no scenes in ", scenes_folder(), "; ORRERY_DATA can name another data folder"));
    }
    std::size_t width = 0;
    for (const std::string& name : names) {
        width = std::max(width, name.size());
    }
    json::writer out;
    out.begin_array();
    for (const std::string& name : names) {
        const auto scene = find_scene(name);
        if (!scene) {
            return fail(scene.reason().message);
        }
        if (options.json) {
            out.begin_object();
            out.member("name", name).member("title", scene->title).member("about", scene->about);
            out.member("world", scene->world).member("frames", scene->frames);
            out.end_object();
        } else {
            print(text(name, std::string(width - name.size() + 2, ' '), scene->title, "\n"));
        }
    }
    out.end_array();
    if (options.json) {
        print(out.text() + "\n");
    }
    return success;
}

} // namespace

void add_scenes_command(CLI::App& all, action& chosen) {
    CLI::App& command = add_command(all, "scenes", "Lists the scenes that ship with Orrery.",
                                    "  orrery scenes\n"
                                    "  orrery scenes --json\n");
    auto options = std::make_shared<scenes_options>();
    command.add_flag("--json", options->json, "print JSON");
    command.callback([options, &chosen] { chosen = [options] { return list_scenes(*options); }; });
}

} // namespace orrery::command
