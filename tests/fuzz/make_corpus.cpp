// Writes the seed corpus of the fuzzers: make_corpus <folder> fills <folder>/<decoder>/. Seeds are small and
// valid, one for each thing a decoder can read, so that the fuzzer starts behind the first checks.
#include "../rigid/sample_world.hpp"
#include "fuzz_world.hpp"
#include "tests/circles/crowd.hpp"
#include "tests/hex/small_rules.hpp"
#include "tests/rigid/mesh_samples.hpp"
#include "tests/timeline/recorded_run.hpp"
#include "tests/timeline/toy_archive.hpp"

#include <orrery/circles/world_archive.hpp>
#include <orrery/core/archive/bit_archive.hpp>
#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/archive/described_archive.hpp>
#include <orrery/core/archive/file_archive.hpp>
#include <orrery/core/archive/file_io.hpp>
#include <orrery/core/registry/registry_archive.hpp>
#include <orrery/core/text.hpp>
#include <orrery/hex/world_archive.hpp>
#include <orrery/rigid/definition.hpp>
#include <orrery/rigid/event.hpp>
#include <orrery/rigid/input.hpp>
#include <orrery/rigid/shapes/convex_hull.hpp>
#include <orrery/rigid/shapes/mesh_file.hpp>
#include <orrery/rigid/shapes/paged_mesh.hpp>
#include <orrery/rigid/world_archive.hpp>
#include <orrery/spatial/kd_tree_archive.hpp>
#include <orrery/spatial/static_tree_archive.hpp>
#include <orrery/timeline/recorder.hpp>
#include <orrery/timeline/recording_file.hpp>
#include <orrery/timeline/timeline.hpp>
#include <orrery/timeline/track_segment.hpp>
#include <orrery/timeline/world_codec.hpp>

#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

namespace {

using namespace orrery;

using bytes = std::vector<std::byte>;

class corpus {
public:
    explicit corpus(std::filesystem::path folder)
        : folder_(std::move(folder)) {}

    void add(const std::string& decoder, const std::string& name, const bytes& seed) {
        std::filesystem::create_directories(folder_ / decoder);
        const status written = write_file((folder_ / decoder / name).string(), seed);
        if (!written) {
            std::fprintf(stderr, "%s\n", written.reason().message.c_str());
            is_complete_ = false;
        }
    }

