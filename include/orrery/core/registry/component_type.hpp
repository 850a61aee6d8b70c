// A component type at run time: its name and its field table, flattened to leaves ("velocity.linear.x"). It
// is built once for a C++ type and is all that archives, hashes, comparisons and the inspector know of it.
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/core/fields.hpp>
#include <orrery/core/hash.hpp>
#include <orrery/core/result.hpp>
#include <orrery/core/text.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// One leaf: `kind` says how to read the bytes at `offset`.
struct field_info {
    std::string name;
    field_kind kind;
    std::uint32_t offset;
    field_options options;
};

struct component_type {
    std::string name;
    std::uint64_t id = 0; // hash of the name
    // A small number in the order in which this process met the types: good for look-up, and for nothing that
    // another process could see.
    std::uint32_t sequence = 0;
    std::uint32_t size = 0; // zero for a tag
    std::uint32_t alignment = 1;
    bool has_references = false;
    std::vector<field_info> fields; // in order of offset, covering every byte
    std::vector<std::byte> default_value;
    std::string_view (*custom_validator)(const void*) = nullptr;

    // The description of T; the same object every time.
    template <component T>
    [[nodiscard]] static const component_type& of();

    // Whether the bytes are a legal value: finite, in range, booleans 0 or 1, and the type's own rule.
    [[nodiscard]] status validate(const void* value) const;
};

// The value of a leaf, for people to read.
[[nodiscard]] std::string field_text(const field_info& field, const void* component);

// Calls visit(entity&) for each entity reference inside a value, in order of offset.
template <typename Visit>
void for_each_reference(const component_type& type, void* value, Visit visit);

namespace detail {

template <typename T>
void append_leaves(std::vector<field_info>& out, const std::string& name, std::size_t offset,
                   const field_options& options) {
    if constexpr (leaf_type<T>) {
        out.push_back({name, kind_of<T>(), static_cast<std::uint32_t>(offset), options});
    } else if constexpr (array_type<T>) {
        using value_type = typename array_traits<T>::value_type;
        for (std::size_t index = 0; index < array_traits<T>::count; ++index) {
            append_leaves<value_type>(out, text(name, '[', index, ']'), offset + index * sizeof(value_type),
                                      options);
        }
    } else {
        const T sample{};
        [&]<typename Class, auto... Members>(const described<Class, field<Members>...>& table) {
            const auto append = [&]<auto Member>(const field<Member>& member) {
                const auto* place = reinterpret_cast<const std::byte*>(&(sample.*Member));
                const auto distance = place - reinterpret_cast<const std::byte*>(&sample);
                // A field without rules of its own inherits those of the field it is part of.
                const bool is_plain = member.options == field_options{};
                append_leaves<member_type<Member>>(
                    out, name.empty() ? std::string(member.name) : text(name, '.', member.name),
                    offset + static_cast<std::size_t>(distance), is_plain ? options : member.options);
            };
            std::apply([&](const auto&... members) { (append(members), ...); }, table.fields);
        }(description<T>);
    }
}

inline constexpr std::size_t max_component_types = 255;

// The next small number; more than max_component_types types in one program are misuse.
[[nodiscard]] std::uint32_t next_component_sequence();

template <component T>
[[nodiscard]] std::uint32_t component_sequence() {
    static const std::uint32_t sequence = next_component_sequence();
    return sequence;
}

// Sorts the leaves by offset and checks that they tile the type.
void finish_component_type(component_type& type);

// What the description of T says, with the leaves in the order in which it names them.
template <described_type T>
[[nodiscard]] component_type flatten_description() {
    component_type type;
    type.name = description<T>.name;
    type.id = hash_string(type.name);
    type.size = std::is_empty_v<T> ? 0 : static_cast<std::uint32_t>(sizeof(T));
    type.alignment = static_cast<std::uint32_t>(alignof(T));
    if constexpr (!std::is_empty_v<T>) {
        append_leaves<T>(type.fields, {}, 0, {});
        const T value{};
        const auto* bytes = reinterpret_cast<const std::byte*>(&value);
        type.default_value.assign(bytes, bytes + sizeof(T));
        if constexpr (description<T>.validate != nullptr) {
            type.custom_validator = [](const void* bytes_of_value) {
                return description<T>.validate(*static_cast<const T*>(bytes_of_value));
            };
        }
    }
    return type;
}

template <component T>
[[nodiscard]] component_type make_component_type() {
    component_type type = flatten_description<T>();
    type.sequence = component_sequence<T>();
    finish_component_type(type);
    return type;
}

} // namespace detail

template <component T>
const component_type& component_type::of() {
    static const component_type type = detail::make_component_type<T>();
    return type;
}

template <typename Visit>
void for_each_reference(const component_type& type, void* value, Visit visit) {
    for (const field_info& field : type.fields) {
        if (field.kind == field_kind::reference) {
            visit(*reinterpret_cast<entity*>(static_cast<std::byte*>(value) + field.offset));
        }
    }
}

} // namespace orrery
