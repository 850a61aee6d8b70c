// Lists of described values as bytes: inputs, events and whatever else has a field table but is no component.
// The table stands in front of the values, so bytes of an older version can be read: a field that was added
// since is given its default; a field of another kind, one that is not known here, or a value that its rules
// refuse makes the whole list fail with one sentence. Bits are kept exactly. Entity handles cannot be among
// the fields, because they mean nothing elsewhere; bytes that no field owns are not saved.
#pragma once

#include <orrery/core/byte_archive.hpp>
#include <orrery/core/component_type.hpp>
#include <orrery/core/fields.hpp>

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace orrery {
namespace detail {

// Checks that the fields can be saved, and puts them in order.
void finish_described_type(component_type& type);

// The description of T at run time, like that of a component, but with room for gaps between the fields.
template <described_type T>
[[nodiscard]] const component_type& described_type_of() {
    static const component_type type = [] {
        component_type made = flatten_description<T>();
        finish_described_type(made);
        return made;
    }();
    return type;
}

void save_values(byte_writer& out, const component_type& type, const std::byte* values, std::size_t count);

// As they lie in memory, one after another. Fails the reader if they cannot be had.
[[nodiscard]] std::vector<std::byte> load_values(byte_reader& in, const component_type& type);

} // namespace detail

template <described_type T>
    requires std::is_trivially_copyable_v<T>
void save_described(byte_writer& out, std::span<const T> values) {
    detail::save_values(out, detail::described_type_of<T>(),
                        reinterpret_cast<const std::byte*>(values.data()), values.size());
}

// Empty, and the reader has failed, if they cannot be read.
template <described_type T>
    requires std::is_trivially_copyable_v<T>
[[nodiscard]] std::vector<T> load_described(byte_reader& in) {
    const std::vector<std::byte> bytes = detail::load_values(in, detail::described_type_of<T>());
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) {
        std::memcpy(values.data(), bytes.data(), bytes.size());
    }
    return values;
}

} // namespace orrery
