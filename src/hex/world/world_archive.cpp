// Frames and forms as bytes. Objects stand in the order of their keys, so equal frames have equal bytes.
#include "hex/world/frame_builder.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>
#include <orrery/hex/world_archive.hpp>

#include <algorithm>

namespace orrery::hex {

namespace {

constexpr std::size_t fewest_object_bytes = 20;

void serialize_drive(auto& archive, maybe_const<drive> auto& what) {
    archive.values(what.velocity, what.friction, what.acceleration);
}

void serialize_tile(auto& archive, maybe_const<tile> auto& what) {
    archive.values(what.at.i, what.at.j, what.type, what.hit_points);
}

void save_tiles(byte_writer& out, std::span<const tile> tiles) {
    out.write_variable(tiles.size());
    for (const tile& each : tiles) {
        serialize_tile(out, each);
    }
}

// Tiles of a record: sound, and counted from the lowest cell on.
void load_tiles(byte_reader& in, const rules& by, std::vector<tile>& into) {
    into.resize(std::min<std::size_t>(in.read_count(6), max_composite_tiles + 1));
    for (tile& each : into) {
        serialize_tile(in, each);
    }
    if (!in.ok()) {
        return;
    }
    if (const status answer = check_tiles(into, by); !answer) {
        in.fail(answer.reason().message);
        return;
    }
    const auto lowest_i = std::ranges::min(into, {}, [](const tile& each) { return each.at.i; }).at.i;
    if (lowest_i != 0 || into.front().at.j != 0) {
        in.fail("the cells of a composite do not count from 0");
    }
}

[[nodiscard]] std::uint64_t hash_of(const rules& what) {
    byte_writer bytes;
    save_rules(bytes, what);
    return hash_bytes(bytes.bytes());
}

void save_object(byte_writer& out, const frame& in, std::uint32_t index) {
    const object what = in.at(index);
    out.values(what.place.position.a, what.place.position.b);
    out.write(what.place.angle.steps());
    out.values(what.place.group, what.place.type, what.place.mark);
    serialize_drive(out, what.motion.a);
    serialize_drive(out, what.motion.b);
    serialize_drive(out, what.motion.turn);
    out.write(what.motion.alarm());
    if (in.is_composite(index)) {
        std::vector<tile> tiles;
        read_tiles(in.composite(index), tiles);
        save_tiles(out, tiles);
    } else {
        out.write(what.place.extended);
    }
    const auto fates = std::ranges::equal_range(in.fates, index, {}, &fate::object);
    out.write_variable(fates.size());
    for (const fate& each : fates) {
        out.values(each.kind, each.at.i, each.at.j, each.amount, each.by);
    }
}

// Everything but its record.
[[nodiscard]] object load_object(byte_reader& in, const rules& by) {
    object what;
    in.values(what.place.position.a, what.place.position.b);
    what.place.angle = angle16::from_steps(in.read<std::int16_t>());
    in.values(what.place.group, what.place.type, what.place.mark);
    serialize_drive(in, what.motion.a);
    serialize_drive(in, what.motion.b);
    serialize_drive(in, what.motion.turn);
    what.motion.set_alarm(in.read<std::uint8_t>());
    const auto is_within = [](std::int32_t value) {
        return value >= -coordinate_limit && value <= coordinate_limit;
    };
    if (what.place.type >= by.object_types.size()) {
        in.fail(text("an object has the type ", +what.place.type, ", expected less than ",
                     by.object_types.size()));
    } else if (!is_within(what.place.position.a) || !is_within(what.place.position.b)) {
        in.fail(text("an object is at ", what.place.position.a, ", ", what.place.position.b,
                     ", expected within -", coordinate_limit, " to ", coordinate_limit));
    } else if (std::min({what.motion.a.velocity, what.motion.b.velocity, what.motion.turn.velocity}) <
               -max_velocity) {
        in.fail(text("an object has a velocity below -", max_velocity));
    }
    return what;
}

void load_fates(byte_reader& in, bool is_composite, detail::frame_builder& into) {
    const std::size_t count = in.read_count(20);
    for (std::size_t number = 0; number < count && in.ok(); ++number) {
        fate each;
        each.kind = in.read_enum(fate_kind::spend);
        in.values(each.at.i, each.at.j, each.amount, each.by);
        if (in.ok() && is_composite == (each.kind == fate_kind::spend)) {
            in.fail("an object has a fate that only objects of the other kind can have");
        }
        into.add_fate(each);
    }
}

} // namespace

void save_frame(byte_writer& out, const world& by, const world_snapshot& snapshot) {
    const frame& in = snapshot.state();
    out.write(hash_of(by.rules()));
    out.write(in.number);
    std::vector<std::pair<entity_key, std::uint32_t>> order;
    order.reserve(in.count);
    for (std::uint32_t index = 0; index < in.count; ++index) {
        order.emplace_back(in.key_of(index), index);
    }
    std::ranges::sort(order); // total order: keys differ
    out.write_variable(order.size());
    for (const auto& [key, index] : order) {
        out.write(key);
        save_object(out, in, index);
    }
}

status load_frame(byte_reader& in, world& into) {
    const rules& by = into.rules();
    if (in.read<std::uint64_t>() != hash_of(by) && in.ok()) {
        in.fail("the frame was saved under other rules than those of this world");
    }
    detail::frame_builder made(into.current().home, in.read<std::uint64_t>());
    const std::size_t count = in.read_count(fewest_object_bytes);
    std::vector<tile> tiles;
    entity_key last = entity_key::none;
    for (std::size_t number = 0; number < count && in.ok(); ++number) {
        const auto key = in.read<entity_key>();
        object what = load_object(in, by);
        if (in.ok() && key <= last) {
            in.fail("the keys of the objects are not in ascending order");
        }
        last = key;
        if (!in.ok()) {
            break;
        }
        const bool is_composite = by.object_types[what.place.type].kind == object_kind::composite;
        const std::byte* record = nullptr;
        if (is_composite) {
            load_tiles(in, by, tiles);
            if (!in.ok()) {
                break;
            }
            record = made.own(tiles, by);
            what.place.radius = composite_view(record).header().radius;
        } else {
            what.place.extended = in.read<std::uint16_t>();
        }
        made.add(key, what, record);
        load_fates(in, is_composite, made);
    }
    if (!in.ok()) {
        return in.failure();
    }
    if (const std::size_t excess = made.excess()) {
        return error{text("the records of the frame take ", excess, " bytes more than the ",
                          std::size_t{extended_arena::max_grains} * extended_arena::grain, " of an arena")};
    }
    into.restore({made.finish(), into.shared_rules()});
    return {};
}

void save_forms(byte_writer& out, const std::vector<std::shared_ptr<const object_form>>& forms) {
    out.write_variable(forms.size());
    for (const auto& each : forms) {
        out.values(each->type, each->group, each->radius, each->mark);
        save_tiles(out, each->tiles);
    }
}

result<std::vector<std::shared_ptr<const object_form>>> load_forms(byte_reader& in, const world& by) {
    std::vector<std::shared_ptr<const object_form>> forms(in.read_count(5));
    for (auto& each : forms) {
        object_form loaded;
        in.values(loaded.type, loaded.group, loaded.radius, loaded.mark);
        if (in.ok() && loaded.type >= by.rules().object_types.size()) {
            in.fail(text("a form has the type ", +loaded.type, ", expected less than ",
                         by.rules().object_types.size()));
        }
        if (in.ok() && by.rules().object_types[loaded.type].kind == object_kind::composite) {
            load_tiles(in, by.rules(), loaded.tiles);
        } else if (in.read_variable() != 0 && in.ok()) {
            in.fail("a particle has tiles");
        }
        each = std::make_shared<const object_form>(std::move(loaded));
    }
    if (!in.ok()) {
        return in.failure();
    }
    return forms;
}

} // namespace orrery::hex
