// What elementary functions answer outside of their domain.
#pragma once

#include <limits>

namespace orrery::detail {

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double infinity = std::numeric_limits<double>::infinity();

} // namespace orrery::detail
