// A reference to something that can be called: for parameters of functions that are not templates. It is as
// large as two pointers, allocates nothing, and must not outlive what it refers to.
//
//   void each_key(function_ref<void(entity_key)> visit);
//   each_key([&](entity_key key) { keys.push_back(key); });
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace orrery {

template <typename Signature>
class function_ref;

template <typename Result, typename... Args>
class function_ref<Result(Args...)> {
public:
    template <typename Callable>
        requires(!std::same_as<std::remove_cvref_t<Callable>, function_ref> &&
                 !std::is_function_v<std::remove_reference_t<Callable>> &&
                 std::is_invocable_r_v<Result, Callable&, Args...>)
    function_ref(Callable&& callable) noexcept // NOLINT(*-missing-std-forward): a reference is kept
        : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable))))
        , call_([](void* object, Args... args) -> Result {
            return (*static_cast<std::remove_reference_t<Callable>*>(object))(std::forward<Args>(args)...);
        }) {}

    Result operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

private:
    void* object_;
    Result (*call_)(void*, Args...);
};

} // namespace orrery
