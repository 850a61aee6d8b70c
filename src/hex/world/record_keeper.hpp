// What a hex world tells a time database, and what it remembers to tell only what is new: the forms of
// objects, and their places in the order of keys.
#pragma once

#include <orrery/hex/event.hpp>
#include <orrery/hex/frame.hpp>
#include <orrery/hex/motion_model.hpp>
#include <orrery/math/aabb.hpp>
#include <orrery/simulation/frame_record.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery::hex {
class world;
} // namespace orrery::hex

namespace orrery::hex::detail {

// What an object has felt beyond what it touched: who fired it, whom it looked at.
struct wide_reach {
    entity_key key = entity_key::none;
    aabb2i around{};
};

// What the last tick has felt.
struct felt {
    std::span<const aabb2i> reaches; // of each object, in the order of the frame; empty if nothing is known
    std::span<const wide_reach> wide;
    std::span<const wide_reach> departed;
};

class record_keeper {
public:
    void forget();

    void write(const frame& now, std::span<const event> events, const felt& what, frame_record<world>& into);

private:
    struct known_form {
        entity_key key = entity_key::none;
        place looks{}; // what a form is read from, at places that do not change by themselves
        std::shared_ptr<const object_form> form;
    };

    struct ranked_id {
        entity_key key = entity_key::none;
        std::uint32_t id = 0;

        friend auto operator<=>(const ranked_id&, const ranked_id&) = default;
    };

    // Whether any form is another one than before.
    [[nodiscard]] bool follow_forms(const frame& now);
    void follow_roster(const frame& now);
    void take_census();
    void write_motions(const frame& now, const felt& what, frame_record<world>& into);

    std::vector<known_form> forms_; // by id
    std::shared_ptr<const roster> roster_;
    std::shared_ptr<extended_arena> arena_;
    std::vector<ranked_id> ranks_; // by key
    std::vector<ranked_id> newcomers_;
    std::vector<ranked_id> merged_;
    std::vector<std::uint8_t> is_ranked_;    // by id
    std::vector<std::uint32_t> index_of_id_; // in the frame
    std::shared_ptr<const census<object_form>> census_;
};

} // namespace orrery::hex::detail
