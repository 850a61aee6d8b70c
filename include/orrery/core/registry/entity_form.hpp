// What an entity is like, apart from what changes all the time: its components except those that are left
// out, as one immutable value that outlives the world it was read from. References are written as keys
// (entity_key and entity are of one size), so a form means the same in every copy of the world, and two
// entities that are alike have equal forms.
//
//   const entity_form form(registry, crate, leaving_out);
//   const material* surface = form.try_get<material>();
//
// One allocation of 16 bytes a component and the components themselves; a look-up compares addresses of types
// one by one.
#pragma once

#include <orrery/core/fwd.hpp>
#include <orrery/core/registry/registry_state.hpp>
#include <orrery/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery {

class entity_form {
public:
    entity_form() = default;
    // Of a live entity, without its components of these types.
    entity_form(const registry_state& state, entity id, std::span<const component_type* const> left_out);

    // Number of components.
    [[nodiscard]] std::size_t size() const noexcept { return count_; }

    // Null when it has none. References inside are keys.
    template <component T>
    [[nodiscard]] const T* try_get() const noexcept {
        return reinterpret_cast<const T*>(find(component_type::of<T>()));
    }

    // Calls visit(const component_type&, const std::byte* value) for each component, in an order that is the
    // same everywhere. The value of a tag is not to be read.
    template <typename Visit>
    void each(Visit visit) const {
        for (const entry& part : entries()) {
            visit(*part.type, value_of(part));
        }
    }

    friend bool operator==(const entity_form&, const entity_form&) = default;

private:
    struct entry {
        const component_type* type;
        std::size_t offset; // in bytes, from the beginning of the words
    };

    struct value {
        const component_type* type;
        const std::byte* bytes;
    };

    friend class form_loader;

    static constexpr std::size_t entry_words = (sizeof(entry) + 7) / 8;

    // Values of distinct types, which are put into order.
    void assemble(std::span<value> values);
    [[nodiscard]] const std::byte* find(const component_type& type) const noexcept;

    [[nodiscard]] std::span<const entry> entries() const noexcept {
        return {reinterpret_cast<const entry*>(words_.data()), count_};
    }

    [[nodiscard]] const std::byte* value_of(const entry& part) const noexcept {
        return reinterpret_cast<const std::byte*>(words_.data()) + part.offset;
    }

    std::vector<std::uint64_t> words_; // entries, then values
    std::size_t count_ = 0;
};

// Many forms as bytes; the field tables of their types are written once.
void save_forms(byte_writer& out, std::span<const std::shared_ptr<const entity_form>> forms);

// Forms of types that `known` knows. Bytes that are not sound are refused with one sentence: a type or field
// that is not known, a value that its type does not allow, a component that comes twice.
[[nodiscard]] result<std::vector<std::shared_ptr<const entity_form>>> load_forms(byte_reader& in,
                                                                                 const registry_state& known);

} // namespace orrery
