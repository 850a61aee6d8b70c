#include <orrery/core/hash.hpp>
#include <orrery/core/registry/registry.hpp>

#include <array>
#include <cstring>

namespace orrery {

entity_key derive_key(entity_key creator, std::uint64_t frame, std::uint32_t count) noexcept {
    const std::uint64_t mixed = hash_combine(hash_combine(static_cast<std::uint64_t>(creator), frame), count);
    return static_cast<entity_key>(mixed != 0 ? mixed : 1);
}

struct registry::component_listeners {
    std::array<listener_signal, 3> of_change; // by component_change
};

registry::registry()
    : registry(key_series::application) {}

registry::registry(key_series keys)
    : restored_(std::make_unique<signal<registry&>>()) {
    keys_given_ = keys == key_series::world ? 0 : std::uint64_t{1} << 63;
}

registry::registry(const class snapshot& frame)
    : registry_state(frame)
    , restored_(std::make_unique<signal<registry&>>()) {}

registry::registry(registry&& other) noexcept
    // NOLINTBEGIN(bugprone-use-after-move): only the base is moved first
    : registry_state(std::move(other))
    , listeners_(std::move(other.listeners_))
    , restored_(std::move(other.restored_))
    , address_(std::move(other.address_)) {
    // NOLINTEND(bugprone-use-after-move)
    if (address_ != nullptr) {
        *address_ = this;
    }
}

registry& registry::operator=(registry&& other) noexcept {
    if (this != &other) {
        registry_state::operator=(std::move(other));
        // NOLINTNEXTLINE(bugprone-use-after-move): only the base has been moved
        listeners_ = std::move(other.listeners_);
        restored_ = std::move(other.restored_);
        if (address_ != nullptr) {
            *address_ = nullptr; // what it stood for is gone
        }
        address_ = std::move(other.address_);
        if (address_ != nullptr) {
            *address_ = this;
        }
    }
    return *this;
}

registry::~registry() {
    if (address_ != nullptr) {
        *address_ = nullptr;
    }
}

weak_registry registry::weak() {
    if (address_ == nullptr) {
        address_ = std::make_shared<registry*>(this);
    }
    return weak_registry(address_);
}

registry::listener_sink registry::sink_of(component_change change, std::uint32_t sequence) {
    if (sequence >= listeners_.size()) {
        listeners_.resize(sequence + 1);
    }
    if (listeners_[sequence] == nullptr) {
        listeners_[sequence] = std::make_unique<component_listeners>();
    }
    return listeners_[sequence]->of_change[static_cast<std::size_t>(change)].sink();
}

sink<registry&> registry::on_restore() {
    return restored_->sink();
}

void registry::emit(component_change change, std::uint32_t sequence, entity id) {
    listeners_[sequence]->of_change[static_cast<std::size_t>(change)].emit(*this, id);
}

entity registry::create() {
    for (;;) {
        const entity_key key = derive_key(entity_key::none, keys_given_++, 0);
        if (keys_.find(key) == key_index::not_found) {
            return occupy_slot(key);
        }
    }
}

entity registry::create(entity_key key) {
    if (key == entity_key::none || keys_.find(key) != key_index::not_found) {
        return {};
    }
    return occupy_slot(key);
}

void registry::take_component(entity id, std::size_t pool_number) {
    const auto has_one = [&] { return valid(id) && pools_[pool_number].contains(id.index); };
    if (has_one()) {
        tell(component_change::destroy, pools_[pool_number].type().sequence, id);
        if (has_one()) { // unless a listener took it away
            pools_[pool_number].erase(id.index);
        }
    }
}

bool registry::destroy(entity id) {
    if (!valid(id)) {
        return false;
    }
    for (std::size_t number = 0; number < pools_.size(); ++number) {
        take_component(id, number);
    }
    if (!valid(id)) {
        return true; // a listener destroyed it
    }
    free_slot(id);
    return true;
}

void registry::clear() {
    std::vector<entity> all;
    each_entity([&](entity id) { all.push_back(id); });
    for (const entity id : all) {
        destroy(id);
    }
}

void registry::assign(entity id, const component_type& type, const std::byte* value) {
    ORRERY_CHECK(valid(id), "a component can only be given to a live entity");
    const std::uint8_t number = pool_numbers_[type.sequence];
    ORRERY_CHECK(number != no_pool, text("component type '", type.name, "' is not registered"));
    component_pool& pool = pools_[number];
    pool.count_write();
    const bool is_new = !pool.contains(id.index);
    const std::uint32_t position = is_new ? pool.insert(id.index) : pool.position_of(id.index);
    if (type.size != 0) {
        std::memcpy(pool.write(position), value, type.size);
    }
    tell(is_new ? component_change::construct : component_change::update, type.sequence, id);
}

bool registry::remove(entity id, const component_type& type) {
    const std::uint8_t number = pool_numbers_[type.sequence];
    if (number == no_pool || !valid(id) || !pools_[number].contains(id.index)) {
        return false;
    }
    take_component(id, number);
    return true;
}

void registry::restore(const class snapshot& frame) {
    adopt(frame);
}

void registry::adopt(const registry_state& state) {
    std::vector<const component_type*> missing_there;
    for (const component_pool& pool : pools_) {
        if (!state.knows(pool.type())) {
            missing_there.push_back(&pool.type());
        }
    }
    registry_state::operator=(state);
    for (const component_type* type : missing_there) { // what was registered since stays registered
        add_pool(*type);
    }
    restored_->emit(*this);
}

} // namespace orrery
