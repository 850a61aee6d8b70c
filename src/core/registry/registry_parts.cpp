#include <orrery/core/registry/registry_parts.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace orrery {
namespace {

// Beyond all slots, so nobody has it, and not none: a joint that has lost its body is not one that never had
// a second.
constexpr entity out_of_reach{.index = 0xffff'ffffu, .generation = 1};

// The references of `value` that led out of the part are as they were `before`.
void keep_what_is_out_of_reach(const component_type& type, std::byte* value, const std::byte* before) {
    for_each_reference(type, value, [&](entity& reference) {
        if (reference == out_of_reach) {
            std::memcpy(&reference, before + (reinterpret_cast<std::byte*>(&reference) - value),
                        sizeof(entity));
        }
    });
}

} // namespace

// Reads and writes the parts of a state that no one else may touch.
class state_divider {
public:
    static snapshot copy(const registry_state& whole, std::span<const entity> chosen);
    static snapshot replace(const registry_state& whole, std::span<const entity> replaced,
                            const registry_state& part);
    static snapshot without(const registry_state& whole, std::span<const component_type* const> types);

private:
    // An entity of the part and the same one in the whole.
    struct twin {
        entity in_part;
        entity in_whole;
    };

    static void remove(registry_state& from, entity id);
    static void translate(const component_type& type, std::byte* value, const registry_state& from,
                          const registry_state& to);
    static void replace_components(registry_state& whole, std::span<const twin> twins,
                                   const registry_state& part, const component_pool& source);
    static void take_components(component_pool& from, std::span<const twin> twins,
                                const component_pool* unless_here);
};

void state_divider::translate(const component_type& type, std::byte* value, const registry_state& from,
                              const registry_state& to) {
    for_each_reference(type, value, [&](entity& reference) {
        if (reference) {
            const entity there = to.find(from.key_of(reference));
            reference = there ? there : out_of_reach;
        }
    });
}

snapshot state_divider::copy(const registry_state& whole, std::span<const entity> chosen) {
    snapshot made(whole);
    registry_state& part = made;
    part.slots_.clear();
    part.keys_.clear();
    part.first_free_ = detail::no_slot;
    std::vector<twin> twins;
    twins.reserve(chosen.size());
    for (const entity id : chosen) {
        const entity_key key = whole.key_of(id);
        if (key != entity_key::none && part.keys_.find(key) == key_index::not_found) {
            twins.push_back({part.occupy_slot(key), id});
        }
    }
    for (std::size_t number = 0; number < whole.pools_.size(); ++number) {
        const component_pool& source = whole.pools_[number];
        component_pool& target = part.pools_[number];
        const component_type& type = source.type();
        if (source.size() == 0) {
            continue;
        }
        target.clear();
        for (const twin& each : twins) {
            const std::uint32_t position = source.position_of(each.in_whole.index);
            if (position == component_pool::no_position) {
                continue;
            }
            const std::uint32_t place = target.insert(each.in_part.index);
            if (type.size != 0) {
                std::byte* value = target.write(place);
                std::memcpy(value, source.read(position), type.size);
                if (type.has_references) {
                    translate(type, value, whole, part);
                }
            }
        }
    }
    return made;
}

void state_divider::remove(registry_state& from, entity id) {
    for (component_pool& pool : from.pools_) {
        if (pool.contains(id.index)) {
            pool.erase(id.index);
        }
    }
    from.free_slot(id);
}

void state_divider::take_components(component_pool& from, std::span<const twin> twins,
                                    const component_pool* unless_here) {
    if (from.size() == 0) {
        return;
    }
    for (const twin& each : twins) {
        const bool stays = unless_here != nullptr && unless_here->contains(each.in_part.index);
        if (!stays && from.contains(each.in_whole.index)) {
            from.erase(each.in_whole.index);
        }
    }
}

void state_divider::replace_components(registry_state& whole, std::span<const twin> twins,
                                       const registry_state& part, const component_pool& source) {
    const component_type& type = source.type();
    const std::uint8_t number = whole.pool_numbers_[type.sequence];
    component_pool& target = number != registry_state::no_pool ? whole.pools_[number] : whole.add_pool(type);
    take_components(target, twins, &source);
    std::vector<std::byte> value(type.size);
    for (const twin& each : twins) {
        const std::uint32_t position = source.position_of(each.in_part.index);
        if (position == component_pool::no_position) {
            continue;
        }
        std::uint32_t place = target.position_of(each.in_whole.index);
        const bool is_new = place == component_pool::no_position;
        if (is_new) {
            place = target.insert(each.in_whole.index);
        }
        if (type.size == 0) {
            continue;
        }
        std::memcpy(value.data(), source.read(position), type.size);
        if (type.has_references) {
            translate(type, value.data(), part, whole);
            if (!is_new) {
                keep_what_is_out_of_reach(type, value.data(), target.read(place));
            }
        }
        if (is_new || std::memcmp(target.read(place), value.data(), type.size) != 0) {
            std::memcpy(target.write(place), value.data(), type.size);
        }
    }
}

snapshot state_divider::replace(const registry_state& whole, std::span<const entity> replaced,
                                const registry_state& part) {
    snapshot made(whole);
    registry_state& result = made;
    for (const entity id : replaced) {
        if (result.valid(id) && !part.find(result.key_of(id))) {
            remove(result, id);
        }
    }
    std::vector<twin> twins;
    twins.reserve(part.size());
    part.each_entity([&](entity id) {
        const entity_key key = part.key_of(id);
        const entity there = result.find(key);
        twins.push_back({id, there ? there : result.occupy_slot(key)});
    });
    for (component_pool& pool : result.pools_) {
        if (!part.knows(pool.type())) {
            take_components(pool, twins, nullptr);
        }
    }
    for (const component_pool& source : part.pools_) {
        replace_components(result, twins, part, source);
    }
    return made;
}

snapshot state_divider::without(const registry_state& whole, std::span<const component_type* const> types) {
    snapshot made(whole);
    registry_state& result = made;
    for (const component_type* type : types) {
        if (result.knows(*type)) {
            result.pools_[result.pool_numbers_[type->sequence]].clear();
        }
    }
    return made;
}

snapshot copy_part(const registry_state& whole, std::span<const entity> chosen) {
    return state_divider::copy(whole, chosen);
}

snapshot replace_part(const registry_state& whole, std::span<const entity> replaced,
                      const registry_state& part) {
    return state_divider::replace(whole, replaced, part);
}

snapshot without_components(const registry_state& whole, std::span<const component_type* const> types) {
    return state_divider::without(whole, types);
}

} // namespace orrery
