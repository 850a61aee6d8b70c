#include "rigid/mesh/page_file.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>
#include <orrery/rigid/shapes/mesh_file.hpp>

#include <algorithm>
#include <utility>

namespace orrery::rigid::detail {
namespace {

constexpr std::array<char, 4> paged_kind{'P', 'A', 'G', 'E'};
constexpr std::uint32_t paged_version = 1;
constexpr std::size_t header_bytes = orrery::detail::archive_header_size;
constexpr std::size_t directory_start_bytes = 13; // checksum, size of a scalar, whether there are materials
constexpr std::size_t entry_bytes = 6 * sizeof(scalar) + 28;

// A short file must not unfold into more memory than its triangles can take.
constexpr std::uint64_t most_bytes_a_triangle = 512;
constexpr std::uint32_t most_page_triangles = 1u << 20;

[[nodiscard]] constexpr std::uint64_t directory_bytes(std::uint64_t pages) noexcept {
    return directory_start_bytes + pages * entry_bytes;
}

void write_corner(byte_writer& out, const vector3& value) {
    out.values(value.x, value.y, value.z);
}

[[nodiscard]] vector3 read_corner(byte_reader& in) {
    vector3 value;
    in.values(value.x, value.y, value.z);
    return value;
}

// Of what the pages are, and nothing of how they are stored.
[[nodiscard]] shape_id id_of(const page_directory& directory) noexcept {
    hasher hash(hash_string("paged mesh"));
    for (const page_facts& page : directory.pages) {
        hash.update_value(page.id);
    }
    const std::uint64_t value = hash.finish();
    return value == 0 ? shape_id{1} : shape_id{value};
}

class bytes_of_file final : public page_bytes {
public:
    explicit bytes_of_file(large_file_reader file) noexcept
        : file_(std::move(file)) {}

    [[nodiscard]] std::uint64_t size() const noexcept override { return file_.size(); }

    [[nodiscard]] const std::string& name() const noexcept override { return file_.path(); }

    [[nodiscard]] status read(std::uint64_t offset, std::span<std::byte> into) const override {
        return file_.read(offset, into);
    }

private:
    large_file_reader file_;
};

class bytes_of_vector final : public page_bytes {
public:
    explicit bytes_of_vector(std::vector<std::byte> bytes) noexcept
        : bytes_(std::move(bytes)) {}

    [[nodiscard]] std::uint64_t size() const noexcept override { return bytes_.size(); }

    [[nodiscard]] const std::string& name() const noexcept override { return name_; }

    [[nodiscard]] status read(std::uint64_t offset, std::span<std::byte> into) const override {
        ORRERY_CHECK(offset <= bytes_.size() && into.size() <= bytes_.size() - offset,
                     "the directory has been checked against the size of the file");
        const auto first = bytes_.begin() + static_cast<std::ptrdiff_t>(offset);
        std::copy_n(first, into.size(), into.begin());
        return {};
    }

private:
    std::vector<std::byte> bytes_;
    std::string name_ = "paged mesh";
};

// Decodes the directory; the sentences are completed by whoever knows the name of the file.
class directory_reader {
public:
    directory_reader(std::span<const std::byte> bytes, std::uint64_t pages_end) noexcept
        : bytes_(bytes)
        , in_(bytes)
        , pages_end_(pages_end) {}

    [[nodiscard]] result<page_file_head> read(std::uint32_t page_count) {
        if (in_.read<std::uint64_t>() != hash_bytes(bytes_.subspan(sizeof(std::uint64_t)))) {
            return error{"the checksum does not match, the directory of the pages is damaged"};
        }
        if (const auto width = in_.read<std::uint32_t>(); width != sizeof(scalar)) {
            return error{text("the numbers have ", width, " bytes, this program reads ", sizeof(scalar))};
        }
        head_.directory.has_materials = in_.read<bool>();
        head_.directory.pages.reserve(page_count);
        head_.places.reserve(page_count);
        for (std::uint32_t page = 0; page < page_count; ++page) {
            if (const status read = read_page(page); !read) {
                return read.reason();
            }
        }
        if (next_ != pages_end_) {
            return error{
                text("the pages end at byte ", next_, ", their directory begins at byte ", pages_end_)};
        }
        if (const status done = in_.finish(); !done) {
            return done.reason();
        }
        head_.directory.id = id_of(head_.directory);
        return std::move(head_);
    }

private:
    [[nodiscard]] status read_page(std::uint32_t page) {
        page_facts facts;
        stored_page place{.offset = next_};
        facts.bounds.min = read_corner(in_);
        facts.bounds.max = read_corner(in_);
        in_.values(facts.id, facts.triangles, place.stored_bytes, place.content_bytes, place.checksum);
        if (facts.triangles > most_page_triangles) {
            return error{text("page ", page, " has ", facts.triangles, " triangles, expected at most ",
                              most_page_triangles)};
        }
        if (place.content_bytes > (facts.triangles + 1) * most_bytes_a_triangle ||
            place.stored_bytes > place.content_bytes) {
            return error{text("page ", page, " has ", place.stored_bytes, " bytes for ", place.content_bytes,
                              " of ", facts.triangles, " triangles, which cannot be")};
        }
        if (place.stored_bytes > pages_end_ - next_) {
            return error{
                text("page ", page, " of ", place.stored_bytes, " bytes reaches into the directory")};
        }
        next_ += place.stored_bytes;
        head_.directory.pages.push_back(facts);
        head_.places.push_back(place);
        return {};
    }

