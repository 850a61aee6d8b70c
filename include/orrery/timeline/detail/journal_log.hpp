// The part of a journal that does not depend on what an input looks like. An item names its entry, a
// journal_entry<Input>, which is shared and never changed; entries of 64 frames lie together in a group, and
// copies of a journal share the groups. Beside the entries it has the definitions that they refer to, which
// hold in all frames and are never taken out.
#pragma once

#include <orrery/core/function_ref.hpp>
#include <orrery/timeline/detail/definition_list.hpp>
#include <orrery/timeline/entry_id.hpp>
#include <orrery/timeline/frame_range.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time::detail {

struct journal_item {
    entry_id id{};
    frame_range when{};
    std::shared_ptr<const void> entry{};
};

class journal_log {
public:
    using equality = bool (*)(const void* a, const void* b);

    // `compare` says whether two entries are equal.
    explicit journal_log(equality compare) noexcept
        : are_equal_(compare) {}

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

    void add(const journal_item& what);
    bool remove(const journal_item& what);
    // The item with the same id that begins in the same frame, or null.
    [[nodiscard]] const journal_item* find(entry_id id, std::uint64_t first) const;
    void inputs_at(std::uint64_t frame, std::vector<journal_item>& out) const;
    void forget_before(std::uint64_t frame);

    [[nodiscard]] const definition_list& definitions() const noexcept { return definitions_; }

    // Those that this journal does not have by their ids.
    void define(const definition_item& what) { definitions_.add(what); }

    void define_all(const definition_list& all) { definitions_.add_all(all); }

    [[nodiscard]] bool are_equal(const journal_item& a, const journal_item& b) const {
        return are_equal_(a.entry.get(), b.entry.get());
    }

    // See journal.
    void each(frame_range range, function_ref<void(const journal_item&)> visit) const;
    void each_difference(const journal_log& other,
                         function_ref<void(const journal_item&, bool is_mine)> visit) const;
    // Those whose ids only one of the two has, in the order of each.
    void each_definition_difference(const journal_log& other,
                                    function_ref<void(const definition_item&, bool is_mine)> visit) const;
    void each_changed_group(const journal_log& other,
                            function_ref<void(frame_range, std::span<const journal_item>)> visit) const;

private:
    static constexpr std::uint64_t frames_a_group = 64;

    using item_list = std::shared_ptr<const std::vector<journal_item>>;

    struct group {
        std::uint64_t number = 0;
        item_list items;
    };

    using group_list = std::vector<group>; // by number, where there is something

    [[nodiscard]] item_list items_of(std::uint64_t number) const;
    void each_other_group(
        const journal_log& other,
        function_ref<void(std::uint64_t, const std::vector<journal_item>&, const std::vector<journal_item>&)>
            visit) const;
    [[nodiscard]] std::vector<journal_item>& writable(std::uint64_t number);

    equality are_equal_;
    std::shared_ptr<const group_list> groups_ = std::make_shared<const group_list>();
    definition_list definitions_;
    std::uint64_t longest_ = 0; // of all intervals there ever were
    std::size_t size_ = 0;
};

} // namespace orrery::time::detail
