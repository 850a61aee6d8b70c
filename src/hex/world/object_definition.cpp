#include <orrery/core/text.hpp>
#include <orrery/hex/object_definition.hpp>
#include <orrery/hex/rules.hpp>

namespace orrery::hex {

status check(const object_definition& what, const rules& by) {
    if (what.type >= by.object_types.size()) {
        return error{text("the type is ", +what.type, ", expected less than ", by.object_types.size())};
    }
    const auto is_within = [](std::int32_t value) {
        return value >= -coordinate_limit && value <= coordinate_limit;
    };
    if (!is_within(what.position.a) || !is_within(what.position.b)) {
        return error{text("the position is ", what.position.a, ", ", what.position.b, ", expected within -",
                          coordinate_limit, " to ", coordinate_limit)};
    }
    for (const drive& each : {what.a, what.b, what.turn}) {
        if (each.velocity < -max_velocity) {
            return error{text("a velocity is ", each.velocity, ", expected at least -", max_velocity)};
        }
    }
    if (by.object_types[what.type].kind == object_kind::particle) {
        if (!what.tiles.empty()) {
            return error{text("a particle has ", what.tiles.size(), " tiles, expected none")};
        }
        return {};
    }
    return check_tiles(what.tiles, by);
}

} // namespace orrery::hex
