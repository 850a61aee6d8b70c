#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/output/progress.hpp"

#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace orrery::command {
namespace {

[[nodiscard]] double rate(std::uint64_t done, double seconds) {
    return seconds > 0 ? static_cast<double>(done) / seconds : 0;
}

} // namespace

progress::progress(std::string what, std::uint64_t total, bool is_quiet)
    : what_(std::move(what))
    , total_(std::max<std::uint64_t>(total, 1))
    , style_(is_quiet                       ? style::none
             : ::isatty(STDERR_FILENO) != 0 ? style::bar
                                            : style::lines) {}

progress::~progress() {
    wipe();
}

void progress::wipe() {
    if (has_bar_) {
        (void)std::fputs("\r\033[K", stderr);
        (void)std::fflush(stderr);
        has_bar_ = false;
    }
}

void progress::say(std::string_view answer) {
    wipe();
    print(answer);
    if (style_ == style::bar) {
        (void)std::fflush(stdout);
    }
}

double progress::seconds() const {
    return std::chrono::duration<double>(clock::now() - start_).count();
}

void progress::show(std::uint64_t done) {
    if (style_ == style::none) {
        return;
    }
    const clock::time_point now = clock::now();
    if (now - last_ <
        (style_ == style::bar ? std::chrono::milliseconds(100) : std::chrono::milliseconds(1000))) {
        return;
    }
    last_ = now;
    const double passed = seconds();
    if (style_ == style::bar) {
        draw_bar(done, passed);
        has_bar_ = true;
    } else {
        (void)std::fprintf(stderr, "%s: frame %llu of %llu, %.0f frames/s\n", what_.c_str(),
                           static_cast<unsigned long long>(done), static_cast<unsigned long long>(total_),
                           rate(done, passed));
    }
}

void progress::draw_bar(std::uint64_t done, double seconds) const {
    constexpr std::size_t width = 24;
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
    const auto filled = static_cast<std::size_t>(share * width);
    std::string bar;
    for (std::size_t cell = 0; cell < width; ++cell) {
        bar += cell < filled ? "█" : "░";
    }
    const auto remaining = static_cast<unsigned long long>(share > 0 ? seconds * (1 - share) / share : 0);
    (void)std::fprintf(stderr, "\r%s %s %3.0f %%  %.0f frames/s  %02llu:%02llu left\033[K", what_.c_str(),
                       bar.c_str(), share * 100, rate(done, seconds), remaining / 60, remaining % 60);
    (void)std::fflush(stderr);
}

} // namespace orrery::command
