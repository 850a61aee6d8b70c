// Which body a ray meets first, as it is drawn: small bodies that are drawn larger are met there too. Pure.
import type { Quaternion, Vector } from '../../protocol';
import { add, conjugate, multiply, rotate, scale, subtract, type Ray } from '../maths';
import { hitBox, hitCapsule, hitCylinder, hitPlane, hitSphere, hitTriangles, type Hit } from './ray';
import type { Poses, Sight } from './packing';
import type { Batch, CensusParts } from './parts';

export interface BodyHit {
    body: number; // its place in the census
    point: Vector;
    normal: Vector;
    along: number;
    isGround: boolean; // a plane or a mesh: not something to select
}

function poseOf(poses: Poses, body: number): { position: Vector; orientation: Quaternion } {
    const [x = 0, y = 0, z = 0] = poses.positions.subarray(3 * body, 3 * body + 3);
    const [i = 0, j = 0, k = 0, w = 1] = poses.orientations.subarray(4 * body, 4 * body + 4);
    return { position: [x, y, z], orientation: [i, j, k, w] };
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

export function pick(what: CensusParts, poses: Poses, ray: Ray, sight: Sight, smallest: number): BodyHit | null {
    const { parts, planes, reach } = what;
    let best: BodyHit | null = null;
    const offer = (body: number, hit: Hit | null, orientation: Quaternion, isGround: boolean): void => {
        if (hit !== null && (best === null || hit.along < best.along)) {
            const point = add(ray.origin, scale(ray.direction, hit.along));
            best = { body, point, normal: rotate(orientation, hit.normal), along: hit.along, isGround };
        }
    };

    for (const plane of planes) {
        const pose = poseOf(poses, plane.owner);
        const orientation = multiply(pose.orientation, plane.orientation);
        const position = add(pose.position, rotate(pose.orientation, plane.position));
        offer(plane.owner, hitPlane(into(ray, position, orientation)), orientation, true);
    }
    const [ox, oy, oz] = ray.origin;
    const [dx, dy, dz] = ray.direction;
    for (const batch of parts.batches) {
        for (let i = batch.start; i < batch.end; ++i) {
            // First, without making anything: does it pass near the body at all?
            const body = parts.owner[i]!;
            const x = poses.positions[3 * body]!;
            const y = poses.positions[3 * body + 1]!;
            const z = poses.positions[3 * body + 2]!;
            const depth = (x - sight.eyeX) * sight.forwardX + (y - sight.eyeY) * sight.forwardY + (z - sight.eyeZ) * sight.forwardZ;
            const least = smallest * Math.max(0, depth) * sight.pixel;
            const along = Math.max(0, (x - ox) * dx + (y - oy) * dy + (z - oz) * dz);
            const radius = Math.max(reach[body]!, least);
            const gap = (ox + dx * along - x) ** 2 + (oy + dy * along - y) ** 2 + (oz + dz * along - z) ** 2;
            if (gap > radius * radius) {
                continue;
            }
            const pose = poseOf(poses, body);
            const place = parts.place.subarray(7 * i, 7 * i + 7);
            const position = add(pose.position, rotate(pose.orientation, [place[0] ?? 0, place[1] ?? 0, place[2] ?? 0]));
            const orientation = multiply(pose.orientation, [place[3] ?? 0, place[4] ?? 0, place[5] ?? 0, place[6] ?? 1]);
            const inner = into(ray, position, orientation);
            const size: Vector = [parts.size[3 * i] ?? 0, parts.size[3 * i + 1] ?? 0, parts.size[3 * i + 2] ?? 0];
            // What is too small to aim at is a ball that can be aimed at.
            const isTiny = (parts.reach[i] ?? 0) < least;
            const hit = isTiny ? hitSphere(inner, least) : hitPiece(batch, inner, size, parts.stretch[i] ?? 0);
            offer(body, hit, orientation, batch.kind === 'mesh');
        }
    }
    return best;
}
