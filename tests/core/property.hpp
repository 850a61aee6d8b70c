// Properties and random values for them, over RapidCheck, which finds counterexamples and makes them small:
//
//   EXPECT_TRUE(property::holds([] {
//       const auto a = property::any<std::int32_t>();
//       const auto shift = property::in_range(0, 31);
//       PROPERTY_ASSERT((a << shift) >> shift == a);
//   }));
//
// RapidCheck's templates are compiled once, in property.cpp, instead of for each property: they would be
// most of the code of the tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

// Fails the property, which is tried again with smaller values.
#define PROPERTY_ASSERT(...)                                                                                 \
    (static_cast<bool>(__VA_ARGS__) ? void()                                                                 \
                                    : orrery::property::detail::fail(#__VA_ARGS__, __FILE__, __LINE__))

// Skips values for which the property says nothing. Too many of them fail it, too.
#define PROPERTY_ASSUME(...) (static_cast<bool>(__VA_ARGS__) ? void() : orrery::property::detail::discard())

namespace orrery::property {
namespace detail {

[[noreturn]] void fail(const char* condition, const char* file, int line);
[[noreturn]] void discard();

} // namespace detail

// Tries the property many times and prints a counterexample if there is one. What is random in it comes from
// the functions below.
[[nodiscard]] bool holds(const std::function<void()>& tried);
[[nodiscard]] bool holds(const std::string& description, const std::function<void()>& tried);

// Any value, small ones first. For the types listed in property.cpp.
template <typename T>
[[nodiscard]] T any();

// An integer of [begin, end), near to `begin` at first. For the types listed in property.cpp.
template <typename T>
[[nodiscard]] T in_range(T begin, T end);

// The same, any one of them as likely as any other from the first try on.
template <typename T>
[[nodiscard]] T evenly_in_range(T begin, T end);

// A list of any length of such integers.
template <typename T>
[[nodiscard]] std::vector<T> list_in_range(T begin, T end);

// One of these, the first ones first.
template <typename T>
[[nodiscard]] T one_of(std::initializer_list<T> values) {
    return values.begin()[in_range<std::size_t>(0, values.size())];
}

} // namespace orrery::property
