#include <orrery/core/hash.hpp>
#include <orrery/core/registry/registry_state.hpp>

#include <algorithm>
#include <bit>

namespace orrery {

registry_state::registry_state()
    : pages_(std::make_shared<page_pool>())
    , slots_(*pages_)
    , keys_(*pages_) {
    pool_numbers_.fill(no_pool);
}

registry_state& registry_state::operator=(const registry_state& other) {
    if (this != &other) {
        // The old pages go back to their pool before the pool may go.
        slots_ = other.slots_;
        keys_ = other.keys_;
        pools_ = other.pools_;
        pages_ = other.pages_;
        pool_numbers_ = other.pool_numbers_;
        keys_given_ = other.keys_given_;
        first_free_ = other.first_free_;
    }
    return *this;
}

registry_state& registry_state::operator=(registry_state&& other) noexcept {
    if (this != &other) {
        slots_ = std::move(other.slots_);
        keys_ = std::move(other.keys_);
        pools_ = std::move(other.pools_);
        pages_ = std::move(other.pages_);
        pool_numbers_ = other.pool_numbers_;
        keys_given_ = other.keys_given_;
        first_free_ = other.first_free_;
    }
    return *this;
}

entity registry_state::find(entity_key key) const noexcept {
    const std::uint32_t index = keys_.find(key);
    return index != key_index::not_found ? entity_at(index) : entity{};
}

std::vector<entity> registry_state::entities_by_key() const {
    std::vector<entity> all;
    all.reserve(size());
    each_entity([&](entity id) { all.push_back(id); });
    std::sort(all.begin(), all.end(), // total order: keys are distinct
              [this](entity a, entity b) { return slots_[a.index].key < slots_[b.index].key; });
    return all;
}

std::string registry_state::missing_component(const component_type& type, entity id) const {
    return valid(id) ? text("the entity has no '", type.name, "'")
                     : text("no '", type.name, "': the entity is not, or no longer, part of this world");
}

entity registry_state::occupy_slot(entity_key key) {
    std::uint32_t index = first_free_;
    if (index == detail::no_slot) {
        index = static_cast<std::uint32_t>(slots_.size());
        // Where the count starts differs from world to world, so handles of another world are recognised.
        slots_.push_back(
            {key, static_cast<std::uint32_t>(hash_combine(static_cast<std::uint64_t>(key), index)), 0});
    } else {
        first_free_ = slots_[index].next_free;
        slots_.write(index).key = key;
    }
    detail::entity_slot& slot = slots_.write(index);
    if (++slot.generation == 0) { // zero means none
        slot.generation = 1;
    }
    keys_.insert(key, index);
    return {index, slot.generation};
}

void registry_state::free_slot(entity id) {
    keys_.erase(slots_[id.index].key);
    detail::entity_slot& slot = slots_.write(id.index);
    slot.key = entity_key::none;
    slot.next_free = first_free_;
    first_free_ = id.index;
}

component_pool& registry_state::add_pool(const component_type& type) {
    for (const component_pool& pool : pools_) {
        ORRERY_CHECK(pool.type().id != type.id, text("two component types are called '", type.name, "'"));
    }
    pool_numbers_[type.sequence] = static_cast<std::uint8_t>(pools_.size());
    return pools_.emplace_back(*pages_, type);
}

std::uint64_t registry_state::hash_component(const component_pool& pool, std::size_t position) const {
    const component_type& type = pool.type();
    const entity_key owner = slots_[pool.entity_at(position)].key;
    const std::uint64_t seed = hash_combine(static_cast<std::uint64_t>(owner), type.id);
    if (type.size == 0) {
        return seed;
    }
    const std::byte* value = pool.read(position);
    if (!type.has_references) {
        return hash_bytes({value, type.size}, seed);
    }
    // A reference counts as the key of what it refers to: handles differ from copy to copy.
    std::vector<std::byte> portable(value, value + type.size);
    references_to_keys(type, portable.data());
    return hash_bytes(portable, seed);
}

void registry_state::references_to_keys(const component_type& type, void* value) const {
    for_each_reference(type, value,
                       [this](entity& reference) { reference = std::bit_cast<entity>(key_of(reference)); });
}

std::uint64_t registry_state::hash_page(const component_pool& pool, std::size_t page) const {
    // What a reference counts as can change without a write to its page.
    auto* remembered = pool.type().has_references ? nullptr : pool.cached_hash(page);
    if (remembered != nullptr) {
        if (const std::uint64_t known = remembered->load(std::memory_order_relaxed); known != 0) {
            return known;
        }
    }
    std::uint64_t sum = 0;
    const std::size_t first = page * component_pool::page_elements;
    for (std::size_t position = first; position < first + pool.page_size(page); ++position) {
        sum += hash_component(pool, position);
    }
    if (remembered != nullptr) {
        remembered->store(sum, std::memory_order_relaxed);
    }
    return sum;
}

std::uint64_t registry_state::hash() const {
    // A sum, so that the order of entities does not matter and the parts of a world add up.
    std::uint64_t sum = 0;
    each_entity([&](entity id) { sum += hash_combine(static_cast<std::uint64_t>(slots_[id.index].key), 0); });
    for (const component_pool& pool : pools_) {
        for (std::size_t page = 0; page < pool.page_count(); ++page) {
            sum += hash_page(pool, page);
        }
    }
    return hash_combine(sum, keys_given_);
}

std::uint64_t registry_state::hash_of(entity id) const {
    if (!valid(id)) {
        return 0;
    }
    std::uint64_t sum = hash_combine(static_cast<std::uint64_t>(slots_[id.index].key), 0);
    for (const component_pool& pool : pools_) {
        if (pool.contains(id.index)) {
            sum += hash_component(pool, pool.position_of(id.index));
        }
    }
    return sum;
}

} // namespace orrery
