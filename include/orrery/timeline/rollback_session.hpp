// A game over a network in which nobody waits for anybody: everyone steps on with the inputs that are there,
// and an input that comes late changes the past.
//
//   rollback_session<rigid::world> game(std::move(world), {.local_author = 1, .remote_authors = {2}});
//   for (;;) {
//       if (const auto mine = game.add_local_input(my_input)) { send(*mine); }
//       for (const packet& each : received) {
//           if (!game.add_remote_input(each.author, each.sequence, each.frame, each.input)) { ... }
//       }
//       game.advance();
//       draw(game.world());
//       play(game.events());
//   }
//
// Definitions that inputs refer to (definable_simulation) are sent before these inputs.
//
// Sessions that are given the same inputs, in whatever order and however late, are in the same frames, bit
// for bit. All that came since the last frame is put into the past at once by advance(), and costs the frames
// back to the earliest of it, of the islands concerned. Inputs that come later than the window are refused.
// A session that runs for hours does not grow: what is older than the frames it keeps is forgotten.
//
// This is the typed side of rollback_core.hpp, which does the work for all worlds.
#pragma once

#include <orrery/core/result.hpp>
#include <orrery/timeline/rollback_core.hpp>
#include <orrery/timeline/timeline.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery {

// An event and the frame in which it happens.
template <typename Event>
struct dated_event {
    std::uint64_t frame = 0;
    Event what{};
};

template <recordable_simulation World>
class rollback_session {
public:
    using input = typename World::input_type;
    using event = typename World::event_type;
    using snapshot = typename World::snapshot_type;
    using timeline_type = timeline<World>;
    using definition = typename timeline_type::definition;
    using entry = typename timeline_type::entry;
    using history = time::history<World>;

    // What has changed with the last advance(). Every event that happens is told of once; one that does not
    // happen after all, because of an input that came late, is withdrawn once.
    struct news {
        std::span<const dated_event<event>> happened;
        std::span<const dated_event<event>> withdrawn;
    };

    explicit rollback_session(World first, const rollback_settings& settings = {})
        : core_(timeline_type(std::move(first), time::rollback_core::settings_for(settings)).take_core(),
                settings) {}

    [[nodiscard]] const time::rollback_core& core() const noexcept { return core_; }

    // Makes a definition known, of this player or of another one, and returns its id. Inputs that are added
    // from now on may refer to it, whatever frames they are for. What is known already is taken as often as
    // it comes. Refused, with nothing changed, if World::check_definition() refuses it.
    result<std::uint64_t> define(const definition& what)
        requires definable_simulation<World>
    {
        const time::detail::definition_item made = time::detail::item_of_definition(what);
        if (status answer = core_.define(made); !answer) {
            return answer.reason();
        }
        return made.id;
    }

    // For the frame after this one and the delay. What is returned is what the others must be sent. Refused,
    // with nothing changed, if World::check_input() refuses it, or if it refers to a definition that is not
    // known.
    result<entry> add_local_input(const input& what) {
        const time::entry_label label = core_.next_local();
        const entry made{.id = label.id, .when = label.when, .input = what};
        if (status answer = core_.add_local(time::detail::item_of(made)); !answer) {
            return answer.reason();
        }
        return made;
    }

    // Takes an input of another player for the step that leaves a frame, late or ahead of time. What has come
    // before is taken as often as it comes. Refused, with nothing changed: what lies outside of the window,
    // authors nobody has told of, two things said under one name, what was promised not to come, what
    // World::check_input() refuses, and what refers to a definition that is not known: when that one comes,
    // the input might be too late.
    status add_remote_input(std::uint32_t author, std::uint32_t sequence, std::uint64_t frame,
                            const input& what) {
        const entry made{.id = {author, sequence}, .when = {frame, frame + 1}, .input = what};
        return core_.add_remote(time::detail::item_of(made));
    }

    // All inputs of an author for steps that leave frames before this one have come.
    status confirm(std::uint32_t author, std::uint64_t frame) { return core_.confirm(author, frame); }

    // Puts what came late into the past, and makes one frame.
    void advance() {
        core_.advance();
        assign(happened_, core_.happened());
        assign(withdrawn_, core_.withdrawn());
    }

    [[nodiscard]] std::uint64_t frame() const noexcept { return core_.frame(); }

    // Nothing that is still allowed to come changes this frame or one before it.
    [[nodiscard]] std::uint64_t confirmed_frame() const noexcept { return core_.confirmed_frame(); }

    // The frame itself.
    [[nodiscard]] const World& world() { return static_cast<const adapter&>(core_.time().world()).world(); }

    [[nodiscard]] snapshot state() { return world().snapshot(); }

    [[nodiscard]] news events() const noexcept { return {happened_, withdrawn_}; }

    [[nodiscard]] std::shared_ptr<const history> known() const {
        return std::static_pointer_cast<const history>(core_.time().known());
    }

    [[nodiscard]] const rollback_statistics& statistics() const noexcept { return core_.statistics(); }

private:
    using adapter = time::simulation_adapter<World>;

    static void assign(std::vector<dated_event<event>>& to, const time::detail::event_list& from) {
        to.clear();
        for (std::size_t index = 0; index < from.size(); ++index) {
            const time::detail::event_mark& mark = from.marks[index];
            to.push_back({mark.frame, adapter::event_of(mark, from.payload(index))});
        }
    }

    time::rollback_core core_;
    std::vector<dated_event<event>> happened_;
    std::vector<dated_event<event>> withdrawn_;
};

} // namespace orrery
