// Which number a name of a scene has in a list of the rules.
#pragma once

#include "apps/scene/reading.hpp"

#include <orrery/core/text.hpp>

#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace orrery::scene_format {

template <typename Number>
class name_table {
public:
    // `called` is what messages say: "the name of a tile".
    explicit name_table(std::string_view called) noexcept
        : called_(called) {}

    // The next number; that of the first one if the name is not new.
    Number add(std::string_view name) {
        return numbers_.try_emplace(std::string(name), static_cast<Number>(numbers_.size())).first->second;
    }

    [[nodiscard]] std::size_t size() const noexcept { return numbers_.size(); }

    [[nodiscard]] bool is_full() const noexcept { return size() == std::numeric_limits<Number>::max(); }

    [[nodiscard]] std::optional<Number> find(std::string_view name) const {
        const auto place = numbers_.find(name);
        return place != numbers_.end() ? std::optional(place->second) : std::nullopt;
    }

    // What is not known is refused, and read as the first.
    [[nodiscard]] Number find(const json::cursor& name, reading& notes) const {
        if (const std::optional<Number> number = find(name->string())) {
            return *number;
        }
        json::closest_name meant(name->string());
        for (const auto& [known, number] : numbers_) {
            meant.consider(known);
        }
        notes.refuse(name, text(called_, meant.question()));
        return 0;
    }

private:
    std::string_view called_;
    std::map<std::string, Number, std::less<>> numbers_;
};

} // namespace orrery::scene_format
