#include "core/registry/type_table.hpp"

#include <orrery/core/registry/registry_archive.hpp>

#include <algorithm>
#include <bit>
#include <cstring>

namespace orrery {
namespace {

constexpr std::uint32_t image_version = 1;
constexpr std::uint32_t set_version = 1;

// How an image says which entities have a component.
enum class entity_listing : std::uint8_t { written_out, same_as_type_before };

// In the order of their names, so that equal worlds give equal bytes whatever came first.
std::vector<const component_pool*> pools_by_name(const registry_state& state) {
    std::vector<const component_pool*> pools;
    for (const component_pool& pool : state.pools()) {
        if (pool.size() != 0) { // what nobody has need not be described
            pools.push_back(&pool);
        }
    }
    // total order: names are distinct
    std::sort(pools.begin(), pools.end(), [](const component_pool* a, const component_pool* b) {
        return a->type().name < b->type().name;
    });
    return pools;
}

std::vector<const component_type*> types_of(const registry_state& state) {
    std::vector<const component_type*> types;
    for (const component_pool& pool : state.pools()) {
        types.push_back(&pool.type());
    }
    return types;
}

bool same_order(const component_pool& a, const component_pool& b) {
    if (a.size() != b.size()) {
        return false;
    }
    for (std::size_t position = 0; position < a.size();) {
        const auto [at, length] =
            b.side_by_side(a, position, std::min(component_pool::page_elements, a.size() - position));
        if (length == 0 || at != position) {
            return false;
        }
        position += length;
    }
    return true;
}

void check_version(byte_reader& in, std::uint32_t known, std::string_view what) {
    const auto version = in.read<std::uint32_t>();
    if (in.ok() && version != known) {
        in.fail(text("version ", version, " of ", what, " is not known here, only ", known));
    }
}

} // namespace

// Reads and writes the parts of a state that no one else may touch.
class state_loader : private registry_state {
public:
    static void save(byte_writer& out, const registry_state& state);
    static status load(byte_reader& in, registry& into);

private:
    state_loader() = default;

