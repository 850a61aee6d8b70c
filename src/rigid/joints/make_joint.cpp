#include <orrery/core/text.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/joints/make_joint.hpp>

namespace orrery::rigid::detail {

status check_joint(const world& where, entity a, entity b, entity_key key) {
    const orrery::registry& registry = where.registry();
    if (!a) {
        return error{"it has no body a, which only b may lack, when it holds the world"};
    }
    if (a == b) {
        return error{"both of its ends are the same body"};
    }
    const auto is_body = [&](entity id) { return registry.all_of<body, position, orientation>(id); };
    if (!is_body(a)) {
        return error{"its a is not a body of this world, or one that is gone"};
    }
    if (b && !is_body(b)) {
        return error{"its b is not a body of this world, or one that is gone"};
    }
    if (key != entity_key::none && registry.find(key)) {
        return error{text("the key ", static_cast<std::uint64_t>(key), " is taken")};
    }
    return {};
}

} // namespace orrery::rigid::detail
