#include <orrery/timeline/detail/census_forms.hpp>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace orrery::time::detail {
namespace {

class census_mixer {
public:
    census_mixer(const entity_census& old, std::span<const entity_key> keys, const entity_census& part,
                 const census_forms& forms)
        : old_(old)
        , keys_(keys)
        , part_(part)
        , forms_(forms) {}

    [[nodiscard]] bool is_as_before() const;
    [[nodiscard]] census_pointer run() const;

private:
    using link = std::pair<entity_key, entity_key>;

    [[nodiscard]] bool is_of_part(entity_key key) const;
    [[nodiscard]] std::size_t old_place(entity_key key) const;
    [[nodiscard]] bool goes_with_part(const link& joined) const;
    [[nodiscard]] std::vector<census_place> list_members() const;

    const entity_census& old_;
    std::span<const entity_key> keys_;
    const entity_census& part_;
    const census_forms& forms_;
};

// Whether those of a list for which it holds are these.
template <typename T, typename Predicate>
[[nodiscard]] bool are_those(const std::vector<T>& list, Predicate holds, const std::vector<T>& these) {
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

bool census_mixer::is_of_part(entity_key key) const {
    return std::ranges::binary_search(keys_, key) || std::ranges::binary_search(part_.keys, key);
}

// As many as there are if it was not there.
std::size_t census_mixer::old_place(entity_key key) const {
    const auto place = std::ranges::lower_bound(old_.keys, key);
    return place != old_.keys.end() && *place == key ? static_cast<std::size_t>(place - old_.keys.begin())
                                                     : old_.keys.size();
}

bool census_mixer::goes_with_part(const link& joined) const {
    const auto goes = [&](entity_key key) {
        const std::size_t place = old_place(key);
        return is_of_part(key) && (place == old_.keys.size() || old_.is_aloof[place] == 0);
    };
    return goes(joined.first) || goes(joined.second);
}

// Whether the part has the same members, links and sources as in the old census, each of the same form.
bool census_mixer::is_as_before() const {
    const auto is_member = [&](entity_key key) { return std::ranges::binary_search(part_.keys, key); };
    for (const entity_key key : keys_) {
        if (old_place(key) < old_.keys.size() && !is_member(key)) {
            return false;
        }
    }
    for (std::size_t place = 0; place < part_.keys.size(); ++place) {
        const std::size_t before = old_place(part_.keys[place]);
        if (before == old_.keys.size() || !forms_.are_same({&old_, before}, {&part_, place}) ||
            old_.is_aloof[before] != part_.is_aloof[place]) {
            return false;
        }
    }
    const auto is_old_link = [&](const link& each) { return goes_with_part(each); };
    const auto is_old_source = [&](entity_key key) { return is_of_part(key); };
    return are_those(old_.links, is_old_link, part_.links) &&
           are_those(old_.sources, is_old_source, part_.sources);
}

// By key.
std::vector<census_place> census_mixer::list_members() const {
    std::vector<census_place> members;
    members.reserve(old_.keys.size() + part_.keys.size());
    std::size_t next = 0;
    for (std::size_t place = 0; place < old_.keys.size(); ++place) {
        for (; next < part_.keys.size() && part_.keys[next] < old_.keys[place]; ++next) {
            members.push_back({&part_, next});
        }
        if (!is_of_part(old_.keys[place])) {
            members.push_back({&old_, place});
        }
    }
    for (; next < part_.keys.size(); ++next) {
        members.push_back({&part_, next});
    }
    return members;
}

census_pointer census_mixer::run() const {
    const std::vector<census_place> members = list_members();
    const std::shared_ptr<entity_census> mixed = forms_.gather(members);
    mixed->keys.reserve(members.size());
    mixed->is_aloof.reserve(members.size());
    for (const census_place& each : members) {
        mixed->keys.push_back(each.census->keys[each.place]);
        mixed->is_aloof.push_back(each.census->is_aloof[each.place]);
    }
    std::ranges::copy_if(old_.links, std::back_inserter(mixed->links),
                         [&](const link& each) { return !goes_with_part(each); });
    mixed->links.insert(mixed->links.end(), part_.links.begin(), part_.links.end());
    std::ranges::sort(mixed->links); // total order: pairs of keys
    std::ranges::copy_if(old_.sources, std::back_inserter(mixed->sources),
                         [&](entity_key key) { return !is_of_part(key); });
    mixed->sources.insert(mixed->sources.end(), part_.sources.begin(), part_.sources.end());
    std::ranges::sort(mixed->sources); // total order: keys
    return mixed;
}

} // namespace

census_pointer mixed_census(const census_pointer& old, std::span<const entity_key> keys,
                            const entity_census& part, const census_forms& forms) {
    const census_mixer mixer(*old, keys, part, forms);
    return mixer.is_as_before() ? old : mixer.run();
}

} // namespace orrery::time::detail
