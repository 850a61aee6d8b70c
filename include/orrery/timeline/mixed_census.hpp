// Who there is in a frame in which a part was computed again: the part in place of those with the keys, and
// everybody else as before.
#pragma once

#include <orrery/core/frame_record.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::time {

// Keys are ascending. A link goes with the part if one of its ends has a key of the part and is not aloof.
// Where the part is made up as it was, the old census itself is the answer, so that it stays shared.
template <typename Form>
class census_mixer {
public:
    census_mixer(const census<Form>& old, std::span<const entity_key> keys, const census<Form>& part)
        : old_(old)
        , keys_(keys)
        , part_(part) {}

    // Whether the part has the same members, links and sources as in the old census, each of the same form.
    [[nodiscard]] bool is_as_before() const {
        const auto is_member = [&](entity_key key) { return std::ranges::binary_search(part_.keys, key); };
        for (const entity_key key : keys_) {
            if (old_place(key) < old_.keys.size() && !is_member(key)) {
                return false;
            }
        }
        for (std::size_t place = 0; place < part_.keys.size(); ++place) {
            const std::size_t before = old_place(part_.keys[place]);
            if (before == old_.keys.size() || *old_.forms[before] != *part_.forms[place] ||
                old_.is_aloof[before] != part_.is_aloof[place]) {
                return false;
            }
        }
        const auto is_old_link = [&](const auto& each) { return goes_with_part(each); };
        const auto is_old_source = [&](entity_key key) { return is_of_part(key); };
        return are_those(old_.links, is_old_link, part_.links) &&
               are_those(old_.sources, is_old_source, part_.sources);
    }

    [[nodiscard]] std::shared_ptr<const census<Form>> run() {
        add_members();
        for (const auto& each : old_.links) {
            if (!goes_with_part(each)) {
                mixed_->links.push_back(each);
            }
        }
        mixed_->links.insert(mixed_->links.end(), part_.links.begin(), part_.links.end());
        std::ranges::sort(mixed_->links); // total order: pairs of keys
        std::ranges::copy_if(old_.sources, std::back_inserter(mixed_->sources),
                             [&](entity_key key) { return !is_of_part(key); });
        mixed_->sources.insert(mixed_->sources.end(), part_.sources.begin(), part_.sources.end());
        std::ranges::sort(mixed_->sources); // total order: keys
        return mixed_;
    }

private:
    [[nodiscard]] bool is_of_part(entity_key key) const {
        return std::ranges::binary_search(keys_, key) || std::ranges::binary_search(part_.keys, key);
    }

    // As many as there are if it was not there.
    [[nodiscard]] std::size_t old_place(entity_key key) const {
        const auto place = std::ranges::lower_bound(old_.keys, key);
        return place != old_.keys.end() && *place == key ? static_cast<std::size_t>(place - old_.keys.begin())
                                                         : old_.keys.size();
    }

    [[nodiscard]] bool goes_with_part(const std::pair<entity_key, entity_key>& link) const {
        const auto goes = [&](entity_key key) {
            const std::size_t place = old_place(key);
            return is_of_part(key) && (place == old_.keys.size() || old_.is_aloof[place] == 0);
        };
        return goes(link.first) || goes(link.second);
    }

    // Whether those of a list for which it holds are these.
    template <typename T, typename Predicate>
    [[nodiscard]] static bool are_those(const std::vector<T>& list, Predicate holds,
                                        const std::vector<T>& these) {
        std::size_t next = 0;
        for (const T& each : list) {
            if (holds(each)) {
                if (next == these.size() || these[next] != each) {
                    return false;
                }
                ++next;
            }
        }
        return next == these.size();
    }

    void add_members() {
        const auto add = [&](const census<Form>& from, std::size_t place) {
            mixed_->keys.push_back(from.keys[place]);
            mixed_->forms.push_back(from.forms[place]);
            mixed_->is_aloof.push_back(from.is_aloof[place]);
        };
        std::size_t next = 0;
        for (std::size_t place = 0; place < old_.keys.size(); ++place) {
            for (; next < part_.keys.size() && part_.keys[next] < old_.keys[place]; ++next) {
                add(part_, next);
            }
            if (!is_of_part(old_.keys[place])) {
                add(old_, place);
            }
        }
        for (; next < part_.keys.size(); ++next) {
            add(part_, next);
        }
    }

    const census<Form>& old_;
    std::span<const entity_key> keys_;
    const census<Form>& part_;
    std::shared_ptr<census<Form>> mixed_ = std::make_shared<census<Form>>();
};

template <typename Form>
[[nodiscard]] std::shared_ptr<const census<Form>> mixed_census(const std::shared_ptr<const census<Form>>& old,
                                                               std::span<const entity_key> keys,
                                                               const census<Form>& part) {
    census_mixer<Form> mixer(*old, keys, part);
    return mixer.is_as_before() ? old : mixer.run();
}

} // namespace orrery::time
