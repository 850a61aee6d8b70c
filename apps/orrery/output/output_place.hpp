// What the name of an output stands for. Only a regular file, or a name that nothing has yet, is ever
// replaced; devices, pipes and open descriptors are written to as they are, and links are followed and stay.
//
//   -, /dev/stdout             where this program prints
//   /dev/null, a named pipe    the device or the pipe itself
//   /dev/fd/63, >(gzip)        the open descriptor
//   link.csv -> table.csv      table.csv
#pragma once

#include <orrery/core/result.hpp>

#include <cstdio>
#include <optional>
#include <span>
#include <string>

namespace orrery::command {

class output_place {
public:
    // A folder is refused, and a name that is empty.
    [[nodiscard]] static result<output_place> find(const std::string& name);

    // As messages call it.
    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    // Of a file, with all links followed.
    [[nodiscard]] const std::string& path() const noexcept { return path_; }

    // Whether it is a file to be replaced, or made. Anything else is a stream.
    [[nodiscard]] bool is_file() const noexcept { return is_file_; }

    // Whether it is where this program prints.
    [[nodiscard]] bool is_stdout() const;

    // Opens a stream for writing. Waits for the reader of a named pipe.
    [[nodiscard]] result<std::FILE*> open_stream() const;

    // Refuses to write over one of these files, under whatever name it is known here.
    [[nodiscard]] status check_inputs(std::span<const std::string> paths) const;

private:
    output_place() = default;

    std::string name_;
    std::string path_;
    std::optional<int> descriptor_; // that is open already
    bool is_file_ = false;
};

} // namespace orrery::command
