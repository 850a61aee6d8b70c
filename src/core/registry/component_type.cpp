#include <orrery/core/registry/component_type.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>

namespace orrery {
namespace {

template <typename T>
T load(const std::byte* place) noexcept {
    T value;
    std::memcpy(&value, place, sizeof value);
    return value;
}

// Calls visit with the leaf's value in its own type.
template <typename Visit>
auto visit_leaf(field_kind kind, const std::byte* place, Visit visit) {
    switch (kind) {
    case field_kind::boolean:
        return visit(load<std::uint8_t>(place));
    case field_kind::int8:
        return visit(load<std::int8_t>(place));
    case field_kind::int16:
        return visit(load<std::int16_t>(place));
    case field_kind::int32:
        return visit(load<std::int32_t>(place));
    case field_kind::int64:
        return visit(load<std::int64_t>(place));
    case field_kind::uint8:
        return visit(load<std::uint8_t>(place));
    case field_kind::uint16:
        return visit(load<std::uint16_t>(place));
    case field_kind::uint32:
        return visit(load<std::uint32_t>(place));
    case field_kind::uint64:
        return visit(load<std::uint64_t>(place));
    case field_kind::float32:
        return visit(load<float>(place));
    case field_kind::float64:
        return visit(load<double>(place));
    case field_kind::reference:
        break;
    }
    return visit(load<std::uint64_t>(place));
}

[[nodiscard]] std::string range_text(const field_options& options) {
    if (std::isinf(options.minimum)) {
        return text("a value of at most ", options.maximum);
    }
    if (std::isinf(options.maximum)) {
        return text("a value of at least ", options.minimum);
    }
    return text("a value from ", options.minimum, " to ", options.maximum);
}

} // namespace

std::string_view name_of(field_kind kind) noexcept {
    constexpr std::array<std::string_view, 12> names{"boolean", "int8",    "int16",   "int32",
                                                     "int64",   "uint8",   "uint16",  "uint32",
                                                     "uint64",  "float32", "float64", "reference"};
    return names[static_cast<std::size_t>(kind)];
}

status component_type::validate(const void* value) const {
    const auto* bytes = static_cast<const std::byte*>(value);
    for (const field_info& field : fields) {
        const auto refuse = [&](std::string_view expected) {
            return error{
                text(name, '.', field.name, " is ", field_text(field, value), ", expected ", expected)};
        };
        if (field.kind == field_kind::reference) {
            continue;
        }
        if (field.kind == field_kind::boolean && load<std::uint8_t>(bytes + field.offset) > 1) {
            return refuse("0 or 1");
        }
        const double number =
            visit_leaf(field.kind, bytes + field.offset, [](auto leaf) { return static_cast<double>(leaf); });
        if (std::isnan(number) || (std::isinf(number) && !field.options.may_be_infinite)) {
            return refuse("a finite number");
        }
        if (number < field.options.minimum || number > field.options.maximum) {
            return refuse(range_text(field.options));
        }
    }
    if (custom_validator != nullptr) {
        if (const std::string_view complaint = custom_validator(value); !complaint.empty()) {
            return error{text(name, ": ", complaint)};
        }
    }
    return {};
}

std::string field_text(const field_info& field, const void* component) {
    const auto* place = static_cast<const std::byte*>(component) + field.offset;
    if (field.kind == field_kind::reference) {
        const auto target = load<entity>(place);
        return target ? text("entity ", target.index, '#', target.generation) : "none";
    }
    if (field.kind == field_kind::boolean && load<std::uint8_t>(place) <= 1) {
        return load<std::uint8_t>(place) != 0 ? "true" : "false";
    }
    // Small integers are numbers here, not characters.
    return visit_leaf(field.kind, place, [](auto leaf) {
        if constexpr (sizeof(leaf) == 1) {
            return text(static_cast<int>(leaf));
        } else {
            return text(leaf);
        }
    });
}

namespace detail {

void finish_component_type(component_type& type) {
    std::sort(type.fields.begin(), type.fields.end(), // total order: offsets are distinct, as checked below
              [](const field_info& a, const field_info& b) { return a.offset < b.offset; });
    std::size_t end = 0;
    for (const field_info& field : type.fields) {
        ORRERY_CHECK(field.offset == end, text("the description of '", type.name,
                                               "' names a byte twice or not at "
                                               "all before field '",
                                               field.name, "'"));
        end += size_of(field.kind);
        type.has_references = type.has_references || field.kind == field_kind::reference;
    }
    ORRERY_CHECK(end == type.size,
                 text("the description of '", type.name, "' does not cover all of its bytes"));
}

std::uint32_t next_component_sequence() {
    static std::atomic<std::uint32_t> count{0};
    const std::uint32_t sequence = count.fetch_add(1, std::memory_order_relaxed);
    ORRERY_CHECK(sequence < max_component_types, "a program can have at most 255 component types");
    return sequence;
}

} // namespace detail
} // namespace orrery
