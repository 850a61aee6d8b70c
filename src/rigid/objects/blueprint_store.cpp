#include "rigid/objects/definition_archive.hpp"

#include <orrery/core/hash.hpp>
#include <orrery/core/text.hpp>
#include <orrery/rigid/blueprint_store.hpp>
#include <orrery/rigid/world.hpp>

#include <algorithm>

namespace orrery::rigid {
namespace {

template <typename Entry, typename Id>
[[nodiscard]] auto place_of(const std::vector<std::shared_ptr<const Entry>>& entries, Id id) noexcept {
    return std::lower_bound(entries.begin(), entries.end(), id,
                            [](const auto& entry, Id wanted) { return entry->id < wanted; });
}

template <typename Entry, typename Id>
[[nodiscard]] const Entry* find_entry(const std::vector<std::shared_ptr<const Entry>>& entries,
                                      Id id) noexcept {
    const auto place = place_of(entries, id);
    return place != entries.end() && (*place)->id == id ? place->get() : nullptr;
}

[[nodiscard]] std::vector<std::byte> bytes_of(const blueprint_store::blueprint& what) {
    byte_writer out;
    detail::save_body_definition(out, what.what);
    return out.take();
}

[[nodiscard]] std::vector<std::byte> bytes_of(const blueprint_store::fracture& what) {
    byte_writer out;
    detail::save_fragments(out, what.fragments);
    return out.take();
}

template <typename Id>
[[nodiscard]] Id id_from(std::span<const std::byte> bytes, std::string_view kind) noexcept {
    const std::uint64_t value = hash_bytes(bytes, hash_string(kind));
    return Id{value == 0 ? 1 : value};
}

// Gives the entry its id and keeps it, unless it is there. The hash is of 64 bits, and who chooses the bytes
// can make two that share it.
template <typename Entry>
[[nodiscard]] auto keep(std::vector<std::shared_ptr<const Entry>>& entries, Entry entry,
                        std::string_view kind) -> result<decltype(entry.id)> {
    const std::vector<std::byte> bytes = bytes_of(entry);
    const auto id = id_from<decltype(entry.id)>(bytes, kind);
    entry.id = id;
    const auto place = place_of(entries, id);
    if (place == entries.end() || (*place)->id != id) {
        entries.insert(place, std::make_shared<const Entry>(std::move(entry)));
    } else if (bytes_of(**place) != bytes) {
        return error{text("another ", kind, " has the id ", static_cast<std::uint64_t>(id),
                          " already, expected one that no two share")};
    }
    return id;
}

template <typename Entry>
void keep_missing(std::vector<std::shared_ptr<const Entry>>& own,
                  const std::vector<std::shared_ptr<const Entry>>& others) {
    for (const auto& entry : others) {
        const auto place = place_of(own, entry->id);
        if (place == own.end() || (*place)->id != entry->id) {
            own.insert(place, entry);
        }
    }
}

[[nodiscard]] blueprint_store::blueprint blueprint_of(const body_definition& what) {
    return {.what = blueprint_store::without_placement(what)};
}

[[nodiscard]] blueprint_store::fracture fracture_of(std::span<const fragment> fragments) {
    return {.fragments = {fragments.begin(), fragments.end()}};
}

constexpr std::string_view blueprint_name = "blueprint";
constexpr std::string_view fracture_name = "fracture";

} // namespace

body_definition blueprint_store::without_placement(const body_definition& what) {
    body_definition made = what;
    made.position = {};
    made.orientation = {};
    made.linear_velocity = {};
    made.angular_velocity = {};
    made.key = entity_key::none;
    return made;
}

blueprint_id blueprint_store::id_of(const body_definition& what) {
    return id_from<blueprint_id>(bytes_of(blueprint_of(what)), blueprint_name);
}

fracture_id blueprint_store::id_of(std::span<const fragment> fragments) {
    return id_from<fracture_id>(bytes_of(fracture_of(fragments)), fracture_name);
}

struct blueprint_store::contents {
    std::vector<std::shared_ptr<const blueprint>> blueprints;
    std::vector<std::shared_ptr<const fracture>> fractures;
};

blueprint_store::blueprint_store()
    : parts_(copy_on_write<contents>::make()) {}

std::span<const std::shared_ptr<const blueprint_store::blueprint>>
blueprint_store::blueprints() const noexcept {
    return parts_->blueprints;
}

std::span<const std::shared_ptr<const blueprint_store::fracture>>
blueprint_store::fractures() const noexcept {
    return parts_->fractures;
}

const body_definition* blueprint_store::find(blueprint_id id) const noexcept {
    const blueprint* found = find_entry(parts_->blueprints, id);
    return found != nullptr ? &found->what : nullptr;
}

const blueprint_store::fracture* blueprint_store::find(fracture_id id) const noexcept {
    return find_entry(parts_->fractures, id);
}

result<blueprint_id> blueprint_store::insert(const body_definition& what) {
    return keep(parts_.write().blueprints, blueprint_of(what), blueprint_name);
}

result<fracture_id> blueprint_store::insert(std::span<const fragment> fragments) {
    return keep(parts_.write().fractures, fracture_of(fragments), fracture_name);
}

void blueprint_store::merge(const blueprint_store& other) {
    if (parts_.shares_with(other.parts_)) {
        return;
    }
    contents& own = parts_.write();
    keep_missing(own.blueprints, other.parts_->blueprints);
    keep_missing(own.fractures, other.parts_->fractures);
}

result<blueprint_id> add_blueprint(world& where, const body_definition& what) {
    if (const status answer = check(what, where); !answer) {
        return answer.reason();
    }
    return where.blueprints().insert(what);
}

} // namespace orrery::rigid
