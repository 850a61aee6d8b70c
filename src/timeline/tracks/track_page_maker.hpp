// Makes the pages of a segment out of plain motions.
#pragma once

#include "timeline/tracks/track_page.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::time::detail {

// What the entities of a page do, before it is compressed.
struct plain_page {
    std::vector<entity_key> keys;
    std::vector<std::byte> motions;      // of all keys in the first frame, then in the second, ...
    std::vector<reach_box> reaches;      // by key: in all frames
    std::vector<reach_box> last_reaches; // when they last moved
    std::vector<bool> is_moving;         // in the last frame
};

class track_page_maker {
public:
    // What flies takes little memory but is computed frame by frame. With more than so many of them reading a
    // frame would take too long, and the more so where there is much else to read.
    [[nodiscard]] static constexpr std::uint32_t max_flights(std::size_t entities) noexcept {
        return entities <= 2000 ? 400 : 100;
    }

    track_page_maker(const flight_context& context, std::size_t entities, std::uint32_t flights_so_far = 0)
        : context_(context)
        , fields_(context, context.frames)
        , flyer_(context.model.make_flyer())
        , max_flights_(max_flights(entities))
        , flights_(flights_so_far) {}

    // Shares with `before`, which may be null, what is the same.
    [[nodiscard]] std::shared_ptr<const track_page> make(const plain_page& from,
                                                         const std::shared_ptr<const track_page>& before);

private:
    void sort_out(const plain_page& from, track_page& made);
    [[nodiscard]] std::shared_ptr<const track_page::resting_list>
    resting_list(const plain_page& from, const track_page& made, const track_page* before) const;
    void pack_busy(const plain_page& from, track_page& made) const;
    void add_reaches(const plain_page& from, track_page& made) const;

    const flight_context& context_;
    field_list fields_;
    std::unique_ptr<entity_model::flyer> flyer_;
    std::uint32_t max_flights_;
    std::uint32_t flights_;
};

} // namespace orrery::time::detail
