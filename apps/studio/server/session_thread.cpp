#include "apps/studio/server/packing.hpp"
#include "apps/studio/server/session_thread.hpp"

#include <algorithm>
#include <chrono>
#include <string>

namespace orrery::studio {

session_thread::session_thread(const session_settings& settings)
    : session_(*this, waking(settings))
    , thread_([this] { run(); }) {}

session_thread::~session_thread() {
    stop();
}

void session_thread::post(task what) {
    std::unique_lock guard(lock_);
    has_room_.wait(guard, [this] { return is_over_ || waiting_.size() < max_waiting; });
    if (is_over_) {
        return;
    }
    waiting_.push_back(std::move(what));
    has_news_.notify_one();
}

client_id session_thread::join(std::shared_ptr<client_queue> client) {
    return ask<client_id>(
        [this, client = std::move(client)](session& open) mutable {
            joining_ = client.get();
            const client_id who = open.join();
            joining_ = nullptr;
            clients_.emplace(who, std::move(client));
            return who;
        },
        client_id::none);
}

void session_thread::leave(client_id who) {
    post([this, who](session& open) {
        open.leave(who);
        clients_.erase(who);
    });
}

void session_thread::stop() {
    {
        const std::lock_guard guard(lock_);
        is_over_ = true;
    }
    has_news_.notify_all();
    has_room_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
    waiting_.clear();
}

bool session_thread::take(task& next) {
    const std::lock_guard guard(lock_);
    if (is_over_ || waiting_.empty()) {
        return false;
    }
    next = std::move(waiting_.front());
    waiting_.pop_front();
    has_room_.notify_one();
    return true;
}

session_settings session_thread::waking(session_settings settings) {
    settings.on_work_due = [this] { wake(); };
    return settings;
}

void session_thread::wake() {
    {
        const std::lock_guard guard(lock_);
        is_woken_ = true;
    }
    has_news_.notify_one();
}

void session_thread::run() {
    const auto start = std::chrono::steady_clock::now();
    while (true) {
        // Only as many as wait now: a client that never stops talking must not stop the clock.
        task next;
        for (std::size_t count = 0; count < max_waiting && take(next); ++count) {
            next(session_);
        }
        const std::chrono::duration<double> now = std::chrono::steady_clock::now() - start;
        const std::chrono::duration<double> pause(std::clamp(session_.work(now.count()), 0.0, 1.0));
        std::unique_lock guard(lock_);
        has_news_.wait_for(guard, pause, [this] { return is_over_ || is_woken_ || !waiting_.empty(); });
        is_woken_ = false;
        if (is_over_) {
            return;
        }
    }
}

client_queue* session_thread::queue_of(client_id who) noexcept {
    const auto found = clients_.find(who);
    return found == clients_.end() ? joining_ : found->second.get();
}

void session_thread::send_text(client_id to, std::string_view text) {
    if (client_queue* client = queue_of(to)) {
        client->put({.is_text = true, .content = std::string(text)});
    }
}

void session_thread::send_bytes(client_id to, std::span<const std::byte> bytes) {
    if (client_queue* client = queue_of(to)) {
        client->put({.is_text = false, .content = std::string(text_of(bytes))});
    }
}

} // namespace orrery::studio