    std::span<const std::byte> bytes_;
    byte_reader in_;
    std::uint64_t pages_end_;
    std::uint64_t next_ = header_bytes;
    page_file_head head_;
};

[[nodiscard]] result<page_file_head> read_head_of(const page_bytes& file) {
    std::vector<std::byte> header(
        static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), header_bytes)));
    if (const status read = file.read(0, header); !read) {
        return read.reason();
    }
    const auto start = orrery::detail::read_archive_header(header);
    if (!start) {
        return start.reason();
    }
    if (start->kind != paged_kind) {
        return error{text("the file holds '", printable(start->kind_name()), "', expected a paged mesh")};
    }
    if (start->content_version == 0 || start->content_version > paged_version) {
        return error{text("the paged mesh has version ", start->content_version, ", this program reads 1 to ",
                          paged_version)};
    }
    if (start->file_size != file.size()) {
        return error{text("the file has ", file.size(), " bytes, expected ", start->file_size)};
    }
    const std::uint64_t size = directory_bytes(start->section_count);
    if (size > file.size() - header_bytes) {
        return error{text("the file is too short for a directory of ", start->section_count, " pages")};
    }
    std::vector<std::byte> directory(static_cast<std::size_t>(size));
    if (const status read = file.read(file.size() - size, directory); !read) {
        return read.reason();
    }
    return directory_reader(directory, file.size() - size).read(start->section_count);
}

} // namespace

std::unique_ptr<page_bytes> bytes_in_file(large_file_reader file) {
    return std::make_unique<bytes_of_file>(std::move(file));
}

std::unique_ptr<page_bytes> bytes_in_memory(std::vector<std::byte> bytes) {
    return std::make_unique<bytes_of_vector>(std::move(bytes));
}

result<page_file_head> read_head(const page_bytes& file) {
    auto head = read_head_of(file);
    if (!head) {
        return error{text(file.name(), ": ", head.reason().message)};
    }
    return head;
}

result<std::shared_ptr<const triangle_mesh>> page_file_loader::load(std::uint32_t page) {
    const stored_page& place = places_[page];
    const auto refuse = [&](std::string_view why) {
        return error{text(file_->name(), ": page ", page, " at byte ", place.offset, ": ", why)};
    };
    std::vector<std::byte> content(place.stored_bytes);
    if (const status read = file_->read(place.offset, content); !read) {
        return read.reason();
    }
    if (hash_bytes(content) != place.checksum) {
        return refuse("the checksum does not match, the page is damaged");
    }
    if (place.stored_bytes != place.content_bytes) {
        const std::vector<std::byte> packed =
            std::exchange(content, std::vector<std::byte>(place.content_bytes));
        if (!decompress(packed, content)) {
            return refuse("it cannot be unpacked by this program");
        }
    }
    byte_reader in(content);
    auto mesh = load_mesh(in);
    if (!mesh) {
        return refuse(mesh.reason().message);
    }
    if (const status done = in.finish(); !done) {
        return refuse(done.reason().message);
    }
    return mesh;
}

result<file_header> write_pages(const mesh_cutter& cutter, compression packing,
                                unique_function<status(std::span<const std::byte>)> append) {
    if (const status begun = append(file_header{}); !begun) {
        return begun.reason();
    }
    byte_writer directory;
    const auto checksum = directory.reserve<std::uint64_t>();
    directory.write(static_cast<std::uint32_t>(sizeof(scalar)));
    const auto has_materials = directory.reserve<bool>();
    std::uint32_t page_count = 0;
    std::uint64_t triangles = 0;
    std::uint64_t size = header_bytes;
    byte_writer content;
    for (std::uint32_t index = 0; index < cutter.page_count(); ++index) {
        const auto mesh = cutter.page(index, static_cast<std::uint32_t>(triangles));
        if (mesh == nullptr) {
            continue;
        }
        content.clear();
        save_mesh(content, *mesh);
        const std::vector<std::byte> packed = compress(content.bytes(), packing);
        const std::span<const std::byte> stored = packed.empty() ? content.bytes() : packed;
        if (const status written = append(stored); !written) {
            return written.reason();
        }
        write_corner(directory, mesh->bounds().min);
        write_corner(directory, mesh->bounds().max);
        directory.values(mesh->id(), static_cast<std::uint32_t>(mesh->triangle_count()),
                         static_cast<std::uint32_t>(stored.size()),
                         static_cast<std::uint32_t>(content.size()), hash_bytes(stored));
        directory.patch(has_materials, mesh->has_materials());
        triangles += mesh->triangle_count();
        size += stored.size();
        ++page_count;
    }
    if (page_count == 0) {
        return error{"A mesh has only triangles without area, expected at least one with some."};
    }
    directory.patch(checksum, hash_bytes(directory.bytes().subspan(sizeof(std::uint64_t))));
    if (const status written = append(directory.bytes()); !written) {
        return written.reason();
    }
    return orrery::detail::encode_archive_header({.kind = paged_kind,
                                                  .content_version = paged_version,
                                                  .section_count = page_count,
                                                  .file_size = size + directory.size()});
}

} // namespace orrery::rigid::detail
