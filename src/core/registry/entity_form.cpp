#include "core/registry/type_table.hpp"

#include <orrery/core/check.hpp>
#include <orrery/core/registry/entity_form.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace orrery {
namespace {

constexpr std::uint32_t forms_version = 1;

[[nodiscard]] constexpr std::size_t words_for(std::size_t bytes) noexcept {
    return (bytes + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
}

} // namespace

entity_form::entity_form(const registry_state& state, entity id,
                         std::span<const component_type* const> left_out) {
    std::array<value, detail::max_component_types> values;
    std::size_t count = 0;
    for (const component_pool& pool : state.pools()) {
        if (std::ranges::find(left_out, &pool.type()) == left_out.end() && pool.contains(id.index)) {
            const bool is_tag = pool.type().size == 0;
            values[count++] = {&pool.type(), is_tag ? nullptr : pool.read(pool.position_of(id.index))};
        }
    }
    assemble(std::span(values).first(count));
    for (const entry& part : entries()) {
        if (part.type->has_references) {
            state.references_to_keys(*part.type, reinterpret_cast<std::byte*>(words_.data()) + part.offset);
        }
    }
}

void entity_form::assemble(std::span<value> values) {
    // total order: the ids of types in one program differ
    std::ranges::sort(values, {}, [](const value& each) { return each.type->id; });
    count_ = values.size();
    std::size_t size = count_ * entry_words;
    for (const value& each : values) {
        ORRERY_CHECK(each.type->alignment <= alignof(std::uint64_t),
                     text("component '", each.type->name, "' is aligned to more than 8 bytes"));
        size += words_for(each.type->size);
    }
    words_.resize(size);
    auto* const bytes = reinterpret_cast<std::byte*>(words_.data());
    std::size_t end = count_ * entry_words;
    for (std::size_t number = 0; number < count_; ++number) {
        const component_type& type = *values[number].type;
        const entry part{&type, end * sizeof(std::uint64_t)};
        std::memcpy(bytes + number * sizeof(entry), &part, sizeof(entry));
        if (type.size != 0) {
            std::memcpy(bytes + part.offset, values[number].bytes, type.size);
        }
        end += words_for(type.size);
    }
}

const std::byte* entity_form::find(const component_type& type) const noexcept {
    for (const entry& part : entries()) {
        if (part.type == &type) {
            return value_of(part);
        }
    }
    return nullptr;
}

// Reads forms: the only one who makes them of anything but a world.
class form_loader {
public:
    form_loader(byte_reader& in, const registry_state& known);

    [[nodiscard]] result<std::vector<std::shared_ptr<const entity_form>>> load();

private:
    void load_types();
    [[nodiscard]] std::shared_ptr<const entity_form> load_form();

    byte_reader* in_;
    std::vector<const component_type*> known_;
    std::vector<detail::saved_type> types_;
};

form_loader::form_loader(byte_reader& in, const registry_state& known)
    : in_(&in) {
    for (const component_pool& pool : known.pools()) {
        known_.push_back(&pool.type());
    }
}

void form_loader::load_types() {
    const std::size_t count = in_->read_count(1);
    for (std::size_t number = 0; number < count && in_->ok(); ++number) {
        if (auto saved = detail::saved_type::load(*in_, known_)) {
            types_.push_back(std::move(*saved));
        }
    }
}

std::shared_ptr<const entity_form> form_loader::load_form() {
    const std::size_t count = in_->read_count(1);
    std::vector<std::vector<std::byte>> converted;
    std::vector<entity_form::value> values;
    for (std::size_t number = 0; number < count && in_->ok(); ++number) {
        const std::uint64_t which = in_->read_variable();
        if (in_->ok() && which >= types_.size()) {
            in_->fail(text("component type ", which, " of a form is not in its table"));
        }
        if (!in_->ok()) {
            break;
        }
        const detail::saved_type& saved = types_[static_cast<std::size_t>(which)];
        const component_type& type = saved.type();
        const std::span<const std::byte> bytes = in_->read_bytes(saved.saved_size());
        if (std::ranges::find(values, &type, &entity_form::value::type) != values.end()) {
            in_->fail(text("component '", type.name, "' comes twice in a form"));
        }
        if (!in_->ok()) {
            break;
        }
        std::vector<std::byte>& value = converted.emplace_back(type.size);
        if (!value.empty()) {
            saved.convert(bytes.data(), value.data());
            if (const status legal = type.validate(value.data()); !legal) {
                in_->fail(legal.reason().message);
            }
        }
        values.push_back({&type, value.data()});
    }
    auto made = std::make_shared<entity_form>();
    made->assemble(values);
    return made;
}

result<std::vector<std::shared_ptr<const entity_form>>> form_loader::load() {
    const auto version = in_->read<std::uint32_t>();
    if (in_->ok() && version != forms_version) {
        in_->fail(text("version ", version, " of forms is not known here, only ", forms_version));
    }
    load_types();
    std::vector<std::shared_ptr<const entity_form>> forms;
    const std::size_t count = in_->read_count(1);
    for (std::size_t number = 0; number < count && in_->ok(); ++number) {
        forms.push_back(load_form());
    }
    if (!in_->ok()) {
        return in_->failure();
    }
    return forms;
}

void save_forms(byte_writer& out, std::span<const std::shared_ptr<const entity_form>> forms) {
    std::vector<const component_type*> types;
    for (const auto& form : forms) {
        form->each([&](const component_type& type, const std::byte*) {
            if (std::ranges::find(types, &type) == types.end()) {
                types.push_back(&type);
            }
        });
    }
    out.write(forms_version);
    out.write_variable(types.size());
    for (const component_type* type : types) {
        detail::save_type(out, *type);
    }
    out.write_variable(forms.size());
    for (const auto& form : forms) {
        out.write_variable(form->size());
        form->each([&](const component_type& type, const std::byte* value) {
            const auto number = std::ranges::find(types, &type) - types.begin();
            out.write_variable(static_cast<std::uint64_t>(number));
            out.write_bytes({value, type.size});
        });
    }
}

result<std::vector<std::shared_ptr<const entity_form>>> load_forms(byte_reader& in,
                                                                   const registry_state& known) {
    return form_loader(in, known).load();
}

} // namespace orrery
