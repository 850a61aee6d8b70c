// The model of the entities of a world. A world may say what its motions are made of (`motion_number`: float,
// double or std::int32_t, which is taken otherwise), and its model how fast a pose changes (`pose_rates`),
// which otherwise follows from follow().
#pragma once

#include <orrery/core/check.hpp>
#include <orrery/simulation/simulation.hpp>
#include <orrery/timeline/detail/entity_model.hpp>
#include <orrery/timeline/detail/motion_block.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace orrery::time::detail {

template <typename World>
struct motion_number_of {
    using type = std::int32_t;
};

template <typename World>
    requires motion_number<typename World::motion_number>
struct motion_number_of<World> {
    using type = typename World::motion_number;
};

template <typename World>
[[nodiscard]] constexpr world_format format_of() noexcept {
    using number = typename motion_number_of<World>::type;
    using motion = typename World::motion_type;
    using box = typename World::box_type;
    using source = typename World::source_type;
    static_assert(sizeof(motion) % sizeof(number) == 0 &&
                  sizeof(motion) / sizeof(number) <= max_block_numbers);
    static_assert(std::is_trivially_copyable_v<source> && sizeof(source) % sizeof(number) == 0);
    static_assert(std::is_standard_layout_v<source>);
    static_assert(sizeof(box) == 2 * sizeof(typename box::value_type) * std::size_t{box::dimension});
    return {.number = kind_of<number>,
            .motion_bytes = sizeof(motion),
            .pose_numbers =
                static_cast<std::uint32_t>(World::pose_words * sizeof(std::uint32_t) / sizeof(number)),
            .box_number = kind_of<typename box::value_type>,
            .box_dimension = box::dimension,
            .source_bytes = sizeof(source),
            .source_key_offset = offsetof(source, key)};
}

template <typename World>
class entity_model_of final : public entity_model {
public:
    using motion = typename World::motion_type;
    using form = typename World::form_type;
    using source = typename World::source_type;
    using model = typename World::model_type;

    explicit entity_model_of(model flight)
        : entity_model(format_of<World>())
        , model_(std::move(flight)) {}

    [[nodiscard]] std::span<const std::byte> default_motion() const noexcept override {
        return std::as_bytes(std::span(&default_, 1));
    }

    [[nodiscard]] std::unique_ptr<field> make_field() const override {
        return std::make_unique<field_of_sources>(model_);
    }

    [[nodiscard]] std::unique_ptr<flyer> make_flyer() const override {
        return std::make_unique<flyer_with_form>(model_);
    }

    void find_rates(const void* from, void* rates) const override {
        motion begin;
        std::memcpy(static_cast<void*>(&begin), from, sizeof(begin));
        if constexpr (requires { model_.pose_rates(begin); }) {
            const std::array<number, pose_numbers> found = model_.pose_rates(begin);
            std::memcpy(rates, found.data(), sizeof(found));
        } else {
            motion end = begin;
            model_.follow(begin, end);
            const row before = std::bit_cast<row>(begin);
            const row after = std::bit_cast<row>(end);
            auto* const into = static_cast<number*>(rates);
            for (std::uint32_t n = 0; n < pose_numbers; ++n) {
                if constexpr (std::floating_point<number>) {
                    into[n] = after[n] - before[n];
                } else {
                    into[n] = static_cast<number>(static_cast<std::uint32_t>(after[n]) -
                                                  static_cast<std::uint32_t>(before[n]));
                }
            }
        }
    }

    [[nodiscard]] const census_forms& forms() const noexcept override { return forms_; }

private:
    using number = typename motion_number_of<World>::type;
    using row = std::array<number, sizeof(motion) / sizeof(number)>;
    static constexpr std::uint32_t pose_numbers = format_of<World>().pose_numbers;

    // What the model makes of a form, and of the sources of a frame.
    using prepared_form =
        decltype(std::declval<const model&>().prepare(std::declval<const form&>(), entity_key{}));
    using prepared_field = decltype(std::declval<const model&>().field(std::span<const source>{}));

    class field_of_sources final : public field {
    public:
        explicit field_of_sources(const model& flight)
            : model_(flight) {}

        void set_sources(std::span<const std::byte> sources) override {
            sources_.resize(sources.size() / sizeof(source));
            if (!sources_.empty()) {
                std::memcpy(static_cast<void*>(sources_.data()), sources.data(), sources.size());
            }
            prepared_.emplace(model_.field(sources_));
        }

        [[nodiscard]] const prepared_field& prepared() const {
            ORRERY_CHECK(prepared_.has_value(), "sources are set before anything flies");
            return *prepared_;
        }

    private:
        const model& model_;
        std::vector<source> sources_; // a prepared field looks there
        std::optional<prepared_field> prepared_;
    };

    class flyer_with_form final : public flyer {
    public:
        explicit flyer_with_form(const model& flight)
            : model_(flight) {}

        void become(const census_place& entity) override {
            form_ =
                model_.prepare(*census_forms_of<form>::form_at(entity), entity.census->keys[entity.place]);
        }

        void fly(const field& through, std::byte* bytes) const override {
            motion before;
            std::memcpy(static_cast<void*>(&before), bytes, sizeof(before));
            const motion next =
                model_.fly(form_, before, static_cast<const field_of_sources&>(through).prepared());
            std::memcpy(bytes, &next, sizeof(next));
        }

    private:
        const model& model_;
        prepared_form form_{};
    };

    model model_;
    motion default_{};
    census_forms_of<form> forms_;
};

} // namespace orrery::time::detail
