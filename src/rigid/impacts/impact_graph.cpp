// Impacts: who touches and is joined to whom in an island, and how a blow travels from body to body.
#include "rigid/impacts/impact.hpp"

#include <orrery/math/vector.hpp>

#include <algorithm>

namespace orrery::rigid::detail {
namespace {

constexpr std::uint32_t no_body = 0xffff'ffffu;
// Of a body's weight: what bears so much of it keeps it from falling.
constexpr scalar support_share = scalar(0.25);

// Lists, of each body, the numbers of the links it is an end of, in ascending order. `first` is the member of
// a body that tells where its list begins.
template <typename Links>
void list_links(std::span<impact_body> bodies, std::uint32_t impact_body::* first, const Links& links,
                std::vector<std::uint32_t>& numbers) {
    const auto fixed = static_cast<std::uint32_t>(bodies.size() - 1);
    const auto for_each_end = [&](auto visit) {
        for (std::uint32_t number = 0; number < links.size(); ++number) {
            const auto [a, b] = links[number];
            if (a != fixed) {
                visit(a, number);
            }
            if (b != fixed) {
                visit(b, number);
            }
        }
    };
    for (impact_body& each : bodies) {
        each.*first = 0;
    }
    for_each_end([&](std::uint32_t body, std::uint32_t) { ++(bodies[body].*first); });
    std::uint32_t end = 0;
    for (impact_body& each : bodies) {
        end += each.*first;
        each.*first = end;
    }
    numbers.resize(end);
    for_each_end(
        [&](std::uint32_t body, std::uint32_t number) { numbers[--(bodies[body].*first)] = number; });
    for (std::size_t body = 0; body + 1 < bodies.size(); ++body) {
        std::reverse(numbers.begin() + bodies[body].*first, numbers.begin() + bodies[body + 1].*first);
    }
}

} // namespace

void impact_solver::list_bodies(std::span<const std::uint32_t> touches,
                                std::span<const std::uint32_t> joints) {
    bodies_.clear();
    const auto add = [&](const auto& link) {
        if (link.is_a_dynamic) {
            bodies_.push_back({.row = link.row_a});
        }
        if (link.is_b_dynamic) {
            bodies_.push_back({.row = link.row_b});
        }
    };
    for (const std::uint32_t number : touches) {
        add(scene_.touches[number]);
    }
    for (const std::uint32_t number : joints) {
        add(scene_.joints[number]);
    }
    std::ranges::sort(bodies_, {}, &impact_body::row); // total order: equal rows are equal bodies
    bodies_.erase(std::ranges::unique(bodies_, {}, &impact_body::row).begin(), bodies_.end());
    for (impact_body& each : bodies_) {
        const body_row& row = scene_.rows[each.row];
        each.acceleration = row.acceleration + row.pull;
        each.began_velocity = row.linear_velocity;
        each.began_spin = row.angular_velocity;
    }
    bodies_.push_back({.row = no_body});
}

std::uint32_t impact_solver::body_of(std::uint32_t row) const noexcept {
    const auto end = bodies_.end() - 1;
    return static_cast<std::uint32_t>(
        std::ranges::lower_bound(bodies_.begin(), end, row, {}, &impact_body::row) - bodies_.begin());
}

void impact_solver::list_edges(std::span<const std::uint32_t> touches) {
    const auto fixed = static_cast<std::uint32_t>(bodies_.size() - 1);
    edges_.clear();
    for (const std::uint32_t number : touches) {
        const touch& pair = scene_.touches[number];
        edges_.push_back({.touch = number,
                          .a = pair.is_a_dynamic ? body_of(pair.row_a) : fixed,
                          .b = pair.is_b_dynamic ? body_of(pair.row_b) : fixed});
    }

    struct ends_of_edges {
        const std::vector<edge>& edges;

        [[nodiscard]] std::size_t size() const noexcept { return edges.size(); }

        [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> operator[](std::size_t number) const noexcept {
            return {edges[number].a, edges[number].b};
        }
    };

    list_links(bodies_, &impact_body::first_edge, ends_of_edges{edges_}, edges_of_);
}

void impact_solver::list_joints(std::span<const std::uint32_t> joints) {
    const auto fixed = static_cast<std::uint32_t>(bodies_.size() - 1);
    joints_.clear();
    for (const std::uint32_t number : joints) {
        const constraint_edge& joint = scene_.joints[number];
        joints_.emplace_back(joint, joint.is_a_dynamic ? body_of(joint.row_a) : fixed,
                             joint.is_b_dynamic ? body_of(joint.row_b) : fixed, scene_.rows);
    }

    struct ends_of_joints {
        const std::vector<impact_joint>& joints;

        [[nodiscard]] std::size_t size() const noexcept { return joints.size(); }

        [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> operator[](std::size_t number) const noexcept {
            return {joints[number].a(), joints[number].b()};
        }
    };

    list_links(bodies_, &impact_body::first_joint, ends_of_joints{joints_}, joints_of_);
}

// What rests on something, or hangs on a joint, does not fall.
void impact_solver::note_support(std::span<const std::uint32_t> joints) {
    const auto bear = [&](std::uint32_t body, vector3 impulse) {
        vector3& acceleration = bodies_[body].acceleration;
        const scalar weight = length_squared(acceleration) * substep_;
        if (body + 1 < bodies_.size() &&
            dot(impulse, acceleration) * scene_.rows[bodies_[body].row].inverse_mass <
                -support_share * weight) {
            acceleration = {};
        }
    };
    for (const edge& each : edges_) {
        const touch& pair = scene_.touches[each.touch];
        scalar borne = 0;
        for (std::uint32_t point = 0; point < pair.memory.count; ++point) {
            borne += pair.memory.normal_impulses[point];
        }
        const vector3 impulse = scene_.manifolds[pair.candidate].normal * borne;
        bear(each.a, -impulse);
        bear(each.b, impulse);
    }
    for (std::size_t place = 0; place < joints.size(); ++place) {
        const constraint_edge& joint = scene_.joints[joints[place]];
        vector3 impulse{}; // on b
        for (std::size_t row = 0; row < joint.rows.size(); ++row) {
            impulse += joint.rows[row].linear * joint.impulses[row];
        }
        bear(joints_[place].a(), -impulse);
        bear(joints_[place].b(), impulse);
    }
}

std::uint32_t impact_solver::faster_body(const edge& which) const noexcept {
    const auto speed_of = [&](std::uint32_t body) {
        return body + 1 < bodies_.size() ? length_squared(scene_.rows[bodies_[body].row].linear_velocity)
                                         : scalar(-1);
    };
    return speed_of(which.b) > speed_of(which.a) ? which.b : which.a;
}

void impact_solver::propagate(std::uint32_t start, std::uint32_t round) {
    waiting_.assign(1, start);
    bodies_[start].round = round;
    bodies_.back().round = round;
    for (std::size_t next = 0; next < waiting_.size(); ++next) {
        list_group(waiting_[next], round);
        solve_group();
        for (const std::uint32_t index : group_) {
            for (const std::uint32_t body : {edges_[index].a, edges_[index].b}) {
                if (bodies_[body].round != round) {
                    bodies_[body].round = round;
                    waiting_.push_back(body);
                }
            }
        }
    }
}

// The contacts of a body, and of those that are joined to it, that are run into now.
void impact_solver::list_group(std::uint32_t which, std::uint32_t round) {
    group_.clear();
    const auto add_contacts = [&](std::uint32_t body) {
        for (std::uint32_t place = bodies_[body].first_edge; place < bodies_[body + 1].first_edge; ++place) {
            edge& each = edges_[edges_of_[place]];
            if (each.round != round && is_run_into(each)) {
                each.round = round;
                group_.push_back(edges_of_[place]);
            }
        }
    };
    add_contacts(which);
    for (std::uint32_t place = bodies_[which].first_joint; place < bodies_[which + 1].first_joint; ++place) {
        const impact_joint& joint = joints_[joints_of_[place]];
        const std::uint32_t other = joint.a() == which ? joint.b() : joint.a();
        if (other + 1 < bodies_.size()) {
            add_contacts(other);
        }
    }
    list_joints_of_group();
}

void impact_solver::list_joints_of_group() {
    ++groups_;
    group_joints_.clear();
    for (const std::uint32_t index : group_) {
        for (const std::uint32_t body : {edges_[index].a, edges_[index].b}) {
            if (body + 1 == bodies_.size()) {
                continue;
            }
            for (std::uint32_t place = bodies_[body].first_joint; place < bodies_[body + 1].first_joint;
                 ++place) {
                impact_joint& joint = joints_[joints_of_[place]];
                if (joint.round != groups_) {
                    joint.round = groups_;
                    joint.begin();
                    group_joints_.push_back(joints_of_[place]);
                }
            }
        }
    }
}

} // namespace orrery::rigid::detail
