#include "rigid/step/register_components.hpp"

#include <orrery/rigid/breakable.hpp>
#include <orrery/rigid/components.hpp>
#include <orrery/rigid/contact.hpp>
#include <orrery/rigid/glue.hpp>
#include <orrery/rigid/joints/ball_joint.hpp>
#include <orrery/rigid/joints/cone_joint.hpp>
#include <orrery/rigid/joints/cone_twist_joint.hpp>
#include <orrery/rigid/joints/cv_joint.hpp>
#include <orrery/rigid/joints/distance_joint.hpp>
#include <orrery/rigid/joints/fixed_joint.hpp>
#include <orrery/rigid/joints/gear_joint.hpp>
#include <orrery/rigid/joints/gravity_joint.hpp>
#include <orrery/rigid/joints/hinge_joint.hpp>
#include <orrery/rigid/joints/motor_joint.hpp>
#include <orrery/rigid/joints/null_joint.hpp>
#include <orrery/rigid/joints/prismatic_joint.hpp>
#include <orrery/rigid/joints/pulley_joint.hpp>
#include <orrery/rigid/joints/rack_joint.hpp>
#include <orrery/rigid/joints/six_dof_joint.hpp>
#include <orrery/rigid/joints/wheel_joint.hpp>
#include <orrery/rigid/material_pair.hpp>
#include <orrery/rigid/movers/character.hpp>
#include <orrery/rigid/rules.hpp>

#include <type_traits>

namespace orrery::rigid::detail {

void register_components(orrery::registry& registry) {
    const auto make_known = [&]<typename... T>(std::type_identity<T>...) {
        (static_cast<void>(registry.register_component<T>()), ...);
    };
    make_known(
        std::type_identity<body>{}, std::type_identity<position>{}, std::type_identity<orientation>{},
        std::type_identity<linear_velocity>{}, std::type_identity<angular_velocity>{},
        std::type_identity<mass>{}, std::type_identity<inertia>{}, std::type_identity<center_of_mass>{},
        std::type_identity<gravity>{}, std::type_identity<damping>{}, std::type_identity<steady_force>{},
        std::type_identity<locked_axes>{}, std::type_identity<collision_filter>{},
        std::type_identity<excluded_pair>{}, std::type_identity<stillness>{}, std::type_identity<asleep>{},
        std::type_identity<never_sleeps>{}, std::type_identity<reports_contacts>{},
        std::type_identity<attractor>{}, std::type_identity<drag>{}, std::type_identity<feels_fields>{},
        std::type_identity<shape>{}, std::type_identity<material>{}, std::type_identity<material_pair>{},
        std::type_identity<contact>{}, std::type_identity<constraint_impulses>{},
        std::type_identity<constraint_memory>{}, std::type_identity<breakable>{},
        std::type_identity<fracture_pattern>{}, std::type_identity<destroyed_at>{},
        std::type_identity<breaks_at>{}, std::type_identity<sticks_at>{}, std::type_identity<fate>{},
        std::type_identity<glued_to>{}, std::type_identity<carries>{}, std::type_identity<character>{},
        std::type_identity<walk_state>{});
}

std::vector<constraint_type> built_in_constraint_types(orrery::registry& registry) {
    return {make_constraint_type<ball_joint>(registry),       make_constraint_type<distance_joint>(registry),
            make_constraint_type<fixed_joint>(registry),      make_constraint_type<hinge_joint>(registry),
            make_constraint_type<prismatic_joint>(registry),  make_constraint_type<six_dof_joint>(registry),
            make_constraint_type<wheel_joint>(registry),      make_constraint_type<cone_joint>(registry),
            make_constraint_type<cone_twist_joint>(registry), make_constraint_type<cv_joint>(registry),
            make_constraint_type<gear_joint>(registry),       make_constraint_type<rack_joint>(registry),
            make_constraint_type<pulley_joint>(registry),     make_constraint_type<motor_joint>(registry),
            make_constraint_type<gravity_joint>(registry),    make_constraint_type<null_joint>(registry)};
}

} // namespace orrery::rigid::detail
