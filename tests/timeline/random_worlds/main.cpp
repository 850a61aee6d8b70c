// Random worlds whose past is changed at random, compared bit for bit with stepping from the first frame.
//
//   random_worlds --kind rigid|circles|hex [--seed N] [--count M] [--statistics] [--any-features] [--trace]
//
// Runs the worlds with the seeds N to N + M - 1. Each world that differs is named by its seed, with the first
// difference, and with --trace by what was done to it. Fails if there is one, or if two features of worlds
// hardly ever occur together (unless
// --any-features is given, or there are too few worlds to tell).
#include "tests/timeline/random_worlds/outcome.hpp"

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>
#include <unistd.h>

namespace {

using namespace orrery::test::random_worlds;

constexpr double least_share = 0.05;      // of worlds that two features are in
constexpr double least_local_share = 0.1; // of changes that are computed locally
constexpr std::uint64_t worlds_to_judge = 100;

struct wishes {
    std::string_view kind{};
    std::uint64_t seed = 1;
    std::uint64_t count = 100;
    bool wants_statistics = false;
    bool wants_trace = false;
    bool takes_any_features = false;
};

// What a crash says before the program ends.
char last_words[64] = "";

void tell_seed(int signal) {
    (void)!write(STDERR_FILENO, last_words, std::strlen(last_words));
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

[[noreturn]] void explain() {
    std::fputs("random_worlds --kind rigid|circles|hex [--seed N] [--count M] [--statistics] "
               "[--any-features] [--trace]\n",
               stderr);
    std::exit(2);
}

[[nodiscard]] std::uint64_t number_of(const char* word) {
    std::uint64_t number = 0;
    const char* const end = word + std::strlen(word);
    const auto [rest, problem] = std::from_chars(word, end, number);
    if (problem != std::errc{} || rest != end) {
        explain();
    }
    return number;
}

[[nodiscard]] wishes read(std::span<char*> words) {
    wishes made;
    for (std::size_t index = 1; index < words.size(); ++index) {
        const std::string_view word = words[index];
        const bool has_value = index + 1 < words.size();
        if (word == "--statistics") {
            made.wants_statistics = true;
        } else if (word == "--trace") {
            made.wants_trace = true;
        } else if (word == "--any-features") {
            made.takes_any_features = true;
        } else if (word == "--kind" && has_value) {
            made.kind = words[++index];
        } else if (word == "--seed" && has_value) {
            made.seed = number_of(words[++index]);
        } else if (word == "--count" && has_value) {
            made.count = number_of(words[++index]);
        } else {
            explain();
        }
    }
    return made;
}

[[nodiscard]] int run(const world_kind& kind, const wishes& wanted) {
    feature_count features(names_with(kind.features));
    std::uint64_t different = 0;
    std::size_t changes = 0;
    std::size_t local_changes = 0;
    for (std::uint64_t seed = wanted.seed; seed < wanted.seed + wanted.count; ++seed) {
        std::snprintf(last_words, sizeof(last_words), "the program ends in the world with seed %llu\n",
                      static_cast<unsigned long long>(seed));
        const outcome result = kind.run(seed);
        features.add(result.features);
        changes += result.changes;
        local_changes += result.local_changes;
        if (!result.difference.empty()) {
            ++different;
            for (const std::string& line : wanted.wants_trace ? result.trace : std::vector<std::string>{}) {
                std::printf("    %s\n", line.c_str());
            }
            std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), result.difference.c_str());
            std::fflush(stdout);
        }
    }
    if (wanted.wants_statistics) {
        features.print();
    }
    std::printf("%llu of %llu worlds differ; %zu changes of the past, %zu of them local\n",
                static_cast<unsigned long long>(different), static_cast<unsigned long long>(wanted.count),
                changes, local_changes);
    bool is_well = different == 0;
    if (wanted.count >= worlds_to_judge && !wanted.takes_any_features) {
        if (const std::string rare = features.rare_pair(least_share); !rare.empty()) {
            std::printf("%s: too few to say that they were tried together\n", rare.c_str());
            is_well = false;
        }
        if (static_cast<double>(local_changes) < least_local_share * static_cast<double>(changes)) {
            std::puts("hardly any change was local, so local rewriting was not tried");
            is_well = false;
        }
    }
    return is_well ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    const wishes wanted = read(std::span(argv, static_cast<std::size_t>(argc)));
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS}) {
        std::signal(signal, tell_seed);
    }
    for (const world_kind& each : {rigid_kind(), circles_kind(), hex_kind()}) {
        if (each.name == wanted.kind) {
            return run(each, wanted);
        }
    }
    explain();
}
