// The command `orrery`: reads the arguments and hands over to the sub-command that was named.
#include "apps/orrery/arguments/nearest_word.hpp"
#include "apps/orrery/commands/command.hpp"

#include <orrery/core/text.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <iostream>
#include <span>
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

[[nodiscard]] bool asks_for_help(const std::string& word) {
    return word == "help" || word == "-h" || word == "--help";
}

// `orrery help run` is `orrery run --help`, and nothing at all, or `orrery help`, asks for the help.
[[nodiscard]] std::vector<std::string> arguments_of(int count, char** given) {
    std::vector<std::string> all(given + 1, given + count);
    if (all.empty()) {
        return {"--help"};
    }
    if (asks_for_help(all.front())) {
        all.erase(all.begin());
        all.emplace_back("--help");
    }
    return all;
}

[[nodiscard]] std::string one_too_many(const std::string& argument, std::string_view of) {
    return orrery::text("'", orrery::printable(argument), "' is one argument more than `orrery ", of,
                        "` takes");
}

// What is wrong with the first words, before anything else is looked at: with an unknown command no option
// means anything. Empty if all is well.
[[nodiscard]] std::string wrong_beginning(const CLI::App& all, std::span<char* const> words) {
    if (words.empty()) {
        return {};
    }
    std::vector<std::string> names;
    for (const CLI::App* each : all.get_subcommands({})) {
        names.push_back(each->get_name());
    }
    std::string command = words.front();
    if (asks_for_help(command)) {
        if (words.size() > 2) {
            return one_too_many(words[2], "help");
        }
        if (words.size() == 1) {
            return {};
        }
        command = words[1];
    } else if (command == "--version") {
        return words.size() > 1 ? one_too_many(words[1], command) : std::string();
    } else if (command.starts_with('-')) {
        const std::string hint = did_you_mean(command, std::vector<std::string>{"--help", "--version"});
        return orrery::text("`orrery` has no option '", orrery::printable(command), "'",
                            hint.empty() ? "; those of a command follow its name" : hint);
    }
    if (std::ranges::find(names, command) != names.end()) {
        return {};
    }
    const std::string hint = did_you_mean(command, names);
    return orrery::text("there is no command '", orrery::printable(command), "'",
                        hint.empty() ? "; `orrery --help` lists the commands" : hint);
}

// What the parser says of an option that it does not know, with the one that is most like it.
[[nodiscard]] std::string explain_extras(const CLI::App& command) {
    const std::vector<std::string> extras = command.remaining();
    const auto first = std::ranges::find_if(extras, [](const std::string& each) { return each != "--"; });
    const std::string whole = first != extras.end() ? *first : "--";
    const bool is_plain = first != extras.begin(); // behind a "--"
    if (is_plain || !whole.starts_with('-') || whole == "-") {
        return one_too_many(whole, command.get_name());
    }
    const std::string given = whole.substr(0, whole.find('='));
    std::vector<std::string> names;
    for (const CLI::Option* each : command.get_options()) {
        for (const std::string& name : each->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    return orrery::text("`orrery ", command.get_name(), "` has no option '", orrery::printable(given), "'",
                        did_you_mean(given, names));
}

// What the parser says of an option with too few or too many values: "--frames: 1 required N missing",
// "--frames: At Most 1 required but received 2".
[[nodiscard]] std::string explain_mismatch(const std::string& said) {
    const std::size_t colon = said.find(": ");
    std::vector<std::string> numbers;
    for (std::size_t place = colon; place < said.size();) {
        const std::size_t begin = said.find_first_of("0123456789", place);
        const std::size_t end = std::min(said.find_first_not_of("0123456789", begin), said.size());
        if (begin < said.size()) {
            numbers.push_back(said.substr(begin, end - begin));
        }
        place = begin < said.size() ? end : said.size();
    }
    if (colon == std::string::npos || numbers.empty()) {
        return said;
    }
    const std::string name = said.substr(0, colon);
    if (said.ends_with("missing")) {
        return numbers[0] == "1" ? orrery::text(name, " has no value, expected one after it")
                                 : orrery::text(name, " has too few values, expected ", numbers[0]);
    }
    if (numbers.size() < 2) {
        return said;
    }
    return numbers[0] == "1"
               ? orrery::text(name, " is given ", numbers[1], " times, expected once")
               : orrery::text(name, " has ", numbers[1], numbers[1] == "1" ? " value" : " values",
                              ", expected ", numbers[0]);
}

[[nodiscard]] std::string explain(const CLI::App& all, const CLI::ParseError& error) {
    const std::vector<CLI::App*> called = all.get_subcommands();
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !called.empty() &&
        !called[0]->remaining().empty()) {
        return explain_extras(*called[0]);
    }
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
        return explain_mismatch(error.what());
    }
    return error.what();
}

} // namespace

int main(int count, char** arguments) {
    CLI::App all("Orrery: physics that can be wound both ways.", "orrery");
    all.set_version_flag("--version", "orrery " ORRERY_VERSION);
    all.require_subcommand(1);
    all.set_help_flag("-h,--help", "print this help");
    all.get_formatter()->column_width(34);
    action chosen; // NOLINT(misc-const-correctness): the commands assign to it
    for (const auto& add : commands) {
        add(all, chosen);
    }
    // The parser reports by exceptions; nothing else here throws on purpose.
    try {
        const std::span<char* const> words(arguments + 1, static_cast<std::size_t>(std::max(count, 1) - 1));
        if (const std::string sentence = wrong_beginning(all, words); !sentence.empty()) {
            return refuse(sentence);
        }
        std::vector<std::string> given = arguments_of(count, arguments);
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
