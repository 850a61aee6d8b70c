// Four towers of crates stand for ten seconds. Then a heavy cube is thrown at them in the past; the throw is
// made later and higher; and it is undone. Each time only those who feel it are computed again, and two
// futures that part from one past are held beside each other. Usage: rewind [PICTURE.svg]
#include "domino_picture.hpp"

#include <orrery/rigid/body_definition.hpp>
#include <orrery/rigid/world.hpp>
#include <orrery/timeline/timeline.hpp>

#include <cstdio>
#include <optional>
#include <utility>

using namespace orrery;
using rigid_timeline = timeline<rigid::world>;
using rigid_history = rigid_timeline::history;

namespace {

constexpr std::uint64_t crates_a_tower = 24;
constexpr std::uint64_t towers = 4;
constexpr std::uint64_t crate_count = towers * crates_a_tower;
constexpr entity_key thrown{1000};
constexpr scalar crate_size = scalar(0.3); // half of it

constexpr entity_key crate(std::uint64_t number) {
    return entity_key{1 + number};
}

// Two by two crates in each layer, on the corners of a square.
void add_tower(rigid::world& world, std::uint64_t tower) {
    constexpr scalar distance = 3;
    const vector3 foot{tower % 2 == 0 ? -distance : distance, crate_size, tower < 2 ? -distance : distance};
    for (std::uint64_t number = 0; number < crates_a_tower; ++number) {
        const vector3 place{static_cast<scalar>(number % 2), static_cast<scalar>(number / 4),
                            static_cast<scalar>(number / 2 % 2)};
        (void)make_body(world, {.position = foot + place * (2 * crate_size),
                                .shape = rigid::box(vector3::filled(crate_size)),
                                .density = 200,
                                .key = crate(tower * crates_a_tower + number)});
    }
}

rigid::world build(engine& machine) {
    rigid::world world(machine);
    (void)make_body(world,
                    {.kind = rigid::body_kind::fixed, .shape = rigid::plane(), .key = entity_key{2000}});
    for (std::uint64_t tower = 0; tower < towers; ++tower) {
        add_tower(world, tower);
    }
    (void)make_body(world, {.position = {-8, 1, scalar(-2.7)},
                            .shape = rigid::box(vector3::filled(scalar(0.5))),
                            .density = 1000,
                            .key = thrown});
    return world;
}

constexpr rigid::input throw_with(vector3 velocity) {
    return {.target = thrown, .kind = rigid::input_kind::velocity, .value = velocity};
}

// Crates that are not where they were in the first frame.
std::uint64_t count_fallen(const rigid_history& known, std::uint64_t frame) {
    std::uint64_t fallen = 0;
    for (std::uint64_t number = 0; number < crate_count; ++number) {
        const vector3 way =
            known.at(crate(number), frame)->motion.position - known.at(crate(number), 0)->motion.position;
        fallen += length(way) > crate_size ? 1 : 0;
    }
    return fallen;
}

// The first frame in which anything in one history is not as in the other.
std::optional<std::uint64_t> first_difference(const rigid_history& one, const rigid_history& other) {
    return one.first(one.frames(), [&](const time::frame_view<rigid::world>& view) {
        return !std::ranges::equal(view.motions(), other.seek(view.frame())->motions());
    });
}

void tell(const char* what, const rigid_timeline& time) {
    const rewrite_report& cost = time.last_rewrite();
    std::printf("%-28s %2llu of %llu crates have fallen, state %016llx", what,
                static_cast<unsigned long long>(count_fallen(*time.known(), time.head())),
                static_cast<unsigned long long>(crate_count),
                static_cast<unsigned long long>(time.hash(time.head())));
    std::printf(", %4.1f %% computed again\n", 100. * static_cast<double>(cost.entity_frames) /
                                                   static_cast<double>(time.head() * (crate_count + 2)));
}

void draw(domino_picture& picture, std::string_view caption, const rigid_history& known) {
    domino_panel panel{.caption = caption, .boxes = {}};
    const auto add = [&](entity_key key, scalar half, int hue) {
        const rigid::motion where = known.at(key, known.head())->motion;
        panel.boxes.push_back({.where = {where.position, where.orientation},
                               .half_extents = vector3::filled(half),
                               .hue = hue});
    };
    for (std::uint64_t number = 0; number < crate_count; ++number) {
        add(crate(number), crate_size, -1);
    }
    add(thrown, scalar(0.5), 210);
    picture.add(std::move(panel));
}

} // namespace

int main(int count, char** arguments) {
    constexpr std::uint64_t throw_frame = 60;
    constexpr std::uint64_t later_frame = 90;
    constexpr std::uint64_t end = 600;
    engine machine;
    domino_picture picture;
    rigid_timeline time(build(machine));
    time.advance(end);
    const std::uint64_t calm_hash = time.hash(end);
    tell("nothing is thrown:", time);

    // Ten seconds have passed, and the throw is put into the second of them.
    const rigid_timeline::entry low = time.add(throw_frame, throw_with({16, 3, 0})).value();
    tell("thrown in the past:", time);
    draw(picture, "a cube was thrown", *time.known());
    const rigid_timeline other = time.branch(end);

    rigid_timeline::entry high = low;
    high.when = {later_frame, later_frame + 1};
    high.input = throw_with({10, 6, 0});
    const status changed = time.apply(rigid_timeline::transaction{}.remove(low).add(high));
    tell("thrown later and higher:", time);
    draw(picture, "it was thrown later and higher", *time.known());

    const auto parted = first_difference(*time.known(), *other.known());
    std::printf("the two futures part in frame %llu\n", static_cast<unsigned long long>(parted.value_or(0)));

    time.undo();
    time.undo();
    tell("both undone:", time);
    draw(picture, "nothing was thrown after all", *time.known());
    const bool is_as_before = time.hash(end) == calm_hash;
    std::printf("as if nothing had been thrown: %s\n", is_as_before ? "the same bits" : "DIFFERENT");

    if (count > 1) {
        if (!picture.write(arguments[1])) {
            std::fprintf(stderr, "the picture could not be written to '%s'\n", arguments[1]);
            return 1;
        }
        std::printf("the picture is in %s\n", arguments[1]);
    }
    return is_as_before && changed.is_ok() && parted == throw_frame + 1 ? 0 : 1;
}
