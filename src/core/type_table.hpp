// The field tables that stand in front of saved components, and how to read values written with an older one.
#pragma once

#include <orrery/core/byte_archive.hpp>
#include <orrery/core/component_type.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orrery::detail {

void save_type(byte_writer& out, const component_type& type);

// A saved type matched with the one of the same name here.
class saved_type {
public:
    // Fails the reader and answers with nothing if the type or a field of it cannot be read here.
    [[nodiscard]] static std::optional<saved_type> load(byte_reader& in,
                                                        std::span<const component_type* const> known);

    [[nodiscard]] const component_type& type() const noexcept { return *type_; }

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

    const component_type* type_ = nullptr;
    std::size_t saved_size_ = 0;
    bool is_same_ = false;
    std::vector<copied_field> copies_;
};

} // namespace orrery::detail
