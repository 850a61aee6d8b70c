// The arithmetic of the integer world: conversions between hexagonal axes and the screen, lengths and
// rotations by every angle, and objects that move by themselves inside of a border, in lanes of any width.
#include <orrery/core/hash.hpp>
#include <orrery/hex/environment.hpp>
#include <orrery/hex/passive_motion.hpp>
#include <orrery/math/hex_vector.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>

#include <scenario.hpp>
#include <span>
#include <utility>
#include <vector>

namespace orrery::determinism {
namespace {

constexpr int points_per_frame = 4096;
constexpr std::size_t object_count = 1003; // no multiple of any width

class hex_coordinates final : public scenario {
public:
    explicit hex_coordinates(const scenario_settings& settings)
        : width_(settings.simd_level())
        , random_(7)
        , places_(object_count)
        , motions_(object_count)
        , next_places_(object_count)
        , next_motions_(object_count) {
        around_.border = {{{-200'000, -150'000}, {200'000, 150'000}}, 4, 60};
        around_.regions = {{.area = {{0, 0}, {50'000, 50'000}}, .friction = 3, .acceleration = {5, -9}}};
        for (std::uint32_t i = 0; i < object_count; ++i) {
            places_[i].position = {number(-400'000, 400'000), number(-400'000, 400'000)};
            places_[i].angle = angle16::from_steps(number(-32768, 32767));
            motions_[i].a = any_drive();
            motions_[i].b = any_drive();
            motions_[i].turn = any_drive();
            motions_[i].set_alarm(static_cast<std::uint8_t>(number(0, 255)));
            motions_[i].set_id(i);
        }
    }

    [[nodiscard]] std::uint64_t step() override {
        convert();
        move();
        return seen_.finish();
    }

private:
    void convert() {
        for (int i = 0; i < points_per_frame; ++i) {
            // Far and near alike.
            const int shift = number(0, 29);
            const hex_vector at{number(-coordinate_limit, coordinate_limit) >> shift,
                                number(-coordinate_limit, coordinate_limit) >> shift};
            seen_.update_value(to_screen(at));
            seen_.update_value(from_screen({at.a, at.b}));
            seen_.update_value(length(at));
            angle_ = angle_ + angle16::from_steps(40503); // odd, so that all angles come up
            seen_.update_value(rotate(angle_, at));
        }
    }

    void move() {
        hex::advance_all(places_, motions_, frame_, width_, next_places_, next_motions_, woken_);
        ++frame_;
        hex::act_on_all(around_, frame_, width_, next_places_, next_motions_);
        std::swap(places_, next_places_);
        std::swap(motions_, next_motions_);
        seen_.update(std::as_bytes(std::span(places_)));
        seen_.update(std::as_bytes(std::span(motions_)));
        seen_.update(std::as_bytes(std::span(woken_)));
    }

    [[nodiscard]] std::int32_t number(std::int32_t low, std::int32_t high) {
        return static_cast<std::int32_t>(uniform_int(random_, low, high));
    }

    [[nodiscard]] hex::drive any_drive() {
        const auto velocity = static_cast<std::int16_t>(number(-20'000, 20'000));
        const auto friction = static_cast<std::uint8_t>(number(0, 5));
        return {velocity, friction, static_cast<std::int8_t>(number(-128, 127))};
    }

    simd::level width_;
    xoshiro256 random_;
    angle16 angle_;
    std::uint64_t frame_ = 0;
    hex::environment around_;
    std::vector<hex::place> places_;
    std::vector<hex::motion> motions_;
    std::vector<hex::place> next_places_;
    std::vector<hex::motion> next_motions_;
    std::vector<std::uint32_t> woken_;
    hasher seen_;
};

} // namespace

std::unique_ptr<scenario> make_hex_coordinates(const scenario_settings& settings) {
    return std::make_unique<hex_coordinates>(settings);
}

} // namespace orrery::determinism
