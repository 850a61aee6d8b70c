#include <orrery/core/check.hpp>
#include <orrery/timeline/detail/journal_log.hpp>

#include <algorithm>
#include <limits>

namespace orrery::time::detail {
namespace {

constexpr std::uint64_t none_left = std::numeric_limits<std::uint64_t>::max();

struct item_order {
    std::uint64_t first;
    entry_id id;

    friend constexpr auto operator<=>(const item_order&, const item_order&) = default;
};

[[nodiscard]] item_order order_of(const journal_item& what) noexcept {
    return {what.when.first, what.id};
}

} // namespace

void journal_log::add(const journal_item& what) {
    ORRERY_CHECK(what.when.size() > 0, "a journal entry must act in at least one frame");
    std::vector<journal_item>& all = writable(what.when.first / frames_a_group);
    const auto place = std::ranges::lower_bound(all, order_of(what), {}, order_of);
    ORRERY_CHECK(place == all.end() || order_of(*place) != order_of(what),
                 "the journal already has an entry of this author with this sequence number");
    all.insert(place, what);
    longest_ = std::max(longest_, what.when.size());
    ++size_;
}

bool journal_log::remove(const journal_item& what) {
    if (find(what.id, what.when.first) == nullptr) {
        return false;
    }
    std::vector<journal_item>& all = writable(what.when.first / frames_a_group);
    all.erase(std::ranges::lower_bound(all, order_of(what), {}, order_of));
    --size_;
    return true;
}

const journal_item* journal_log::find(entry_id id, std::uint64_t first) const {
    const item_list items = items_of(first / frames_a_group);
    const item_order wanted{first, id};
    const auto place = std::ranges::lower_bound(*items, wanted, {}, order_of);
    return place != items->end() && order_of(*place) == wanted ? &*place : nullptr;
}

void journal_log::inputs_at(std::uint64_t frame, std::vector<journal_item>& out) const {
    out.clear();
    each({frame, frame + 1}, [&](const journal_item& what) { out.push_back(what); });
    const auto order_in_step = [](const journal_item& what) { return std::pair(what.id, what.when.first); };
    std::ranges::sort(out, {}, order_in_step); // total order: from one frame on, an id is given once
}

void journal_log::each(frame_range range, function_ref<void(const journal_item&)> visit) const {
    const std::uint64_t earliest = range.first - std::min(range.first, longest_);
    for (auto part = std::ranges::lower_bound(*groups_, earliest / frames_a_group, {}, &group::number);
         part != groups_->end() && part->number * frames_a_group < range.end; ++part) {
        for (const journal_item& what : *part->items) {
            if (what.when.first < range.end && what.when.end > range.first) {
                visit(what);
            }
        }
    }
}

void journal_log::forget_before(std::uint64_t frame) {
    auto list = std::make_shared<group_list>();
    size_ = 0;
    for (const group& each : *groups_) {
        const auto is_over = [=](const journal_item& what) { return what.when.end <= frame; };
        if (each.number * frames_a_group >= frame || std::ranges::none_of(*each.items, is_over)) {
            list->push_back(each);
        } else if (auto kept = std::make_shared<std::vector<journal_item>>(*each.items);
                   std::erase_if(*kept, is_over), !kept->empty()) {
            list->push_back({each.number, std::move(kept)});
        } else {
            continue;
        }
        size_ += list->back().items->size();
    }
    groups_ = std::move(list);
}

void journal_log::each_difference(const journal_log& other,
                                  function_ref<void(const journal_item&, bool)> visit) const {
    const auto visit_missing = [&](const std::vector<journal_item>& from, const std::vector<journal_item>& in,
                                   bool is_mine) {
        for (const journal_item& what : from) {
            const auto is_it = [&](const journal_item& each) { return are_equal(each, what); };
            if (std::ranges::none_of(in, is_it)) {
                visit(what, is_mine);
            }
        }
    };
    each_other_group(other, [&](std::uint64_t, const std::vector<journal_item>& mine,
                                const std::vector<journal_item>& theirs) {
        visit_missing(mine, theirs, true);
        visit_missing(theirs, mine, false);
    });
}

void journal_log::each_definition_difference(const journal_log& other,
                                             function_ref<void(const definition_item&, bool)> visit) const {
    const auto visit_missing = [&](const definition_list& from, const definition_list& in, bool is_mine) {
        for (const definition_item& each : from.items()) {
            if (in.find(each.id) == nullptr) {
                visit(each, is_mine);
            }
        }
    };
    visit_missing(definitions_, other.definitions_, true);
    visit_missing(other.definitions_, definitions_, false);
}

void journal_log::each_changed_group(
    const journal_log& other, function_ref<void(frame_range, std::span<const journal_item>)> visit) const {
    each_other_group(other, [&](std::uint64_t number, const std::vector<journal_item>&,
                                const std::vector<journal_item>& theirs) {
        visit({number * frames_a_group, (number + 1) * frames_a_group}, theirs);
    });
}

journal_log::item_list journal_log::items_of(std::uint64_t number) const {
    static const auto empty = std::make_shared<const std::vector<journal_item>>();
    const auto place = std::ranges::lower_bound(*groups_, number, {}, &group::number);
    return place != groups_->end() && place->number == number ? place->items : empty;
}

// Calls visit(number, my items, their items) for each group that the two do not share.
void journal_log::each_other_group(
    const journal_log& other,
    function_ref<void(std::uint64_t, const std::vector<journal_item>&, const std::vector<journal_item>&)>
        visit) const {
    auto my_place = groups_->begin();
    auto their_place = other.groups_->begin();
    while (my_place != groups_->end() || their_place != other.groups_->end()) {
        const std::uint64_t number =
            std::min(my_place != groups_->end() ? my_place->number : none_left,
                     their_place != other.groups_->end() ? their_place->number : none_left);
        const item_list mine = items_of(number);
        const item_list theirs = other.items_of(number);
        if (mine != theirs) {
            visit(number, *mine, *theirs);
        }
        my_place += my_place != groups_->end() && my_place->number == number ? 1 : 0;
        their_place += their_place != other.groups_->end() && their_place->number == number ? 1 : 0;
    }
}

// Items of our own, in a list of our own.
std::vector<journal_item>& journal_log::writable(std::uint64_t number) {
    auto list = std::make_shared<group_list>(*groups_);
    auto own = std::make_shared<std::vector<journal_item>>(*items_of(number));
    std::vector<journal_item>& result = *own;
    const auto place = std::ranges::lower_bound(*list, number, {}, &group::number);
    if (place != list->end() && place->number == number) {
        place->items = std::move(own);
    } else {
        list->insert(place, {number, std::move(own)});
    }
    groups_ = std::move(list);
    return result;
}

} // namespace orrery::time::detail
