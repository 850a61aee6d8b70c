#include "apps/orrery/command.hpp"

#include <cstdio>

namespace orrery::command {

CLI::App& add_command(CLI::App& all, const std::string& name, const std::string& about,
                      const std::string& examples) {
    CLI::App& command = *all.add_subcommand(name, about);
    command.footer("\nExamples:\n" + examples);
    return command;
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
