// A world that is forked, loaded or put together from parts goes on as one that has come there step by step.
#pragma once

#include <orrery/core/archive/byte_archive.hpp>
#include <orrery/core/entity.hpp>
#include <orrery/core/text.hpp>
#include <orrery/math/random.hpp>
#include <orrery/math/random_values.hpp>
#include <orrery/timeline/detail/journal_step.hpp>
#include <orrery/timeline/journal.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery::test::random_worlds {

// Of those that are there: all, or any where nothing belongs to two of them.
template <typename Scene>
[[nodiscard]] std::vector<entity_key> random_part(xoshiro256& dice, const typename Scene::world_type& of) {
    std::vector<std::pair<entity_key, typename Scene::world_type::motion_type>> all;
    Scene::read(of, all);
    std::vector<entity_key> chosen;
    for (const auto& [key, _] : all) {
        if (!Scene::is_loose || chance(dice, 0.5)) {
            chosen.push_back(key);
        }
    }
    return chosen;
}

// What the scene's world, once it is in this frame, does with these inputs, and what its copies do. Empty if
// that is the same.
template <typename Scene, typename Input>
[[nodiscard]] std::string difference_elsewhere(const Scene& scene, xoshiro256& dice,
                                               const time::journal<Input>& inputs, std::uint64_t frame,
                                               std::span<const Input> first) {
    using world = typename Scene::world_type;
    constexpr int frames = 6;
    world plain = scene.make();
    world loaded = scene.make();
    for (world* const each : {&plain, &loaded}) {
        if (const status answer = time::detail::define_all(*each, inputs); !answer) {
            return text("a definition of the journal is refused: ", answer.reason().message);
        }
    }
    time::detail::journal_step<world> steps;
    while (plain.frame() < frame) {
        steps.run(plain, inputs);
    }
    byte_writer bytes;
    save_frame(bytes, plain, plain.snapshot());
    for (std::uint64_t count = uniform_below(dice, 4); count > 0; --count) {
        loaded.step({});
    }
    byte_reader in(bytes.bytes());
    if (const status answer = load_frame(in, loaded); !answer) {
        return text("frame ", frame, " cannot be loaded: ", answer.reason().message);
    }
    world forked = plain.fork(plain.machine());
    world joined = plain.fork(plain.machine());
    const std::vector<entity_key> part = random_part<Scene>(dice, plain);
    joined.restore(with_part(plain.snapshot(), part, part_of(plain.snapshot(), part)));
    const std::pair<world*, std::string_view> others[] = {
        {&loaded, "loaded"}, {&forked, "forked"}, {&joined, "put together"}};
    for (int count = 1; count <= frames; ++count) {
        const std::span<const Input> now = count == 1 ? first : std::span<const Input>();
        plain.step(now);
        for (const auto& [other, how] : others) {
            other->step(now);
            if (other->hash() != plain.hash()) {
                return text("frame ", frame, " ", how, ", ", count,
                            " frames on: ", scene.difference(*other, plain));
            }
            if (other->events().size() != plain.events().size()) {
                return text("frame ", frame, " ", how, ", ", count, " frames on: it tells of ",
                            other->events().size(), " events instead of ", plain.events().size());
            }
        }
    }
    return {};
}

} // namespace orrery::test::random_worlds
