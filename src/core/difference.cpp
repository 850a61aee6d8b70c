#include <orrery/core/difference.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace orrery {
namespace {

std::string hexadecimal(std::uint64_t bits) {
    std::string digits;
    do {
        digits.insert(digits.begin(), "0123456789abcdef"[bits % 16]);
        bits /= 16;
    } while (bits != 0);
    return "0x" + digits;
}

const component_pool* pool_called(const registry_state& state, std::string_view name) {
    const auto pools = state.pools();
    const auto found = std::find_if(pools.begin(), pools.end(),
                                    [name](const component_pool& pool) { return pool.type().name == name; });
    return found != pools.end() ? &*found : nullptr;
}

// The names of all component types of both worlds, sorted.
std::vector<std::string> component_names(const registry_state& first, const registry_state& second) {
    std::vector<std::string> names;
    for (const registry_state* state : {&first, &second}) {
        for (const component_pool& pool : state->pools()) {
            names.push_back(pool.type().name);
        }
    }
    std::sort(names.begin(), names.end()); // total order: strings
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

// A component with its references as keys, or nothing if the entity has none.
std::optional<std::vector<std::byte>> portable_value(const registry_state& state, const component_pool* pool,
                                                     entity id) {
    if (pool == nullptr || !pool->contains(id.index)) {
        return std::nullopt;
    }
    const component_type& type = pool->type();
    if (type.size == 0) {
        return std::vector<std::byte>{};
    }
    const std::byte* bytes = pool->read(pool->position_of(id.index));
    std::vector<std::byte> value(bytes, bytes + type.size);
    state.references_to_keys(type, value.data());
    return value;
}

std::string leaf_text(const field_info& field, const std::byte* value, bool as_bits) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, value + field.offset, size_of(field.kind));
    if (field.kind == field_kind::reference) {
        return bits == 0 ? "none" : text("entity ", hexadecimal(bits));
    }
    return as_bits ? text(field_text(field, value), " (", hexadecimal(bits), ")") : field_text(field, value);
}

std::optional<state_difference> differing_field(const component_type& type, const std::byte* first,
                                                const std::byte* second) {
    for (const field_info& field : type.fields) {
        if (std::memcmp(first + field.offset, second + field.offset, size_of(field.kind)) != 0) {
            const bool looks_alike = field_text(field, first) == field_text(field, second);
            return state_difference{{},
                                    type.name,
                                    field.name,
                                    leaf_text(field, first, looks_alike),
                                    leaf_text(field, second, looks_alike)};
        }
    }
    return std::nullopt;
}

std::string presence(bool is_present) {
    return is_present ? "present" : "absent";
}

std::optional<state_difference> differing_component(const registry_state& first, entity in_first,
                                                    const registry_state& second, entity in_second,
                                                    const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        const component_pool* pool = pool_called(first, name);
        const auto a = portable_value(first, pool, in_first);
        const auto b = portable_value(second, pool_called(second, name), in_second);
        if (a.has_value() != b.has_value()) {
            return state_difference{{}, name, {}, presence(a.has_value()), presence(b.has_value())};
        }
        if (a && *a != *b) {
            return differing_field(pool->type(), a->data(), b->data());
        }
    }
    return std::nullopt;
}

} // namespace

std::string state_difference::message() const {
    std::string where = text("entity ", hexadecimal(static_cast<std::uint64_t>(key)));
    if (!component.empty()) {
        where += text(", ", component);
    }
    if (!field.empty()) {
        where += text('.', field);
    }
    return text(where, ": ", first, " in the first world, ", second, " in the second");
}

std::optional<state_difference> first_difference(const registry_state& first, const registry_state& second) {
    const std::vector<std::string> names = component_names(first, second);
    const std::vector<entity> a = first.entities_by_key();
    const std::vector<entity> b = second.entities_by_key();
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() || j < b.size()) {
        const bool is_in_first = i < a.size() && (j == b.size() || first.key_of(a[i]) <= second.key_of(b[j]));
        const bool is_in_second =
            j < b.size() && (i == a.size() || second.key_of(b[j]) <= first.key_of(a[i]));
        const entity_key key = is_in_first ? first.key_of(a[i]) : second.key_of(b[j]);
        if (is_in_first != is_in_second) {
            return state_difference{key, {}, {}, presence(is_in_first), presence(is_in_second)};
        }
        if (first.hash_of(a[i]) != second.hash_of(b[j])) {
            if (auto found = differing_component(first, a[i], second, b[j], names)) {
                found->key = key;
                return found;
            }
        }
        ++i;
        ++j;
    }
    return std::nullopt;
}

} // namespace orrery
