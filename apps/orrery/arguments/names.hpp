// What people call the entities of a scene, and how an argument names one: by that name or by its key.
#pragma once

#include "apps/scene/scene_file.hpp"

#include <orrery/core/entity.hpp>
#include <orrery/core/result.hpp>

#include <string>
#include <vector>

namespace orrery::command {

class name_list {
public:
    name_list() = default;
    explicit name_list(std::vector<scene_format::look> looks); // by key

    // "cue ball", or "body 17" for one without a name.
    [[nodiscard]] std::string shown(entity_key key) const;

    // Empty for one without a name.
    [[nodiscard]] const std::string& name_of(entity_key key) const;

    [[nodiscard]] const scene_format::look* find(entity_key key) const;

    // Whether there is such an entity in a frame is not known here: a number is any key.
    [[nodiscard]] result<entity_key> key_of(const std::string& name_or_key) const;

private:
    std::vector<scene_format::look> looks_;
};

// The decimal digits of a key.
[[nodiscard]] std::string digits(entity_key key);

} // namespace orrery::command
