// The field tables that stand in front of saved components, and how to read values written with an older one.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/registry/component_type.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace orrery::detail {

void save_type(byte_writer& out, const component_type& type);

// What becomes of a saved type that has no namesake here.
enum class unknown_types : std::uint8_t { refused, skipped };

// A saved type matched with the one of the same name here.
class saved_type {
public:
    // Fails the reader and answers with nothing if the type or a field of it cannot be read here.
    [[nodiscard]] static std::optional<saved_type> load(byte_reader& in,
                                                        std::span<const component_type* const> known,
                                                        unknown_types unknown = unknown_types::refused);

    // False only for a type that is skipped: its values have a size, and that is all.
    [[nodiscard]] bool is_known() const noexcept { return type_ != nullptr; }

    [[nodiscard]] const component_type& type() const noexcept { return *type_; }

    // As it was saved, in the reader's bytes.
    [[nodiscard]] std::string_view name() const noexcept { return name_; }

    // Bytes of a value as it was saved.
    [[nodiscard]] std::size_t saved_size() const noexcept { return saved_size_; }

    // Writes a saved value as one of today's type.
    void convert(const std::byte* saved, std::byte* value) const;

private:
    struct copied_field {
        std::uint32_t from;
        std::uint32_t to;
        std::uint32_t size;
    };

    void match(byte_reader& in, std::string_view field_name, field_kind kind);

    const component_type* type_ = nullptr;
    std::string_view name_;
    std::size_t saved_size_ = 0;
    bool is_same_ = false;
    std::vector<copied_field> copies_;
};

} // namespace orrery::detail
