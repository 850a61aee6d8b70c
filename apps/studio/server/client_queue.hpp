// What is on its way to one page. A thread of its own hands it on, so a browser that reads slowly keeps
// nobody waiting; one that does not read at all is given up when too much has gathered.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace orrery::studio {

struct outgoing {
    bool is_text = true;
    std::string content{};
};

class client_queue {
public:
    // `send` may wait as long as it likes, and answers whether it went well. `give_up` ends the connection;
    // it is called at most once, from any thread, and not after close().
    using sender = std::function<bool(const outgoing&)>;
    client_queue(sender send, std::function<void()> give_up, std::size_t max_bytes);
    ~client_queue();
    client_queue(const client_queue&) = delete;
    client_queue& operator=(const client_queue&) = delete;

    // Never waits.
    void put(outgoing what);

    // Waits until the sender has returned; what was not sent is forgotten.
    void close();

private:
    void run();
    void fail(); // with the lock held

    sender send_;
    std::function<void()> give_up_;
    std::size_t max_bytes_;
    std::mutex lock_;
    std::condition_variable has_news_;
    std::deque<outgoing> waiting_;
    std::size_t waiting_bytes_ = 0;
    bool is_over_ = false;
    std::thread thread_;
};

} // namespace orrery::studio
