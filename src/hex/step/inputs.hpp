// What people and scripts do. Objects are found by their keys in one pass for all inputs of a tick.
#pragma once

#include "hex/step/object_changes.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/core/log.hpp>
#include <orrery/hex/event.hpp>
#include <orrery/hex/frame.hpp>
#include <orrery/hex/input.hpp>
#include <orrery/hex/rules.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace orrery::hex::detail {

class input_stage {
public:
    // Carries out inputs in their order. What is refused is reported as an event.
    void apply(std::span<const input> inputs, const frame& before, const rules& types,
               object_changes& objects, std::vector<event>& events, logger& log);

private:
    struct target {
        object* state = nullptr;
        change* known = nullptr; // of one that was there before
    };

    void find_targets(std::span<const input> inputs, const frame& before);
    // Of a key that an input names: its index in the frame before, or none.
    [[nodiscard]] std::uint32_t index_of(entity_key key) const noexcept;
    [[nodiscard]] target target_of(entity_key key, const frame& before, object_changes& objects) const;
    [[nodiscard]] bool apply(const input& what, const frame& before, const rules& types,
                             object_changes& objects, std::vector<event>& events) const;
    [[nodiscard]] bool create(const input& what, const frame& before, const rules& types,
                              object_changes& objects) const;

    std::vector<entity_key> keys_; // that inputs name, sorted
    std::vector<std::uint32_t> indices_;
};

} // namespace orrery::hex::detail
