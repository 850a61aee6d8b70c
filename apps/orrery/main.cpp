// The command `orrery`: reads the arguments and hands over to the sub-command that was named.
#include "apps/orrery/command.hpp"

#include <array>
#include <cstdio>
#include <exception>

namespace {

using namespace orrery::command;

// In the order of the help.
constexpr std::array commands{
    add_scenes_command,  add_run_command,   add_replay_command, add_verify_command,
    add_inspect_command, add_query_command, add_plot_command,   add_diff_command,
    add_convert_command, add_bench_command, add_studio_command, add_export_command,
};

int refuse(const CLI::ParseError& error) {
    fail(error.what());
    (void)std::fputs("Run with --help to see what is possible.\n", stderr);
    return wrong_call;
}

} // namespace

int main(int count, char** arguments) {
    CLI::App all("Orrery: physics that can be wound both ways.", "orrery");
    all.set_version_flag("--version", "orrery " ORRERY_VERSION);
    all.require_subcommand(1);
    all.get_formatter()->column_width(34);
    action chosen;
    for (const auto& add : commands) {
        add(all, chosen);
    }
    // The parser reports by exceptions; nothing else here throws on purpose.
    try {
        all.parse(count, arguments);
        const int answer = chosen();
        return std::fflush(stdout) == 0 ? answer : fail("what was to be printed could not be written");
    } catch (const CLI::Success& help) {
        return all.exit(help);
    } catch (const CLI::ParseError& error) {
        return refuse(error);
    } catch (const std::exception& error) {
        return fail(error.what());
    }
}
