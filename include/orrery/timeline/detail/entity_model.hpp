// What tracks have to know of a world's entities: how their motions lie in memory, how they move when nothing
// touches them, and which of them are alike. Immutable, used on any thread, and shared by all segments.
#pragma once

#include <orrery/simulation/frame_record.hpp>
#include <orrery/timeline/detail/census_forms.hpp>
#include <orrery/timeline/detail/world_format.hpp>

#include <cstddef>
#include <memory>
#include <span>

namespace orrery::time::detail {

class entity_model {
public:
    // The fields of one frame. Its memory is used again.
    class field {
    public:
        virtual ~field() = default;
        // In the order of keys; they are copied.
        virtual void set_sources(std::span<const std::byte> sources) = 0;
    };

    // Something that flies freely.
    class flyer {
    public:
        virtual ~flyer() = default;
        // Which entity it is from now on.
        virtual void become(const census_place& entity) = 0;
        // One frame later. Exact, bit for bit, for what meets nothing and is not pushed.
        virtual void fly(const field& through, std::byte* motion) const = 0;
    };

    explicit entity_model(const world_format& format)
        : format_(format) {}

    entity_model(const entity_model&) = delete;
    entity_model& operator=(const entity_model&) = delete;
    virtual ~entity_model() = default;

    [[nodiscard]] const world_format& format() const noexcept { return format_; }

    // Of an entity of which nothing is said.
    [[nodiscard]] virtual std::span<const std::byte> default_motion() const noexcept = 0;

    [[nodiscard]] virtual std::unique_ptr<field> make_field() const = 0;
    [[nodiscard]] virtual std::unique_ptr<flyer> make_flyer() const = 0;

    // How fast the pose of a motion changes, a frame, by its velocities: a quick guess. Both are numbers of
    // the format.
    virtual void find_rates(const void* motion, void* rates) const = 0;

    [[nodiscard]] virtual const census_forms& forms() const noexcept = 0;

private:
    world_format format_;
};

using shared_model = std::shared_ptr<const entity_model>;

} // namespace orrery::time::detail
