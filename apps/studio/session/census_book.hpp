// Numbers for who there is. Frames refer to a census by number, so that pages ask for it once: the same
// content has the same number, in every branch and after everything has been computed again.
//
// A battle has another census in nearly every frame, but little of it differs from the one before. So a
// number comes from a sum over all entities, and that of a new census from the sum of the one used last and
// of what differs. A census that was numbered before is known by its address.
#pragma once

#include "apps/studio/session/census_difference.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/simulation/frame_record.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace orrery::studio {

template <typename Form>
class census_book {
public:
    using census_pointer = std::shared_ptr<const census<Form>>;

    // look(key, form) is a hash of all that is shown of an entity.
    template <typename Look>
    [[nodiscard]] std::uint32_t number_of(const census_pointer& who, Look look) {
        const auto known = std::ranges::find(lately_, who, &entry::who);
        if (known != lately_.end()) {
            std::rotate(lately_.begin(), known, known + 1);
            return lately_.front().number;
        }
        const census<Form> nobody{};
        const census<Form>& before = lately_.empty() ? nobody : *lately_.front().who;
        std::uint64_t sum = lately_.empty() ? 0 : lately_.front().sum;
        compare_censuses(before, *who, [&](std::size_t old_place, std::size_t place) {
            if (old_place != nowhere) {
                sum -= look(before.keys[old_place], *before.forms[old_place]);
            }
            if (place != nowhere) {
                sum += look(who->keys[place], *who->forms[place]);
            }
        });
        // Pages take 0 for none.
        const std::uint32_t number = std::max<std::uint32_t>(static_cast<std::uint32_t>(hash_value(sum)), 1);
        keep({number, sum, who});
        return number;
    }

    // Null if it is not known any more.
    [[nodiscard]] census_pointer find(std::uint32_t number) const {
        const auto found = std::ranges::find(lately_, number, &entry::number);
        return found != lately_.end() ? found->who : nullptr;
    }

private:
    // Pages ask for what was shown lately. An entity takes 25 bytes where histories do not have it, too.
    static constexpr std::size_t most_censuses = 512;
    static constexpr std::size_t most_entities = std::size_t{1} << 20;
    static constexpr std::size_t least_censuses = 4;

    struct entry {
        std::uint32_t number = 0;
        std::uint64_t sum = 0;
        census_pointer who;
    };

    void keep(entry what) {
        entities_ += what.who->keys.size();
        lately_.insert(lately_.begin(), std::move(what));
        while (lately_.size() > most_censuses ||
               (entities_ > most_entities && lately_.size() > least_censuses)) {
            entities_ -= lately_.back().who->keys.size();
            lately_.pop_back();
        }
    }

    // The one used last in front. An address belongs to nobody else while it is here.
    std::vector<entry> lately_;
    std::size_t entities_ = 0;
};

} // namespace orrery::studio
