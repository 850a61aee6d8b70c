#include "core/registry/type_table.hpp"

#include <algorithm>
#include <cstring>

namespace orrery::detail {
namespace {

constexpr std::size_t max_name = 1024;
constexpr auto last_kind = field_kind::reference;

} // namespace

void save_type(byte_writer& out, const component_type& type) {
    out.write_string(type.name);
    out.write_variable(type.fields.size());
    for (const field_info& field : type.fields) {
        out.write_string(field.name);
        out.write(field.kind);
    }
}

std::optional<saved_type> saved_type::load(byte_reader& in, std::span<const component_type* const> known,
                                           unknown_types unknown) {
    saved_type result;
    result.name_ = in.read_string(max_name);
    const auto type = std::find_if(known.begin(), known.end(), [&](const component_type* candidate) {
        return candidate->name == result.name_;
    });
    if (type != known.end()) {
        result.type_ = *type;
    } else if (in.ok() && unknown == unknown_types::refused) {
        in.fail(text("component type '", printable(result.name_), "' is not registered here"));
    }
    const std::size_t field_count = in.read_count(2);
    for (std::size_t index = 0; index < field_count && in.ok(); ++index) {
        const std::string_view field_name = in.read_string(max_name);
        const auto kind = in.read_enum(last_kind);
        if (in.ok() && result.is_known()) {
            result.match(in, field_name, kind);
        }
        result.saved_size_ += size_of(kind);
    }
    if (!in.ok()) {
        return std::nullopt;
    }
    result.is_same_ = result.is_known() && result.saved_size_ == result.type_->size &&
                      std::all_of(result.copies_.begin(), result.copies_.end(),
                                  [](const copied_field& field) { return field.from == field.to; });
    return result;
}

// Notes where the next field of a saved value belongs.
void saved_type::match(byte_reader& in, std::string_view field_name, field_kind kind) {
    const std::vector<field_info>& fields = type_->fields;
    const auto field = std::find_if(fields.begin(), fields.end(), [&](const field_info& candidate) {
        return candidate.name == field_name;
    });
    if (field == fields.end()) {
        in.fail(text("field '", printable(field_name), "' of component '", name_, "' is not known here"));
    } else if (field->kind != kind) {
        in.fail(text("field '", field_name, "' of component '", name_, "' was saved as ", name_of(kind),
                     " and is ", name_of(field->kind), " here"));
    } else {
        copies_.push_back({static_cast<std::uint32_t>(saved_size_), field->offset,
                           static_cast<std::uint32_t>(size_of(kind))});
    }
}

void saved_type::convert(const std::byte* saved, std::byte* value) const {
    if (is_same_) {
        std::memcpy(value, saved, saved_size_);
        return;
    }
    std::memcpy(value, type_->default_value.data(), type_->default_value.size());
    for (const copied_field& field : copies_) {
        std::memcpy(value + field.to, saved + field.from, field.size);
    }
}

} // namespace orrery::detail
