// Names of the math layer without their definitions, for headers that only pass them on. basic_x<T> is the
// template; x is made of the world's scalar, and the suffixes f, d and i mean float, double and std::int32_t.
#pragma once

#include <orrery/math/number.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace orrery {

template <number T>
struct basic_vector2;
template <number T>
struct basic_vector3;

using vector2 = basic_vector2<scalar>;
using vector2f = basic_vector2<float>;
using vector2d = basic_vector2<double>;
using vector2i = basic_vector2<std::int32_t>;
using vector3 = basic_vector3<scalar>;
using vector3f = basic_vector3<float>;
using vector3d = basic_vector3<double>;
using vector3i = basic_vector3<std::int32_t>;

// The vector of N components, for code written once for both dimensions.
template <number T, int N>
    requires(N == 2 || N == 3)
using basic_vector = std::conditional_t<N == 2, basic_vector2<T>, basic_vector3<T>>;

template <real T>
struct basic_matrix2;
template <real T>
struct basic_matrix3;

using matrix2 = basic_matrix2<scalar>;
using matrix2f = basic_matrix2<float>;
using matrix2d = basic_matrix2<double>;
using matrix3 = basic_matrix3<scalar>;
using matrix3f = basic_matrix3<float>;
using matrix3d = basic_matrix3<double>;

template <real T>
struct basic_rotation2;
template <real T>
struct basic_quaternion;

using rotation2 = basic_rotation2<scalar>;
using rotation2f = basic_rotation2<float>;
using rotation2d = basic_rotation2<double>;
using quaternion = basic_quaternion<scalar>;
using quaternionf = basic_quaternion<float>;
using quaterniond = basic_quaternion<double>;

// The rotation of N-dimensional space: cosine and sine, or a unit quaternion.
template <real T, int N>
    requires(N == 2 || N == 3)
using basic_rotation = std::conditional_t<N == 2, basic_rotation2<T>, basic_quaternion<T>>;

template <real T, int N>
struct basic_transform;
template <real T>
using basic_transform2 = basic_transform<T, 2>;
template <real T>
using basic_transform3 = basic_transform<T, 3>;

using transform2 = basic_transform2<scalar>;
using transform2f = basic_transform2<float>;
using transform2d = basic_transform2<double>;
using transform3 = basic_transform3<scalar>;
using transform3f = basic_transform3<float>;
using transform3d = basic_transform3<double>;

template <number T, int N>
struct basic_aabb;
template <number T>
using basic_aabb2 = basic_aabb<T, 2>;
template <number T>
using basic_aabb3 = basic_aabb<T, 3>;

using aabb2 = basic_aabb2<scalar>;
using aabb2f = basic_aabb2<float>;
using aabb2d = basic_aabb2<double>;
using aabb2i = basic_aabb2<std::int32_t>;
using aabb3 = basic_aabb3<scalar>;
using aabb3f = basic_aabb3<float>;
using aabb3d = basic_aabb3<double>;
using aabb3i = basic_aabb3<std::int32_t>;

template <real T, int N>
struct basic_ray;
template <real T, int N>
struct basic_prepared_ray;
template <real T>
using basic_ray2 = basic_ray<T, 2>;
template <real T>
using basic_ray3 = basic_ray<T, 3>;

using ray2 = basic_ray2<scalar>;
using ray2f = basic_ray2<float>;
using ray2d = basic_ray2<double>;
using ray3 = basic_ray3<scalar>;
using ray3f = basic_ray3<float>;
using ray3d = basic_ray3<double>;

template <real T>
struct basic_ray_interval;
template <real T>
struct basic_plane3;

using ray_interval = basic_ray_interval<scalar>;
using plane3 = basic_plane3<scalar>;

class angle16;
template <std::signed_integral Storage, int FractionBits>
    requires(FractionBits > 0 && FractionBits < std::numeric_limits<Storage>::digits)
class basic_fixed;

using fixed32 = basic_fixed<std::int32_t, 16>;
using fixed64 = basic_fixed<std::int64_t, 32>;

class philox;
class xoshiro256;

} // namespace orrery
