// The command `orrery`: reads the arguments and hands over to the sub-command that was named.
#include "apps/orrery/command.hpp"
#include "apps/orrery/nearest_word.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace orrery::command;

// In the order of the help.
constexpr std::array commands{
    add_scenes_command,  add_run_command,   add_replay_command, add_verify_command,
    add_inspect_command, add_query_command, add_plot_command,   add_diff_command,
    add_convert_command, add_bench_command, add_studio_command, add_export_command,
};

int refuse(std::string_view sentence) {
    fail(sentence);
    print_aside("Run with --help to see what is possible.\n");
    return wrong_call;
}

// `orrery help run` is `orrery run --help`, and nothing at all, or `orrery help`, asks for the help.
[[nodiscard]] std::vector<std::string> arguments_of(int count, char** given) {
    std::vector<std::string> all(given + 1, given + count);
    if (all.empty()) {
        return {"--help"};
    }
    if (all.front() == "help") {
        all.erase(all.begin());
        all.push_back("--help");
    }
    return all;
}

// Before anything else is looked at: with an unknown command no option means anything. Empty if all is well.
[[nodiscard]] std::string unknown_command(const CLI::App& all, const std::vector<std::string>& arguments) {
    std::vector<std::string> names;
    for (const CLI::App* each : all.get_subcommands({})) {
        names.push_back(each->get_name());
    }
    const std::string& first = arguments.front();
    if (first.starts_with('-') || std::ranges::find(names, first) != names.end()) {
        return {};
    }
    const std::string hint = did_you_mean(first, names);
    return orrery::text("there is no command '", orrery::printable(first), "'",
                        hint.empty() ? "; `orrery --help` lists the commands" : hint);
}

// What the parser says of an option that it does not know, with the one that is most like it.
[[nodiscard]] std::string explain(const CLI::App& all, const CLI::ParseError& error) {
    const std::vector<CLI::App*> called = all.get_subcommands();
    const std::vector<std::string> extras =
        called.empty() ? std::vector<std::string>() : called[0]->remaining();
    if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr || extras.empty()) {
        return error.what();
    }
    const std::string given = extras.front().substr(0, extras.front().find('='));
    if (!given.starts_with("--")) {
        return orrery::text("'", orrery::printable(given), "' is one argument more than `orrery ",
                            called[0]->get_name(), "` takes");
    }
    std::vector<std::string> names;
    for (const CLI::Option* each : called[0]->get_options()) {
        for (const std::string& name : each->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return orrery::text("`orrery ", called[0]->get_name(), "` has no option '", orrery::printable(given), "'",
                        did_you_mean(given, names));
}

} // namespace

int main(int count, char** arguments) {
    CLI::App all("Orrery: physics that can be wound both ways.", "orrery");
    all.set_version_flag("--version", "orrery " ORRERY_VERSION);
    all.require_subcommand(1);
    all.set_help_flag("-h,--help", "print this help");
    all.get_formatter()->column_width(34);
    action chosen;
    for (const auto& add : commands) {
        add(all, chosen);
    }
    // The parser reports by exceptions; nothing else here throws on purpose.
    try {
        std::vector<std::string> given = arguments_of(count, arguments);
        if (const std::string sentence = unknown_command(all, given); !sentence.empty()) {
            return refuse(sentence);
        }
        std::ranges::reverse(given); // as the parser takes them
        all.parse(std::move(given));
        const int answer = chosen();
        return std::fflush(stdout) == 0 ? answer : fail("what was to be printed could not be written");
    } catch (const CLI::Success& help) {
        const int answer = all.exit(help);
        std::cout.flush();
        return std::cout ? answer : fail("what was to be printed could not be written");
    } catch (const CLI::ParseError& error) {
        return refuse(explain(all, error));
    } catch (const std::exception& error) {
        return fail(error.what());
    }
}
