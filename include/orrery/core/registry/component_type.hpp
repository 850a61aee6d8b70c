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

class leaf_list;

// Appends the leaves of a T to a list.
using append_leaves_function = void (*)(leaf_list& list);

// The leaves of a type while its table is flattened, and the name, offset and rules of the field that is
// being flattened. Only what depends on the type is a template; the rest is compiled once.
class leaf_list {
public:
    explicit leaf_list(std::vector<field_info>& leaves) noexcept
        : leaves_(leaves) {}

    void add_leaf(field_kind kind);
    void add_array(std::size_t count, std::size_t element_size, append_leaves_function append_element);
    // A field without rules of its own inherits those of the field it is part of.
    void add_field(const field_row& row, const void* object, const void* member,
                   append_leaves_function append_member);

private:
    // Flattens a part of the present field.
    void enter(std::string name, std::size_t offset, const field_options& options,
               append_leaves_function append);

    std::vector<field_info>& leaves_;
    std::string name_;
    std::size_t offset_ = 0;
    field_options options_;
};

template <typename T>
void append_leaves(leaf_list& list) {
    if constexpr (leaf_type<T>) {
        list.add_leaf(kind_of<T>());
    } else if constexpr (array_type<T>) {
        using value_type = typename array_traits<T>::value_type;
        list.add_array(array_traits<T>::count, sizeof(value_type), &append_leaves<value_type>);
    } else {
        const T sample{};
        for_each_field(description<T>, [&]<auto Member>(const field_row& row) {
            list.add_field(row, &sample, &(sample.*Member), &append_leaves<member_type<Member>>);
        });
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

// All that C++ knows of a described type, for the code that is compiled once.
struct type_facts {
    std::string_view name;
    std::size_t size; // zero for a tag
    std::size_t alignment;
    const void* default_value;
    append_leaves_function append;
    std::string_view (*custom_validator)(const void*);
};

// The description of a type, with the leaves in the order in which it names them.
[[nodiscard]] component_type flatten(const type_facts& facts);
// The same of a component: the leaves are in order of offset and cover every byte. It lives as long as the
// process.
[[nodiscard]] const component_type& make_component_type(const type_facts& facts, std::uint32_t sequence);

// Null: each field is valid by itself.
template <described_type T>
[[nodiscard]] constexpr auto custom_validator_of() -> decltype(type_facts::custom_validator) {
    if constexpr (description<T>.validate != nullptr) {
        return [](const void* bytes) { return description<T>.validate(*static_cast<const T*>(bytes)); };
    } else {
        return nullptr;
    }
}

// Calls use(const type_facts&).
template <described_type T>
[[nodiscard]] decltype(auto) with_facts_of(auto use) {
    if constexpr (std::is_empty_v<T>) {
        return use(type_facts{description<T>.name, 0, alignof(T), nullptr, nullptr, nullptr});
    } else {
        const T value{};
        return use(type_facts{description<T>.name, sizeof(T), alignof(T), &value, &append_leaves<T>,
                              custom_validator_of<T>()});
    }
}

} // namespace detail

template <component T>
const component_type& component_type::of() {
    static const component_type& type =
        detail::with_facts_of<T>([](const detail::type_facts& facts) -> const component_type& {
            return detail::make_component_type(facts, detail::component_sequence<T>());
        });
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
