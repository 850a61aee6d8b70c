#include "rigid/objects/definition_archive.hpp"

#include <orrery/core/math_fields.hpp>

#include <type_traits>

namespace orrery::rigid::detail {
namespace {

// Calls visit(leaf) for each number of a described value, in the order of its field table.
template <typename T, typename Visit>
void for_each_leaf(T& value, Visit visit) {
    using plain = std::remove_const_t<T>;
    if constexpr (orrery::detail::leaf_type<plain>) {
        visit(value);
    } else if constexpr (orrery::detail::array_type<plain>) {
        for (auto& element : value) {
            for_each_leaf(element, visit);
        }
    } else {
        for_each_field(description<plain>,
                       [&]<auto Member>(const field_row&) { for_each_leaf(value.*Member, visit); });
    }
}

class definition_writer {
public:
    explicit definition_writer(byte_writer& out) noexcept
        : out_(out) {}

    template <typename T>
    void operator()(const T& value) {
        for_each_leaf(value, [this](const auto& leaf) { out_.write(leaf); });
    }

    template <typename T>
    void operator()(const std::optional<T>& value) {
        out_.write(value.has_value());
        if (value) {
            (*this)(*value);
        }
    }

private:
    byte_writer& out_;
};

class definition_reader {
public:
    explicit definition_reader(byte_reader& in) noexcept
        : in_(in) {}

    template <typename T>
    void operator()(T& value) {
        for_each_leaf(value, [this]<typename Leaf>(Leaf& leaf) { leaf = in_.read<Leaf>(); });
    }

    template <typename T>
    void operator()(std::optional<T>& value) {
        value.reset();
        if (in_.read<bool>()) {
            (*this)(value.emplace());
        }
    }

private:
    byte_reader& in_;
};

template <typename Definition, typename Visit>
void for_each_member(Definition& what, Visit visit) {
    // Every member is listed: one that is added does not compile before it is named here.
    auto& [kind, position, orientation, linear_velocity, angular_velocity, shape, material, density, mass,
           inertia, center_of_mass, gravity, feels_fields, attractor, damping, drag, locked_axes, filter,
           may_sleep, reports_contacts, fracture, breaks_at, destroyed_at, sticks_at, key] = what;
    visit(kind);
    visit(position);
    visit(orientation);
    visit(linear_velocity);
    visit(angular_velocity);
    visit(shape);
    visit(material);
    visit(density);
    visit(mass);
    visit(inertia);
    visit(center_of_mass);
    visit(gravity);
    visit(feels_fields);
    visit(attractor);
    visit(damping);
    visit(drag);
    visit(locked_axes);
    visit(filter);
    visit(may_sleep);
    visit(reports_contacts);
    visit(fracture);
    visit(breaks_at);
    visit(destroyed_at);
    visit(sticks_at);
    visit(key);
}

} // namespace

void save_body_definition(byte_writer& out, const body_definition& what) {
    for_each_member(what, definition_writer(out));
}

void save_fragments(byte_writer& out, std::span<const fragment> fragments) {
    definition_writer write(out);
    out.write_variable(fragments.size());
    for (const fragment& each : fragments) {
        write(each.what);
        write(each.where);
    }
}

body_definition load_body_definition(byte_reader& in) {
    body_definition loaded;
    for_each_member(loaded, definition_reader(in));
    return loaded;
}

std::vector<fragment> load_fragments(byte_reader& in) {
    definition_reader read(in);
    std::vector<fragment> loaded(in.read_count(sizeof(blueprint_id) + 7 * sizeof(scalar)));
    for (fragment& each : loaded) {
        read(each.what);
        read(each.where);
    }
    return loaded;
}

} // namespace orrery::rigid::detail
