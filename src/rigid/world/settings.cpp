#include <orrery/core/text.hpp>
#include <orrery/math/number.hpp>
#include <orrery/rigid/settings.hpp>

namespace orrery::rigid {

status world_settings::check() const {
    struct rule {
        const char* name;
        scalar value;
        scalar lowest;
    };

    // Positive, or not negative.
    constexpr scalar above_zero = std::numeric_limits<scalar>::min();
    const rule rules[] = {
        {"time_step", time_step, above_zero},
        {"speculative_margin", speculative_margin, 0},
        {"contact_frequency", contact_frequency, above_zero},
        {"contact_damping", contact_damping, 0},
        {"push_speed", push_speed, 0},
        {"joint_frequency", joint_frequency, above_zero},
        {"joint_damping", joint_damping, 0},
        {"bounce_speed", bounce_speed, 0},
        {"sleep_speed", sleep_speed, 0},
        {"sleep_seconds", sleep_seconds, 0},
        {"max_speed", max_speed, above_zero},
        {"field_opening", field_opening, 0},
    };
    for (const rule& each : rules) {
        if (!is_finite(each.value) || each.value < each.lowest) {
            return error{text("the setting '", each.name, "' is ", each.value, ", but it must be finite and ",
                              each.lowest > 0 ? "above 0" : "not negative")};
        }
    }
    if (substeps < 1 || substeps > 64) {
        return error{text("the setting 'substeps' is ", substeps, ", but it must be 1 to 64")};
    }
    // Nearer, the pull of a strong attractor has no number.
    constexpr scalar least_softening = scalar(1e-3);
    if (!is_finite(field_softening) || field_softening < least_softening) {
        return error{text("the setting 'field_softening' is ", field_softening,
                          ", but it must be finite and at least ", least_softening)};
    }
    if (field_opening > 1) {
        return error{text("the setting 'field_opening' is ", field_opening, ", but it must be 0 to 1")};
    }
    if (!is_finite(gravity.x) || !is_finite(gravity.y) || !is_finite(gravity.z)) {
        return error{"the setting 'gravity' must be finite"};
    }
    return {};
}

} // namespace orrery::rigid
