// Vectors and quaternions as plain arrays, as in the protocol. For work that is done once per gesture or picture; loops over all bodies
// use typed arrays instead (rigid/packing.ts).
import type { Quaternion, Vector } from '../protocol';

export function add(a: Vector, b: Vector): Vector {
    return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract(a: Vector, b: Vector): Vector {
    return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scale(a: Vector, by: number): Vector {
    return [a[0] * by, a[1] * by, a[2] * by];
}

export function dot(a: Vector, b: Vector): number {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function length(a: Vector): number {
    return Math.sqrt(dot(a, a));
}

/** A unit vector that is perpendicular to another unit vector. */
export function perpendicularTo(a: Vector): Vector {
    return normalized(cross(a, Math.abs(a[0]) < 0.9 ? [1, 0, 0] : [0, 0, 1]));
}

/** A unit vector; [0, 1, 0] if `a` has no direction. */
export function normalized(a: Vector): Vector {
    const size = length(a);
    return size > 1e-12 ? scale(a, 1 / size) : [0, 1, 0];
}

export function mix(a: Vector, b: Vector, share: number): Vector {
    return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

export function multiply(a: Quaternion, b: Quaternion): Quaternion {
    return [
        a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
        a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
        a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
        a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
    ];
}

export function conjugate(a: Quaternion): Quaternion {
    return [-a[0], -a[1], -a[2], a[3]];
}

export function rotate(by: Quaternion, v: Vector): Vector {
    const axis: Vector = [by[0], by[1], by[2]];
    const twice = scale(cross(axis, v), 2);
    return add(add(v, scale(twice, by[3])), cross(axis, twice));
}

export interface Sphere {
    center: Vector;
    radius: number;
}

/** A box by its half extents, and the sphere around it. */
export interface Bounds extends Sphere {
    half: Vector;
}

export interface Ray {
    origin: Vector;
    direction: Vector; // a unit vector
}
