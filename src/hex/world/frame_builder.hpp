// A frame that is put together from objects of other frames, or of a file. Their records are copied to an
// arena of its own, equal ones once.
#pragma once

#include "hex/step/record_stage.hpp"
#include "hex/world/frame_pool.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/hex/frame.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery::hex::detail {

class frame_builder {
public:
    frame_builder(std::shared_ptr<frame_pool> pool, std::uint64_t number)
        : pool_(std::move(pool))
        , number_(number) {}

    // `record` is null for a particle, and must last until finish(). Keys are new.
    void add(entity_key key, const object& what, const std::byte* record);

    // A record that lasts until finish().
    [[nodiscard]] const std::byte* own(std::span<const tile> tiles, const rules& types);

    // Of the object that was added last.
    void add_fate(const fate& what);

    // Bytes of records that do not fit into an arena; 0 if all do.
    [[nodiscard]] std::size_t excess() const;

    // Composites whose records do not fit are left out, those with the highest keys first.
    [[nodiscard]] frame_reference finish();

private:
    struct member {
        entity_key key = entity_key::none;
        object what{};
        const std::byte* record = nullptr;
        std::uint32_t first_fate = 0;
        std::uint32_t fate_count = 0;
    };

    // For each member the number of an equal record, which is its own if there is none before.
    [[nodiscard]] std::vector<std::uint32_t> find_equal_records() const;

    std::shared_ptr<frame_pool> pool_;
    std::uint64_t number_;
    std::vector<member> composites_;
    std::vector<member> particles_;
    std::vector<fate> fates_;
    std::vector<std::unique_ptr<record_stage>> own_; // each holds one
    member* last_ = nullptr;
};

} // namespace orrery::hex::detail
