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
    detail::save_definition(out, what.what);
    return out.take();
}

[[nodiscard]] std::vector<std::byte> bytes_of(const blueprint_store::fracture& what) {
    byte_writer out;
    detail::save_fragments(out, what.fragments);
    return out.take();
}

// Gives the entry its id and keeps it, unless it is there. The hash is of 64 bits, and who chooses the bytes
// can make two that share it.
template <typename Entry>
[[nodiscard]] auto keep(std::vector<std::shared_ptr<const Entry>>& entries, Entry entry,
                        std::string_view kind) -> result<decltype(entry.id)> {
    const std::vector<std::byte> bytes = bytes_of(entry);
    const std::uint64_t value = hash_bytes(bytes, hash_string(kind));
    const auto id = decltype(entry.id){value == 0 ? 1 : value};
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

} // namespace

const body_definition* blueprint_store::find(blueprint_id id) const noexcept {
    const blueprint* found = find_entry(parts_->blueprints, id);
    return found != nullptr ? &found->what : nullptr;
}

const blueprint_store::fracture* blueprint_store::find(fracture_id id) const noexcept {
    return find_entry(parts_->fractures, id);
}

result<blueprint_id> blueprint_store::insert(const body_definition& what) {
    blueprint made{.what = what};
    made.what.position = {};
    made.what.orientation = {};
    made.what.linear_velocity = {};
    made.what.angular_velocity = {};
    made.what.key = entity_key::none;
    return keep(parts_.write().blueprints, made, "blueprint");
}

result<fracture_id> blueprint_store::insert(std::span<const fragment> fragments) {
    return keep(parts_.write().fractures, fracture{.fragments = {fragments.begin(), fragments.end()}},
                "fracture");
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
