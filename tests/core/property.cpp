#include "tests/core/property.hpp"

#include <rapidcheck.h>

namespace orrery::property {

void detail::fail(const char* condition, const char* file, int line) {
    RC_FAIL(std::string(file) + ":" + std::to_string(line) + ": " + condition);
}

void detail::discard() {
    RC_DISCARD();
}

bool holds(const std::function<void()>& tried) {
    return rc::check(tried);
}

bool holds(const std::string& description, const std::function<void()>& tried) {
    return rc::check(description, tried);
}

template <typename T>
T any() {
    return *rc::gen::arbitrary<T>();
}

template <typename T>
T in_range(T begin, T end) {
    return *rc::gen::inRange<T>(begin, end);
}

template <typename T>
T evenly_in_range(T begin, T end) {
    return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<T>(begin, end));
}

template <typename T>
std::vector<T> list_in_range(T begin, T end) {
    return *rc::gen::container<std::vector<T>>(rc::gen::inRange<T>(begin, end));
}

template bool any();
template std::uint8_t any();
template std::int16_t any();
template std::uint16_t any();
template std::int32_t any();
template std::uint32_t any();
template std::int64_t any();
template std::uint64_t any();
template float any();
template double any();
template std::string any();
template std::vector<std::uint8_t> any();
template std::vector<std::int32_t> any();
template std::vector<std::uint32_t> any();
template std::vector<std::uint64_t> any();
template std::vector<double> any();
template std::vector<std::vector<std::uint8_t>> any();

template std::int32_t in_range(std::int32_t, std::int32_t);
template std::uint16_t in_range(std::uint16_t, std::uint16_t);
template std::uint32_t in_range(std::uint32_t, std::uint32_t);
template std::int64_t in_range(std::int64_t, std::int64_t);
template std::uint64_t in_range(std::uint64_t, std::uint64_t);

template std::int32_t evenly_in_range(std::int32_t, std::int32_t);
template std::int64_t evenly_in_range(std::int64_t, std::int64_t);
template std::uint64_t evenly_in_range(std::uint64_t, std::uint64_t);

template std::vector<std::int32_t> list_in_range(std::int32_t, std::int32_t);
template std::vector<std::uint16_t> list_in_range(std::uint16_t, std::uint16_t);
template std::vector<std::uint32_t> list_in_range(std::uint32_t, std::uint32_t);
template std::vector<std::uint64_t> list_in_range(std::uint64_t, std::uint64_t);

} // namespace orrery::property
