// What an argument that names a file to read stands for: a path, also one of a pipe such as <(zcat fall.gz),
// or
// "-" for stdin. Files are mapped; what comes through a pipe is read once, as a whole.
#pragma once

#include <orrery/core/archive/mapped_file.hpp>
#include <orrery/core/result.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace orrery::command {

// Whether there is something to read under this name; a folder is nothing.
[[nodiscard]] bool is_input_file(const std::string& argument);

[[nodiscard]] bool is_folder(const std::string& path);

// As messages call it.
[[nodiscard]] std::string input_name(const std::string& argument);

[[nodiscard]] result<mapped_file> open_input(const std::string& argument);

// Whether this is a scene, and not a recording.
[[nodiscard]] bool begins_like_json(std::span<const std::byte> bytes);

} // namespace orrery::command
