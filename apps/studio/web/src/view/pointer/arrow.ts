// The arrow of a push: it lies in the plane through the grabbed point that faces the camera.
import type { Vector } from '../../protocol';
import { dot, scale, subtract, add, type Ray } from '../maths';

/** From the point to the intersection of the ray with the plane; null if that is not in front of the eye. */
export function arrowTo(point: Vector, forward: Vector, ray: Ray): Vector | null {
    const towards = dot(ray.direction, forward);
    if (towards < 1e-6) {
        return null;
    }
    const along = dot(subtract(point, ray.origin), forward) / towards;
    return along > 0 ? subtract(add(ray.origin, scale(ray.direction, along)), point) : null;
}
