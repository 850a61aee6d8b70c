// The forms of censuses, for code that knows only who there is.
#pragma once

#include <orrery/simulation/frame_record.hpp>

#include <cstddef>
#include <memory>
#include <span>

namespace orrery::time::detail {

using census_pointer = std::shared_ptr<const entity_census>;

// One entity of a census.
struct census_place {
    const entity_census* census = nullptr;
    std::size_t place = 0;
};

class census_forms {
public:
    virtual ~census_forms() = default;

    [[nodiscard]] virtual bool are_same(const census_place& a, const census_place& b) const = 0;

    // A census that shares these forms; keys and all else are still to be filled in.
    [[nodiscard]] virtual std::shared_ptr<entity_census>
    gather(std::span<const census_place> forms) const = 0;
};

template <typename Form>
class census_forms_of final : public census_forms {
public:
    [[nodiscard]] static const std::shared_ptr<const Form>& form_at(const census_place& at) noexcept {
        return static_cast<const census<Form>*>(at.census)->forms[at.place];
    }

    [[nodiscard]] bool are_same(const census_place& a, const census_place& b) const override {
        return form_at(a) == form_at(b) || !(*form_at(a) != *form_at(b));
    }

    [[nodiscard]] std::shared_ptr<entity_census> gather(std::span<const census_place> forms) const override {
        auto made = std::make_shared<census<Form>>();
        made->forms.reserve(forms.size());
        for (const census_place& each : forms) {
            made->forms.push_back(form_at(each));
        }
        return made;
    }
};

// Who there is in a frame in which a part was computed again: the part in place of those with the keys, and
// everybody else as before. Keys are ascending. A link goes with the part if one of its ends has a key of the
// part and is not aloof. Where the part is made up as it was, the old census itself is the answer, so that it
// stays shared.
[[nodiscard]] census_pointer mixed_census(const census_pointer& old, std::span<const entity_key> keys,
                                          const entity_census& part, const census_forms& forms);

} // namespace orrery::time::detail
