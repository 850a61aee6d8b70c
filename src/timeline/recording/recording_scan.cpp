#include "timeline/recording/block_label.hpp"
#include "timeline/recording/recording_parts.hpp"
#include "timeline/recording/recording_scan.hpp"

#include <orrery/core/text.hpp>

namespace orrery::time::detail {
namespace {

class scanner {
public:
    scanner(std::span<const std::byte> file, std::string_view name, bool look_behind)
        : file_(file)
        , name_(name)
        , look_behind_(look_behind) {}

    [[nodiscard]] recording_scan run() {
        if (const status start = check_start(file_); !start) {
            note_bytes(0, text("header at byte 0: ", start.reason().message));
        }
        position_ = start_size;
        while (position_ < file_.size()) {
            const auto label = read_label(file_, position_);
            if (label && label->offset == position_) {
                pass(*label);
            } else {
                pass_damage();
            }
        }
        return std::move(found_);
    }

private:
    void pass(const recorded_block& block) {
        if (!lies_within(block, file_.size())) {
            found_.damage.push_back(damage_of(block, name_, "the file ends before its end"));
            position_ = file_.size();
            return;
        }
        found_.blocks.push_back(block);
        position_ = end_of(block);
        if (look_behind_ && read_label(file_, second_label_of(block)) != block) {
            found_.damage.push_back(damage_of(block, name_, "the label behind it is damaged"));
        }
    }

    // Goes on at the next label that is whole. If that is the one behind a block, its bytes can be read.
    void pass_damage() {
        std::uint64_t next = position_ + block_alignment;
        std::optional<recorded_block> label;
        for (; next + label_size <= file_.size(); next += block_alignment) {
            label = read_label(file_, next);
            if (label && label->offset >= position_) {
                break;
            }
            label.reset();
        }
        const std::uint64_t known = label ? label->offset : file_.size();
        if (known > position_) {
            note_bytes(position_,
                       text("byte ", position_, ": ", known - position_, " bytes belong to no block"));
        }
        position_ = known;
        if (label && label->offset != next) {
            found_.blocks.push_back(*label);
            found_.damage.push_back(damage_of(*label, name_, "the label in front of it is damaged"));
            position_ = end_of(*label);
        }
    }

    void note_bytes(std::uint64_t offset, const std::string& what) {
        found_.damage.push_back({.offset = offset, .block = {}, .message = text(name_, ": ", what)});
    }

    std::span<const std::byte> file_;
    std::string_view name_;
    bool look_behind_;
    std::uint64_t position_ = 0;
    recording_scan found_;
};

} // namespace

recording_scan scan_recording(std::span<const std::byte> file, std::string_view name, bool look_behind) {
    return scanner(file, name, look_behind).run();
}

recording_damage damage_of(const recorded_block& block, std::string_view name, std::string_view reason) {
    return {block.offset, true, block, text(name, ": ", describe(block), ": ", reason)};
}

} // namespace orrery::time::detail
