import { describe, expect, it } from 'vitest';
import type { Shape, Vector } from '../../src/protocol';
import type { Viewpoint } from '../../src/view/camera/viewpoint';
import { normalized, subtract } from '../../src/view/maths';
import { partsOf } from '../../src/view/rigid/parts';
import { pick } from '../../src/view/rigid/picking';
import { hitBox, hitCapsule, hitCylinder, hitPlane, hitSphere, hitTriangles } from '../../src/view/rigid/ray';
import { heap, makeWorld } from './fakeWorld';

const viewpoint: Viewpoint = { eyeX: 0, eyeY: 0, eyeZ: 50, forwardX: 0, forwardY: 0, forwardZ: -1, pixel: 0.001 };
const from = (origin: Vector, to: Vector) => ({ origin, direction: normalized(subtract(to, origin)) });

describe('rays', () => {
    const straight = from([0, 0, 10], [0, 0, 0]);

    it('meet shapes at their surfaces', () => {
        expect(hitSphere(straight, 2)?.along).toBeCloseTo(8);
        expect(hitBox(straight, [1, 1, 3])?.along).toBeCloseTo(7);
        expect(hitCylinder(straight, 2, 1)?.along).toBeCloseTo(8);
        expect(hitCapsule(straight, 2, 1)?.along).toBeCloseTo(8);
    });

    it('meet the caps of cylinders and capsules from above', () => {
        const down = from([0.5, 10, 0], [0.5, 0, 0]);
        expect(hitCylinder(down, 1, 2)).toEqual({ along: 8, normal: [0, 1, 0] });
        expect(hitCapsule(down, 1, 2)?.along).toBeCloseTo(10 - 2 - Math.sqrt(0.75));
        expect(hitBox(down, [1, 2, 1])?.normal).toEqual([0, 1, 0]);
    });

    it('miss what is beside them or behind them', () => {
        const beside = from([3, 0, 10], [3, 0, 0]);
        const away = from([0, 0, 10], [0, 0, 20]);
        for (const ray of [beside, away]) {
            expect(hitSphere(ray, 2)).toBeNull();
            expect(hitBox(ray, [1, 1, 1])).toBeNull();
            expect(hitCylinder(ray, 2, 1)).toBeNull();
            expect(hitCapsule(ray, 2, 1)).toBeNull();
        }
        expect(hitCylinder(from([0, 5, 10], [0, 5, 0]), 2, 1)).toBeNull();
    });

    it('meet planes from above only', () => {
        expect(hitPlane(from([0, 3, 0], [0, 0, 0]))?.along).toBeCloseTo(3);
        expect(hitPlane(from([0, -3, 0], [0, 0, 0]))).toBeNull();
        expect(hitPlane(from([0, -3, 0], [0, -9, 0]))).toBeNull();
        expect(hitPlane(from([0, 3, 0], [5, 3, 0]))).toBeNull();
    });

    it('meet the triangles of a hull from outside', () => {
        const vertices = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
        const triangles = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
        const hit = hitTriangles(from([5, 5, 5], [0, 0, 0]), vertices, triangles);
        expect(hit?.along).toBeCloseTo(Math.sqrt(75) - 1 / Math.sqrt(3));
        expect(hitTriangles(from([5, 5, 5], [3, 0, 0]), vertices, triangles)).toBeNull();
    });
});

