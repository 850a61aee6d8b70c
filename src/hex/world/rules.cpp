#include <orrery/core/text.hpp>
#include <orrery/hex/rules.hpp>

#include <string_view>

namespace orrery::hex {

namespace {

template <typename... Parts>
[[nodiscard]] status refuse(const Parts&... parts) {
    return error{text("rules.", parts...)};
}

[[nodiscard]] status check_size(std::string_view list, std::size_t size) {
    if (size > max_types) {
        return refuse(list, " has ", size, " entries, expected at most ", max_types);
    }
    return {};
}

[[nodiscard]] status check_weapons(const rules& all) {
    for (std::size_t place = 0; place < all.weapons.size(); ++place) {
        const weapon& each = all.weapons[place];
        if (each.projectile >= all.object_types.size() ||
            all.object_types[each.projectile].kind != object_kind::particle) {
            return refuse("weapons[", place, "].projectile is ", +each.projectile,
                          ", expected the number of a type of particles");
        }
        if (each.period == 0) {
            return refuse("weapons[", place, "].period is 0, expected at least 1");
        }
        if (each.speed < 0) {
            return refuse("weapons[", place, "].speed is ", each.speed, ", expected at least 0");
        }
    }
    return {};
}

[[nodiscard]] status check_tile_types(const rules& all) {
    for (std::size_t place = 0; place < all.tile_types.size(); ++place) {
        const tile_type& each = all.tile_types[place];
        if (each.mass == 0) {
            return refuse("tile_types[", place, "].mass is 0, expected at least 1");
        }
        if (each.hit_points == 0) {
            return refuse("tile_types[", place, "].hit_points is 0, expected at least 1");
        }
        if (each.weapon != no_index && each.weapon >= all.weapons.size()) {
            return refuse("tile_types[", place, "].weapon is ", +each.weapon, ", expected less than ",
                          all.weapons.size(), " or none");
        }
    }
    return {};
}

[[nodiscard]] status check_pilots(const rules& all) {
    for (std::size_t place = 0; place < all.pilots.size(); ++place) {
        const pilot& each = all.pilots[place];
        if (each.period == 0) {
            return refuse("pilots[", place, "].period is 0, expected at least 1");
        }
        if (each.sight < 0 || each.sight > coordinate_limit) {
            return refuse("pilots[", place, "].sight is ", each.sight, ", expected 0 to ", coordinate_limit);
        }
        if (each.distance < 0 || each.distance > coordinate_limit) {
            return refuse("pilots[", place, "].distance is ", each.distance, ", expected 0 to ",
                          coordinate_limit);
        }
    }
    return {};
}

[[nodiscard]] status check_object_types(const rules& all) {
    for (std::size_t place = 0; place < all.object_types.size(); ++place) {
        const object_type& each = all.object_types[place];
        if (each.pilot != no_index && each.pilot >= all.pilots.size()) {
            return refuse("object_types[", place, "].pilot is ", +each.pilot, ", expected less than ",
                          all.pilots.size(), " or none");
        }
        if (each.pilot != no_index && each.kind != object_kind::composite) {
            return refuse("object_types[", place, "].pilot is ", +each.pilot,
                          ", expected none for a type of particles");
        }
        if (each.mass == 0) {
            return refuse("object_types[", place, "].mass is 0, expected at least 1");
        }
    }
    return {};
}

[[nodiscard]] status check_blueprints(const rules& all) {
    for (std::size_t place = 0; place < all.blueprints.size(); ++place) {
        const blueprint& each = all.blueprints[place];
        if (each.type >= all.object_types.size()) {
            return refuse("blueprints[", place, "].type is ", +each.type, ", expected less than ",
                          all.object_types.size());
        }
        if (all.object_types[each.type].kind == object_kind::particle) {
            if (!each.tiles.empty()) {
                return refuse("blueprints[", place, "].tiles has ", each.tiles.size(),
                              " entries, expected none for a particle");
            }
        } else if (const status answer = check_tiles(each.tiles, all); !answer) {
            return refuse("blueprints[", place, "].tiles: ", answer.reason().message);
        }
    }
    return {};
}

[[nodiscard]] status check_area(std::string_view name, const aabb2i& area) {
    const auto is_within = [](std::int32_t value) {
        return value >= -coordinate_limit && value <= coordinate_limit;
    };
    if (area.min.x > area.max.x || area.min.y > area.max.y || !is_within(area.min.x) ||
        !is_within(area.min.y) || !is_within(area.max.x) || !is_within(area.max.y)) {
        return refuse(name, " is not a rectangle within -", coordinate_limit, " to ", coordinate_limit);
    }
    return {};
}

[[nodiscard]] status check_environment(const environment& all) {
    if (const status answer = check_area("environment.border.inside", all.border.inside); !answer) {
        return answer;
    }
    for (std::size_t place = 0; place < all.regions.size(); ++place) {
        const region& each = all.regions[place];
        const std::string name = text("environment.regions[", place, "]");
        if (const status answer = check_area(name + ".area", each.area); !answer) {
            return answer;
        }
        if (each.acceleration.a < -max_velocity || each.acceleration.a > max_velocity ||
            each.acceleration.b < -max_velocity || each.acceleration.b > max_velocity) {
            return refuse(name, ".acceleration is ", each.acceleration.a, ", ", each.acceleration.b,
                          ", expected within -", max_velocity, " to ", max_velocity);
        }
    }
    return {};
}

} // namespace

status rules::check() const {
    const std::size_t sizes[] = {tile_types.size(), weapons.size(), pilots.size(), object_types.size()};
    constexpr std::string_view names[] = {"tile_types", "weapons", "pilots", "object_types"};
    for (std::size_t list = 0; list < std::size(sizes); ++list) {
        if (const status answer = check_size(names[list], sizes[list]); !answer) {
            return answer;
        }
    }
    if (blueprints.size() > 65536) {
        return refuse("blueprints has ", blueprints.size(), " entries, expected at most 65536");
    }
    if (ticks_per_second == 0) {
        return refuse("ticks_per_second is 0, expected at least 1");
    }
    for (const auto check_part :
         {check_weapons, check_tile_types, check_pilots, check_object_types, check_blueprints}) {
        if (const status answer = check_part(*this); !answer) {
            return answer;
        }
    }
    return check_environment(environment);
}

} // namespace orrery::hex
