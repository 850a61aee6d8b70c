#include "apps/orrery/command.hpp"

#include <cstdio>

namespace orrery::command {

CLI::App& add_command(CLI::App& all, const std::string& name, const std::string& about,
                      const std::string& examples) {
    CLI::App& command = *all.add_subcommand(name, about);
    command.footer("\nExamples:\n" + examples);
    return command;
}

void add_threads_option(CLI::App& command, std::uint32_t& threads) {
    command.add_option("--threads", threads, "how many threads compute; 0 means all (default)")
        ->check(CLI::Range(0, most_threads));
}

void add_output_options(CLI::App& command, bool& json, bool& quiet) {
    command.add_flag("--json", json, "print JSON");
    command.add_flag("--quiet", quiet, "show no progress");
}

int fail(std::string_view sentence) {
    (void)std::fflush(stdout);
    (void)std::fprintf(stderr, "orrery: %.*s\n", static_cast<int>(sentence.size()), sentence.data());
    return failure;
}

void print(std::string_view text) {
    (void)std::fwrite(text.data(), 1, text.size(), stdout);
}

} // namespace orrery::command
