// The file of a paged mesh: the header of all Orrery files, the pages one after another, and the directory of
// the pages at the end, where it is known. Opening reads the header and the directory, both of which have a
// checksum; so has each page, which is checked when it is read.
#pragma once

#include "rigid/mesh/mesh_cutter.hpp"

#include <orrery/core/archive/large_file.hpp>
#include <orrery/core/detail/archive_header.hpp>
#include <orrery/core/unique_function.hpp>
#include <orrery/rigid/shapes/paged_mesh.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace orrery::rigid::detail {

// Where the bytes of a page are and what they are to be.
struct stored_page {
    std::uint64_t offset = 0;
    std::uint32_t stored_bytes = 0;
    std::uint32_t content_bytes = 0; // more where they are compressed
    std::uint64_t checksum = 0;      // of what is stored
};

struct page_file_head {
    page_directory directory;
    std::vector<stored_page> places;
};

// Bytes in a file or in memory.
class page_bytes {
public:
    page_bytes() = default;
    page_bytes(const page_bytes&) = delete;
    page_bytes& operator=(const page_bytes&) = delete;
    virtual ~page_bytes() = default;

    [[nodiscard]] virtual std::uint64_t size() const noexcept = 0;

    // What error messages call them.
    [[nodiscard]] virtual const std::string& name() const noexcept = 0;

    // Fills `into` completely. From any thread.
    [[nodiscard]] virtual status read(std::uint64_t offset, std::span<std::byte> into) const = 0;
};

[[nodiscard]] std::unique_ptr<page_bytes> bytes_in_file(large_file_reader file);
[[nodiscard]] std::unique_ptr<page_bytes> bytes_in_memory(std::vector<std::byte> bytes);

[[nodiscard]] result<page_file_head> read_head(const page_bytes& file);

class page_file_loader final : public page_loader {
public:
    page_file_loader(std::unique_ptr<page_bytes> file, std::vector<stored_page> places) noexcept
        : file_(std::move(file))
        , places_(std::move(places)) {}

    [[nodiscard]] result<std::shared_ptr<const triangle_mesh>> load(std::uint32_t page) override;

private:
    std::unique_ptr<page_bytes> file_;
    std::vector<stored_page> places_;
};

using file_header = std::array<std::byte, orrery::detail::archive_header_size>;

// Gives all bytes of the file to `append`, from the first to the last, but for the header: it is known at the
// end, and zeros take its place until then.
[[nodiscard]] result<file_header> write_pages(const mesh_cutter& cutter, compression packing,
                                              unique_function<status(std::span<const std::byte>)> append);

} // namespace orrery::rigid::detail
