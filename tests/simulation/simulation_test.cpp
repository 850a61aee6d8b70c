#include <orrery/simulation/simulation.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace {

// The smallest world there can be: a number that inputs are added to.
struct counter {
    using input_type = int;
    using event_type = int;
    using snapshot_type = std::pair<std::uint64_t, int>;

    [[nodiscard]] static orrery::status check_input(int /*input*/) { return {}; }

    [[nodiscard]] std::uint64_t frame() const { return frame_; }

    void step(std::span<const int> inputs) {
        events_.assign(inputs.begin(), inputs.end());
        for (const int input : inputs) {
            value_ += input;
        }
        ++frame_;
    }

    [[nodiscard]] snapshot_type snapshot() const { return {frame_, value_}; }

    void restore(const snapshot_type& frame) {
        frame_ = frame.first;
        value_ = frame.second;
    }

    [[nodiscard]] std::span<const int> events() const { return events_; }

    [[nodiscard]] std::uint64_t hash() const { return frame_ * 31 + static_cast<std::uint64_t>(value_); }

private:
    std::uint64_t frame_ = 0;
    int value_ = 0;
    std::vector<int> events_;
};

// What the layers above do with a world, through nothing but the concept.
template <orrery::simulation World>
bool repeats_itself(World world, std::span<const typename World::input_type> inputs) {
    const auto start = world.snapshot();
    world.step(inputs);
    const std::uint64_t once = world.hash();
    world.restore(start);
    world.step(inputs);
    return world.hash() == once && world.frame() == 1;
}

struct no_world {};

} // namespace

TEST(simulation, is_whatever_can_step_and_go_back) {
    static_assert(orrery::simulation<counter>);
    static_assert(!orrery::simulation<int>);
    static_assert(!orrery::simulation<no_world>);
    const std::vector<int> inputs{3, 4};
    EXPECT_TRUE(repeats_itself(counter{}, inputs));
}
