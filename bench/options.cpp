#include "bench/options.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

namespace bench {

options::options(int count, char** arguments, std::vector<std::string_view> parts,
                 std::span<const further_option> further)
    : program_(arguments[0])
    , parts_(std::move(parts)) {
    const std::span<char* const> all(arguments, static_cast<std::size_t>(count));
    for (std::size_t i = 1; i < all.size(); ++i) {
        take(all, i, further);
    }
}

void options::take(std::span<char* const> arguments, std::size_t& index,
                   std::span<const further_option> further) {
    const std::string_view name = arguments[index];
    const auto value = [&]() -> std::string {
        if (index + 1 == arguments.size()) {
            show_usage(further);
        }
        return arguments[++index];
    };
    if (name == "--list") {
        for (const std::string_view part : parts_) {
            std::printf("%.*s\n", static_cast<int>(part.size()), part.data());
        }
        std::exit(0);
    } else if (name == "--quick") {
        is_quick_ = true;
    } else if (name == "--check") {
        has_to_check_ = true;
    } else if (name == "--json") {
        json_path_ = value();
    } else if (name == "--part") {
        part_ = value();
        if (std::ranges::find(parts_, part_) == parts_.end()) {
            refuse(name, part_);
        }
    } else if (const auto found = std::ranges::find(further, name, &further_option::name);
               found != further.end()) {
        further_.emplace_back(name, found->value.empty() ? std::string() : value());
    } else {
        show_usage(further);
    }
}

void options::show_usage(std::span<const further_option> further) const {
    std::fprintf(stderr, "usage: %s [--list] [--part PART] [--quick] [--check] [--json FILE]",
                 program_.c_str());
    for (const further_option& each : further) {
        std::fprintf(stderr, " [%.*s%s%.*s]", static_cast<int>(each.name.size()), each.name.data(),
                     each.value.empty() ? "" : " ", static_cast<int>(each.value.size()), each.value.data());
    }
    std::fprintf(stderr, "\nPART is one of:");
    for (const std::string_view part : parts_) {
        std::fprintf(stderr, " %.*s", static_cast<int>(part.size()), part.data());
    }
    std::fprintf(stderr, "\n");
    std::exit(2);
}

std::optional<std::string> options::value_of(std::string_view name) const {
    for (const auto& [given, value] : further_) {
        if (given == name) {
            return value;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> options::number_of(std::string_view name) const {
    const std::optional<std::string> text = value_of(name);
    if (!text) {
        return std::nullopt;
    }
    std::size_t number = 0;
    const char* end = text->data() + text->size();
    const auto [stop, problem] = std::from_chars(text->data(), end, number);
    if (problem != std::errc{} || stop != end || number == 0) {
        refuse(name, *text);
    }
    return number;
}

void options::refuse(std::string_view name, std::string_view value) {
    std::fprintf(stderr, "%.*s does not take '%.*s'\n", static_cast<int>(name.size()), name.data(),
                 static_cast<int>(value.size()), value.data());
    std::exit(2);
}

} // namespace bench
