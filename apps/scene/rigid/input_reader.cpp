#include "apps/scene/input_time.hpp"
#include "apps/scene/rigid/input_reader.hpp"
#include "apps/scene/scene_values.hpp"

#include <orrery/core/check.hpp>

namespace orrery::scene_format {
namespace {

using entry = time::journal_entry<rigid::input>;

class input_reader {
public:
    input_reader(const body_list& list, const joint_list& joints, body_reader& bodies,
                 reading& notes) noexcept
        : list_(list)
        , joints_(joints)
        , bodies_(bodies)
        , notes_(notes) {}

    void add(const json::cursor& what, std::size_t number) {
        if (what["kind"]->string() == "create") {
            add_creation(list_.created_by(number));
            return;
        }
        const time::frame_range when = read_when(what, notes_);
        if (what["kind"]->string() == "drive") {
            add_drive(what, when);
            return;
        }
        if (what["kind"]->string() == "material_pair") {
            add_material_pair(what, when);
            return;
        }
        const std::optional<std::size_t> body = list_.find(what["body"], notes_);
        if (body && notes_.is_ok()) {
            put(when, read(what, *body));
        }
    }

    // Without a material, the two are mixed by the rules again.
    void add_material_pair(const json::cursor& what, time::frame_range when) {
        const auto [a, b] = bodies_.materials().pair(what["between"]);
        const json::cursor together = what["material"];
        const rigid::material wanted = together ? bodies_.materials().read(together) : rigid::material{};
        if (notes_.is_ok()) {
            put(when, together ? rigid::input::set_material_pair(a, b, wanted)
                               : rigid::input::remove_material_pair(a, b));
        }
    }

    // Of a joint, or of a body that walks by itself.
    void add_drive(const json::cursor& what, time::frame_range when) {
        const json::cursor joint = what["joint"];
        const json::cursor body = what["body"];
        if (static_cast<bool>(joint) == static_cast<bool>(body)) {
            notes_.refuse_whole(what, "either a joint is driven or a body");
            return;
        }
        listed_joint driven{};
        if (joint) {
            driven = joints_.find(joint, notes_).value_or(driven);
        } else if (const std::optional<std::size_t> found = list_.find(body, notes_)) {
            driven.body = body_list::key_of(*found);
        }
        transform3 pose = place_of(what, notes_);
        if (const json::cursor jump = what["jump"]) {
            pose.position = {number_of(jump), 0, 0};
        }
        if (notes_.is_ok()) {
            put(when, rigid::input::drive(driven.body, driven.key, vector_of(what["value"], {}), pose));
        }
    }

    // Of a body that comes later.
    void add_creation(std::size_t number) {
        const listed_body& which = list_.bodies()[number];
        ORRERY_CHECK(which.frame, "a body that comes later has a frame");
        const std::optional<rigid::blueprint_id> blueprint = bodies_.blueprint(which.source);
        if (!blueprint) {
            return;
        }
        const rigid::body_definition placed = bodies_.place(which).what;
        put(time::frame_range::one(*which.frame),
            rigid::input::create(body_list::key_of(number), *blueprint, {placed.position, placed.orientation},
                                 placed.linear_velocity));
    }

    [[nodiscard]] std::vector<entry> take() noexcept { return std::move(made_); }

private:
    void put(time::frame_range when, const rigid::input& what) {
        made_.push_back({.id = {.author = 0, .sequence = static_cast<std::uint32_t>(made_.size() + 1)},
                         .when = when,
                         .input = what});
    }

    [[nodiscard]] rigid::input read(const json::cursor& what, std::size_t body) {
        const entity_key target = body_list::key_of(body);
        const std::string& kind = what["kind"]->string();
        const auto simple = [&](rigid::input_kind which, std::string_view name) {
            return rigid::input{.target = target, .kind = which, .value = vector_of(what[name])};
        };
        const auto maybe_at = [&](rigid::input_kind middle, rigid::input_kind at_point,
                                  std::string_view name) {
            rigid::input made = simple(what["at"] ? at_point : middle, name);
            made.point = vector_of(what["at"], {});
            return made;
        };
        using kinds = rigid::input_kind;
        if (kind == "force") {
            return maybe_at(kinds::force, kinds::force_at, "force");
        }
        if (kind == "torque") {
            return simple(kinds::torque, "torque");
        }
        if (kind == "impulse") {
            return maybe_at(kinds::impulse, kinds::impulse_at, "impulse");
        }
        if (kind == "angular_impulse") {
            return simple(kinds::angular_impulse, "impulse");
        }
        if (kind == "acceleration") {
            return simple(kinds::acceleration, "acceleration");
        }
        if (kind == "velocity") {
            return simple(kinds::velocity, "velocity");
        }
        if (kind == "spin") {
            return simple(kinds::spin, "spin");
        }
        if (kind == "wake") {
            return {.target = target, .kind = kinds::wake};
        }
        if (kind == "place") {
            return rigid::input::place(target, place_of(what, notes_));
        }
        if (kind == "material") {
            return rigid::input::set_material(target, bodies_.materials().read(what["material"]));
        }
        if (kind == "destroy") {
            return rigid::input::destroy(target);
        }
        if (kind == "unglue") {
            return rigid::input::unglue(target);
        }
        return kind == "glue" ? read_glue(what, body) : read_break(what, body);
    }

    [[nodiscard]] rigid::input read_glue(const json::cursor& what, std::size_t body) {
        const std::optional<std::size_t> carrier = list_.find(what["to"], notes_);
        if (carrier == body) {
            notes_.refuse(what["to"], "another body");
        }
        return rigid::input::glue(body_list::key_of(body), body_list::key_of(carrier.value_or(0)));
    }

    [[nodiscard]] rigid::input read_break(const json::cursor& what, std::size_t body) {
        const rigid::body_definition& whole = bodies_.read(list_.bodies()[body].source).what;
        const json::cursor into = what["into"];
        if (!into && whole.fracture == rigid::fracture_id::none) {
            notes_.refuse(into, "what the body breaks into, because it has no fracture of its own");
        }
        return rigid::input::break_up(body_list::key_of(body),
                                      into ? bodies_.fracture(into, whole) : rigid::fracture_id::none);
    }

    const body_list& list_;
    const joint_list& joints_;
    body_reader& bodies_;
    reading& notes_;
    std::vector<entry> made_;
};

} // namespace

std::vector<entry> read_inputs(const body_list& list, const joint_list& joints, body_reader& bodies,
                               reading& notes) {
    const json::cursor root(notes.scene().document);
    const json::cursor inputs = root["inputs"];
    input_reader reader(list, joints, bodies, notes);
    for (std::size_t number = 0; number < inputs.size() && notes.is_ok(); ++number) {
        reader.add(inputs.item(number), number);
    }
    for (std::size_t number = list.first_count(); number < list.generated_count() && notes.is_ok();
         ++number) {
        reader.add_creation(number);
    }
    return reader.take();
}

} // namespace orrery::scene_format
