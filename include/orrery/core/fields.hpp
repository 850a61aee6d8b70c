// The field table of a state struct: one description that drives saving, loading, hashing, comparing,
// validating, reference mapping and the inspector, so that a new field cannot be forgotten in one of them.
//
//     struct wheel {
//         entity vehicle;
//         float radius = 0.3f;
//         float speed = 0;
//     };
//     template <>
//     inline constexpr auto orrery::description<wheel> = describe<wheel>(
//         "wheel", field<&wheel::vehicle>("vehicle"),
//         field<&wheel::radius>("radius", {.about = "m", .minimum = 0}),
//         field<&wheel::speed>("speed", {.about = "rad/s"}));
//
// A described struct is plain data and every byte of it belongs to a field: padding would make equal states
// hash differently. Leaving a byte out is a compile error.
#pragma once

#include <orrery/core/entity.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace orrery {

// What one leaf of a field table holds.
enum class field_kind : std::uint8_t {
    boolean,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float32,
    float64,
    reference, // an entity handle: written out as a key, mapped on the way in
};

[[nodiscard]] constexpr std::size_t size_of(field_kind kind) noexcept {
    constexpr std::array<std::uint8_t, 12> sizes{1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 8};
    return sizes[static_cast<std::size_t>(kind)];
}

[[nodiscard]] std::string_view name_of(field_kind kind) noexcept;

// What is allowed in a field. NaN never is, and infinity only if said so.
struct field_options {
    std::string_view about = {}; // unit or meaning, for the inspector and the docs
    double minimum = -std::numeric_limits<double>::infinity();
    double maximum = std::numeric_limits<double>::infinity();
    bool may_be_infinite = false;

    friend constexpr bool operator==(const field_options&, const field_options&) = default;
};

struct field_row {
    std::string_view name;
    field_options options;
};

// The row of one member.
template <auto Member>
struct field : field_row {
    constexpr field(std::string_view field_name, field_options field_rules = {}) noexcept
        : field_row{field_name, field_rules} {}
};

// The description of T: its name, its fields and, if fields alone cannot say it, a validator that answers
// with an empty string or with one sentence about what is wrong. The rows are a plain array, because a tuple
// of them would cost most of the time that a header with field tables takes to compile.
template <typename T, auto... Members>
struct described {
    using validator = std::string_view (*)(const T&);

    std::string_view name;
    std::array<field_row, sizeof...(Members)> fields; // in the order of Members
    validator validate = nullptr;

    [[nodiscard]] constexpr described validated_by(validator check) const noexcept {
        described copy = *this;
        copy.validate = check;
        return copy;
    }
};

template <typename T, auto... Members>
[[nodiscard]] constexpr described<T, Members...> describe(std::string_view name,
                                                          field<Members>... fields) noexcept {
    return {name, {fields...}};
}

// Calls visit.template operator()<Member>(row) for each field, in the order of the table.
template <typename T, auto... Members, typename Visit>
constexpr void for_each_field(const described<T, Members...>& table, Visit visit) {
    [[maybe_unused]] std::size_t index = 0;
    (visit.template operator()<Members>(table.fields[index++]), ...);
}

struct undescribed {};

// Specialise this for a type to describe it.
template <typename T>
inline constexpr undescribed description{};

template <typename T>
concept described_type = !std::same_as<std::remove_cvref_t<decltype(description<T>)>, undescribed>;

namespace detail {

template <typename T>
struct member_traits;

template <typename Class, typename Value>
struct member_traits<Value Class::*> {
    using value_type = Value;
};

template <auto Member>
using member_type = typename member_traits<decltype(Member)>::value_type;

template <typename T>
struct array_traits : std::false_type {};

template <typename T, std::size_t Count>
struct array_traits<std::array<T, Count>> : std::true_type {
    using value_type = T;
    static constexpr std::size_t count = Count;
};

template <typename T, std::size_t Count>
struct array_traits<T[Count]> : std::true_type {
    using value_type = T;
    static constexpr std::size_t count = Count;
};

template <typename T>
concept array_type = array_traits<T>::value;

template <typename T>
concept leaf_type = std::is_arithmetic_v<T> || std::is_enum_v<T> || std::same_as<T, entity>;

// Bytes of T that its description accounts for.
template <typename T>
[[nodiscard]] consteval std::size_t described_bytes() {
    if constexpr (leaf_type<T>) {
        return sizeof(T);
    } else if constexpr (array_type<T>) {
        return array_traits<T>::count * described_bytes<typename array_traits<T>::value_type>();
    } else {
        static_assert(described_type<T>, "specialise orrery::description for this type");
        return []<typename Class, auto... Members>(const described<Class, Members...>&) {
            return (std::size_t{0} + ... + described_bytes<member_type<Members>>());
        }(description<T>);
    }
}

template <leaf_type T>
[[nodiscard]] consteval field_kind kind_of() {
    if constexpr (std::same_as<T, entity>) {
        return field_kind::reference;
    } else if constexpr (std::is_enum_v<T>) {
        return kind_of<std::underlying_type_t<T>>();
    } else if constexpr (std::same_as<T, bool>) {
        return field_kind::boolean;
    } else if constexpr (std::floating_point<T>) {
        static_assert(sizeof(T) <= 8, "long double is not the same on every platform");
        return sizeof(T) == 4 ? field_kind::float32 : field_kind::float64;
    } else {
        constexpr auto first = std::is_signed_v<T> ? field_kind::int8 : field_kind::uint8;
        constexpr int log2_size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
        return static_cast<field_kind>(static_cast<int>(first) + log2_size);
    }
}

} // namespace detail

// A type that can be a component: described plain data without a byte that no field owns. An empty described
// type is a tag.
template <typename T>
concept component = described_type<T> && std::is_trivially_copyable_v<T> && std::is_standard_layout_v<T> &&
                    (std::is_empty_v<T> || detail::described_bytes<T>() == sizeof(T));

} // namespace orrery
