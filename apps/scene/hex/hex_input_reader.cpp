#include "apps/scene/hex/hex_input_reader.hpp"
#include "apps/scene/input_time.hpp"
#include "apps/scene/plane_values.hpp"
#include "apps/scene/scene_values.hpp"

namespace orrery::scene_format {
namespace {

[[nodiscard]] hex::cell cell_of(const json::cursor& what) {
    return {static_cast<std::int16_t>(what.item(0)->number()),
            static_cast<std::int16_t>(what.item(1)->number())};
}

// What the document says of one input, whatever its kind; which members there may be, the schema has checked.
class hex_input_reader {
public:
    hex_input_reader(const hex_object_list& list, const hex_book& book, reading& notes) noexcept
        : list_(list)
        , book_(book)
        , notes_(notes) {}

    [[nodiscard]] hex::input read(const json::cursor& what, std::size_t number) {
        using kinds = hex::input_kind;
        const std::string& kind = what["kind"]->string();
        if (kind == "push") {
            return with_velocity(what, targeted(what, kinds::push));
        }
        if (kind == "thrust") {
            return with_acceleration(what, targeted(what, kinds::thrust));
        }
        if (kind == "brake") {
            hex::input made = targeted(what, kinds::brake);
            made.amount = hex_units::friction(what["friction"], notes_);
            return made;
        }
        if (kind == "place") {
            return with_place(what, targeted(what, kinds::place));
        }
        if (kind == "create") {
            hex::input made{.target = list_.created_by(number), .kind = kinds::create};
            made.subject = book_.blueprints.find(what["blueprint"], notes_);
            made.amount = amount(what["group"]);
            return with_place(what, with_velocity(what, made));
        }
        if (kind == "destroy") {
            return targeted(what, kinds::destroy);
        }
        if (kind == "set_group") {
            hex::input made = targeted(what, kinds::set_group);
            made.amount = amount(what["group"]);
            return made;
        }
        return on_tile(what, kind);
    }

private:
    [[nodiscard]] hex::input targeted(const json::cursor& what, hex::input_kind kind) {
        return {.target = list_.find(what["object"], notes_), .kind = kind};
    }

    [[nodiscard]] static std::uint16_t amount(const json::cursor& what) {
        return static_cast<std::uint16_t>(whole_number(what, 0));
    }

    [[nodiscard]] hex::input with_velocity(const json::cursor& what, hex::input made) {
        const json::cursor velocity = what["velocity"];
        const json::cursor spin = what["spin"];
        made.velocity = book_.units.velocity(plane_vector_of(velocity), velocity, notes_);
        made.spin = book_.units.spin(spin ? spin->number() : 0, spin, notes_);
        return made;
    }

    [[nodiscard]] hex::input with_acceleration(const json::cursor& what, hex::input made) {
        const json::cursor acceleration = what["acceleration"];
        const json::cursor turning = what["turn_acceleration"];
        made.velocity = book_.units.acceleration(plane_vector_of(acceleration), acceleration, notes_);
        // NOLINTNEXTLINE(bugprone-signed-char-misuse): a number rather than a character
        made.spin = book_.units.turn_acceleration(turning ? turning->number() : 0, turning, notes_);
        return made;
    }

    [[nodiscard]] static hex::input with_place(const json::cursor& what, hex::input made) {
        const json::cursor angle = what["angle"];
        made.position = hex_units::position(plane_vector_of(what["position"]));
        made.angle = hex_units::angle(angle ? angle->number() : 0).steps();
        return made;
    }

    [[nodiscard]] hex::input on_tile(const json::cursor& what, const std::string& kind) {
        hex::input made = targeted(what, hex::input_kind::remove_tile);
        made.at = cell_of(what["at"]);
        if (kind == "add_tile") {
            made.kind = hex::input_kind::add_tile;
            made.subject = book_.tiles.find(what["tile"], notes_);
        } else if (kind == "damage_tile") {
            made.kind = hex::input_kind::damage_tile;
            made.amount = amount(what["amount"]);
        }
        return made;
    }

    const hex_object_list& list_;
    const hex_book& book_;
    reading& notes_;
};

} // namespace

std::vector<time::journal_entry<hex::input>> read_hex_inputs(const hex_object_list& list,
                                                             const hex_book& book, reading& notes) {
    hex_input_reader reader(list, book, notes);
    return read_inputs_with<hex::input>(
        notes, [&](const json::cursor& what, std::size_t number) { return reader.read(what, number); });
}

} // namespace orrery::scene_format
