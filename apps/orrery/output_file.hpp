// A file that is written piece by piece beside its name and takes the name when it is complete: what is not
// finished does not stay, and what was there before is not lost.
#pragma once

#include <orrery/core/result.hpp>

#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace orrery::command {

class output_file {
public:
    // An empty path is stdout.
    [[nodiscard]] static result<output_file> create(const std::string& path);

    output_file(output_file&&) noexcept = default;
    output_file& operator=(output_file&&) noexcept = default;
    ~output_file();

    // Whether it went well is told by finish().
    void write(std::string_view bytes);

    [[nodiscard]] status finish();

private:
    struct closer {
        void operator()(std::FILE* file) const noexcept { (void)std::fclose(file); }
    };

    output_file() = default;

    std::string path_; // empty: stdout
    std::unique_ptr<std::FILE, closer> file_;
    bool is_good_ = true;
};

// All at once.
[[nodiscard]] status write_output(const std::string& path, std::string_view bytes);

} // namespace orrery::command
