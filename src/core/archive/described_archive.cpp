#include "core/registry/type_table.hpp"

#include <orrery/core/archive/described_archive.hpp>

#include <algorithm>
#include <array>

namespace orrery::detail {

component_type make_described_type(const type_facts& facts) {
    component_type type = flatten(facts);
    ORRERY_CHECK(!type.fields.empty(), text("'", type.name, "' has no fields to save"));
    std::sort(type.fields.begin(), type.fields.end(), // total order: offsets are distinct, as checked below
              [](const field_info& a, const field_info& b) { return a.offset < b.offset; });
    std::size_t end = 0;
    for (const field_info& field : type.fields) {
        ORRERY_CHECK(field.offset >= end,
                     text("the description of '", type.name, "' names field '", field.name, "' twice"));
        ORRERY_CHECK(field.kind != field_kind::reference,
                     text("field '", field.name, "' of '", type.name,
                          "' is an entity handle, which means nothing in a file"));
        end = field.offset + size_of(field.kind);
    }
    return type;
}

void save_values(byte_writer& out, const component_type& type, const std::byte* values, std::size_t count) {
    save_type(out, type);
    out.write_variable(count);
    for (std::size_t index = 0; index < count; ++index) {
        for (const field_info& field : type.fields) {
            out.write_bytes({values + index * type.size + field.offset, size_of(field.kind)});
        }
    }
}

std::vector<std::byte> load_values(byte_reader& in, const component_type& type,
                                   std::vector<refused_value>* refused) {
    const std::array known{&type};
    const auto saved = saved_type::load(in, known);
    if (!saved) {
        return {};
    }
    if (saved->saved_size() == 0) {
        in.fail(text("'", type.name, "' was saved without fields"));
        return {};
    }
    const std::size_t count = in.read_count(saved->saved_size());
    std::vector<std::byte> values(count * type.size);
    std::size_t kept = 0;
    for (std::size_t index = 0; index < count; ++index) {
        std::byte* const value = values.data() + kept * type.size;
        saved->convert(in.read_bytes(saved->saved_size()).data(), value);
        if (const status legal = type.validate(value); legal) {
            ++kept;
        } else if (refused != nullptr) {
            refused->push_back({index, legal.reason().message});
        } else {
            in.fail(text("value ", index, ": ", legal.reason().message));
            return {};
        }
    }
    values.resize(kept * type.size);
    return values;
}

} // namespace orrery::detail
