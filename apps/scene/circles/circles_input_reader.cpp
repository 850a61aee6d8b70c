#include "apps/scene/circles/circles_input_reader.hpp"
#include "apps/scene/input_time.hpp"

namespace orrery::scene_format {
namespace {

class circles_input_reader {
public:
    circles_input_reader(const circles_list& list, const circles_book& book, reading& notes) noexcept
        : list_(list)
        , book_(book)
        , notes_(notes) {}

    // Which members there may be, the schema has checked.
    [[nodiscard]] circles::input read(const json::cursor& what, std::size_t number) {
        using kinds = circles::input_kind;
        const std::string& kind = what["kind"]->string();
        const bool is_create = kind == "create";
        circles::input made{.target =
                                is_create ? list_.created_by(number) : list_.find(what["circle"], notes_),
                            .kind = is_create           ? kinds::create
                                    : kind == "push"    ? kinds::push
                                    : kind == "launch"  ? kinds::launch
                                    : kind == "place"   ? kinds::place
                                    : kind == "destroy" ? kinds::destroy
                                                        : kinds::become};
        made.position = rounded(plane_vector_of(what["position"]));
        made.angle = turn_of(degrees_of(what["angle"]));
        made.velocity = rounded(plane_vector_of(what["velocity"]));
        made.spin = spin_of(what["spin"]);
        if (const json::cursor blueprint = what["blueprint"]) {
            made.subject = book_.blueprints.find(blueprint, notes_);
        }
        return made;
    }

private:
    const circles_list& list_;
    const circles_book& book_;
    reading& notes_;
};

} // namespace

std::vector<time::journal_entry<circles::input>>
read_circles_inputs(const circles_list& list, const circles_book& book, reading& notes) {
    circles_input_reader reader(list, book, notes);
    return read_inputs_with<circles::input>(
        notes, [&](const json::cursor& what, std::size_t number) { return reader.read(what, number); });
}

} // namespace orrery::scene_format
