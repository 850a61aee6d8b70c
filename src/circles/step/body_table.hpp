// What impacts and contacts ask of forms, worked out once for a roster: by place in it.
#pragma once

#include <orrery/circles/frame.hpp>
#include <orrery/circles/rules.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace orrery::circles::detail {

struct body {
    scalar radius = 0;
    scalar inverse_mass = 0;
    scalar inverse_inertia = 0;
    circles::surface surface{};
};

class body_table {
public:
    // Does nothing if it is the roster that it has already.
    void follow(const std::shared_ptr<const roster>& who);

    [[nodiscard]] const body& operator[](std::size_t rank) const noexcept { return bodies_[rank]; }

    [[nodiscard]] const form& form_of(std::size_t rank) const noexcept { return roster_->forms[rank]; }

    // Whether any circle is a sensor, or has another filter than the rest.
    [[nodiscard]] bool is_plain() const noexcept { return is_plain_; }

    [[nodiscard]] scalar mean_radius() const noexcept { return mean_radius_; }

private:
    std::shared_ptr<const roster> roster_;
    std::vector<body> bodies_;
    scalar mean_radius_ = 0;
    bool is_plain_ = true;
};

} // namespace orrery::circles::detail