describe('picking', () => {
    const box: Shape = { kind: 'box', halfExtents: [1, 1, 1] };

    it('takes the body in front', () => {
        const world = makeWorld(
            [box],
            [
                { shape: 0, position: [0, 0, -5] },
                { shape: 0, position: [0, 0, 5] },
            ],
        );
        const hit = pick(partsOf(world.census), world.frame, from([0, 0, 50], [0, 0, 0]), viewpoint, 0);
        expect(hit?.body).toBe(1);
        expect(hit?.point[2]).toBeCloseTo(6);
        expect(hit?.normal[2]).toBeCloseTo(1);
    });

    it('sees how a body is turned', () => {
        const long: Shape = { kind: 'box', halfExtents: [4, 0.5, 0.5] };
        const upright = makeWorld([long], [{ shape: 0, position: [0, 0, 0], orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }]);
        const lying = makeWorld([long], [{ shape: 0, position: [0, 0, 0] }]);
        const ray = from([0, 3, 50], [0, 3, 0]);
        expect(pick(partsOf(upright.census), upright.frame, ray, viewpoint, 0)?.body).toBe(0);
        expect(pick(partsOf(lying.census), lying.frame, ray, viewpoint, 0)).toBeNull();
    });

    it('takes things as small as they are drawn, not as they are', () => {
        const world = makeWorld([{ kind: 'sphere', radius: 0.001 }], [{ shape: 0, position: [0, 0, 0] }]);
        const ray = from([0.1, 0, 50], [0.1, 0, 0]);
        expect(pick(partsOf(world.census), world.frame, ray, viewpoint, 0)).toBeNull();
        expect(pick(partsOf(world.census), world.frame, ray, viewpoint, 4)?.body).toBe(0);
    });

    it('finds the ground behind everything', () => {
        const world = makeWorld(
            [box, { kind: 'plane' }],
            [
                { shape: 0, position: [0, 1, 0] },
                { shape: 1, position: [0, 0, 0], kind: 'fixed' },
            ],
        );
        const what = partsOf(world.census);
        expect(pick(what, world.frame, from([0, 20, 20], [0, 1, 0]), viewpoint, 0)?.isGround).toBe(false);
        const ground = pick(what, world.frame, from([9, 20, 20], [9, 0, 0]), viewpoint, 0);
        expect(ground?.isGround).toBe(true);
        expect(ground?.point[1]).toBeCloseTo(0);
    });

    it('takes a landscape for the ground', () => {
        const slope: Shape = {
            kind: 'mesh',
            id: '1',
            vertices: [-9, 0, -9, -9, 0, 9, 9, 2, 9, 9, 2, -9],
            triangles: [0, 1, 2, 0, 2, 3],
            materials: [],
        };
        const world = makeWorld([slope], [{ shape: 0, position: [0, 1, 0], kind: 'fixed' }]);
        const hit = pick(partsOf(world.census), world.frame, from([0, 20, 0.01], [0, 0, 0]), viewpoint, 0);
        expect(hit?.isGround).toBe(true);
        expect(hit?.point[1]).toBeCloseTo(2, 2);
        // From below there is nothing.
        expect(pick(partsOf(world.census), world.frame, from([0, -20, 0.01], [0, 0, 0]), viewpoint, 0)).toBeNull();
    });

    it('agrees with trying every body by itself in a heap', () => {
        const world = heap(300);
        const what = partsOf(world.census);
        const alone = (body: number, ray: ReturnType<typeof from>) => {
            const { parts } = what;
            const batches = parts.batches.map((batch) => {
                const own = [...Array(batch.end - batch.begin).keys()].map((i) => batch.begin + i).filter((i) => parts.owner[i] === body);
                return { ...batch, begin: own[0] ?? 0, end: own.length > 0 ? own[own.length - 1]! + 1 : 0 };
            });
            return pick({ ...what, planes: [], parts: { ...parts, batches } }, world.frame, ray, viewpoint, 0);
        };
        let hits = 0;
        for (let i = 0; i < 40; ++i) {
            const ray = from([0, 6, 20], [(i % 8) - 4, 1 + (i % 3), (i % 5) - 2]);
            const found = pick({ ...what, planes: [] }, world.frame, ray, viewpoint, 0);
            let nearest = Infinity;
            for (let body = 1; body < world.frame.count; ++body) {
                nearest = Math.min(nearest, alone(body, ray)?.along ?? Infinity);
            }
            expect(found?.along ?? Infinity).toBe(nearest);
            hits += found ? 1 : 0;
        }
        expect(hits).toBeGreaterThan(5);
    });
});
