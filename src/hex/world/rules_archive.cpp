// Rules as bytes.
#include <orrery/hex/world_archive.hpp>

namespace orrery::hex {

namespace {

constexpr std::size_t longest_name = 1000;

void serialize_name(byte_writer& out, const std::string& name) {
    out.write_string(name);
}

void serialize_name(byte_reader& in, std::string& name) {
    name = in.read_string(longest_name);
}

template <typename T>
void serialize_list(byte_writer& out, const std::vector<T>& all, auto serialize_one) {
    out.write_variable(all.size());
    for (const T& each : all) {
        serialize_one(out, each);
    }
}

template <typename T>
void serialize_list(byte_reader& in, std::vector<T>& all, auto serialize_one) {
    all.resize(in.read_count(1));
    for (T& each : all) {
        serialize_one(in, each);
    }
}

void serialize_area(auto& archive, maybe_const<aabb2i> auto& area) {
    archive.values(area.min.x, area.min.y, area.max.x, area.max.y);
}

void serialize_rules(auto& archive, maybe_const<rules> auto& all) {
    archive.values(all.ticks_per_second);
    serialize_list(archive, all.weapons, [](auto& with, maybe_const<weapon> auto& each) {
        serialize_name(with, each.name);
        with.values(each.projectile, each.period, each.speed);
    });
    serialize_list(archive, all.tile_types, [](auto& with, maybe_const<tile_type> auto& each) {
        serialize_name(with, each.name);
        with.values(each.mass, each.hit_points, each.weapon);
    });
    serialize_list(archive, all.pilots, [](auto& with, maybe_const<pilot> auto& each) {
        serialize_name(with, each.name);
        with.values(each.period, each.thrust, each.turning, each.sight, each.distance, each.aim);
    });
    serialize_list(archive, all.object_types, [](auto& with, maybe_const<object_type> auto& each) {
        serialize_name(with, each.name);
        with.values(each.kind, each.restitution, each.friction, each.damage, each.pilot, each.mass,
                    each.lifetime, each.is_spent_by_hits);
    });
    serialize_list(archive, all.blueprints, [](auto& with, maybe_const<blueprint> auto& each) {
        serialize_name(with, each.name);
        with.values(each.type);
        serialize_list(with, each.tiles, [](auto& inner, maybe_const<tile> auto& one) {
            inner.values(one.at.i, one.at.j, one.type, one.hit_points);
        });
    });
    serialize_area(archive, all.environment.border.inside);
    archive.values(all.environment.border.friction, all.environment.border.pull);
    serialize_list(archive, all.environment.regions, [](auto& with, maybe_const<region> auto& each) {
        serialize_area(with, each.area);
        with.values(each.friction, each.acceleration.a, each.acceleration.b);
    });
}

} // namespace

void save_rules(byte_writer& out, const rules& what) {
    serialize_rules(out, what);
}

void save_rules(byte_writer& out, const world& what) {
    save_rules(out, what.rules());
}

result<rules> load_rules(byte_reader& in) {
    rules loaded;
    serialize_rules(in, loaded);
    for (const object_type& each : loaded.object_types) {
        if (each.kind > object_kind::composite) {
            in.fail("an object type is neither a particle nor a composite");
        }
    }
    if (!in.ok()) {
        return in.failure();
    }
    if (const status answer = loaded.check(); !answer) {
        return answer.reason();
    }
    return loaded;
}

} // namespace orrery::hex
