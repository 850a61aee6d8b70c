#include "hex/motion/environment.hpp"
#include "hex/motion/passive_motion.hpp"

#include <algorithm>

#define ORRERY_SIMD_KERNELS "hex/motion/environment.kernel.inl"
#include <orrery/math/simd/compile_kernels.hpp>

namespace orrery::hex {
namespace {

using detail::rectangle;

// A velocity on its way: it has to stay within its limits after each change, so that one that is far beyond
// them does not swallow the next.
struct velocity {
    std::int32_t a;
    std::int32_t b;

    explicit velocity(const motion& how) noexcept
        : a(std::max(std::int32_t{how.a.velocity}, -max_velocity))
        , b(std::max(std::int32_t{how.b.velocity}, -max_velocity)) {}

    void slow_down(std::uint8_t friction, std::uint64_t frame) noexcept {
        const std::int32_t dither = detail::friction_dither(frame);
        a = detail::slowed(a, friction, dither);
        b = detail::slowed(b, friction, dither);
    }

    void change(std::int64_t by_a, std::int64_t by_b) noexcept {
        a = limited(a + by_a);
        b = limited(b + by_b);
    }

private:
    [[nodiscard]] static std::int32_t limited(std::int64_t wanted) noexcept {
        return static_cast<std::int32_t>(std::clamp<std::int64_t>(wanted, -max_velocity, max_velocity));
    }
};

[[nodiscard]] bool is_active(const border& edge) noexcept {
    return edge.friction != 0 || edge.pull != 0;
}

[[nodiscard]] bool is_active(const region& part) noexcept {
    return part.friction != 0 || part.acceleration != hex_vector{};
}

// How far a number is below (positive) or above (negative) a range.
[[nodiscard]] std::int64_t way_back(std::int64_t from, std::int64_t lowest, std::int64_t highest) noexcept {
    return from < lowest ? lowest - from : from > highest ? highest - from : 0;
}

// `pull` for each 2^bits of the way, at least one, and towards where the way goes.
[[nodiscard]] std::int64_t pulled(std::int64_t way, std::uint16_t pull, int bits) noexcept {
    const std::int64_t size = std::max<std::int64_t>((way < 0 ? -way : way) * pull >> bits, 1);
    return way == 0 || pull == 0 ? 0 : way < 0 ? -size : size;
}

// Whether it acts on an object there, and if so, how.
bool act(const border& edge, const rectangle& inside, std::uint64_t frame, hex_vector at,
         velocity& now) noexcept {
    const std::int64_t twice_along_x =
        way_back(rectangle::twice_x(at), inside.lowest_twice_x, inside.highest_twice_x);
    const std::int64_t along_b = way_back(at.b, inside.lowest_b, inside.highest_b);
    if (twice_along_x == 0 && along_b == 0) {
        return false;
    }
    now.slow_down(edge.friction, frame);
    // Straight along y is half as much along A as along B; the half of an odd number is rounded up in every
    // second tick. What is out by y along y is out by 2 y / sqrt(3) along B, and pulled as much more there.
    const std::int64_t pull_x = pulled(twice_along_x, edge.pull, 17);
    const std::int64_t pull_b = pulled(along_b, edge.pull, 16);
    const auto odd_frame = static_cast<std::int64_t>(frame & 1);
    now.change(pull_x + ((pull_b + odd_frame) >> 1), pull_b);
    return true;
}

bool act(const region& part, std::uint64_t frame, hex_vector at, velocity& now) noexcept {
    if (!rectangle(part.area).contains(at)) {
        return false;
    }
    now.slow_down(part.friction, frame);
    now.change(part.acceleration.a, part.acceleration.b);
    return true;
}

// With the rectangle of the border at hand.
void act(const environment& by, const rectangle& inside, std::uint64_t frame, const place& where,
         motion& how) noexcept {
    velocity now(how);
    bool has_acted = is_active(by.border) && act(by.border, inside, frame, where.position, now);
    for (const region& part : by.regions) {
        has_acted |= act(part, frame, where.position, now);
    }
    if (has_acted) {
        how.a.velocity = static_cast<std::int16_t>(now.a);
        how.b.velocity = static_cast<std::int16_t>(now.b);
    }
}

} // namespace

void act(const environment& by, std::uint64_t frame, const place& where, motion& how) noexcept {
    act(by, rectangle(by.border.inside), frame, where, how);
}

void act_on_all(const environment& by, std::uint64_t frame, simd::level width, std::span<const place> places,
                std::span<motion> motions) noexcept {
    const bool has_border = is_active(by.border);
    if (!has_border && by.regions.empty()) {
        return;
    }
    constexpr std::int32_t far = std::numeric_limits<std::int32_t>::max();
    constexpr aabb2i everywhere{{-far, -far}, {far, far}};
    const rectangle inside(has_border ? by.border.inside : everywhere);
    aabb2i around = aabb2i::empty();
    for (const region& part : by.regions) {
        around = merge(around, part.area);
    }
    const detail::rectangle_words inside_words(inside);
    const detail::rectangle_words around_words{rectangle(around)};
    const auto next_block = by.regions.empty()
                                ? ORRERY_SIMD_KERNEL(width, environment::search<false>::template next_block)
                                : ORRERY_SIMD_KERNEL(width, environment::search<true>::template next_block);
    const auto* words = reinterpret_cast<const std::int32_t*>(places.data());
    for (std::size_t first = 0; first < places.size(); first += detail::environment_block) {
        first = next_block(words, first, places.size(), inside_words, around_words);
        const std::size_t end = std::min(first + detail::environment_block, places.size());
        for (std::size_t i = first; i < end; ++i) {
            act(by, inside, frame, places[i], motions[i]);
        }
    }
}

bool acts_at(const environment& by, const place& where) noexcept {
    if (is_active(by.border) && !rectangle(by.border.inside).contains(where.position)) {
        return true;
    }
    return std::ranges::any_of(by.regions, [&](const region& part) {
        return is_active(part) && rectangle(part.area).contains(where.position);
    });
}

} // namespace orrery::hex
