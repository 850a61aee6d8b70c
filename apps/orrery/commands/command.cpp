#include "apps/orrery/arguments/nearest_word.hpp"
#include "apps/orrery/commands/command.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <system_error>
#include <utility>

namespace orrery::command {

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    return CLI::Validator(
        [least, most](const std::string& given) {
            std::uint64_t number = 0;
            const bool is_negative = given.starts_with('-');
            const char* const begin = given.data() + (is_negative ? 1 : 0);
            const char* const end = given.data() + given.size();
            const auto read = std::from_chars(begin, end, number);
            const bool is_number = read.ptr == end && read.ec != std::errc::invalid_argument;
            if (!is_number) {
                return text("'", printable(given), "' is not a whole number, expected one from ", least,
                            " to ", most);
            }
            const bool is_within =
                !is_negative && read.ec == std::errc{} && number >= least && number <= most;
            return is_within ? std::string()
                             : text(printable(given), " is out of range, expected a whole number from ",
                                    least, " to ", most);
        },
        "");
}

CLI::Validator one_of(std::vector<std::string> words) {
    return {
        [words = std::move(words)](const std::string& given) {
            if (std::ranges::find(words, given) != words.end()) {
                return std::string();
            }
            std::string list;
            for (std::size_t number = 0; number < words.size(); ++number) {
                list += text(number == 0 ? "" : number + 1 == words.size() ? " or " : ", ", words[number]);
            }
            return text("'", printable(given), "' is not known, expected ", list, did_you_mean(given, words));
        },
        ""};
}

CLI::App& add_command(CLI::App& all, const std::string& name, const std::string& about,
                      const std::string& examples) {
    CLI::App& command = *all.add_subcommand(name, about);
    command.footer("\nExamples:\n" + examples);
    return command;
}

void add_threads_option(CLI::App& command, std::uint32_t& threads) {
    add_number_option(command, "--threads", threads, 0, most_threads,
                      "how many threads compute; 0 means all (default)");
}

void add_range_options(CLI::App& command, std::optional<std::uint64_t>& from,
                       std::optional<std::uint64_t>& to) {
    add_number_option(command, "--from", from, 0, most_frames, "first frame");
    add_number_option(command, "--to", to, 0, most_frames, "last frame");
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

void print_aside(std::string_view text) {
    (void)std::fflush(stdout);
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

void print(std::string_view text) {
    (void)std::fwrite(text.data(), 1, text.size(), stdout);
}

} // namespace orrery::command
