// What a body's surface does when it touches another. Two materials become one by rules: friction by the
// geometric mean, restitution by the larger value, resistance by the larger value; or by an entry for the
// pair of their ids (material_pair.hpp), where a designer can say what ice does on rubber.
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/math/scalar.hpp>

#include <cstdint>
#include <vector>

namespace orrery::rigid {

struct material {
    scalar friction = scalar(0.5);
    scalar restitution = 0;       // 0: does not bounce, 1: keeps all its speed
    scalar rolling_friction = 0;  // m: the lever by which a rolling body is held back
    scalar spinning_friction = 0; // m: the lever by which a body that spins on the spot is held back
    scalar stiffness = 0;         // N/m; 0: as stiff as the solver can be
    scalar damping = 0;           // N s/m, of a soft contact
    std::uint32_t id = 0;         // for pairs of materials; 0: in none of them
#if ORRERY_DOUBLE_PRECISION
    std::uint32_t unused = 0;
#endif

    friend bool operator==(const material&, const material&) = default;
};

// The rules above; the order of the arguments does not matter.
[[nodiscard]] material mix(const material& a, const material& b) noexcept;

// Which material two ids make together.
class material_table {
public:
    // Replaces what was there for the pair; ids are not zero.
    void insert(std::uint32_t a, std::uint32_t b, const material& together);
    bool remove(std::uint32_t a, std::uint32_t b) noexcept;

    // Null when nothing was said about the pair.
    [[nodiscard]] const material* find(std::uint32_t a, std::uint32_t b) const noexcept;

    [[nodiscard]] bool empty() const noexcept { return entries_.empty(); }

    // The entry for the pair or, without one, mix(a, b).
    [[nodiscard]] material combine(const material& a, const material& b) const noexcept;

private:
    struct entry {
        std::uint64_t pair;
        material together;
    };

    std::vector<entry> entries_; // sorted by pair
};

} // namespace orrery::rigid

namespace orrery {

template <>
inline constexpr auto description<rigid::material> = describe<rigid::material>(
    "material", field<&rigid::material::friction>("friction", {.minimum = 0}),
    field<&rigid::material::restitution>("restitution", {.minimum = 0, .maximum = 1}),
    field<&rigid::material::rolling_friction>("rolling_friction", {.about = "m", .minimum = 0}),
    field<&rigid::material::spinning_friction>("spinning_friction", {.about = "m", .minimum = 0}),
    field<&rigid::material::stiffness>("stiffness", {.about = "N/m", .minimum = 0}),
    field<&rigid::material::damping>("damping", {.about = "N s/m", .minimum = 0}),
    field<&rigid::material::id>("id")
#if ORRERY_DOUBLE_PRECISION
        ,
    field<&rigid::material::unused>("unused")
#endif
);

} // namespace orrery
