#include "rigid/islands/island_waker.hpp"

#include <orrery/rigid/components.hpp>
#include <orrery/rigid/contact.hpp>

#include <algorithm>

namespace orrery::rigid::detail {

bool island_waker::wake(entity which) {
    if (!registry_.all_of<body>(which)) {
        return false;
    }
    if (const asleep* sleep = registry_.try_get<const asleep>(which)) {
        const std::uint64_t label = sleep->island;
        wake_islands({&label, 1});
    }
    return true;
}

void island_waker::wake_alone(entity which) {
    if (registry_.all_of<asleep>(which)) {
        wake_body(which);
    }
}

void island_waker::wake_body(entity which) {
    registry_.remove<asleep>(which);
    if (stillness* still = registry_.try_get<stillness>(which)) {
        still->seconds = 0;
    }
    events_.add(registry_, {.kind = event_kind::woke_up, .a = which});
}

std::span<const entity> island_waker::wake_islands(std::span<const std::uint64_t> labels, entity except) {
    woken_.clear();
    registry_.view<const asleep>().each([&](entity id, const asleep& sleep) {
        if (id != except && std::ranges::binary_search(labels, sleep.island)) {
            woken_.push_back(id);
        }
    });
    // total order: keys differ
    std::ranges::sort(woken_, {}, [&](entity id) { return registry_.key_of(id); });
    for (const entity id : woken_) {
        wake_body(id);
    }
    return woken_;
}

void island_waker::wake_all() {
    labels_.clear();
    registry_.view<const asleep>().each(
        [&](entity, const asleep& sleep) { labels_.push_back(sleep.island); });
    std::ranges::sort(labels_); // total order: plain numbers
    wake_islands(labels_);
}

void island_waker::wake_neighbors(entity which) {
    if (registry_.count<asleep>() == 0) {
        return;
    }
    labels_.clear();
    const auto add = [&](entity id) {
        if (const asleep* sleep = registry_.try_get<const asleep>(id)) {
            labels_.push_back(sleep->island);
        }
    };
    add(which);
    registry_.view<const contact>().each([&](const contact& memory) {
        if (memory.a == which || memory.b == which) {
            add(memory.a == which ? memory.b : memory.a);
        }
    });
    // As the registry has them: the edges of the last step may be those of another frame.
    for (const constraint_type& type : constraint_types_) {
        joints_.clear();
        type.list(registry_, joints_);
        for (const entity joint : joints_) {
            const constraint_type::ends ends = type.ends_of(registry_, joint);
            if (ends.a == which || ends.b == which) {
                add(ends.a == which ? ends.b : ends.a);
            }
        }
    }
    std::ranges::sort(labels_); // total order: plain numbers
    wake_islands(labels_, which);
}

} // namespace orrery::rigid::detail
