#include <orrery/core/registry/component_type.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <utility>

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

void leaf_list::add_leaf(field_kind kind) {
    leaves_.push_back({name_, kind, static_cast<std::uint32_t>(offset_), options_});
}

void leaf_list::add_array(std::size_t count, std::size_t element_size,
                          append_leaves_function append_element) {
    for (std::size_t index = 0; index < count; ++index) {
        enter(text(name_, '[', index, ']'), offset_ + index * element_size, options_, append_element);
    }
}

void leaf_list::add_field(const field_row& row, const void* object, const void* member,
                          append_leaves_function append_member) {
    const auto distance = static_cast<const std::byte*>(member) - static_cast<const std::byte*>(object);
    const bool is_plain = row.options == field_options{};
    enter(name_.empty() ? std::string(row.name) : text(name_, '.', row.name),
          offset_ + static_cast<std::size_t>(distance), is_plain ? options_ : row.options, append_member);
}

void leaf_list::enter(std::string name, std::size_t offset, const field_options& options,
                      append_leaves_function append) {
    leaf_list inner(leaves_);
    inner.name_ = std::move(name);
    inner.offset_ = offset;
    inner.options_ = options;
    append(inner);
}

component_type flatten(const type_facts& facts) {
    component_type type;
    type.name = facts.name;
    type.id = hash_string(type.name);
    type.size = static_cast<std::uint32_t>(facts.size);
    type.alignment = static_cast<std::uint32_t>(facts.alignment);
    type.custom_validator = facts.custom_validator;
    if (facts.append != nullptr) {
        leaf_list leaves(type.fields);
        facts.append(leaves);
        const auto* bytes = static_cast<const std::byte*>(facts.default_value);
        type.default_value.assign(bytes, bytes + facts.size);
    }
    return type;
}

const component_type& make_component_type(const type_facts& facts, std::uint32_t sequence) {
    // Never destroyed: static objects may still use a type when the process ends.
    static auto& types = *new std::array<component_type, max_component_types>();
    component_type& type = types[sequence];
    type = flatten(facts);
    type.sequence = sequence;
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
    return type;
}

std::uint32_t next_component_sequence() {
    static std::atomic<std::uint32_t> count{0};
    const std::uint32_t sequence = count.fetch_add(1, std::memory_order_relaxed);
    ORRERY_CHECK(sequence < max_component_types, "a program can have at most 255 component types");
    return sequence;
}

} // namespace detail
} // namespace orrery
