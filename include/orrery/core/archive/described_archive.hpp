// Lists of described values as bytes: inputs, events and whatever else has a field table but is no component.
// The table stands in front of the values, so bytes of an older version can be read: a field that was added
// since is given its default; a field of another kind or one that is not known here makes the whole list fail
// with one sentence, and so does a value that its rules refuse, unless the caller takes the others. Bits are
// kept exactly. Entity handles cannot be among the fields, because they mean nothing elsewhere; bytes that no
// field owns are not saved.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/fields.hpp>
#include <orrery/core/registry/component_type.hpp>

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace orrery {

// A value of a list that its rules refuse.
struct refused_value {
    std::size_t index = 0; // in the list as it was saved
    std::string reason;
};

namespace detail {

// The description of a type whose fields can be saved: in order of offset, with room for gaps between them.
[[nodiscard]] component_type make_described_type(const type_facts& facts);

// The description of T at run time.
template <described_type T>
[[nodiscard]] const component_type& described_type_of() {
    static const component_type type = with_facts_of<T>(&make_described_type);
    return type;
}

void save_values(byte_writer& out, const component_type& type, const std::byte* values, std::size_t count);

// As they lie in memory, one after another. Fails the reader if they cannot be had. A value that the rules of
// the type refuse is left out and listed, or fails the reader if there is no list.
[[nodiscard]] std::vector<std::byte> load_values(byte_reader& in, const component_type& type,
                                                 std::vector<refused_value>* refused = nullptr);

template <typename T>
[[nodiscard]] std::vector<T> values_of(const std::vector<std::byte>& bytes) {
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!values.empty()) {
        std::memcpy(values.data(), bytes.data(), bytes.size());
    }
    return values;
}

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
    return detail::values_of<T>(detail::load_values(in, detail::described_type_of<T>()));
}

// The same for lists of which each value counts by itself: those that the rules refuse are left out and
// listed, in their order.
template <described_type T>
    requires std::is_trivially_copyable_v<T>
[[nodiscard]] std::vector<T> load_described(byte_reader& in, std::vector<refused_value>& refused) {
    return detail::values_of<T>(detail::load_values(in, detail::described_type_of<T>(), &refused));
}

// Whether the field table and the rules of a type allow a value; load_described() asks the same of each.
template <described_type T>
[[nodiscard]] status validate(const T& value) {
    return detail::described_type_of<T>().validate(&value);
}

} // namespace orrery