    void load_slots(byte_reader& in);
    [[nodiscard]] bool free_slots_form_a_chain(std::size_t expected) const;
    void load_pool(byte_reader& in, const component_type& type, const detail::saved_type& saved,
                   const component_pool* before);
    void load_entities_of(byte_reader& in, component_pool& pool, std::size_t count);
    static void load_values_of(byte_reader& in, component_pool& pool, const detail::saved_type& saved);
};

void state_loader::save(byte_writer& out, const registry_state& state) {
    out.write(image_version);
    out.write(state.keys_given_);
    out.write(state.first_free_);
    out.write_variable(state.slots_.size());
    for (std::size_t index = 0; index < state.slots_.size(); ++index) {
        const detail::entity_slot& slot = state.slots_[index];
        out.write(slot.key);
        out.write(slot.generation);
        if (slot.key == entity_key::none) {
            out.write(slot.next_free);
        }
    }
    const auto pools = pools_by_name(state);
    out.write_variable(pools.size());
    const component_pool* before = nullptr;
    for (const component_pool* pool : pools) {
        detail::save_type(out, pool->type());
        if (before != nullptr && same_order(*before, *pool)) {
            out.write(entity_listing::same_as_type_before);
        } else {
            out.write(entity_listing::written_out);
            out.write_variable(pool->size());
            std::int64_t previous = -1;
            for (std::size_t position = 0; position < pool->size(); ++position) {
                const std::int64_t index = pool->entity_at(position);
                out.write_signed_variable(index - previous - 1); // zero for entities in a row
                previous = index;
            }
        }
        if (pool->type().size != 0) {
            for (std::size_t page = 0; page < pool->page_count(); ++page) {
                out.write_bytes({pool->read(page * component_pool::page_elements),
                                 pool->page_size(page) * pool->type().size});
            }
        }
        before = pool;
    }
}

void state_loader::load_slots(byte_reader& in) {
    keys_given_ = in.read<std::uint64_t>();
    first_free_ = in.read<std::uint32_t>();
    const std::size_t count = in.read_count(sizeof(entity_key) + sizeof(std::uint32_t));
    std::size_t free_count = 0;
    for (std::size_t index = 0; index < count && in.ok(); ++index) {
        detail::entity_slot slot;
        slot.key = in.read<entity_key>();
        slot.generation = in.read<std::uint32_t>();
        if (slot.key == entity_key::none) {
            slot.next_free = in.read<std::uint32_t>();
            ++free_count;
        } else if (slot.generation == 0 || keys_.find(slot.key) != key_index::not_found) {
            in.fail(text("slot ", index, " has a key that occurs twice, or generation zero"));
        } else {
            keys_.insert(slot.key, static_cast<std::uint32_t>(index));
        }
        slots_.push_back(slot);
    }
    if (in.ok() && !free_slots_form_a_chain(free_count)) {
        in.fail("the free slots do not form one chain");
    }
}

bool state_loader::free_slots_form_a_chain(std::size_t expected) const {
    std::size_t length = 0;
    std::uint32_t index = first_free_;
    while (index < slots_.size() && slots_[index].key == entity_key::none && length < expected) {
        index = slots_[index].next_free;
        ++length;
    }
    return length == expected && index == detail::no_slot;
}

void state_loader::load_entities_of(byte_reader& in, component_pool& pool, std::size_t count) {
    std::int64_t previous = -1;
    for (std::size_t position = 0; position < count && in.ok(); ++position) {
        const std::int64_t step = in.read_signed_variable();
        const auto size = static_cast<std::int64_t>(slots_.size());
        if (!in.ok()) {
            return;
        }
        if (step < -size || step > size || previous + step + 1 < 0 || previous + step + 1 >= size) {
            in.fail(text("component '", pool.type().name, "' belongs to a slot that does not exist"));
            return;
        }
        previous += step + 1;
        const auto index = static_cast<std::uint32_t>(previous);
        if (slots_[index].key == entity_key::none || pool.contains(index)) {
            in.fail(text("component '", pool.type().name, "' belongs to slot ", index,
                         ", which is free or has one already"));
            return;
        }
        pool.insert(index);
    }
}

void state_loader::load_values_of(byte_reader& in, component_pool& pool, const detail::saved_type& saved) {
    for (std::size_t position = 0; position < pool.size() && in.ok(); ++position) {
        const std::span<const std::byte> bytes = in.read_bytes(saved.saved_size());
        if (!in.ok()) {
            return;
        }
        std::byte* value = pool.write(position);
        saved.convert(bytes.data(), value);
        if (const status legal = pool.type().validate(value); !legal) {
            in.fail(legal.reason().message);
        }
    }
}

void state_loader::load_pool(byte_reader& in, const component_type& type, const detail::saved_type& saved,
                             const component_pool* before) {
    component_pool pool(*pages_, type);
    if (in.read_enum(entity_listing::same_as_type_before) == entity_listing::same_as_type_before) {
        if (before == nullptr) {
            in.fail("the first component type cannot refer to the one before");
            return;
        }
        for (std::size_t position = 0; position < before->size(); ++position) {
            pool.insert(before->entity_at(position));
        }
    } else {
        load_entities_of(in, pool, in.read_count(1));
    }
    if (type.size != 0) {
        load_values_of(in, pool, saved);
    }
    pool_numbers_[type.sequence] = static_cast<std::uint8_t>(pools_.size());
    pools_.push_back(std::move(pool));
}

status state_loader::load(byte_reader& in, registry& into) {
    state_loader loaded;
    const auto known = types_of(into);
    check_version(in, image_version, "world images");
    loaded.load_slots(in);
    const std::size_t count = in.read_count(1);
    for (std::size_t number = 0; number < count && in.ok(); ++number) {
        const auto saved = detail::saved_type::load(in, known);
        if (!saved) {
            break;
        }
        if (loaded.pool_numbers_[saved->type().sequence] != no_pool) {
            in.fail(text("component type '", saved->type().name, "' occurs twice"));
            break;
        }
        loaded.load_pool(in, saved->type(), *saved, loaded.pools_.empty() ? nullptr : &loaded.pools_.back());
    }
    if (!in.ok()) {
        return in.failure();
    }
    into.adopt(loaded);
    return {};
}

void save_state(byte_writer& out, const registry_state& state) {
    state_loader::save(out, state);
}

status load_state(byte_reader& in, registry& into) {
    return state_loader::load(in, into);
}

void save_entities(byte_writer& out, const registry_state& state, std::span<const entity> entities) {
    std::vector<entity> saved;
    std::vector<bool> is_saved(state.slot_count());
    std::copy_if(entities.begin(), entities.end(), std::back_inserter(saved), [&](entity id) {
        const bool is_new = state.valid(id) && !is_saved[id.index];
        if (is_new) {
            is_saved[id.index] = true;
        }
        return is_new;
    });
    out.write(set_version);
    out.write_variable(saved.size());
    for (const entity id : saved) {
        out.write(state.key_of(id));
    }
    const auto count_in = [&](const component_pool& pool) {
        return std::count_if(saved.begin(), saved.end(), [&](entity id) { return pool.contains(id.index); });
    };
    std::vector<const component_pool*> pools = pools_by_name(state);
    std::erase_if(pools, [&](const component_pool* pool) { return count_in(*pool) == 0; });
    out.write_variable(pools.size());
    std::vector<std::byte> value;
    for (const component_pool* pool : pools) {
        const component_type& type = pool->type();
        detail::save_type(out, type);
        const auto has_one = [&](entity id) { return pool->contains(id.index); };
        out.write_variable(static_cast<std::uint64_t>(count_in(*pool)));
        for (std::size_t ordinal = 0; ordinal < saved.size(); ++ordinal) {
            if (!has_one(saved[ordinal])) {
                continue;
            }
            out.write_variable(ordinal);
            if (type.size != 0) {
                const std::byte* bytes = pool->read(pool->position_of(saved[ordinal].index));
                value.assign(bytes, bytes + type.size);
                state.references_to_keys(type, value.data());
                out.write_bytes(value);
            }
        }
    }
}

namespace {

// A portable set, read and checked but not yet applied.
struct entity_set {
    struct component_value {
        const component_type* type;
        std::size_t ordinal;
        std::vector<std::byte> bytes;
    };

