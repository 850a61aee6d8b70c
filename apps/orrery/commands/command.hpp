// The sub-commands of `orrery`. Each lives in a file of its own, adds itself to the command line with its
// options, its help and some examples, and says what is to be done when it was the one that was called.
//
//   void add_scenes_command(CLI::App& all, action& chosen) {
//       CLI::App& command = add_command(all, "scenes", "Lists what ships.", "  orrery scenes\n");
//       auto options = std::make_shared<scenes_options>();
//       command.add_flag("--json", options->json, "print JSON");
//       command.callback([options, &chosen] { chosen = [options] { return list(*options); }; });
//   }
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::command {

// What scripts are told.
inline constexpr int success = 0;
inline constexpr int failure = 1; // also the answer "no": a recording that does not verify, two that differ
inline constexpr int wrong_call = 2;
inline constexpr int interrupted = 130;

// What numbers in arguments may be.
inline constexpr std::uint64_t most_frames = 1'000'000'000;
inline constexpr std::uint64_t most_threads = 256;

// Does what was asked for and answers with one of these.
using action = std::function<int()>;

// Checks of arguments, which are refused with the value and what was expected.
[[nodiscard]] CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);
[[nodiscard]] CLI::Validator one_of(std::vector<std::string> words);

// A new sub-command. The examples are lines that begin with two blanks.
CLI::App& add_command(CLI::App& all, const std::string& name, const std::string& about,
                      const std::string& examples);

// An option that is a whole number from `least` to `most`; `into` is an integer, or an optional one.
template <typename T>
CLI::Option& add_number_option(CLI::App& command, const std::string& name, T& into, std::uint64_t least,
                               std::uint64_t most, const std::string& about) {
    return *command.add_option(name, into, about)->check(whole_number(least, most))->type_name("N");
}

// --from and --to: the frames that are wanted, both included.
void add_range_options(CLI::App& command, std::optional<std::uint64_t>& from,
                       std::optional<std::uint64_t>& to);

// --threads, and --json with --quiet: what many of them take.
void add_threads_option(CLI::App& command, std::uint32_t& threads);
void add_output_options(CLI::App& command, bool& json, bool& quiet);

// "orrery: SENTENCE" on stderr; answers `failure`.
int fail(std::string_view sentence);

// To stderr, as it is: what is said where stdout holds the output itself.
void print_aside(std::string_view text);

// To stdout, as it is.
void print(std::string_view text);

void add_bench_command(CLI::App& all, action& chosen);
void add_convert_command(CLI::App& all, action& chosen);
void add_diff_command(CLI::App& all, action& chosen);
void add_export_command(CLI::App& all, action& chosen);
void add_inspect_command(CLI::App& all, action& chosen);
void add_plot_command(CLI::App& all, action& chosen);
void add_query_command(CLI::App& all, action& chosen);
void add_replay_command(CLI::App& all, action& chosen);
void add_run_command(CLI::App& all, action& chosen);
void add_scenes_command(CLI::App& all, action& chosen);
void add_studio_command(CLI::App& all, action& chosen);
void add_verify_command(CLI::App& all, action& chosen);

} // namespace orrery::command
