#include "timeline/recording/block_label.hpp"
#include "timeline/recording/recording_parts.hpp"
#include "timeline/recording/recording_scan.hpp"

#include <orrery/build_settings.hpp>
#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <tuple>
#include <utility>

namespace orrery::time {
namespace {

[[nodiscard]] bool is_content(const recorded_block& block) {
    return block.kind != block_kind::header && block.kind != block_kind::index;
}

} // namespace

recording_reader::recording_reader(mapped_file file, std::string name, std::uint64_t max_content_bytes)
    : file_(std::move(file))
    , name_(std::move(name))
    , max_content_bytes_(max_content_bytes)
    , header_(error{text(name_, ": the header is missing")}) {}

result<recording_reader> recording_reader::open(const std::string& path, std::uint64_t max_content_bytes) {
    auto file = mapped_file::open(path);
    if (!file) {
        return file.reason();
    }
    return open(*std::move(file), path, max_content_bytes);
}

result<recording_reader> recording_reader::open(mapped_file file, std::string name,
                                                std::uint64_t max_content_bytes) {
    // The label of the first block tells a recording whose start is damaged from another file.
    const auto first = detail::read_label(file.bytes(), detail::start_size);
    const bool is_recording = first && first->kind == block_kind::header;
    if (const status start = detail::check_start(file.bytes()); !start && !is_recording) {
        return error{text(name, ": header at byte 0: ", start.reason().message)};
    }
    recording_reader reader(std::move(file), std::move(name), max_content_bytes);
    reader.is_finished_ = reader.take_index();
    if (!reader.is_finished_) {
        reader.take_scan();
    }
    return reader;
}

// A finished file ends with the label behind the last index; each index tells where the one before it is.
bool recording_reader::take_index() {
    const std::span<const std::byte> bytes = file_.bytes();
    if (bytes.size() < detail::start_size + 2 * detail::label_size) {
        return false;
    }
    auto label = detail::read_label(bytes, bytes.size() - detail::label_size);
    std::vector<recorded_block> backwards;
    std::uint64_t end = bytes.size();
    while (label && label->kind == block_kind::index && detail::end_of(*label) <= end) {
        const auto content = read(*label);
        if (!content) {
            return false;
        }
        const auto index = detail::decode_index(*content);
        if (!index) {
            return false;
        }
        end = label->offset;
        for (const recorded_block& block : std::views::reverse(index->blocks)) {
            if (!detail::lies_within(block, end)) {
                return false;
            }
            end = block.offset;
            backwards.push_back(block);
        }
        if (index->previous == 0) {
            break;
        }
        label = detail::read_label(bytes, index->previous);
    }
    // The chain is whole if it leads back to the header.
    if (backwards.empty() || backwards.back().kind != block_kind::header) {
        return false;
    }
    header_ = read_header(backwards.back());
    std::ranges::copy_if(std::views::reverse(backwards), std::back_inserter(blocks_), is_content);
    return true;
}

void recording_reader::take_scan() {
    detail::recording_scan scan = detail::scan_recording(file_.bytes(), name_, false);
    damage_ = std::move(scan.damage);
    for (const recorded_block& block : scan.blocks) {
        if (is_content(block)) {
            blocks_.push_back(block);
        } else if (block.kind == block_kind::header) {
            header_ = read_header(block);
        }
    }
}

result<recording_header> recording_reader::read_header(const recorded_block& block) const {
    const auto content = read(block);
    if (!content) {
        return content.reason();
    }
    auto header = detail::decode_header(*content);
    return header ? std::move(header)
                  : error{text(name_, ": ", describe(block), ": ", header.reason().message)};
}

result<std::vector<std::byte>> recording_reader::read(const recorded_block& block) const {
    const auto refuse = [&](std::string_view reason) {
        return detail::damage_of(block, name_, reason).message;
    };
    if (!detail::lies_within(block, file_.bytes().size())) {
        return error{refuse("the block is not in this file")};
    }
    const auto checked = detail::checked_bytes(file_.bytes(), block);
    if (hash_bytes(checked) != block.checksum) {
        return error{refuse("the checksum does not match, the block is damaged")};
    }
    if (block.content_bytes > max_content_bytes_) {
        return error{
            refuse(text(block.content_bytes, " bytes of content exceed the limit of ", max_content_bytes_))};
    }
    const auto stored = checked.first(static_cast<std::size_t>(block.stored_bytes));
    if (!block.is_compressed) {
        if (block.content_bytes != block.stored_bytes) {
            return error{
                refuse(text("the block stores ", block.stored_bytes, " bytes of ", block.content_bytes))};
        }
        return std::vector<std::byte>(stored.begin(), stored.end());
    }
    if (!ORRERY_ZSTD) {
        return error{refuse("the block is compressed, and this build of Orrery has no zstd")};
    }
    std::vector<std::byte> content(static_cast<std::size_t>(block.content_bytes));
    if (!decompress(stored, content)) {
        return error{refuse(text("the compressed bytes do not unfold into ", block.content_bytes, " bytes"))};
    }
    return content;
}

std::vector<recording_damage> recording_reader::check() const {
    detail::recording_scan scan = detail::scan_recording(file_.bytes(), name_, true);
    std::vector<recording_damage> all = std::move(scan.damage);
    for (const recorded_block& block : scan.blocks) {
        if (const auto content = read(block); !content) {
            all.push_back({block.offset, true, block, content.reason().message});
        }
    }
    // total order: what has the same offset and message is the same
    std::ranges::sort(all, [](const recording_damage& x, const recording_damage& y) {
        return std::tie(x.offset, x.message) < std::tie(y.offset, y.message);
    });
    return all;
}

} // namespace orrery::time
