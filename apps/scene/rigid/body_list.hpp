// Who is in a scene: every body that the document and its generators name, with its key, its place, its name
// and its colour, before any world is made of it.
#pragma once

#include "apps/scene/entity_list.hpp"
#include "apps/scene/reading.hpp"
#include "apps/scene/rigid/generator.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace orrery::scene_format {

struct listed_body {
    std::uint32_t source = 0;
    transform3 where{};                   // the source's own placement is relative to this
    vector3 velocity{};                   // besides the source's own
    std::optional<std::uint64_t> frame{}; // when it comes; none: it is there from the beginning
    std::string name{};
    std::optional<std::uint32_t> color{};
};

class body_list {
public:
    body_list(const scene_file& scene, reading& notes);

    // Those that are there from the beginning come first; body n has the key n + 1.
    [[nodiscard]] const std::vector<listed_body>& bodies() const noexcept { return bodies_; }

    [[nodiscard]] const std::vector<entity_source>& sources() const noexcept { return sources_; }

    [[nodiscard]] std::size_t first_count() const noexcept { return first_count_; }

    // And how many there are with those that rain.
    [[nodiscard]] std::size_t generated_count() const noexcept { return generated_count_; }

    [[nodiscard]] static entity_key key_of(std::size_t number) noexcept { return entity_key{number + 1}; }

    // The number of the body that a reference names; what names none is refused.
    [[nodiscard]] std::optional<std::size_t> find(const json::cursor& reference, reading& notes) const;
    // Only one that is there from the beginning.
    [[nodiscard]] std::optional<std::size_t> find_first(const json::cursor& reference, reading& notes) const;

    // The source of a blueprint; an unknown name is refused.
    [[nodiscard]] std::optional<std::uint32_t> find_blueprint(const json::cursor& name, reading& notes) const;

    // The number of the body that an input creates, by the place of the input in the document.
    [[nodiscard]] std::size_t created_by(std::size_t input) const { return created_.find(input)->second; }

private:
    void add_blueprints(const json::cursor& root);
    void add_bodies(const json::cursor& bodies, reading& notes);
    void add_generator(const json::cursor& generator, reading& notes);
    void add_creations(const json::cursor& inputs, reading& notes);
    void add(listed_body what, const json::cursor& name, reading& notes);
    [[nodiscard]] std::uint32_t add_source(const json::cursor& what);
    [[nodiscard]] orbit_center center_of(const json::cursor& reference, reading& notes) const;

    std::vector<entity_source> sources_;
    std::vector<listed_body> bodies_;
    std::vector<listed_body> later_; // of generators, until all that are there from the beginning are listed
    std::map<std::string, std::uint32_t, std::less<>> blueprints_;
    std::map<std::string, std::size_t, std::less<>> names_;
    std::vector<std::size_t> generators_; // the first body of each, and the end
    std::map<std::size_t, std::size_t> created_;
    std::size_t first_count_ = 0;
    std::size_t generated_count_ = 0;
};

} // namespace orrery::scene_format
