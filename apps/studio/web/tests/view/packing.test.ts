import { Matrix4, Quaternion, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { Viewpoint } from '../../src/view/camera/viewpoint';
import { meshGeometry } from '../../src/view/rigid/geometries';
import { pack, type PackOptions, type Packed } from '../../src/view/rigid/packing';
import { partsOf } from '../../src/view/rigid/parts';
import { makeWorld, pyramid, solarSystem } from './fakeWorld';

const viewpoint: Viewpoint = { eyeX: 0, eyeY: 0, eyeZ: 100, forwardX: 0, forwardY: 0, forwardZ: -1, pixel: 0.001 };
const plain: PackOptions = { minPixels: 0, grow: 0, fromPixels: 0, toPixels: Infinity, mask: null };

function room(count: number): Packed {
    return { matrices: new Float32Array(16 * count), colours: new Float32Array(3 * count), stretches: new Float32Array(count) };
}

function packAll(world: ReturnType<typeof makeWorld>, options = plain, from = viewpoint): { count: number; out: Packed } {
    const { parts } = partsOf(world.census);
    const out = room(parts.count);
    const colours = Float32Array.from({ length: 3 * world.frame.count }, (_, i) => i);
    return { count: pack(parts, 0, parts.count, world.frame, colours, from, options, out), out };
}

const turn = new Quaternion(0.1, -0.5, 0.3, 0.8).normalize();

describe('packing', () => {
    it('composes the same matrices as three.js', () => {
        const world = makeWorld(
            [{ kind: 'box', halfExtents: [1, 2, 3] }],
            [{ shape: 0, position: [4, 5, 6], orientation: [turn.x, turn.y, turn.z, turn.w] }],
        );
        const expected = new Matrix4().compose(new Vector3(4, 5, 6), turn, new Vector3(1, 2, 3));
        const { count, out } = packAll(world);
        expect(count).toBe(1);
        expected.elements.forEach((element, i) => expect(out.matrices[i]).toBeCloseTo(element, 5));
    });

    it('puts the parts of a compound where its body and their own places say', () => {
        const child = {
            shape: { kind: 'sphere', radius: 0.5 } as const,
            position: [1, 0, 0] as [number, number, number],
            orientation: [0, 0, 0, 1] as [number, number, number, number],
        };
        const world = makeWorld(
            [{ kind: 'compound', children: [child] }],
            [{ shape: 0, position: [0, 10, 0], orientation: [turn.x, turn.y, turn.z, turn.w] }],
        );
        world.census.entities[0]!.offset = [0, 2, 0];
        world.census.entities[0]!.turn = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
        // A quarter turn around z brings x to y.
        const expected = new Vector3(0, 2 + 1, 0).applyQuaternion(turn).add(new Vector3(0, 10, 0));
        const { out } = packAll(world);
        expect(out.matrices[12]).toBeCloseTo(expected.x, 5);
        expect(out.matrices[13]).toBeCloseTo(expected.y, 5);
        expect(out.matrices[14]).toBeCloseTo(expected.z, 5);
    });

    it('gives each piece the colour of its body', () => {
        const world = pyramid(3);
        const { parts } = partsOf(world.census);
        const { out } = packAll(world);
        for (let i = 0; i < parts.count; ++i) {
            expect(out.colours[3 * i + 1]).toBe(3 * parts.owner[i]! + 1);
        }
    });

    it('draws what is too small to be seen larger, and leaves what is large as it is', () => {
        const world = makeWorld(
            [
                { kind: 'sphere', radius: 0.01 },
                { kind: 'sphere', radius: 5 },
            ],
            [
                { shape: 0, position: [0, 0, 0] },
                { shape: 1, position: [0, 0, 0] },
            ],
        );
        // At the distance of 100 m a pixel is 0.1 m.
        const { out } = packAll(world, { ...plain, minPixels: 2 });
        expect(out.matrices[0]).toBeCloseTo(0.2, 6);
        expect(out.matrices[16]).toBeCloseTo(5, 6);
    });

    it('gives every piece to exactly one of the ranges of size', () => {
        const world = solarSystem(50);
        const limits = [0, 1, 5, 50, Infinity];
        const from = { ...viewpoint, eyeZ: 900 };
        const counts = limits.slice(1).map((toPixels, i) => packAll(world, { ...plain, fromPixels: limits[i]!, toPixels }, from).count);
        expect(counts.reduce((a, b) => a + b)).toBe(56);
        expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1);
    });

    it('leaves out bodies that are masked', () => {
        const world = pyramid(2);
        const mask = new Uint8Array(world.frame.count);
        mask[2] = 1;
        const { count, out } = packAll(world, { ...plain, mask });
        expect(count).toBe(1);
        expect(out.colours[0]).toBe(6);
    });

    it('makes the outline of a capsule wider and not longer than the same on all sides', () => {
        const world = makeWorld([{ kind: 'capsule', radius: 1, halfHeight: 2 }], [{ shape: 0, position: [0, 0, 0] }]);
        const { out } = packAll(world, { ...plain, grow: 2 });
        const radius = out.matrices[0]!;
        expect(radius).toBeCloseTo(1.2, 6);
        expect(out.stretches[0]! * radius).toBeCloseTo(2, 6);
    });
});

describe('parts', () => {
    it('share one batch for each geometry, however many bodies there are', () => {
        expect(
            partsOf(pyramid(4).census)
                .parts.batches.map((batch) => batch.kind)
                .sort(),
        ).toEqual(['box', 'capsule', 'cylinder', 'hull', 'sphere']);
        expect(partsOf(pyramid(30).census).parts.batches.length).toBe(5);
    });

    it('share one batch for equal hulls and none for different ones', () => {
        const hull = (size: number) => ({
            kind: 'hull' as const,
            vertices: [0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, size],
            triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
        });
        const world = makeWorld(
            [hull(1), hull(1), hull(2)],
            [0, 1, 2].map((shape) => ({ shape, position: [shape, 0, 0] })),
        );
        expect(partsOf(world.census).parts.batches.length).toBe(2);
    });

    it('share one batch for meshes with the same id', () => {
        const mesh = (id: string) => ({
            kind: 'mesh' as const,
            id,
            vertices: [0, 0, 0, 0, 0, 1, 1, 0, 0],
            triangles: [0, 1, 2],
            materials: [0, 0, 1, 0, 0.5, 1],
        });
        const world = makeWorld(
            [mesh('a'), mesh('a'), mesh('b')],
            [0, 1, 2].map((shape) => ({ shape, position: [shape, 0, 0] })),
        );
        expect(partsOf(world.census).parts.batches.map((batch) => batch.end - batch.begin)).toEqual([2, 1]);
        // Ice is bluish, what grips is brown.
        const colours = meshGeometry(mesh('a')).getAttribute('color');
        expect(colours.getZ(0)).toBeGreaterThan(colours.getX(0));
        expect(colours.getZ(1)).toBeLessThan(colours.getX(1));
    });

    it('let the great attractors shine and not the small ones', () => {
        const { parts } = partsOf(solarSystem(10).census);
        const bright = parts.batches.filter((batch) => batch.look === 'bright');
        expect(bright.map((batch) => batch.end - batch.begin)).toEqual([1]);
    });

    it('know how far a body reaches around its centre of mass', () => {
        const world = makeWorld([{ kind: 'sphere', radius: 2 }], [{ shape: 0, position: [0, 0, 0] }]);
        world.census.entities[0]!.offset = [3, 0, 0];
        expect(partsOf(world.census).radii[0]).toBe(5);
    });
});
