// The first body that a ray hits, as bodies are drawn: small ones, which are drawn larger, are hit at that size. Pure.
import type { Quaternion, Vector } from '../../protocol';
import { depthOf, type Viewpoint } from '../camera/viewpoint';
import { orientationOf, positionOf, type Poses } from '../common/poses';
import { add, conjugate, multiply, rotate, scale, subtract, type Ray } from '../maths';
import type { Batch, CensusParts } from './parts';
import { hitBox, hitCapsule, hitCylinder, hitPlane, hitSphere, hitTriangles, type Hit } from './ray';

export interface BodyHit {
    body: number; // its index in the census
    point: Vector;
    normal: Vector;
    along: number;
    isGround: boolean; // a plane or a mesh: not something to select
}

function into(ray: Ray, position: Vector, orientation: Quaternion): Ray {
    const back = conjugate(orientation);
    return { origin: rotate(back, subtract(ray.origin, position)), direction: rotate(back, ray.direction) };
}

function hitPiece(batch: Batch, ray: Ray, size: Vector, stretch: number): Hit | null {
    switch (batch.kind) {
        case 'sphere':
            return hitSphere(ray, size[0]);
        case 'capsule':
            return hitCapsule(ray, size[0], stretch * size[0]);
        case 'cylinder':
            return hitCylinder(ray, size[0], size[1]);
        case 'box':
            return hitBox(ray, size);
        case 'hull':
        case 'mesh':
            return batch.facets ? hitTriangles(ray, batch.facets.vertices, batch.facets.triangles) : null;
    }
}

/** Bodies are picked as if they had a radius of at least `minPixels`. */
export function pick(census: CensusParts, poses: Poses, ray: Ray, viewpoint: Viewpoint, minPixels: number): BodyHit | null {
    const { parts, planes, radii } = census;
    let best: BodyHit | null = null;
    const offer = (body: number, hit: Hit | null, orientation: Quaternion, isGround: boolean): void => {
        if (hit !== null && (best === null || hit.along < best.along)) {
            const point = add(ray.origin, scale(ray.direction, hit.along));
            best = { body, point, normal: rotate(orientation, hit.normal), along: hit.along, isGround };
        }
    };

    for (const plane of planes) {
        const ownerOrientation = orientationOf(poses, plane.owner);
        const orientation = multiply(ownerOrientation, plane.orientation);
        const position = add(positionOf(poses, plane.owner), rotate(ownerOrientation, plane.position));
        offer(plane.owner, hitPlane(into(ray, position, orientation)), orientation, true);
    }
    const [ox, oy, oz] = ray.origin;
    const [dx, dy, dz] = ray.direction;
    for (const batch of parts.batches) {
        for (let i = batch.begin; i < batch.end; ++i) {
            // First without allocations: does the ray pass near the body at all?
            const body = parts.owner[i]!;
            const x = poses.positions[3 * body]!;
            const y = poses.positions[3 * body + 1]!;
            const z = poses.positions[3 * body + 2]!;
            const minRadius = minPixels * Math.max(0, depthOf(viewpoint, x, y, z)) * viewpoint.pixel;
            const along = Math.max(0, (x - ox) * dx + (y - oy) * dy + (z - oz) * dz);
            const radius = Math.max(radii[body]!, minRadius);
            const gap = (ox + dx * along - x) ** 2 + (oy + dy * along - y) ** 2 + (oz + dz * along - z) ** 2;
            if (gap > radius * radius) {
                continue;
            }
            const [px = 0, py = 0, pz = 0, qx = 0, qy = 0, qz = 0, qw = 1] = parts.pose.subarray(7 * i, 7 * i + 7);
            const bodyOrientation = orientationOf(poses, body);
            const position = add(positionOf(poses, body), rotate(bodyOrientation, [px, py, pz]));
            const orientation = multiply(bodyOrientation, [qx, qy, qz, qw]);
            const inner = into(ray, position, orientation);
            const size: Vector = [parts.size[3 * i] ?? 0, parts.size[3 * i + 1] ?? 0, parts.size[3 * i + 2] ?? 0];
            // A piece that is too small to aim at is picked as a sphere.
            const isTiny = (parts.radius[i] ?? 0) < minRadius;
            const hit = isTiny ? hitSphere(inner, minRadius) : hitPiece(batch, inner, size, parts.stretch[i] ?? 0);
            offer(body, hit, orientation, batch.kind === 'mesh');
        }
    }
    return best;
}
