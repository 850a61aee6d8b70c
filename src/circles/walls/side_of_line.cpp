#include "circles/walls/side_of_line.hpp"

#include <orrery/math/quadratic.hpp>

#include <array>
#include <cstddef>
#include <limits>

namespace orrery::circles::detail {

namespace {

[[nodiscard]] int sign_of(double value) noexcept {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

// A sum of doubles that is not rounded: parts that do not overlap, the largest last (Shewchuk 1997).
class exact_sum {
public:
    void add(double term) noexcept {
        for (std::size_t place = 0; place < count_; ++place) {
            const double sum = term + parts_[place];
            const double added = sum - term;
            parts_[place] = (term - (sum - added)) + (parts_[place] - added);
            term = sum;
        }
        parts_[count_++] = term;
    }

    void add_product(double a, double b) noexcept {
        const orrery::detail::exact_product product = orrery::detail::multiply_exactly(a, b);
        add(product.error);
        add(product.value);
    }

    [[nodiscard]] int sign() const noexcept {
        for (std::size_t place = count_; place-- > 0;) {
            if (parts_[place] != 0) {
                return sign_of(parts_[place]);
            }
        }
        return 0;
    }

private:
    std::array<double, 12> parts_{};
    std::size_t count_ = 0;
};

[[nodiscard]] int exact_side(vector2d a, vector2d b, vector2d c) noexcept {
    exact_sum area;
    area.add_product(a.x, b.y);
    area.add_product(-a.y, b.x);
    area.add_product(b.x, c.y);
    area.add_product(-b.y, c.x);
    area.add_product(c.x, a.y);
    area.add_product(-c.y, a.x);
    return area.sign();
}

} // namespace

int side_of_line(vector2 a, vector2 b, vector2 point) noexcept {
    const auto wide_a = vector_cast<double>(a);
    const auto wide_b = vector_cast<double>(b);
    const auto wide_c = vector_cast<double>(point);
    const vector2d edge = wide_b - wide_a;
    const vector2d offset = wide_c - wide_a;
    const double left = edge.x * offset.y;
    const double right = edge.y * offset.x;
    // Three roundings, each of half an epsilon; far from where products lose digits.
    const double doubt = 2 * std::numeric_limits<double>::epsilon() * (abs(left) + abs(right)) + 1e-280;
    const double area = left - right;
    return abs(area) > doubt ? sign_of(area) : exact_side(wide_a, wide_b, wide_c);
}

} // namespace orrery::circles::detail
