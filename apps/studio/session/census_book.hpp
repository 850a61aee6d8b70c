// Numbers for who there is. Frames refer to a census by number, so that pages ask for it once: the same
// content has the same number, in every branch and after everything has been computed again. A census that
// was numbered before is known by its address, so that numbering costs nothing for most frames.
#pragma once

#include <orrery/core/frame_record.hpp>
#include <orrery/core/hash.hpp>

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

    // update(hasher, key, form) takes in all that is shown of an entity.
    template <typename Update>
    [[nodiscard]] std::uint32_t number_of(const census_pointer& who, Update update) {
        const auto known = std::ranges::find(lately_, who, &entry::who);
        if (known != lately_.end()) {
            std::rotate(lately_.begin(), known, known + 1);
            return lately_.front().number;
        }
        hasher sum;
        for (std::size_t place = 0; place < who->keys.size(); ++place) {
            update(sum, who->keys[place], *who->forms[place]);
        }
        // Pages take 0 for none.
        const std::uint32_t number = std::max<std::uint32_t>(static_cast<std::uint32_t>(sum.finish()), 1);
        keep(lately_, {number, who}, most_addresses);
        if (find(number) == nullptr) {
            keep(known_, {number, who}, most_censuses);
        }
        return number;
    }

    // Null if it is not known any more.
    [[nodiscard]] census_pointer find(std::uint32_t number) const {
        const auto found = std::ranges::find(known_, number, &entry::number);
        return found != known_.end() ? found->who : nullptr;
    }

private:
    static constexpr std::size_t most_addresses = 64;
    static constexpr std::size_t most_censuses = 512;

    struct entry {
        std::uint32_t number = 0;
        census_pointer who;
    };

    static void keep(std::vector<entry>& list, entry what, std::size_t most) {
        if (list.size() >= most) {
            list.pop_back();
        }
        list.insert(list.begin(), std::move(what));
    }

    std::vector<entry>
        lately_; // the one used last in front; an address belongs to nobody else while it is here
    std::vector<entry> known_;
};

} // namespace orrery::studio
