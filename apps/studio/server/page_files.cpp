#include "apps/studio/server/packing.hpp"
#include "apps/studio/server/page_files.hpp"

#include <orrery/core/archive/file_io.hpp>
#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <utility>

namespace orrery::studio {
namespace {

constexpr std::uint64_t max_file_bytes = std::uint64_t{64} << 20;
constexpr std::string_view packed_ending = ".gz";
constexpr std::string_view engine_name = "engine.wasm";

struct known_type {
    std::string_view ending;
    std::string_view type;
    bool packs_well;
};

constexpr std::array<known_type, 11> known_types{{
    {".html", "text/html; charset=utf-8", true},
    {".js", "text/javascript; charset=utf-8", true},
    {".mjs", "text/javascript; charset=utf-8", true},
    {".css", "text/css; charset=utf-8", true},
    {".json", "application/json", true},
    {".svg", "image/svg+xml", true},
    {".wasm", "application/wasm", true},
    {".txt", "text/plain; charset=utf-8", true},
    {".png", "image/png", false},
    {".ico", "image/x-icon", false},
    {".woff2", "font/woff2", false},
}};

const known_type* type_of(std::string_view name) noexcept {
    for (const known_type& each : known_types) {
        if (name.ends_with(each.ending)) {
            return &each;
        }
    }
    return nullptr;
}

result<page_file> load_file(const std::filesystem::path& path) {
    auto bytes = read_file(path.string(), max_file_bytes);
    if (!bytes) {
        return bytes.reason();
    }
    page_file file{.type = std::string(media_type(path.filename().string())), .bytes = *std::move(bytes)};
    file.tag = text('"', hash_bytes(file.bytes), '"');
    std::error_code none;
    const std::string packed_path = path.string() + std::string(packed_ending);
    if (std::filesystem::is_regular_file(packed_path, none)) {
        auto packed = read_file(packed_path, max_file_bytes);
        if (!packed) {
            return packed.reason();
        }
        file.packed = *std::move(packed);
    } else if (const known_type* known = type_of(path.string()); known != nullptr && known->packs_well) {
        file.packed = gzip(file.bytes);
    }
    return file;
}

} // namespace

std::string_view media_type(std::string_view name) noexcept {
    const known_type* known = type_of(name);
    return known == nullptr ? "application/octet-stream" : known->type;
}

result<page_files> page_files::load(const std::string& folder) {
    page_files page;
    page.folder_ = folder;
    std::error_code trouble;
    for (std::filesystem::recursive_directory_iterator each(folder, trouble), end; !trouble && each != end;
         each.increment(trouble)) {
        if (!each->is_regular_file(trouble) || each->path().extension() == packed_ending) {
            continue;
        }
        auto file = load_file(each->path());
        if (!file) {
            return file.reason();
        }
        page.files_.emplace(each->path().lexically_relative(folder).generic_string(), *std::move(file));
    }
    if (trouble) {
        return error{text("the studio's page cannot be read from ", folder, ": ", trouble.message())};
    }
    if (!page.files_.contains("index.html")) {
        return error{text("the studio's page is not in ", folder, ": there is no index.html")};
    }
    return page;
}

const page_file* page_files::find(std::string_view path) const noexcept {
    if (!path.starts_with('/')) {
        return nullptr;
    }
    path.remove_prefix(1);
    const auto found = files_.find(path.empty() ? std::string_view("index.html") : path);
    return found == files_.end() ? nullptr : &found->second;
}

result<std::vector<std::byte>> page_files::engine() const {
    if (const auto found = files_.find(engine_name); found != files_.end()) {
        return found->second.bytes;
    }
    const std::filesystem::path path = std::filesystem::path(folder_) / engine_name;
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) {
        return error{text("there is no ", engine_name, " in ", folder_,
                          ": ./dev run builds it while the studio is open, which takes some minutes")};
    }
    return read_file(path.string(), max_file_bytes);
}

} // namespace orrery::studio
