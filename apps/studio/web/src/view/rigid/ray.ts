// Ray casts against shapes. Each function takes the ray in the frame of the shape and returns the distance and the normal of the first
// hit; null is a miss. A ray that starts inside hits nothing behind it. Pure.
import type { Vector } from '../../protocol';
import { add, cross, dot, normalized, scale, subtract, type Ray } from '../maths';

export interface Hit {
    along: number;
    normal: Vector;
}

function at(ray: Ray, along: number): Vector {
    return add(ray.origin, scale(ray.direction, along));
}

export function hitSphere(ray: Ray, radius: number, center: Vector = [0, 0, 0]): Hit | null {
    const from = subtract(ray.origin, center);
    const b = dot(from, ray.direction);
    const root = b * b - dot(from, from) + radius * radius;
    if (root < 0) {
        return null;
    }
    const along = -b - Math.sqrt(root);
    return along >= 0 ? { along, normal: normalized(subtract(at(ray, along), center)) } : null;
}

export function hitBox(ray: Ray, half: Vector): Hit | null {
    let enter = -Infinity;
    let leave = Infinity;
    let normal: Vector = [0, 1, 0];
    for (let axis = 0; axis < 3; ++axis) {
        const origin = ray.origin[axis] ?? 0;
        const direction = ray.direction[axis] ?? 0;
        const extent = half[axis] ?? 0;
        if (Math.abs(direction) < 1e-12) {
            if (Math.abs(origin) > extent) {
                return null;
            }
            continue;
        }
        const first = (-Math.sign(direction) * extent - origin) / direction;
        if (first > enter) {
            enter = first;
            normal = [0, 0, 0];
            normal[axis] = -Math.sign(direction);
        }
        leave = Math.min(leave, (Math.sign(direction) * extent - origin) / direction);
    }
    return enter >= 0 && enter <= leave ? { along: enter, normal } : null;
}

// The side of a cylinder along y.
function hitSide(ray: Ray, radius: number, halfHeight: number): Hit | null {
    const [ox, , oz] = ray.origin;
    const [dx, , dz] = ray.direction;
    const a = dx * dx + dz * dz;
    const b = ox * dx + oz * dz;
    const root = b * b - a * (ox * ox + oz * oz - radius * radius);
    if (a < 1e-12 || root < 0) {
        return null;
    }
    const along = (-b - Math.sqrt(root)) / a;
    const point = at(ray, along);
    return along >= 0 && Math.abs(point[1]) <= halfHeight ? { along, normal: normalized([point[0], 0, point[2]]) } : null;
}

export function hitCylinder(ray: Ray, radius: number, halfHeight: number): Hit | null {
    let best = hitSide(ray, radius, halfHeight);
    if (Math.abs(ray.direction[1]) > 1e-12) {
        const side = -Math.sign(ray.direction[1]);
        const along = (side * halfHeight - ray.origin[1]) / ray.direction[1];
        const point = at(ray, along);
        if (along >= 0 && Math.hypot(point[0], point[2]) <= radius && (best === null || along < best.along)) {
            best = { along, normal: [0, side, 0] };
        }
    }
    return best;
}

export function hitCapsule(ray: Ray, radius: number, halfHeight: number): Hit | null {
    return nearest([
        hitSide(ray, radius, halfHeight),
        hitSphere(ray, radius, [0, halfHeight, 0]),
        hitSphere(ray, radius, [0, -halfHeight, 0]),
    ]);
}

/** The half space below y = 0, from above. */
export function hitPlane(ray: Ray): Hit | null {
    if (ray.direction[1] > -1e-9 || ray.origin[1] < 0) {
        return null;
    }
    return { along: -ray.origin[1] / ray.direction[1], normal: [0, 1, 0] };
}

/** A closed surface: only triangles that face the ray are hit. */
export function hitTriangles(ray: Ray, vertices: ArrayLike<number>, triangles: ArrayLike<number>): Hit | null {
    const corner = (index: number): Vector => {
        const first = 3 * (triangles[index] ?? 0);
        return [vertices[first] ?? 0, vertices[first + 1] ?? 0, vertices[first + 2] ?? 0];
    };
    let best: Hit | null = null;
    for (let i = 0; i + 2 < triangles.length; i += 3) {
        const a = corner(i);
        const ab = subtract(corner(i + 1), a);
        const ac = subtract(corner(i + 2), a);
        const normal = cross(ab, ac);
        const facing = -dot(normal, ray.direction);
        if (facing <= 1e-12) {
            continue;
        }
        const from = subtract(ray.origin, a);
        const along = dot(from, normal) / facing;
        const turned = cross(from, ray.direction);
        const u = dot(ac, turned) / facing;
        const v = -dot(ab, turned) / facing;
        if (along >= 0 && u >= 0 && v >= 0 && u + v <= 1 && (best === null || along < best.along)) {
            best = { along, normal: normalized(normal) };
        }
    }
    return best;
}

function nearest(hits: (Hit | null)[]): Hit | null {
    return hits.reduce((best, hit) => (hit !== null && (best === null || hit.along < best.along) ? hit : best), null);
}
