// An output that is written piece by piece. A file takes its name when it is complete: what is not finished
// does not stay, and what was there before is not lost. A stream is written as it is.
#pragma once

#include "apps/orrery/output/output_place.hpp"
#include "apps/orrery/output/part_file.hpp"

#include <orrery/core/result.hpp>

#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace orrery::command {

class output_file {
public:
    // Refused if it is one of the files that are read. To be made before anything is computed for it.
    [[nodiscard]] static result<output_file> create(const std::string& name,
                                                    std::span<const std::string> inputs);

    // Whether it is where this program prints.
    [[nodiscard]] bool is_stdout() const { return place_.is_stdout(); }

    // Whether it went well is told by finish().
    void write(std::string_view bytes);

    [[nodiscard]] status finish();

private:
    struct closer {
        void operator()(std::FILE* file) const noexcept { (void)std::fclose(file); }
    };

    output_file(output_place place, std::optional<part_file> part, std::FILE* file)
        : place_(std::move(place))
        , part_(std::move(part))
        , file_(file) {}

    // Keeps the first reason.
    void note_failure();

    output_place place_;
    std::optional<part_file> part_; // of a file
    std::unique_ptr<std::FILE, closer> file_;
    std::string failure_;
};

} // namespace orrery::command
