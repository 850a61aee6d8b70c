// Balls that inputs create rain on brittle crates: what they hit breaks, what is sticky is glued, and now and
// then something is given back, put elsewhere or destroyed. The hash is that of the whole state.
#include <orrery/rigid/fracture.hpp>
#include <orrery/rigid/world.hpp>

#include <array>
#include <scenario.hpp>
#include <vector>

namespace orrery::determinism {
namespace {

constexpr std::uint64_t crates = 9;
constexpr std::uint64_t first_ball = 100;

[[nodiscard]] vector3 place_of_crate(std::uint64_t number) noexcept {
    return {static_cast<scalar>(number % 3) * scalar(1.3), scalar(0.5),
            static_cast<scalar>(number / 3) * scalar(1.2)};
}

class rigid_objects final : public scenario {
public:
    explicit rigid_objects(const scenario_settings& settings)
        : machine_({.thread_count = static_cast<std::uint32_t>(settings.thread_count),
                    .simd_level = settings.simd_level()})
        , world_(machine_) {
        (void)make_body(world_,
                        {.kind = rigid::body_kind::fixed, .shape = rigid::plane(), .key = entity_key{1'000}})
            .value();
        rigid::body_definition crate{.shape = rigid::box({scalar(0.5), scalar(0.5), scalar(0.5)}),
                                     .breaks_at = scalar(1500)};
        const std::array<vector3, 5> seeds{vector3{scalar(0.3), scalar(0.1), 0},
                                           {scalar(-0.2), scalar(0.2), scalar(0.1)},
                                           {0, scalar(-0.3), scalar(0.2)},
                                           {scalar(0.1), scalar(0.3), scalar(-0.3)},
                                           {scalar(-0.3), scalar(-0.1), scalar(-0.2)}};
        const auto cells = rigid::shatter(*crate.shape, seeds, world_.shapes()).value();
        crate.fracture = rigid::add_fracture(world_, crate, cells).value();
        for (std::uint64_t number = 0; number < crates; ++number) {
            crate.position = place_of_crate(number);
            crate.key = entity_key{1 + number};
            (void)make_body(world_, crate).value();
        }
        ball_ = rigid::add_blueprint(
                    world_, {.shape = rigid::sphere(scalar(0.3)), .density = 4000, .sticks_at = scalar(2500)})
                    .value();
    }

    std::uint64_t step() override {
        inputs_.clear();
        const std::uint64_t frame = world_.frame();
        const std::uint64_t number = frame / 10;
        const entity_key ball{first_ball + number};
        const entity_key before{first_ball + (number > 0 ? number - 1 : 0)};
        if (frame % 10 == 0 && number < 30) {
            const vector3 above{0, scalar(3), scalar(0.1)};
            inputs_.push_back(rigid::input::create(ball, ball_,
                                                   {place_of_crate(number * 7 % crates) + above, {}},
                                                   {0, -static_cast<scalar>(number % 5) * 3, 0}));
            inputs_.push_back({ball, rigid::input_kind::spin, {1, 2, 3}});
        }
        if (frame % 30 == 25) {
            inputs_.push_back(rigid::input::glue(ball, before));
            inputs_.push_back(rigid::input::unglue(entity_key{first_ball + number / 2}));
            inputs_.push_back(rigid::input::destroy(entity_key{first_ball + number / 3}));
        }
        world_.step(inputs_);
        return world_.hash();
    }

private:
    engine machine_;
    rigid::world world_;
    rigid::blueprint_id ball_ = rigid::blueprint_id::none;
    std::vector<rigid::input> inputs_;
};

} // namespace

std::unique_ptr<scenario> make_rigid_objects(const scenario_settings& settings) {
    return std::make_unique<rigid_objects>(settings);
}

} // namespace orrery::determinism
