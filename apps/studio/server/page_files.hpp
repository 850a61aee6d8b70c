// The files of the studio's page, read once and kept in memory, with what a browser is told about each. Only
// what was in the folder then can be asked for, so no path leads out of it. The one exception is the engine
// for exported pages, which takes minutes to compile: it may be put into the folder later.
#pragma once

#include <orrery/core/result.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::studio {

struct page_file {
    std::string type{}; // "text/html; charset=utf-8"
    std::string tag{};  // another one for other bytes
    std::vector<std::byte> bytes{};
    std::vector<std::byte> packed{}; // by gzip; empty where that gains nothing
};

class page_files {
public:
    // All files in the folder and below. `NAME.gz` beside NAME is taken for NAME packed already. A folder
    // without index.html is refused.
    [[nodiscard]] static result<page_files> load(const std::string& folder);

    // "/studio.js"; "/" is index.html. Null if there is no such file.
    [[nodiscard]] const page_file* find(std::string_view path) const noexcept;

    // The bytes of engine.wasm, from the folder as it is now if it was not there before.
    [[nodiscard]] result<std::vector<std::byte>> engine() const;

private:
    std::string folder_;
    std::map<std::string, page_file, std::less<>> files_; // by path, without the slash in front
};

// By the ending of a file's name.
[[nodiscard]] std::string_view media_type(std::string_view name) noexcept;

} // namespace orrery::studio
