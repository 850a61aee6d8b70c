#include <orrery/rigid/shape.hpp>

namespace orrery::rigid {

std::string_view name_of(shape_kind kind) noexcept {
    switch (kind) {
    case shape_kind::sphere:
        return "sphere";
    case shape_kind::capsule:
        return "capsule";
    case shape_kind::cylinder:
        return "cylinder";
    case shape_kind::box:
        return "box";
    case shape_kind::hull:
        return "hull";
    case shape_kind::plane:
        return "plane";
    case shape_kind::compound:
        return "compound";
    }
    return "unknown";
}

} // namespace orrery::rigid
