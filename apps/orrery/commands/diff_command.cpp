// `orrery diff`: where two recordings begin to differ, down to the last bit.
#include "apps/json/json_writer.hpp"
#include "apps/orrery/commands/command.hpp"
#include "apps/orrery/output/number_text.hpp"
#include "apps/orrery/worlds/course.hpp"
#include "apps/world/value_difference.hpp"

#include <orrery/timeline/compare.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

namespace orrery::command {
namespace {

struct diff_options {
    std::string first{};
    std::string second{};
    bool json = false;
    bool quiet = false;
};

// The first thing that is not the same.
struct finding {
    std::uint64_t frame = 0;
    std::string key{};             // empty: not about one entity
    std::string who{};             // as people call it
    apps::value_difference what{}; // without a field: it is in one recording only
};

template <typename World>
[[nodiscard]] finding describe(const time::difference& parted, const time::frame_view<World>& a,
                               const time::frame_view<World>& b, const apps::entity_names& names) {
    using traits = apps::world_traits<World>;
    finding found{.frame = parted.frame, .key = digits(parted.key), .who = names.called(parted.key)};
    switch (parted.kind) {
    case time::difference_kind::only_in_first:
        found.what = {.first = "present", .second = "absent"};
        break;
    case time::difference_kind::only_in_second:
        found.what = {.first = "absent", .second = "present"};
        break;
    case time::difference_kind::form:
        found.what =
            traits::first_difference(a.form_at(a.place_of(parted.key)), b.form_at(b.place_of(parted.key)));
        break;
    case time::difference_kind::motion:
        found.what = traits::first_difference(*a.find(parted.key), *b.find(parted.key), parted.word);
        break;
    }
    return found;
}

// What motions do not show: contacts, sleep and the like, in the last frame of both.
template <typename World>
[[nodiscard]] result<std::optional<finding>> compare_states(const course<World>& a, const course<World>& b,
                                                            std::uint64_t frame) {
    const auto mine = a.revive(frame);
    const auto theirs = b.revive(frame);
    if (!mine || !theirs) {
        return (mine ? theirs : mine).reason();
    }
    const std::optional<apps::value_difference> parted =
        apps::world_traits<World>::first_difference(*mine, *theirs);
    if (!parted) {
        return std::optional<finding>();
    }
    return std::optional(finding{
        .frame = frame, .key = digits(parted->key), .who = a.names().called(parted->key), .what = *parted});
}

template <typename World>
[[nodiscard]] result<std::optional<finding>> compare(const course<World>& a, const course<World>& b,
                                                     bool is_quiet) {
    const time::frame_range both = common(a.frames(), b.frames());
    progress bar("comparing", both.size(), is_quiet);
    for (std::uint64_t frame = both.first; frame < both.end; ++frame) {
        const auto mine = a.seek(frame);
        const auto theirs = b.seek(frame);
        if (!mine || !theirs) {
            return (mine ? theirs : mine).reason();
        }
        if (const auto parted = time::first_difference(*mine, *theirs)) {
            return std::optional(describe(*parted, *mine, *theirs, a.names()));
        }
        bar.show(frame - both.first);
    }
    if (both.is_empty()) {
        return std::optional<finding>();
    }
    return compare_states(a, b, both.end - 1);
}

// The earliest input that only one of the two was given: where a difference comes from.
template <typename World>
[[nodiscard]] std::string first_other_input(const course<World>& a, const course<World>& b,
                                            const diff_options& options) {
    std::string said;
    std::uint64_t earliest = 0;
    a.journal().each_difference(b.journal(), [&](const auto& entry, bool is_mine) {
        if (said.empty() || entry.when.first < earliest) {
            earliest = entry.when.first;
            said = text("frame ", entry.when.first, ": ", world_output<World>::describe(entry.input),
                        ", only in ", is_mine ? options.first : options.second);
        }
    });
    return said;
}

void write_json(const std::optional<finding>& found, bool is_same_length, const std::string& input) {
    json::writer out;
    out.begin_object().member("isSame", !found && is_same_length).member("isSameLength", is_same_length);
    if (found) {
        out.key("firstDifference").begin_object().member("frame", found->frame).member("key", found->key);
        const apps::value_difference& what = found->what;
        out.member("name", found->who).member("field", what.field);
        out.member("first", what.first).member("second", what.second);
        if (what.units) {
            out.member("firstBits", what.first_bits).member("secondBits", what.second_bits);
            out.member("unitsInTheLastPlace", *what.units);
        }
        out.end_object();
    }
    if (!input.empty()) {
        out.member("firstOtherInput", input);
    }
    out.end_object();
    print(out.text() + "\n");
}

void write_text(const finding& found, double time_step, const diff_options& options) {
    print(text("first difference in frame ", found.frame, " (",
               fixed_text(static_cast<double>(found.frame) * time_step, 3), " s): ", found.who,
               found.what.field.empty() ? "" : ", ", found.what.field, "\n"));
    const std::size_t width = std::max(options.first.size(), options.second.size());
    const auto line = [&](const std::string& file, const std::string& value, const std::string& bits) {
        print(text("  ", file, std::string(width - file.size() + 2, ' '), value,
                   bits.empty() ? std::string() : text("  (bits ", bits, ")"), "\n"));
    };
    line(options.first, found.what.first, found.what.first_bits);
    line(options.second, found.what.second, found.what.second_bits);
    if (found.what.units) {
        print(text("  apart by ", *found.what.units, *found.what.units == 1 ? " unit" : " units",
                   " in the last place\n"));
    }
}

template <typename World>
int compare_files(const diff_options& options, const course<World>& a, const course<World>& b) {
    const auto found = compare(a, b, options.json || options.quiet);
    if (!found) {
        return fail(found.reason().message);
    }
    const std::optional<finding>& difference = *found;
    const bool is_same_length = a.frames() == b.frames();
    const std::string input = first_other_input(a, b, options);
    const int answer = !difference && is_same_length ? success : failure;
    if (options.json) {
        write_json(difference, is_same_length, input);
        return answer;
    }
    if (difference) {
        write_text(*difference, a.time_step(), options);
    } else if (const time::frame_range both = common(a.frames(), b.frames()); both.is_empty()) {
        print("the two have no frame in common\n");
    } else {
        print(text("the same in frames ", both.first, " to ", both.end - 1, ", bit for bit\n"));
    }
    if (!is_same_length) {
        print(text("  ", options.first, " has frames ", a.frames().first, " to ", a.frames().end - 1, ", ",
                   options.second, " has ", b.frames().first, " to ", b.frames().end - 1, "\n"));
    }
    if (!input.empty()) {
        print(text("  the inputs differ first in ", input, "\n"));
    }
    return answer;
}

// "rigid bodies"
[[nodiscard]] std::string_view things_in(std::string_view world) {
    std::string_view things = world;
    apps::visit_world(world, [&]<typename World>(std::type_identity<World>) {
        things = apps::world_traits<World>::things;
    });
    return things;
}

int diff(const diff_options& options) {
    if (options.first == "-" && options.second == "-") {
        return fail("both recordings are to come from stdin, expected another name for one of them");
    }
    auto first_file = open_recording(options.first);
    auto second = open_recording(options.second);
    if (!first_file || !second) {
        return fail((first_file ? second : first_file).reason().message);
    }
    if (first_file->world != second->world) {
        return fail(text(first_file->name, " holds a world of ", things_in(first_file->world), ", but ",
                         second->name, " one of ", things_in(second->world),
                         ": only worlds of one kind can be compared"));
    }
    return with_course(
        std::move(first_file), {.threads = 1}, [&]<typename World>(const course<World>& first) {
            const auto other = course<World>::open(std::move(*second), {.threads = 1});
            return other ? compare_files(options, first, *other) : fail(other.reason().message);
        });
}

} // namespace

void add_diff_command(CLI::App& all, action& chosen) {
    CLI::App& command = add_command(
        all, "diff", "Finds where two recordings begin to differ: frame, entity, field and last bit.",
        "  orrery diff before.orrery after.orrery\n"
        "  orrery diff before.orrery after.orrery --json\n\n"
        "Exits with 0 if they are the same and with 1 if they are not.\n");
    auto options = std::make_shared<diff_options>();
    command.add_option("first", options->first, "a recording (-: stdin)")->required();
    command.add_option("second", options->second, "another one")->required();
    add_output_options(command, options->json, options->quiet);
    command.callback([options, &chosen] { chosen = [options] { return diff(*options); }; });
}

} // namespace orrery::command
