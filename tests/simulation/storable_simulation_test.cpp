#include "scenes/builders/add_to_world.hpp"
#include "scenes/builders/piles.hpp"

#include <orrery/rigid/world.hpp>
#include <orrery/rigid/world_archive.hpp>
#include <orrery/simulation/storable_simulation.hpp>

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

static_assert(storable_simulation<rigid::world>);

TEST(storable_simulation, forms_of_rigid_bodies_come_back_from_their_bytes) {
    engine machine({.thread_count = 1});
    rigid::world world(machine);
    scenes::add_to_world(scenes::separate_piles(1, 1), world);
    frame_record<rigid::world> record;
    world.record(record);
    byte_writer out;
    save_forms(out, record.who->forms);
    byte_reader in(out.bytes());
    const auto loaded = load_forms(in, world);
    ASSERT_TRUE(loaded) << loaded.reason().message;
    ASSERT_EQ(loaded->size(), record.who->forms.size());
    for (std::size_t number = 0; number < loaded->size(); ++number) {
        EXPECT_EQ(*(*loaded)[number], *record.who->forms[number]);
    }
}

} // namespace
} // namespace orrery::test
