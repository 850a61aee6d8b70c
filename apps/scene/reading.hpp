// Remembers the first thing that is wrong with a scene while it is read. Whoever reads goes on with a default
// after something was refused, and asks at the end of each part whether all is well: so reading is written
// without a check after every line.
#pragma once

#include "apps/scene/scene_file.hpp"

#include <orrery/core/check.hpp>
#include <orrery/math/transform.hpp>

#include <optional>
#include <string_view>

namespace orrery::scene_format {

// Bodies of a scene, those that inputs create included.
inline constexpr std::size_t max_bodies = 200'000;

class reading {
public:
    explicit reading(const scene_file& scene) noexcept
        : scene_(scene) {}

    [[nodiscard]] const scene_file& scene() const noexcept { return scene_; }

    // "FILE:LINE: PATH is VALUE, expected EXPECTED"
    void refuse(const json::cursor& what, std::string_view expected);

    // "FILE:LINE: PATH: SENTENCE", for what is wrong with a whole.
    void refuse_whole(const json::cursor& what, std::string_view sentence);

    [[nodiscard]] bool is_ok() const noexcept { return !first_; }

    // Only of a reading that is not ok.
    [[nodiscard]] error reason() const {
        ORRERY_CHECK(first_, "only a reading that is not ok has a reason");
        return *first_;
    }

private:
    const scene_file& scene_;
    std::optional<error> first_;
};

// Where something is and how it is turned: the members "position" and "rotation".
[[nodiscard]] transform3 place_of(const json::cursor& what, reading& notes);

// Where nothing is said, or what is said is refused: none.
[[nodiscard]] std::optional<std::uint32_t> read_color(const json::cursor& what, reading& notes);

} // namespace orrery::scene_format
