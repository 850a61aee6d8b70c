// Who watches a session, and what each has been sent of the frames. No more than two frames are under way to
// anyone: who is slow gets fewer, and always the newest.
#pragma once

#include "apps/studio/session/session.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace orrery::studio {

// What makes one picture differ from the next.
struct picture {
    double moment = 0;
    std::uint32_t branch = 0;
    std::uint32_t edition = 0;
    std::optional<std::uint32_t> compared{};

    friend bool operator==(const picture&, const picture&) = default;
};

class watcher_list {
public:
    static constexpr std::size_t most_unseen = 2;

    [[nodiscard]] client_id add();
    void remove(client_id who);

    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }

    [[nodiscard]] bool contains(client_id who) const noexcept;

    // A frame has arrived.
    void see(client_id who) noexcept;

    // Calls send(client) for each that has not been sent the picture and may be sent one.
    template <typename Send>
    void each_due(const picture& now, Send send) {
        for (watcher& each : all_) {
            if (each.unseen < most_unseen && each.last != now) {
                each.last = now;
                ++each.unseen;
                send(each.id);
            }
        }
    }

    [[nodiscard]] bool is_any_due(const picture& now) const noexcept;

    template <typename Visit>
    void each(Visit visit) const {
        for (const watcher& one : all_) {
            visit(one.id);
        }
    }

private:
    struct watcher {
        client_id id = client_id::none;
        std::size_t unseen = 0;
        std::optional<picture> last{};
    };

    std::vector<watcher> all_; // in the order in which they came
    std::uint32_t last_id_ = 0;
};

} // namespace orrery::studio
