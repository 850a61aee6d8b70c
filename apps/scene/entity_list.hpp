// Who is in a scene: the key, the name and the colour of each, and where in the document it stands. Those
// that are there from the beginning have the keys 1, 2, 3 ...; those that inputs create come after them.
#pragma once

#include "apps/scene/reading.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::scene_format {

// A thing as it stands in the document, once for all that are made after it.
struct entity_source {
    const json::value* what = nullptr;
    std::string path{};

    [[nodiscard]] json::cursor at() const noexcept { return json::cursor(*what, path); }
};

class entity_list {
public:
    // What one of them is called, such as "object"; those that stand alone are listed under "objects".
    explicit entity_list(std::string_view called) noexcept
        : called_(called) {}

    // Of those that are there from the beginning.
    [[nodiscard]] std::size_t count() const noexcept { return source_numbers_.size(); }

    [[nodiscard]] json::cursor source_of(std::size_t number) const noexcept {
        return sources_[source_numbers_[number]].at();
    }

    // By key.
    [[nodiscard]] const std::vector<look>& looks() const noexcept { return looks_; }

    // The key that a reference names; what names none is refused.
    [[nodiscard]] entity_key find(const json::cursor& reference, reading& notes) const;

    // The key of what an input creates, by the place of the input in the document.
    [[nodiscard]] entity_key created_by(std::size_t input) const { return created_.find(input)->second; }

    [[nodiscard]] std::uint32_t add_source(const json::cursor& what);

    // One more that is there from the beginning.
    entity_key add(std::uint32_t source);

    // What has neither a name nor a colour needs none.
    void add_look(entity_key key, std::string name, std::optional<std::uint32_t> color,
                  const json::cursor& named_by, reading& notes);

    // The same of what a generator makes: "crate 3" by the generator's name, and a colour of its list.
    void add_generated_look(const json::cursor& generator, entity_key key, std::size_t index,
                            std::optional<std::uint32_t> usual_color, reading& notes);

    // Calls add_one(generator, source) for each generator; one that makes more than a scene holds is refused.
    // `count_of` is about how many it makes.
    using generator_count = std::function<double(const json::cursor&)>;
    using generator_reader = std::function<void(const json::cursor&, std::uint32_t)>;
    void add_generators(const json::cursor& generators, reading& notes, const generator_count& count_of,
                        const generator_reader& add_one);

    // Keys and looks of those that inputs create. `color_of` has the colour of a blueprint by its name, and
    // refuses what names none.
    using blueprint_color = std::function<std::optional<std::uint32_t>(const json::cursor&)>;
    void add_creations(const json::cursor& inputs, reading& notes, const blueprint_color& color_of);

private:
    // Whether there is room for so many more; if not, the generator is refused.
    [[nodiscard]] bool has_room_for(double more, const json::cursor& generator, reading& notes) const;

    std::string_view called_;
    std::vector<std::uint32_t> source_numbers_;
    std::vector<entity_source> sources_;
    std::vector<look> looks_;
    std::map<std::string, entity_key, std::less<>> names_;
    std::vector<std::size_t> generators_; // the first one of each, and the end
    std::map<std::size_t, entity_key> created_;
};

} // namespace orrery::scene_format
