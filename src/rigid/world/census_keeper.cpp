#include "rigid/continuous/pushable.hpp"
#include "rigid/world/census_keeper.hpp"

#include <orrery/core/registry/registry_parts.hpp>
#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/movers/character.hpp>
#include <orrery/rigid/rules.hpp>

#include <algorithm>
#include <array>

namespace orrery::rigid::detail {
namespace {

// What is no part of a form: motion, sleep and what is about to happen. Contacts and impulses belong to no
// body, but are written in every step.
[[nodiscard]] std::span<const component_type* const> passing_types() {
    static const std::array<const component_type*, 11> types{&component_type::of<position>(),
                                                             &component_type::of<orientation>(),
                                                             &component_type::of<linear_velocity>(),
                                                             &component_type::of<angular_velocity>(),
                                                             &component_type::of<stillness>(),
                                                             &component_type::of<asleep>(),
                                                             &component_type::of<contact>(),
                                                             &component_type::of<constraint_impulses>(),
                                                             &component_type::of<constraint_memory>(),
                                                             &component_type::of<walk_state>(),
                                                             &component_type::of<fate>()};
    return types;
}

[[nodiscard]] bool is_passing(const component_type& type) {
    return std::ranges::find(passing_types(), &type) != passing_types().end();
}

[[nodiscard]] const component_pool* pool_of(const registry_state& state, const component_type& type) {
    const auto found =
        std::ranges::find(state.pools(), &type, [](const component_pool& pool) { return &pool.type(); });
    return found != state.pools().end() ? &*found : nullptr;
}

} // namespace

const std::shared_ptr<const census_keeper::census_type>&
census_keeper::follow(const registry_state& state, const roster& who, std::span<const constraint_type> joints,
                      suspicion suspected) {
    newcomers_.clear();
    const bool is_first = current_ == nullptr;
    const bool other_components = look_for_changes(state, who, suspected.other_bodies || is_first);
    if (other_components) {
        seen_ = without_components(state, passing_types());
    }
    if (suspected.other_joints || other_components || is_first) {
        list_links(state, who, joints);
    }
    if (other_components || suspected.other_bodies || suspected.other_joints || is_first) {
        auto made = make(state, who);
        const bool is_same = !is_first && made->keys == current_->keys && made->forms == current_->forms &&
                             made->is_aloof == current_->is_aloof && made->links == current_->links;
        if (!is_same) {
            current_ = std::move(made);
        }
    }
    return current_;
}

bool census_keeper::look_for_changes(const registry_state& state, const roster& who, bool other_bodies) {
    bool found = false;
    is_suspect_.assign(who.bodies().size(), 0);
    for (const component_pool& pool : state.pools()) {
        if (is_passing(pool.type())) {
            continue;
        }
        const component_pool* before = pool_of(seen_, pool.type());
        // What a reference is written as can change without a write to its page.
        const bool may_refer_to_others = pool.type().has_references && other_bodies;
        if (before != nullptr && before->shares_all(pool) && !may_refer_to_others) {
            continue;
        }
        found = true;
        const std::size_t pages = std::max(pool.page_count(), before != nullptr ? before->page_count() : 0);
        for (std::size_t page = 0; page < pages; ++page) {
            const bool is_here = page < pool.page_count();
            const bool was_there = before != nullptr && page < before->page_count();
            if (is_here && was_there && pool.shares_page(*before, page) && !may_refer_to_others) {
                continue;
            }
            if (is_here) {
                suspect(state, who, pool, page);
            }
            if (was_there) {
                suspect(state, who, *before, page);
            }
        }
    }
    return found;
}

void census_keeper::suspect(const registry_state& state, const roster& who, const component_pool& pool,
                            std::size_t page) {
    for (std::size_t row = 0; row < pool.page_size(page); ++row) {
        const std::uint32_t index = pool.entities(page)[row];
        const std::uint32_t place = index < state.slot_count() ? who.row_of(state.entity_at(index)) : no_row;
        if (place != no_row) {
            is_suspect_[place] = 1;
        }
    }
}

void census_keeper::list_links(const registry_state& state, const roster& who,
                               std::span<const constraint_type> joints) {
    links_.clear();
    const auto link = [&](entity first, entity second) {
        if (who.row_of(first) != no_row && who.row_of(second) != no_row) {
            const entity_key a = state.key_of(first);
            const entity_key b = state.key_of(second);
            links_.emplace_back(std::min(a, b), std::max(a, b));
        }
    };
    std::vector<entity> found;
    for (const constraint_type& type : joints) {
        found.clear();
        type.list(state, found);
        for (const entity id : found) {
            const constraint_type::ends ends = type.ends_of(state, id);
            link(ends.a, ends.b);
        }
    }
    state.view<glued_to>().each([&](entity id, const glued_to& glue) { link(id, glue.carrier); });
    // Who goes takes it along.
    state.view<excluded_pair>().each([&](const excluded_pair& pair) { link(pair.a, pair.b); });
    std::ranges::sort(links_); // total order: pairs of plain numbers
    links_.erase(std::ranges::unique(links_).begin(), links_.end());
}

std::shared_ptr<const census_keeper::census_type> census_keeper::make(const registry_state& state,
                                                                      const roster& who) {
    auto made = std::make_shared<census_type>();
    const std::span<const roster::body_entry> bodies = who.bodies();
    made->keys.reserve(bodies.size());
    made->forms.reserve(bodies.size());
    made->is_aloof.reserve(bodies.size());
    std::size_t old = 0;
    for (std::uint32_t place = 0; place < bodies.size(); ++place) {
        const auto& [key, id, first_collider, collider_count] = bodies[place];
        while (current_ != nullptr && old < current_->keys.size() && current_->keys[old] < key) {
            ++old;
        }
        const bool is_known =
            current_ != nullptr && old < current_->keys.size() && current_->keys[old] == key;
        std::shared_ptr<const entity_form> form = is_known ? current_->forms[old] : nullptr;
        if (form == nullptr || is_suspect_[place] != 0) {
            entity_form anew(state, id, passing_types());
            if (form == nullptr || *form != anew) {
                // Bodies that were made in a row are often alike.
                const bool is_like_last = !made->forms.empty() && *made->forms.back() == anew;
                form = is_like_last ? made->forms.back() : std::make_shared<entity_form>(std::move(anew));
            }
        }
        if (!is_known || ids_[old] != id) {
            newcomers_.push_back(place);
        }
        made->keys.push_back(key);
        made->forms.push_back(std::move(form));
        made->is_aloof.push_back(is_pushable(state, id) ? 0 : 1);
        if (state.all_of<attractor>(id)) {
            made->sources.push_back(key);
        }
    }
    made->links = links_;
    ids_.clear();
    for (const roster::body_entry& each : bodies) {
        ids_.push_back(each.id);
    }
    return made;
}

} // namespace orrery::rigid::detail
