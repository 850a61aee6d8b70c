// How far something has come that takes a while: on a terminal one line with a bar, the rate and the time
// that remains; elsewhere a plain line, at most one a second; nothing where nobody wants to know. It goes to
// stderr, so that stdout holds answers alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace orrery::command {

class progress {
public:
    // `what` is a word for what goes on, `total` the number of frames to go through.
    progress(std::string what, std::uint64_t total, bool is_quiet);
    progress(const progress&) = delete;
    progress& operator=(const progress&) = delete;
    // Leaves a clean line.
    ~progress();

    // Cheap enough to be called for every frame.
    void show(std::uint64_t done);

    // Prints an answer to stdout while it goes on.
    void say(std::string_view answer);

    // Since the beginning.
    [[nodiscard]] double seconds() const;

private:
    using clock = std::chrono::steady_clock;
    enum class style : std::uint8_t { none, lines, bar };

    void draw_bar(std::uint64_t done, double seconds) const;
    void wipe();

    std::string what_;
    std::uint64_t total_;
    style style_;
    clock::time_point start_ = clock::now();
    clock::time_point last_ = start_;
    bool has_bar_ = false;
};

} // namespace orrery::command
