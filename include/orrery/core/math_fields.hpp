// Field tables of the math types, so that components can hold them: "velocity.x", "box.min.y",
// "inertia.rows[0].x". All but those of hex_vector are templates, so the types need not be complete here.
#pragma once

#include <orrery/core/fields.hpp>
#include <orrery/math/fwd.hpp>
#include <orrery/math/hex_vector.hpp>

namespace orrery {

template <number T>
inline constexpr auto description<basic_vector2<T>> =
    describe<basic_vector2<T>>("vector2", field<&basic_vector2<T>::x>("x"), field<&basic_vector2<T>::y>("y"));

template <>
inline constexpr auto description<hex_vector> =
    describe<hex_vector>("hex_vector", field<&hex_vector::a>("a"), field<&hex_vector::b>("b"));

template <number T>
inline constexpr auto description<basic_vector3<T>> =
    describe<basic_vector3<T>>("vector3", field<&basic_vector3<T>::x>("x"), field<&basic_vector3<T>::y>("y"),
                               field<&basic_vector3<T>::z>("z"));

template <real T>
inline constexpr auto description<basic_quaternion<T>> =
    describe<basic_quaternion<T>>("quaternion", field<&basic_quaternion<T>::x>("x"),
                                  field<&basic_quaternion<T>::y>("y"), field<&basic_quaternion<T>::z>("z"),
                                  field<&basic_quaternion<T>::w>("w"));

template <real T>
inline constexpr auto description<basic_rotation2<T>> = describe<basic_rotation2<T>>(
    "rotation2", field<&basic_rotation2<T>::cos>("cos"), field<&basic_rotation2<T>::sin>("sin"));

template <real T>
inline constexpr auto description<basic_matrix2<T>> =
    describe<basic_matrix2<T>>("matrix2", field<&basic_matrix2<T>::rows>("rows"));

template <real T>
inline constexpr auto description<basic_matrix3<T>> =
    describe<basic_matrix3<T>>("matrix3", field<&basic_matrix3<T>::rows>("rows"));

template <real T, int N>
inline constexpr auto description<basic_transform<T, N>> =
    describe<basic_transform<T, N>>("transform", field<&basic_transform<T, N>::position>("position"),
                                    field<&basic_transform<T, N>::rotation>("rotation"));

template <number T, int N>
inline constexpr auto description<basic_aabb<T, N>> = describe<basic_aabb<T, N>>(
    "aabb", field<&basic_aabb<T, N>::min>("min"), field<&basic_aabb<T, N>::max>("max"));

template <real T, int N>
inline constexpr auto description<basic_ray<T, N>> = describe<basic_ray<T, N>>(
    "ray", field<&basic_ray<T, N>::origin>("origin"), field<&basic_ray<T, N>::direction>("direction"));

} // namespace orrery
