#include "apps/scene/rigid/terrain.hpp"

#include <orrery/math/random_values.hpp>
#include <orrery/math/vector.hpp>

#include <algorithm>
#include <cstddef>

namespace orrery::scene_format {
namespace {

// Random numbers on the corners of a grid and smooth ways from one to the next (value noise).
class hills {
public:
    hills(scalar wide, scalar deep, scalar wavelength, std::uint64_t seed, std::uint64_t octave)
        : wavelength_(wavelength)
        , columns_(static_cast<std::size_t>(wide / wavelength) + 2) {
        const std::size_t rows = static_cast<std::size_t>(deep / wavelength) + 2;
        philox random(seed, octave);
        for (std::size_t number = 0; number < rows * columns_; ++number) {
            corners_.push_back(uniform_real<scalar>(random));
        }
    }

    // 0 to 1.
    [[nodiscard]] scalar at(scalar x, scalar z) const {
        const place along{x / wavelength_};
        const place across{z / wavelength_};
        const std::size_t first = across.cell * columns_ + along.cell;
        const scalar near = mixed(corners_[first], corners_[first + 1], along.share);
        const scalar far = mixed(corners_[first + columns_], corners_[first + columns_ + 1], along.share);
        return mixed(near, far, across.share);
    }

private:
    struct place {
        explicit place(scalar where)
            : cell(static_cast<std::size_t>(where)) {
            const scalar rest = where - static_cast<scalar>(cell);
            share = rest * rest * (3 - 2 * rest);
        }

        std::size_t cell;
        scalar share = 0;
    };

    [[nodiscard]] static scalar mixed(scalar a, scalar b, scalar share) { return a + (b - a) * share; }

    scalar wavelength_;
    std::size_t columns_;
    std::vector<scalar> corners_;
};

} // namespace

std::vector<scalar> terrain_heights(const terrain_rules& rules) {
    const scalar wide = static_cast<scalar>(rules.columns - 1) * rules.spacing;
    const scalar deep = static_cast<scalar>(rules.rows - 1) * rules.spacing;
    std::vector<scalar> heights(std::size_t{rules.columns} * rules.rows);
    scalar strength = 1;
    scalar sum = 0;
    // Hills of less than two cells would be single points.
    scalar wavelength = rules.wavelength;
    for (std::uint64_t octave = 0; octave == 0 || (wavelength >= 2 * rules.spacing && strength > 0);
         ++octave) {
        const hills layer(wide, deep, wavelength, rules.seed, octave);
        for (std::size_t place = 0; place < heights.size(); ++place) {
            const std::size_t column = place % rules.columns;
            const std::size_t row = place / rules.columns;
            const scalar x = static_cast<scalar>(column) * rules.spacing;
            const scalar z = static_cast<scalar>(row) * rules.spacing;
            heights[place] += strength * layer.at(x, z);
        }
        sum += strength;
        strength *= rules.roughness;
        wavelength /= 2;
    }
    const std::size_t middle = std::size_t{rules.rows / 2} * rules.columns + rules.columns / 2;
    const scalar level = heights[middle];
    for (std::size_t place = 0; place < heights.size(); ++place) {
        const std::size_t column = place % rules.columns;
        const std::size_t row = place / rules.columns;
        const scalar x = static_cast<scalar>(column) * rules.spacing - wide / 2;
        const scalar z = static_cast<scalar>(row) * rules.spacing - deep / 2;
        // From there it takes as long again to become what it is elsewhere.
        const scalar out = rules.clearing > 0 ? sqrt(x * x + z * z) / rules.clearing - 1 : scalar(1);
        const scalar share = std::clamp(out, scalar(0), scalar(1));
        heights[place] = (level + (heights[place] - level) * share) / sum * rules.height;
    }
    return heights;
}

} // namespace orrery::scene_format
