#include "type_table.hpp"

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

std::optional<saved_type> saved_type::load(byte_reader& in, std::span<const component_type* const> known) {
    const std::string_view name = in.read_string(max_name);
    const auto type = std::find_if(known.begin(), known.end(), [name](const component_type* candidate) {
        return candidate->name == name;
    });
    if (in.ok() && type == known.end()) {
        in.fail(text("component type '", printable(name), "' is not registered here"));
    }
    const std::size_t field_count = in.read_count(2);
    if (!in.ok()) {
        return std::nullopt;
    }
    saved_type result;
    result.type_ = *type;
    const std::vector<field_info>& fields = result.type_->fields;
    for (std::size_t index = 0; index < field_count && in.ok(); ++index) {
        const std::string_view field_name = in.read_string(max_name);
        const auto kind = in.read_enum(last_kind);
        const auto field = std::find_if(fields.begin(), fields.end(), [&](const field_info& candidate) {
            return candidate.name == field_name;
        });
        if (!in.ok()) {
            break;
        }
        if (field == fields.end()) {
            in.fail(text("field '", printable(field_name), "' of component '", name, "' is not known here"));
        } else if (field->kind != kind) {
            in.fail(text("field '", field_name, "' of component '", name, "' was saved as ", name_of(kind),
                         " and is ", name_of(field->kind), " here"));
        } else {
            const auto size = static_cast<std::uint32_t>(size_of(kind));
            result.copies_.push_back({static_cast<std::uint32_t>(result.saved_size_), field->offset, size});
            result.saved_size_ += size;
        }
    }
    if (!in.ok()) {
        return std::nullopt;
    }
    result.is_same_ = result.saved_size_ == result.type_->size &&
                      std::all_of(result.copies_.begin(), result.copies_.end(),
                                  [](const copied_field& field) { return field.from == field.to; });
    return result;
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
