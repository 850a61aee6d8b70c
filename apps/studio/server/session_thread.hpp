// The one thread that a session lives on. Others hand it what is to be done; in between it lets the session's
// clock go on and sleeps until there is something to do. What the session sends goes into the queues of its
// clients, so this thread waits for nobody.
#pragma once

#include "apps/studio/server/client_queue.hpp"
#include "apps/studio/session/session.hpp"

#include <orrery/core/unique_function.hpp>

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>

namespace orrery::studio {

class session_thread final : private outbox {
public:
    explicit session_thread(const session_settings& settings);
    ~session_thread() override;

    using task = unique_function<void(session&)>;

    // Waits while too much is waiting already, so that who talks too fast is slowed down. After stop()
    // nothing is done any more. Not for the session's own thread.
    void post(task what);

    // The same, and waits for what it answers. After stop() that is `otherwise`.
    template <typename Answer>
    [[nodiscard]] Answer ask(unique_function<Answer(session&)> what, Answer otherwise) {
        std::promise<Answer> promise;
        std::future<Answer> answer = promise.get_future();
        // A task that is forgotten breaks its promise.
        post([what = std::move(what), promise = std::move(promise)](session& open) mutable {
            promise.set_value(what(open));
        });
        answer.wait();
        try {
            return answer.get();
        } catch (const std::future_error&) {
            return otherwise;
        }
    }

    [[nodiscard]] client_id join(std::shared_ptr<client_queue> client);
    void leave(client_id who);

    // Ends the thread; what waits is forgotten.
    void stop();

private:
    static constexpr std::size_t max_waiting = 1024;

    // The settings of a session that calls wake().
    [[nodiscard]] session_settings waking(session_settings settings);
    // Ends the pause of the session's thread. On any thread.
    void wake();
    void run();
    [[nodiscard]] bool take(task& next); // false: nothing waits
    [[nodiscard]] client_queue* queue_of(client_id who) noexcept;

    void send_text(client_id to, std::string_view text) override;
    void send_bytes(client_id to, std::span<const std::byte> bytes) override;

    std::map<client_id, std::shared_ptr<client_queue>> clients_; // of the session's thread
    client_queue* joining_ = nullptr;                            // who is greeted before it has a number

    std::mutex lock_;
    std::condition_variable has_news_;
    std::condition_variable has_room_;
    std::deque<task> waiting_;
    bool is_woken_ = false; // until the next pause, so that a call before it is not lost
    bool is_over_ = false;

    session session_; // after all that it may send through
    std::thread thread_;
};

} // namespace orrery::studio
