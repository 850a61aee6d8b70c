// The definitions of a journal without their type: content that inputs refer to by id, see
// definable_simulation. The list only grows. It keeps the order in which definitions were added, because one
// may refer to those before it; it is searched by id. A copy costs one increment and shares the list until
// one of the two grows.
#pragma once

#include <orrery/core/copy_on_write.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::time::detail {

struct definition_item {
    std::uint64_t id = 0;
    std::shared_ptr<const void> content{};
};

class definition_list {
public:
    [[nodiscard]] std::size_t size() const noexcept { return parts_->items.size(); }

    [[nodiscard]] bool is_empty() const noexcept { return parts_->items.empty(); }

    [[nodiscard]] std::span<const definition_item> items() const noexcept { return parts_->items; }

    // Null when there is none with this id.
    [[nodiscard]] const definition_item* find(std::uint64_t id) const noexcept;

    // False if one with this id is there.
    bool add(const definition_item& item);

    // Those with ids that this list does not have.
    void add_all(const definition_list& other);

    // Whether all ids of the other list are in this one.
    [[nodiscard]] bool has_all(const definition_list& other) const noexcept;

    // Whether both have the same ids, in whatever order.
    friend bool operator==(const definition_list& a, const definition_list& b) noexcept {
        return a.size() == b.size() && a.has_all(b);
    }

private:
    struct contents {
        std::vector<definition_item> items;
        std::vector<std::uint32_t> by_id; // indices of the items
    };

    [[nodiscard]] std::size_t rank_of(std::uint64_t id) const noexcept;

    copy_on_write<contents> parts_ = copy_on_write<contents>::make();
};

} // namespace orrery::time::detail
