// Who there is in a toy world, as bytes.
#pragma once

#include "tests/timeline/toy_world.hpp"

#include <orrery/core/archive/byte_archive.hpp>

#include <cstddef>
#include <memory>

namespace orrery::test {

inline void save_toy_census(byte_writer& out, const std::shared_ptr<const census<toy_form>>& who) {
    out.write_variable(who->keys.size());
    for (std::size_t place = 0; place < who->keys.size(); ++place) {
        const toy_form& form = *who->forms[place];
        out.values(who->keys[place], form.color, form.is_fixed, form.is_source, form.feels_sources,
                   form.is_fragile);
    }
}

[[nodiscard]] inline std::shared_ptr<const census<toy_form>> load_toy_census(byte_reader& in) {
    auto who = std::make_shared<census<toy_form>>();
    const std::size_t count = in.read_count(16);
    for (std::size_t place = 0; place < count; ++place) {
        auto form = std::make_shared<toy_form>();
        in.values(who->keys.emplace_back(), form->color, form->is_fixed, form->is_source, form->feels_sources,
                  form->is_fragile);
        who->forms.push_back(form);
        who->is_aloof.push_back(form->is_fixed ? 1 : 0);
    }
    return who;
}

} // namespace orrery::test