    [[nodiscard]] bool is_complete() const { return is_complete_; }

private:
    std::filesystem::path folder_;
    bool is_complete_ = true;
};

// The form fuzz::split_input() takes apart.
bytes with_instructions(std::initializer_list<unsigned> instructions, const bytes& data) {
    byte_writer writer;
    writer.write(static_cast<std::uint8_t>(instructions.size()));
    for (const unsigned instruction : instructions) {
        writer.write(static_cast<std::uint8_t>(instruction));
    }
    writer.write_bytes(data);
    return writer.take();
}

void add_byte_seeds(corpus& seeds) {
    byte_writer numbers;
    numbers.values(std::uint8_t{1}, std::int16_t{-2}, std::uint32_t{3}, std::uint64_t{4}, 5.0f, 6.0, true,
                   std::uint8_t{2});
    seeds.add("byte_archive", "numbers", with_instructions({0, 1, 2, 3, 4, 5, 6, 7}, numbers.take()));

    byte_writer variable;
    variable.write_variable(300);
    variable.write_variable(~std::uint64_t{0});
    variable.write_signed_variable(-300);
    seeds.add("byte_archive", "variable", with_instructions({8, 8, 9}, variable.take()));

    byte_writer sequences;
    sequences.write_string("orrery");
    sequences.write_bytes(bytes(3, std::byte{7}));
    const auto block = sequences.begin_block();
    sequences.write(1.0);
    sequences.end_block(block);
    sequences.values(std::vector<std::uint32_t>{1, 2});
    seeds.add("byte_archive", "sequences",
              with_instructions({10 + 16 * 2, 11 + 16 * 3, 12, 13 + 16 * 3}, sequences.take()));

    byte_writer records;
    records.write_variable(2);
    for (std::uint16_t id = 0; id < 2; ++id) {
        records.values(id, true, std::string("name"), std::vector<float>{1, 2},
                       std::array<std::int32_t, 2>{3, 4});
    }
    seeds.add("byte_archive", "records", with_instructions({14}, records.take()));
}

void add_bit_seeds(corpus& seeds) {
    bit_writer numbers;
    numbers.write_unsigned(5, 10);
    numbers.write_signed(-3, 9);
    numbers.write_bool(true);
    numbers.write_variable(1000);
    numbers.write_bytes(bytes(2, std::byte{9}));
    seeds.add("bit_archive", "numbers",
              with_instructions({8 * 4, 1 + 8 * 4, 2, 3, 7 + 8 * 2}, numbers.take()));

    bit_writer lists;
    lists.write_sorted(std::vector<std::uint64_t>{3, 4, 5, 100}, duplicates::refused);
    lists.write_sorted(std::vector<std::uint64_t>{7, 7, 7}, duplicates::allowed);
    lists.write_sorted(std::vector<std::uint64_t>{0, ~std::uint64_t{0}}, duplicates::refused);
    seeds.add("bit_archive", "lists", with_instructions({4, 4 + 8, 4}, lists.take()));

    bit_writer quantised;
    quantised.write_quantized(quantizer<float>::with_bits(-7, 12, 10), 1.5f);
    quantised.write_quantized(quantizer<double>::with_bits(-1000, 1000, 40), 1.5);
    quantised.write_rotation(rotation_quantizer(9), std::array<float, 4>{0.5f, -0.5f, 0.5f, 0.5f});
    quantised.write_point(box_quantizer<float, 3>::with_precision({-21, 0, 100}, {21, 1, 121}, 0.001f),
                          std::array<float, 3>{1, 0.5f, 110});
    seeds.add("bit_archive", "quantised",
              with_instructions({5 + 8 * 8, 5 + 8 * 23, 6 + 8 * 7, 6 + 8 * 20}, quantised.take()));
}

void add_file_seeds(corpus& seeds) {
    seeds.add("file_archive", "empty", encode_archive(file_archive("FUZZ", 1)));
    file_archive archive("FUZZ", 2);
    archive.add("plain", bytes(5, std::byte{1}));
    archive.add("nothing", {});
    seeds.add("file_archive", "plain", encode_archive(archive, compression::none));
    archive.add("packed", bytes(500, std::byte{2}));
    seeds.add("file_archive", "packed", encode_archive(archive, compression::fast));
}

void add_described_seeds(corpus& seeds) {
    byte_writer inputs;
    const std::vector<rigid::input> pushes(2, {.target = entity_key{5}, .value = {1, 2, 3}});
    save_described(inputs, std::span(pushes));
    seeds.add("described_archive", "inputs", inputs.take());
    byte_writer events;
    const std::vector<rigid::event> contacts(2, {.key_a = entity_key{1}, .key_b = entity_key{2}});
    save_described(events, std::span(contacts));
    seeds.add("described_archive", "events", events.take());
}

// Finished, not finished, and with a block of each way to store it.
void add_recording_seeds(corpus& seeds) {
    const std::string path = (std::filesystem::temp_directory_path() / "orrery_seed.orrery").string();
    for (const bool is_finished : {false, true}) {
        auto writer = time::recording_writer::create(
            path, {.world = "fuzz", .scene = bytes(5, std::byte{1}), .settings = bytes(1, std::byte{2})});
        bool is_written = writer.has_value();
        for (const std::size_t size : {0u, 3u, 200u}) {
            is_written = is_written && writer->add(time::block_kind::keyframe, {size, size + 60},
                                                   bytes(size, std::byte{7}));
        }
        is_written = is_written && (!is_finished || writer->close());
        const auto seed = read_file(path, 1 << 16);
        seeds.add("recording_file", is_finished ? "finished" : "unfinished",
                  is_written && seed ? *seed : bytes{});
    }
    std::filesystem::remove(path);
}

// Left alone, and pushed in every frame.
void add_track_seeds(corpus& seeds) {
    const auto add = [&](const std::string& name, const test::recorded_run& run) {
        const auto tracks =
            time::track_segment<test::toy_world>::seal(run.records, nullptr, test::toy_model{});
        byte_writer image;
        tracks->save(image, nullptr, test::save_toy_census);
        seeds.add("track_segment", name, image.take());
    };
    add("flying", test::random_run(7, 6, 24));
    std::mt19937_64 random(1);
    test::toy_world world;
    std::vector<test::toy_input> pushes;
    for (std::uint64_t key = 1; key <= 3; ++key) {
        world.add(entity_key{key}, {0, static_cast<std::int32_t>(50 * key), 0, 0});
        pushes.push_back({.target = entity_key{key}});
    }
    test::recorded_run run;
    for (int frame = 0; frame < 20; ++frame) {
        run.take(world);
        for (test::toy_input& each : pushes) {
            each.value.speed_x = static_cast<std::int32_t>(random() % 100) - 50;
        }
        world.step(pushes);
    }
    add("pushed", run);
}

void add_registry_seeds(corpus& seeds) {
    const registry world = fuzz::sample_world();
    byte_writer image;
    save_state(image, world);
    seeds.add("registry_archive", "image", image.take());
    byte_writer set;
    save_entities(set, world, world.entities_by_key());
    seeds.add("registry_archive", "set", set.take());
    byte_writer nothing;
    save_state(nothing, registry{});
    seeds.add("registry_archive", "empty_image", nothing.take());
}

// Boxes in a row, so many that the tree has no levels, one or two.
template <typename Box>
void add_tree_seeds(corpus& seeds, const std::string& name) {
    for (const int count : {0, 1, 5, 40}) {
        std::vector<Box> boxes;
        for (int number = 0; number < count; ++number) {
            Box box;
            box.min[0] = static_cast<typename Box::value_type>(number * 2);
            box.max[0] = static_cast<typename Box::value_type>(number * 2 + number % 4);
            boxes.push_back(box);
        }
        spatial::static_tree<Box> tree;
        tree.build(boxes);
        byte_writer image;
        spatial::save_tree(image, tree);
        seeds.add("static_tree", text(name, '_', count), image.take());
    }
}

// The same, in a leaf alone or divided, with some wide ones that touch the dividers.
template <typename Box>
void add_kd_tree_seeds(corpus& seeds, const std::string& name) {
    for (const int count : {0, 1, 5, 40, 90}) {
        std::vector<Box> boxes;
        for (int number = 0; number < count; ++number) {
            Box box;
            box.min[0] = static_cast<typename Box::value_type>(number * 2);
            box.min[1] = static_cast<typename Box::value_type>(number % 9);
            box.max[0] = static_cast<typename Box::value_type>(number * 2 + (number % 8 == 0 ? 50 : 1));
            box.max[1] = static_cast<typename Box::value_type>(number % 9 + 1);
            boxes.push_back(box);
        }
        spatial::kd_tree<Box> tree;
        tree.build(boxes);
        byte_writer image;
        spatial::save_tree(image, tree);
        seeds.add("kd_tree", text(name, '_', count), image.take());
    }
}

// One page and several, plain and compressed, with and without materials.
void add_paged_mesh_seeds(corpus& seeds) {
    const std::vector<scalar> heights{0, 1, 0, 2, 0, 1, 0, 1, 3};
    const std::vector<rigid::vertex_material> materials(heights.size());
    rigid::height_grid grid{.columns = 3, .rows = 3, .heights = heights};
    const auto add = [&](const std::string& name, const rigid::cutting_settings& settings) {
        const auto file = rigid::encode_paged_mesh(grid, settings);
        seeds.add("paged_mesh", name, file ? *file : bytes{});
    };
    add("one_page", {.packing = compression::none});
    add("four_pages", {.page_triangles = 2, .packing = compression::none});
    add("packed", {.packing = compression::fast});
    grid.materials = materials;
    add("materials", {.page_triangles = 4, .packing = compression::none});
}

// In the air, in touch and at rest.
void add_world_seeds(corpus& seeds) {
    engine machine({.thread_count = 1});
    rigid::world world(machine);
    add_everything(world);
    for (const int frames : {0, 40, 300}) {
        for (int frame = 0; frame < frames; ++frame) {
            world.step();
        }
        byte_writer image;
        rigid::save_world(image, world);
        seeds.add("world_archive", text("frame_", world.frame()), image.take());
    }
    rigid::world field(machine);
    const auto mesh = rigid::triangle_mesh::from(rigid::test::wavy_field(2, true)).value();
    const rigid::shape ground = field.shapes().add_mesh(mesh).value();
    (void)rigid::make_body(field, {.kind = rigid::body_kind::fixed, .shape = ground}).value();
    byte_writer image;
    rigid::save_world(image, field);
    seeds.add("world_archive", "mesh", image.take());
}

// Without and with materials, and with edges that more than two share. The first byte says whether it is a
// file or what is in one.
void add_mesh_seeds(corpus& seeds) {
    const auto add = [&](const std::string& name, const rigid::mesh_definition& what) {
        const auto mesh = rigid::triangle_mesh::from(what).value();
        byte_writer inside;
        inside.write(std::uint8_t{0});
        rigid::save_mesh(inside, *mesh);
        seeds.add("mesh_file", name, inside.take());
        byte_writer file;
        file.write(std::uint8_t{1});
        file.write_bytes(rigid::encode_mesh(*mesh));
        seeds.add("mesh_file", name + "_file", file.take());
    };
    add("field", rigid::test::wavy_field(2));
    add("materials", rigid::test::wavy_field(4, true));
    add("tangle", rigid::test::tangle(1, 40));
    add("single", rigid::test::tangle(7, 1, 9));
}

void add_obj_seeds(corpus& seeds) {
    const auto add = [&](const std::string& name, std::string_view characters) {
        const auto seed = std::as_bytes(std::span(characters));
        seeds.add("obj_file", name, bytes(seed.begin(), seed.end()));
    };
    add("triangles",
        "# two\nv 0 0 0\nv 0 0 1\nv 1 0 0\nv 1 0.5 1e0\nvn 0 1 0\nf 1 2 3\nf -1/1/1 -2//1 -3/1\n");
    add("polygon", "v 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 3\nv 1 0 3\nv 1 0 0\nf 1 2 3 4 5 6\nf 1 2 3 4\n");
    add("colours", "v 0 0 0 0.5 0.25 0\r\nv 0 0 1 1 1 1\r\nv 1 0 0\r\ng a\r\nl 1 2\r\nf 1 2 3\r\n");
}

// Three kinds of bytes, told apart by the first: rules, frames and forms.
void add_hex_seeds(corpus& seeds) {
    engine machine({.thread_count = 1});
    hex::world world(machine, std::make_shared<const hex::rules>(hex::test::small_rules()));
    (void)world.add({.key = entity_key{1}, .type = hex::test::target, .tiles = hex::test::bar(4)}).is_ok();
    (void)world
        .add({.key = entity_key{2},
              .type = hex::test::bullet,
              .position = {-9000, 0},
              .a = {.velocity = 12'000}})
        .is_ok();
    for (const int ticks : {0, 2, 4}) {
        for (int tick = 0; tick < ticks; ++tick) {
            world.step();
        }
        byte_writer image;
        image.write(std::uint8_t{1});
        hex::save_frame(image, world, world.snapshot());
        seeds.add("hex_archive", text("frame_", world.frame()), image.take());
    }
    byte_writer rules;
    rules.write(std::uint8_t{0});
    hex::save_rules(rules, world);
    seeds.add("hex_archive", "rules", rules.take());
    byte_writer forms;
    forms.write(std::uint8_t{2});
    hex::save_forms(forms, {std::make_shared<const hex::object_form>(
                               hex::object_form{.type = hex::test::rock, .tiles = hex::test::bar(3)})});
    seeds.add("hex_archive", "forms", forms.take());
}

// The same three kinds.
// A toy timeline with definitions, one of which an input refers to.
bytes recorded_toys() {
    test::toy_world first;
    first.add(entity_key{1}, {0, 0, 1, 0});
    timeline<test::toy_world> time(first, {.seals_in_background = false});
    const test::toy_definition red{.form = {.color = 7}};
    const test::toy_definition dark_red{.form = {.color = 20},
                                        .base = static_cast<std::uint32_t>(definition_id(red))};
    const bool is_taken = time.define(red).has_value() && time.define(dark_red).has_value();
    (void)time.add(2, test::spawn_toy(entity_key{2}, definition_id(dark_red), {20, 0, -1, 0}));
    time.advance(5);
    auto file = time::recorder<test::toy_world>::create_in_memory(time.world(), {}, compression::none);
    const bool is_written = is_taken && file && file->close(time).is_ok();
    return is_written ? file->take_bytes() : bytes{};
}

// A hull, a piece of it, a fracture into two of them, a brittle box and a compound.
void add_definition_seeds(corpus& seeds) {
    using rigid::definition;
    const vector3 corners[] = {{-1, -1, -1}, {1, -1, -1}, {0, 1, -1}, {0, 0, 1}};
    const auto hull = rigid::convex_hull::from_points(corners).value();
    const rigid::shape hull_shape{.id = hull.id(), .size = {}, .kind = rigid::shape_kind::hull};
    const definition piece = definition::of(rigid::body_definition{.shape = hull_shape});
    const rigid::fragment fragments[] = {{rigid::blueprint_id{piece.id()}, {{-1, 0, 0}, {}}},
                                         {rigid::blueprint_id{piece.id()}, {{1, 0, 0}, {}}}};
    const definition fracture = definition::of_fracture(fragments);
    const definition whole = definition::of(rigid::body_definition{
        .shape = rigid::box({2, 1, 1}), .fracture = rigid::fracture_id{fracture.id()}});
    const rigid::compound::child children[] = {{hull_shape, {{2, 0, 0}, {}}}, {rigid::sphere(1), {}}};
    std::vector<time::detail::definition_item> all;
    for (const definition& each :
         {definition::of(hull), piece, fracture, whole, definition::of_compound(children)}) {
        all.push_back(time::detail::item_of_definition(each));
        byte_writer out;
        (void)time::world_codec_of<rigid::world>::shared().encode_definitions(all, out);
        seeds.add("definition", text("first_", all.size()), out.take());
    }
}

void add_circles_seeds(corpus& seeds) {
    engine machine({.thread_count = 1, .level = log_level::off});
    circles::world world(machine, std::make_shared<const circles::rules>(circles::test::crowd_rules()));
    (void)world.add(circles::test::crowd(1, 3)).is_ok();
    for (const int updates : {0, 40, 560}) {
        for (int update = 0; update < updates; ++update) {
            world.step();
        }
        byte_writer image;
        image.write(std::uint8_t{1});
        circles::save_frame(image, world, world.snapshot());
        seeds.add("circles_archive", text("frame_", world.frame()), image.take());
    }
    byte_writer rules;
    rules.write(std::uint8_t{0});
    circles::save_rules(rules, world);
    seeds.add("circles_archive", "rules", rules.take());
    byte_writer forms;
    forms.write(std::uint8_t{2});
    circles::save_forms(forms,
                        {std::make_shared<const circles::form>(circles::form{.radius = 2, .is_sensor = 1})});
    seeds.add("circles_archive", "forms", forms.take());
}

} // namespace

int main(int argument_count, char** arguments) {
    if (argument_count != 2) {
        std::fprintf(stderr, "usage: make_corpus <folder>\n");
        return 2;
    }
    corpus seeds(arguments[1]);
    add_byte_seeds(seeds);
    add_bit_seeds(seeds);
    add_file_seeds(seeds);
    add_described_seeds(seeds);
    add_recording_seeds(seeds);
    add_registry_seeds(seeds);
    add_tree_seeds<aabb2f>(seeds, "plane_float");
    add_tree_seeds<aabb2i>(seeds, "plane_int");
    add_tree_seeds<aabb3f>(seeds, "space_float");
    add_tree_seeds<aabb3d>(seeds, "space_double");
    add_kd_tree_seeds<aabb2f>(seeds, "plane_float");
    add_kd_tree_seeds<aabb2i>(seeds, "plane_int");
    add_kd_tree_seeds<aabb3f>(seeds, "space_float");
    add_kd_tree_seeds<aabb3d>(seeds, "space_double");
    add_paged_mesh_seeds(seeds);
    add_world_seeds(seeds);
    add_mesh_seeds(seeds);
    add_obj_seeds(seeds);
    add_hex_seeds(seeds);
    add_circles_seeds(seeds);
    add_definition_seeds(seeds);
    seeds.add("recording_file", "toys_with_definitions", recorded_toys());
    add_track_seeds(seeds);
    return seeds.is_complete() ? 0 : 1;
}
