// The event signal: its owner emits, others listen. The owner keeps the `signal` and hands out its `sink`, to
// which anyone can connect a callable, a free function, or a member function of an object.
// Listeners are called in the order in which they connected. While a signal is being emitted a listener may
// connect, disconnect (itself or others), emit again, or destroy the signal: who connects is called from the
// next emission on, who disconnects is not called any more. An emission is a loop of indirect calls and
// allocates nothing. A signal and its listeners belong to one thread.
#pragma once

#include <orrery/core/connection.hpp>
#include <orrery/core/unique_function.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace orrery {
namespace detail {

template <typename... Args>
class listener_list final : public listener_list_base {
public:
    using listener_function = unique_function<void(Args...)>;

    std::uint64_t connect(listener_function function) {
        // The listener that is running must not move, so newcomers wait outside until the emission is over.
        std::vector<listener>& list = emissions_ > 0 ? newcomers_ : listeners_;
        list.push_back({std::move(function), ++last_id_});
        return last_id_;
    }

    // A listener may be the one that is running: it is only marked, and destroyed when the emission is over.
    void disconnect(std::uint64_t id) noexcept override {
        if (listener* const found = find(id)) {
            found->is_connected = false;
            has_leavers_ = true;
            const auto leavers = settle();
        }
    }

    [[nodiscard]] bool is_connected(std::uint64_t id) const noexcept override {
        return const_cast<listener_list*>(this)->find(id) != nullptr;
    }

    [[nodiscard]] std::size_t size() const noexcept {
        const auto is_connected = [](const listener& each) { return each.is_connected; };
        return static_cast<std::size_t>(std::ranges::count_if(listeners_, is_connected) +
                                        std::ranges::count_if(newcomers_, is_connected));
    }

    void disconnect_all() noexcept {
        for (std::vector<listener>* list : {&listeners_, &newcomers_}) {
            for (listener& each : *list) {
                each.is_connected = false;
            }
        }
        has_leavers_ = true;
        const auto leavers = settle();
    }

    // The signal goes away; an emission under way keeps the list until it is over.
    static void close(std::shared_ptr<listener_list> list) noexcept {
        list->disconnect_all();
        if (list->emissions_ > 0) {
            listener_list& kept = *list;
            kept.keep_alive_ = std::move(list);
        }
    }

    void emit(Args... args) {
        ++emissions_;
        for (listener& each : listeners_) {
            if (each.is_connected) {
                each.function(args...);
            }
        }
        --emissions_;
        if (emissions_ == 0) {
            const std::shared_ptr<listener_list> kept = std::move(keep_alive_);
            const auto leavers = settle();
        }
    }

private:
    struct listener {
        listener_function function;
        std::uint64_t id = 0;
        bool is_connected = true;
    };

    // Ids grow in both lists.
    [[nodiscard]] listener* find(std::uint64_t id) noexcept {
        for (std::vector<listener>* list : {&listeners_, &newcomers_}) {
            const auto found = std::ranges::lower_bound(*list, id, {}, &listener::id);
            if (found != list->end() && found->id == id && found->is_connected) {
                return &*found;
            }
        }
        return nullptr;
    }

    // Carries out what had to wait for the end of an emission, and returns who left. The caller destroys them
    // as its last act: a callable's destructor may come back here, or even take the signal with it.
    [[nodiscard]] std::vector<listener> settle() noexcept {
        std::vector<listener> leavers;
        if (emissions_ > 0) {
            return leavers;
        }
        if (has_leavers_) {
            has_leavers_ = false;
            for (std::vector<listener>* list : {&listeners_, &newcomers_}) {
                for (listener& each : *list) {
                    if (!each.is_connected) {
                        leavers.push_back(std::move(each));
                    }
                }
                std::erase_if(*list, [](const listener& each) { return !each.is_connected; });
            }
        }
        std::ranges::move(newcomers_, std::back_inserter(listeners_));
        newcomers_.clear();
        return leavers;
    }

    std::vector<listener> listeners_;
    std::vector<listener> newcomers_;
    std::shared_ptr<listener_list> keep_alive_;
    std::uint64_t last_id_ = 0;
    std::uint32_t emissions_ = 0;
    bool has_leavers_ = false;
};

} // namespace detail

template <typename... Args>
class signal;

// The public side of a signal: connecting, not emitting. Cheap to pass by value; must not outlive the signal.
template <typename... Args>
class sink {
public:
    // sink.connect([&](entity e) { ... })
    template <typename Callable>
        requires std::invocable<std::decay_t<Callable>&, Args...>
    connection connect(Callable&& callable) {
        return {*listeners_, (*listeners_)->connect(std::forward<Callable>(callable))};
    }

    // sink.connect<&on_created>()
    template <auto Function>
        requires std::invocable<decltype(Function), Args...>
    connection connect() {
        return connect([](Args... args) { std::invoke(Function, std::forward<Args>(args)...); });
    }

    // sink.connect<&inventory::on_created>(my_inventory): the object must outlive the connection.
    template <auto Member, typename Object>
        requires std::invocable<decltype(Member), Object&, Args...>
    connection connect(Object& object) {
        return connect([&object](Args... args) { std::invoke(Member, object, std::forward<Args>(args)...); });
    }

    [[nodiscard]] std::size_t size() const noexcept { return (*listeners_)->size(); }

    [[nodiscard]] bool empty() const noexcept { return size() == 0; }

    void disconnect_all() noexcept { (*listeners_)->disconnect_all(); }

private:
    friend class signal<Args...>;

    explicit sink(const std::shared_ptr<detail::listener_list<Args...>>& listeners) noexcept
        : listeners_(&listeners) {}

    const std::shared_ptr<detail::listener_list<Args...>>* listeners_;
};

template <typename... Args>
class signal {
public:
    signal()
        : listeners_(std::make_shared<detail::listener_list<Args...>>()) {}

    signal(const signal&) = delete;
    signal& operator=(const signal&) = delete;

    ~signal() { detail::listener_list<Args...>::close(std::move(listeners_)); }

    // What the owner gives to those who want to listen.
    [[nodiscard]] orrery::sink<Args...> sink() noexcept { return orrery::sink<Args...>(listeners_); }

    [[nodiscard]] bool empty() const noexcept { return listeners_->size() == 0; }

    void emit(Args... args) { listeners_->emit(std::forward<Args>(args)...); }

private:
    std::shared_ptr<detail::listener_list<Args...>> listeners_;
};

} // namespace orrery
