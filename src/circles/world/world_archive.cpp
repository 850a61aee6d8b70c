// Rules, frames and forms as bytes. Circles stand in the order of their keys, so equal frames have equal
// bytes.
#include "circles/walls/terrain.hpp"

#include <orrery/circles/world_archive.hpp>
#include <orrery/core/archive/described_archive.hpp>
#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/elementary.hpp>

#include <numbers>
#include <utility>

namespace orrery::circles {

namespace {

// Circles may fly farther and faster than they can be told to, but never as far as this.
constexpr auto farthest = scalar(1e18);

void serialize_points(byte_writer& out, const std::vector<vector2>& all) {
    out.write_variable(all.size());
    for (const vector2& each : all) {
        out.values(each.x, each.y);
    }
}

void serialize_points(byte_reader& in, std::vector<vector2>& all) {
    all.resize(in.read_count(2 * sizeof(scalar)));
    for (vector2& each : all) {
        in.values(each.x, each.y);
    }
}

void serialize_form(auto& archive, maybe_const<form> auto& what) {
    archive.values(what.radius, what.mass, what.surface.friction, what.surface.restitution,
                   what.filter.groups, what.filter.mask, what.filter.family, what.is_sensor, what.user_data);
}

} // namespace

// Found by their arguments when lists of them are saved and loaded.
static void serialize(auto& archive, maybe_const<wall> auto& what) {
    archive.values(what.name);
    serialize_points(archive, what.points);
    archive.values(what.radius, what.is_closed, what.surface.friction, what.surface.restitution, what.kick,
                   what.filter.groups, what.filter.mask, what.filter.family, what.is_sensor, what.user_data);
}

static void serialize(auto& archive, maybe_const<blueprint> auto& what) {
    archive.values(what.name);
    serialize_form(archive, what.form);
}

namespace {

void serialize_rules(auto& archive, maybe_const<rules> auto& all) {
    archive.values(all.time_step, all.gravity.x, all.gravity.y, all.damping, all.spin_damping, all.max_speed,
                   all.skin, all.rest_speed, all.contact_rounds, all.max_impacts, all.walls, all.blueprints);
}

[[nodiscard]] std::uint64_t hash_of(const rules& what) {
    byte_writer bytes;
    save_rules(bytes, what);
    return hash_bytes(bytes.bytes());
}

[[nodiscard]] std::vector<entity_key> load_keys(byte_reader& in) {
    std::vector<entity_key> keys;
    in.values(keys);
    entity_key last = entity_key::none;
    for (const entity_key each : keys) {
        if (each <= last) {
            in.fail("the keys of the circles are not in ascending order");
        }
        last = each;
    }
    return keys;
}

[[nodiscard]] std::vector<motion> load_motions(byte_reader& in) {
    constexpr auto pi = std::numbers::pi_v<scalar>;
    const auto is_near = [](vector2 what) { return abs(what.x) <= farthest && abs(what.y) <= farthest; };
    std::vector<motion> all = load_described<motion>(in);
    for (const motion& each : all) {
        if (!is_near(each.position) || !is_near(each.velocity) || !(abs(each.spin) <= farthest)) {
            in.fail(text("a circle moves beyond ", farthest));
        } else if (!(each.angle >= -pi && each.angle < pi)) {
            in.fail(text("the angle of a circle is ", each.angle, ", expected -pi to pi"));
        }
    }
    return all;
}

[[nodiscard]] std::vector<form> load_all_forms(byte_reader& in) {
    std::vector<form> all = load_described<form>(in);
    for (const form& each : all) {
        if (const status answer = check(each); !answer) {
            in.fail("the " + answer.reason().message);
        }
    }
    return all;
}

[[nodiscard]] std::vector<contact> load_contacts(byte_reader& in, std::size_t circles, std::size_t parts) {
    std::vector<contact> all = load_described<contact>(in);
    for (std::size_t place = 0; place < all.size(); ++place) {
        const contact& each = all[place];
        const bool is_known = each.a < circles && (each.is_with_wall() ? each.wall_part() < parts
                                                                       : each.a < each.b && each.b < circles);
        if (!is_known) {
            in.fail("a contact is with a circle or a wall that is not there");
        } else if (!(abs(each.normal_impulse) <= farthest && abs(each.friction_impulse) <= farthest)) {
            in.fail(text("an impulse of a contact is beyond ", farthest));
        } else if (place > 0 && !is_before(all[place - 1], each)) {
            in.fail("the contacts are not in ascending order");
        }
    }
    return all;
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
    if (!in.ok()) {
        return in.failure();
    }
    if (const status answer = loaded.check(); !answer) {
        return answer.reason();
    }
    return loaded;
}

void save_frame(byte_writer& out, const world& by, const world_snapshot& snapshot) {
    const frame& in = snapshot.state();
    out.write(hash_of(by.rules()));
    out.write(in.number);
    out.values(in.roster->keys);
    save_described<motion>(out, in.motions);
    save_described<form>(out, in.roster->forms);
    save_described<contact>(out, in.contacts);
}

status load_frame(byte_reader& in, world& into) {
    if (in.read<std::uint64_t>() != hash_of(into.rules()) && in.ok()) {
        in.fail("the frame was saved under other rules than those of this world");
    }
    auto made = std::make_shared<frame>();
    auto who = std::make_shared<roster>();
    const std::shared_ptr<const detail::terrain> walls = into.snapshot().terrain();
    made->number = in.read<std::uint64_t>();
    who->keys = load_keys(in);
    made->motions = load_motions(in);
    who->forms = load_all_forms(in);
    made->contacts = load_contacts(in, made->size(), walls->parts().size());
    if (in.ok() && (made->size() != who->keys.size() || who->forms.size() != who->keys.size())) {
        in.fail("there are not as many motions and forms as keys");
    }
    if (!in.ok()) {
        return in.failure();
    }
    made->roster = std::move(who);
    into.restore({std::move(made), walls});
    return {};
}

void save_forms(byte_writer& out, const std::vector<std::shared_ptr<const form>>& forms) {
    std::vector<form> all;
    all.reserve(forms.size());
    for (const auto& each : forms) {
        all.push_back(*each);
    }
    save_described<form>(out, all);
}

result<std::vector<std::shared_ptr<const form>>> load_forms(byte_reader& in, const world& /*by*/) {
    std::vector<std::shared_ptr<const form>> forms;
    for (const form& each : load_all_forms(in)) {
        forms.push_back(std::make_shared<const form>(each));
    }
    if (!in.ok()) {
        return in.failure();
    }
    return forms;
}

} // namespace orrery::circles
