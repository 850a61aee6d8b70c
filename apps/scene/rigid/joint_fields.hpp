// The numbers of a joint from a document that has passed the schema, by the joint's own description: a member
// has the name of a field, and a part of a joint is an object. So every joint is read by the same few lines.
//
// What a joint has in the frames of both bodies, such as `axis_a` and `axis_b`, can be given once for the
// world, as `axis`; what is not said is taken from how the bodies are at first.
#pragma once

#include "apps/scene/reading.hpp"

#include <orrery/core/registry/component_type.hpp>
#include <orrery/math/quaternion.hpp>
#include <orrery/math/transform.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace orrery::scene_format {

class joint_fields {
public:
    // `value` is one of the type; the frames are those of its bodies, or of the world.
    joint_fields(const component_type& type, void* value, const transform3& frame_a,
                 const transform3& frame_b, reading& notes) noexcept
        : type_(type)
        , value_(static_cast<std::byte*>(value))
        , frame_a_(frame_a)
        , frame_b_(frame_b)
        , notes_(notes) {}

    // All members but those that joints have beside their numbers: names, bodies and what it breaks at.
    void read(const json::cursor& joint);

    void set(std::string_view field, vector3 what);

private:
    [[nodiscard]] const field_info* find(std::string_view name) const noexcept;

    [[nodiscard]] bool has(std::string_view field) const noexcept { return find(field) != nullptr; }

    [[nodiscard]] vector3 vector_at(std::string_view field) const;
    [[nodiscard]] quaternion turn_at(std::string_view field) const;
    void set(std::string_view field, quaternion what);
    void read_member(const json::cursor& what, const std::string& field);
    void read_turn(const json::cursor& what, const std::string& field);
    void read_pair(const json::cursor& what, const std::string& field);
    void complete_pairs(const json::cursor& joint);
    // What is in one frame, as it is in the other.
    void carry_over(const std::string& from, const transform3& frame, const std::string& to,
                    const transform3& other);
    void put_across(std::string_view direction);
    [[nodiscard]] double number_at(const field_info& where) const;
    void put(const field_info& where, double what);

    const component_type& type_;
    std::byte* value_;
    const transform3& frame_a_;
    const transform3& frame_b_;
    reading& notes_;
};

} // namespace orrery::scene_format
