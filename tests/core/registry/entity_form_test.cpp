#include "tests/core/components.hpp"

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/registry/entity_form.hpp>
#include <orrery/core/registry/registry.hpp>

#include <gtest/gtest.h>

#include <array>

namespace orrery {
namespace {

const std::array<const component_type*, 1> leaving_out_place{&component_type::of<place>()};

struct two_entities {
    two_entities() {
        registry.emplace<place>(first, 1.0F, 2.0F, 3.0F);
        registry.emplace<motion>(first, 4.0, 5.0);
        registry.emplace<bond>(first, first, second, 7);
        registry.emplace<::asleep>(first);
    }

    orrery::registry registry;
    entity first = registry.create(entity_key{11});
    entity second = registry.create(entity_key{12});
};

using forms = std::vector<std::shared_ptr<const entity_form>>;

forms sample_forms() {
    const two_entities world;
    return {std::make_shared<entity_form>(world.registry, world.first, leaving_out_place),
            std::make_shared<entity_form>(world.registry, world.second, leaving_out_place)};
}

TEST(entity_form, has_the_components_that_are_not_left_out) {
    const two_entities world;
    const entity_form form(world.registry, world.first, leaving_out_place);
    EXPECT_EQ(form.size(), 3u);
    ASSERT_NE(form.try_get<motion>(), nullptr);
    EXPECT_EQ(*form.try_get<motion>(), (motion{4, 5}));
    EXPECT_NE(form.try_get<::asleep>(), nullptr);
    EXPECT_EQ(form.try_get<place>(), nullptr);
    EXPECT_EQ(form.try_get<paint>(), nullptr);
    EXPECT_EQ(entity_form().size(), 0u);
}

TEST(entity_form, names_others_by_their_keys) {
    const two_entities world;
    const entity_form form(world.registry, world.first, leaving_out_place);
    const bond& tie = *form.try_get<bond>();
    EXPECT_EQ(std::bit_cast<entity_key>(tie.from), entity_key{11});
    EXPECT_EQ(std::bit_cast<entity_key>(tie.to), entity_key{12});
    EXPECT_EQ(tie.strength, 7);
}

TEST(entity_form, is_the_same_in_a_world_that_met_its_types_and_handles_in_another_order) {
    const two_entities world;
    registry other;
    const entity second = other.create(entity_key{12});
    const entity first = other.create(entity_key{11});
    other.emplace<::asleep>(first);
    other.emplace<bond>(first, first, second, 7);
    other.emplace<motion>(first, 4.0, 5.0);
    EXPECT_EQ(entity_form(world.registry, world.first, leaving_out_place),
              entity_form(other, first, leaving_out_place));
    other.patch<motion>(first, [](motion& value) { value.spin = 6; });
    EXPECT_NE(entity_form(world.registry, world.first, leaving_out_place),
              entity_form(other, first, leaving_out_place));
}

TEST(entity_form, visits_every_component_once) {
    const two_entities world;
    const entity_form form(world.registry, world.first, leaving_out_place);
    std::vector<std::string> names;
    form.each([&](const component_type& type, const std::byte*) { names.push_back(type.name); });
    std::ranges::sort(names);
    EXPECT_EQ(names, (std::vector<std::string>{"asleep", "bond", "motion"}));
}

TEST(entity_form, comes_back_from_bytes) {
    const forms saved = sample_forms();
    byte_writer out;
    save_forms(out, saved);
    byte_reader in(out.bytes());
    const two_entities known;
    const auto loaded = load_forms(in, known.registry);
    ASSERT_TRUE(loaded.has_value());
    ASSERT_EQ(loaded->size(), saved.size());
    for (std::size_t i = 0; i < saved.size(); ++i) {
        EXPECT_EQ(*(*loaded)[i], *saved[i]);
    }
}

TEST(entity_form, refuses_bytes_that_are_cut_off_or_of_unknown_types) {
    byte_writer out;
    save_forms(out, sample_forms());
    const two_entities known;
    for (std::size_t length = 0; length < out.bytes().size(); ++length) {
        byte_reader in(out.bytes().first(length));
        EXPECT_FALSE(load_forms(in, known.registry).has_value());
    }
    byte_reader in(out.bytes());
    const registry knows_nothing;
    EXPECT_FALSE(load_forms(in, knows_nothing).has_value());
}

TEST(entity_form, survives_any_flipped_byte) {
    byte_writer out;
    save_forms(out, sample_forms());
    const two_entities known;
    for (std::size_t place = 0; place < out.bytes().size(); ++place) {
        std::vector<std::byte> bytes(out.bytes().begin(), out.bytes().end());
        bytes[place] ^= std::byte{0x55};
        byte_reader in(bytes);
        if (const auto loaded = load_forms(in, known.registry)) {
            for (const auto& form : *loaded) {
                form->each([](const component_type& type, const std::byte* value) {
                    EXPECT_TRUE(type.size == 0 || type.validate(value).is_ok());
                });
            }
        }
    }
}

TEST(entity_form, refuses_a_component_that_comes_twice) {
    byte_writer out;
    const two_entities known;
    registry simple;
    const entity only = simple.create();
    simple.emplace<motion>(only, 1.0, 2.0);
    save_forms(out, forms{std::make_shared<entity_form>(simple, only, leaving_out_place)});
    // The last 18 bytes are the number of components, the number of the type and its 16 bytes.
    std::vector<std::byte> bytes(out.bytes().begin(), out.bytes().end());
    const std::vector<std::byte> component(bytes.end() - 17, bytes.end());
    bytes[bytes.size() - 18] = std::byte{2};
    bytes.insert(bytes.end(), component.begin(), component.end());
    byte_reader in(bytes);
    const auto loaded = load_forms(in, known.registry);
    ASSERT_FALSE(loaded.has_value());
    EXPECT_NE(loaded.reason().message.find("comes twice"), std::string::npos) << loaded.reason().message;
}

} // namespace
} // namespace orrery
