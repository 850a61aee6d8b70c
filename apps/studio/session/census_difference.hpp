// How two censuses differ. Frames that follow each other share the forms of all that have not changed, so
// most entities are compared by an address and a key: ten thousand take some microseconds.
#pragma once

#include <orrery/simulation/frame_record.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace orrery::studio {

inline constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

// Calls visit(place in `from`, place in `to`) for each entity whose form is not the very same object in both,
// in the order of keys. One that is in one of them alone is nowhere in the other.
template <typename Form, typename Visit>
void compare_censuses(const census<Form>& from, const census<Form>& to, Visit visit) {
    std::size_t old_place = 0;
    std::size_t place = 0;
    while (old_place < from.keys.size() || place < to.keys.size()) {
        const bool is_gone = place == to.keys.size() ||
                             (old_place < from.keys.size() && from.keys[old_place] < to.keys[place]);
        const bool is_new =
            !is_gone && (old_place == from.keys.size() || to.keys[place] < from.keys[old_place]);
        if (is_gone) {
            visit(old_place++, nowhere);
        } else if (is_new) {
            visit(nowhere, place++);
        } else {
            if (from.forms[old_place] != to.forms[place]) {
                visit(old_place, place);
            }
            ++old_place;
            ++place;
        }
    }
}

// Some entities of a census, which stays alive elsewhere.
template <typename Form>
struct census_excerpt {
    std::vector<entity_key> keys;
    std::vector<const Form*> forms;

    void add(const census<Form>& from, std::size_t place) {
        keys.push_back(from.keys[place]);
        forms.push_back(from.forms[place].get());
    }
};

template <typename Form>
struct census_difference {
    std::vector<entity_key> gone;
    census_excerpt<Form> came; // or look different now
};

// look(key, form) is a hash of all that is shown of an entity.
template <typename Form, typename Look>
[[nodiscard]] census_difference<Form> difference_between(const census<Form>& from, const census<Form>& to,
                                                         Look look) {
    census_difference<Form> found;
    compare_censuses(from, to, [&](std::size_t old_place, std::size_t place) {
        if (place == nowhere) {
            found.gone.push_back(from.keys[old_place]);
        } else if (old_place == nowhere || look(from.keys[old_place], *from.forms[old_place]) !=
                                               look(to.keys[place], *to.forms[place])) {
            found.came.add(to, place);
        }
    });
    return found;
}

} // namespace orrery::studio
