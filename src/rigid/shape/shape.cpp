#include <orrery/rigid/shapes/shape.hpp>

namespace orrery::rigid {
namespace {

[[nodiscard]] bool is_measure(scalar value) noexcept {
    return value >= least_measure && value <= largest_measure;
}

[[nodiscard]] std::string_view sentence_unless(bool is_right, std::string_view sentence) noexcept {
    return is_right ? std::string_view{} : sentence;
}

} // namespace

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
    case shape_kind::mesh:
        return "mesh";
    case shape_kind::triangle:
        return "triangle";
    }
    return "unknown";
}

namespace {

[[nodiscard]] std::string_view check_used_measures(const shape& what) noexcept {
    const vector3 size = what.size;
    switch (what.kind) {
    case shape_kind::sphere:
        return sentence_unless(is_measure(size.x), "The radius of a sphere must lie within 1e-6 and 1e6 m.");
    case shape_kind::capsule:
        return sentence_unless(
            is_measure(size.x) && size.y >= scalar(0) && size.y <= largest_measure,
            "The radius of a capsule must lie within 1e-6 and 1e6 m, half its height within "
            "0 and 1e6 m.");
    case shape_kind::cylinder:
        return sentence_unless(
            is_measure(size.x) && is_measure(size.y),
            "The radius and half the height of a cylinder must lie within 1e-6 and 1e6 m.");
    case shape_kind::box:
        return sentence_unless(is_measure(size.x) && is_measure(size.y) && is_measure(size.z),
                               "The half extents of a box must lie within 1e-6 and 1e6 m.");
    case shape_kind::hull:
        return sentence_unless(what.id != shape_id::none, "A hull must have the id of one in the store.");
    case shape_kind::plane:
        return {};
    case shape_kind::compound:
        return sentence_unless(what.id != shape_id::none, "A compound must have the id of one in the store.");
    case shape_kind::mesh:
        return sentence_unless(what.id != shape_id::none, "A mesh must have the id of one in the store.");
    case shape_kind::triangle:
        break;
    }
    return "The kind of a shape must be one of the eight that there are.";
}

} // namespace

std::string_view check_measures(const shape& what) noexcept {
    if (const std::string_view sentence = check_used_measures(what); !sentence.empty()) {
        return sentence;
    }
    // What a kind does not use is stored as well.
    return sentence_unless(is_finite(what.size.x) && is_finite(what.size.y) && is_finite(what.size.z),
                           "The size of a shape must be finite.");
}

} // namespace orrery::rigid
