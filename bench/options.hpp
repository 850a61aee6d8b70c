// The arguments of every benchmark program: a part alone, a quick run that only shows that everything works,
// the list of parts, --check and --json, and what a program adds to them.
//
//   bench_hex --list                 the names of its parts
//   bench_hex --part rollback        one of them
//   bench_hex --quick                all of them in about a second, in smaller scenes: the numbers mean
//   nothing bench_hex --check --json FILE    fails when a required number is missed, and writes all rows
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace bench {

// An argument that one program alone understands.
struct further_option {
    std::string_view name;
    std::string_view value = {}; // what follows it, for the usage; empty: nothing does
};

class options {
public:
    // Ends the program with a message if the arguments are not understood, and after --list.
    options(int count, char** arguments, std::vector<std::string_view> parts,
            std::span<const further_option> further = {});

    [[nodiscard]] bool wants(std::string_view part) const { return part_.empty() || part_ == part; }

    // Everything runs, and nothing for long.
    [[nodiscard]] bool is_quick() const noexcept { return is_quick_; }

    // How much of something to measure: little in a quick run.
    template <typename T>
    [[nodiscard]] T amount(T usual, std::type_identity_t<T> quick) const {
        return is_quick_ ? quick : usual;
    }

    [[nodiscard]] bool has_to_check() const noexcept { return has_to_check_; }

    [[nodiscard]] const std::string& json_path() const noexcept { return json_path_; }

    // Further options.
    [[nodiscard]] bool has(std::string_view name) const { return value_of(name).has_value(); }

    [[nodiscard]] std::optional<std::string> value_of(std::string_view name) const;

    // A positive whole number; ends the program with a message if the value is none.
    [[nodiscard]] std::optional<std::size_t> number_of(std::string_view name) const;

    // Ends the program: the option does not take this value.
    [[noreturn]] static void refuse(std::string_view name, std::string_view value);

private:
    void take(std::span<char* const> arguments, std::size_t& index, std::span<const further_option> further);
    [[noreturn]] void show_usage(std::span<const further_option> further) const;

    std::string program_;
    std::vector<std::string_view> parts_;
    std::string part_;
    bool is_quick_ = false;
    bool has_to_check_ = false;
    std::string json_path_;
    std::vector<std::pair<std::string, std::string>> further_;
};

} // namespace bench