    std::vector<entity_key> keys;
    std::vector<std::string_view> type_names;
    std::vector<component_value> values;
    std::vector<std::string> skipped_types;
};

void read_keys(byte_reader& in, entity_set& set) {
    const std::size_t count = in.read_count(sizeof(entity_key));
    for (std::size_t ordinal = 0; ordinal < count && in.ok(); ++ordinal) {
        set.keys.push_back(in.read<entity_key>());
    }
    std::vector<entity_key> sorted = set.keys;
    std::sort(sorted.begin(), sorted.end()); // total order: numbers
    if (in.ok() && (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end() ||
                    (!sorted.empty() && sorted.front() == entity_key::none))) {
        in.fail("an entity key is zero or occurs twice");
    }
}

void read_value(byte_reader& in, entity_set& set, const detail::saved_type& saved, std::size_t ordinal,
                std::span<const std::byte> bytes) {
    std::vector<std::byte> value(saved.type().size);
    if (!value.empty()) {
        saved.convert(bytes.data(), value.data());
        if (const status legal = saved.type().validate(value.data()); !legal) {
            in.fail(legal.reason().message);
        }
    }
    set.values.push_back({&saved.type(), ordinal, std::move(value)});
}

void read_values(byte_reader& in, entity_set& set, const detail::saved_type& saved) {
    const std::string_view name = saved.name();
    if (std::find(set.type_names.begin(), set.type_names.end(), name) != set.type_names.end()) {
        in.fail(text("component type '", printable(name), "' occurs twice"));
    }
    set.type_names.push_back(name);
    const std::size_t count = in.read_count(1 + saved.saved_size());
    std::size_t next = 0;
    for (std::size_t number = 0; number < count && in.ok(); ++number) {
        const std::uint64_t ordinal = in.read_variable();
        const std::span<const std::byte> bytes = in.read_bytes(saved.saved_size());
        if (in.ok() && (ordinal < next || ordinal >= set.keys.size())) {
            in.fail(
                text("component '", printable(name), "' belongs to no entity of the set, or twice to one"));
        }
        if (!in.ok()) {
            return;
        }
        next = static_cast<std::size_t>(ordinal) + 1;
        if (saved.is_known()) {
            read_value(in, set, saved, static_cast<std::size_t>(ordinal), bytes);
        }
    }
    if (!saved.is_known() && count > 0) {
        set.skipped_types.push_back(printable(name));
    }
}

} // namespace

result<loaded_entities> load_entities(byte_reader& in, registry& into) {
    entity_set set;
    const auto known = types_of(into);
    check_version(in, set_version, "entity sets");
    read_keys(in, set);
    const std::size_t type_count = in.read_count(1);
    for (std::size_t number = 0; number < type_count && in.ok(); ++number) {
        if (const auto saved = detail::saved_type::load(in, known, detail::unknown_types::skipped)) {
            read_values(in, set, *saved);
        }
    }
    if (!in.ok()) {
        return in.failure();
    }
    loaded_entities loaded;
    for (const entity_key key : set.keys) {
        const entity found = into.find(key);
        loaded.entities.push_back(found ? found : into.create(key));
    }
    for (entity_set::component_value& value : set.values) {
        for_each_reference(*value.type, value.bytes.data(), [&](entity& reference) {
            reference = into.find(std::bit_cast<entity_key>(reference));
        });
        into.assign(loaded[value.ordinal], *value.type, value.bytes.data());
    }
    loaded.skipped_types = std::move(set.skipped_types);
    // total order: equal names are the same
    std::sort(loaded.skipped_types.begin(), loaded.skipped_types.end());
    return loaded;
}

} // namespace orrery
