import { describe, expect, it } from 'vitest';
import { boundsOf, boundsOfMoving } from '../../src/view/common/bounds';
import { markDifferences } from '../../src/view/common/differences';
import { matchPopulations } from '../../src/view/common/population';
import { opacityAlong } from '../../src/view/lines/opacity';
import { QualityKeeper, isSoftware } from '../../src/view/quality';
import { Censuses } from '../../src/view/rigid/censuses';
import { edgedTriangles } from '../../src/view/rigid/edges';
import { paint, tinted } from '../../src/view/rigid/paint';
import { spotBelow } from '../../src/view/rigid/spots';
import { detailsOf, otherFrame, pyramid } from './fakeWorld';

const nothing = { contacts: false, islands: false, sleeping: false, velocities: false, boxes: false, joints: false };

function populationOf(world: ReturnType<typeof pyramid>) {
    const censuses = new Censuses();
    censuses.add(world.census);
    return censuses.get(world.census.census)!;
}

describe('censuses', () => {
    it('do not know what they were not told', () => {
        expect(new Censuses().get(1)).toBeNull();
    });

    it('keep what is derived from a census that is in use, and make it again after many others', () => {
        const censuses = new Censuses();
        for (let census = 1; census <= 10; ++census) {
            censuses.add({ ...pyramid(2).census, census });
        }
        const first = censuses.get(1);
        expect(censuses.get(1)).toBe(first);
        for (let census = 2; census <= 10; ++census) {
            censuses.get(census);
        }
        expect(censuses.get(1)?.parts).toEqual(first?.parts);
    });

    it('take the latest of two with the same number', () => {
        const censuses = new Censuses();
        censuses.add(pyramid(2).census);
        const before = censuses.get(1)!.census.keys.length;
        censuses.add(pyramid(3).census);
        expect(censuses.get(1)!.census.keys.length).toBe(before + 3);
    });
});

describe('differences of branches', () => {
    it('are the bodies that are elsewhere or only in one of them', () => {
        const world = pyramid(4);
        const shown = populationOf(world);
        const other = { ...shown, census: { ...shown.census, keys: [...shown.census.keys.slice(0, -1), '999'] } };
        const mask = new Uint8Array(world.frame.count);
        const count = markDifferences(
            otherFrame(world, 5),
            world.frame,
            matchPopulations(other, shown, () => true),
            shown.radii,
            mask,
        );
        const expected = [...mask.keys()].filter((body) => body % 5 === 1 || body === mask.length - 1);
        expect([...mask.keys()].filter((body) => mask[body] === 1)).toEqual(expected);
        expect(count).toBe(expected.length);
    });

    it('are none where everything is the same, also with the quaternion of the opposite sign', () => {
        const world = pyramid(4);
        const shown = populationOf(world);
        const orientations = world.frame.orientations.map((part) => -part);
        const mask = new Uint8Array(world.frame.count);
        expect(
            markDifferences(
                { ...world.frame, orientations },
                world.frame,
                matchPopulations(shown, shown, () => true),
                shown.radii,
                mask,
            ),
        ).toBe(0);
    });
});

describe('paint', () => {
    const world = pyramid(4);
    const population = populationOf(world);

    it('is the colour for life where nothing else is asked for', () => {
        expect(paint(population, world.frame, detailsOf(world), nothing, { colours: new Float32Array(0) })).toBe(population.colours);
    });

    it('is the same for bodies of one island', () => {
        const colours = paint(population, world.frame, detailsOf(world), { ...nothing, islands: true }, { colours: new Float32Array(0) });
        expect(colours.slice(3, 6)).toEqual(colours.slice(3 * 8, 3 * 8 + 3));
        expect(colours.slice(3, 6)).not.toEqual(colours.slice(6, 9));
    });

    it('leaves the colours for life as they are', () => {
        const before = population.colours.slice();
        paint(population, world.frame, detailsOf(world), { ...nothing, islands: true, sleeping: true }, { colours: new Float32Array(0) });
        expect(population.colours).toEqual(before);
    });

    it('is between two colours when it is tinted', () => {
        expect([...tinted(Float32Array.from([1, 0, 0, 0, 0, 0]), [0, 1, 0.5], 0.5)]).toEqual([0.5, 0.5, 0.25, 0, 0.5, 0.25]);
    });

    it('does without details of another census', () => {
        const details = { ...detailsOf(world), islands: [1, 2] };
        expect(paint(population, world.frame, details, { ...nothing, islands: true }, { colours: new Float32Array(0) })).toBe(
            population.colours,
        );
    });
});

describe('bounds', () => {
    it('hold all bodies but not the plane', () => {
        const world = pyramid(4);
        const bounds = boundsOf(world.frame, populationOf(world).radii)!;
        expect(bounds.radius).toBeGreaterThan(4);
        expect(bounds.radius).toBeLessThan(10);
    });

    it('leave out the few of many that have got lost', () => {
        const world = pyramid(12);
        const { radii } = populationOf(world);
        const before = boundsOf(world.frame, radii)!;
        const positions = world.frame.positions.slice();
        positions[3 * 5 + 1] = -1e6;
        const after = boundsOf({ ...world.frame, positions }, radii)!;
        expect(after.radius).toBeLessThan(before.radius * 1.2);
    });

    it('leave out a landscape but not what is fixed among the bodies', () => {
        const poses = { positions: Float32Array.from([0, 0, 0, 5, 0, 0, 0, -500, 0]), orientations: new Float32Array(12) };
        const kinds = (['dynamic', 'fixed', 'fixed'] as const).map((kind) => ({ kind }));
        const room = boundsOfMoving(poses, Float32Array.from([1, 1, 500]), kinds)!;
        expect(room.center[0]).toBeCloseTo(2.5);
        expect(room.radius).toBeLessThan(5);
    });

    it('are those of fixed bodies where there are no others', () => {
        const poses = { positions: Float32Array.from([0, 0, 7]), orientations: new Float32Array(4) };
        expect(boundsOfMoving(poses, Float32Array.from([2]), [{ kind: 'fixed' }])?.center[2]).toBe(7);
    });

    it('are none of nothing', () => {
        expect(boundsOf({ positions: new Float32Array(0), orientations: new Float32Array(0) }, new Float32Array(0))).toBeNull();
    });
});

describe('edges', () => {
    it('are seen between the faces of a box and not across them', () => {
        // Two triangles of one face and one of the next.
        const edged = edgedTriangles([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 0, -1], [0, 1, 2, 0, 2, 3, 1, 4, 2]);
        const heights = (face: number) => [0, 1, 2].map((side) => [0, 1, 2].map((corner) => edged.edges[9 * face + 3 * corner + side]));
        // The side from corner 1 to corner 2 is shared with the face around the corner; the diagonal from 2 to 0 is not an edge.
        expect(heights(0)).toEqual([
            [1, 1, 1],
            [1, 0, 0],
            [1, 1, 1],
        ]);
        expect(heights(2)[2]).toEqual([0, 1, 0]);
    });
});

describe('quality', () => {
    it('goes down after some slow pictures and comes back after many quick ones', () => {
        const quality = new QualityKeeper('automatic', true);
        expect(quality.now().hasShadows).toBe(true);
        for (let i = 0; i < 40; ++i) {
            quality.took(60);
        }
        expect(quality.now().hasShadows).toBe(false);
        for (let i = 0; i < 40000; ++i) {
            quality.took(10);
        }
        expect(quality.now().hasShadows).toBe(true);
    });

    it('does not take a pause for a slow picture', () => {
        const quality = new QualityKeeper('automatic', true);
        const before = quality.now();
        for (let i = 0; i < 40; ++i) {
            quality.took(5000);
        }
        expect(quality.now()).toEqual(before);
    });

    it('stays the best when that is wanted', () => {
        const quality = new QualityKeeper('best', false);
        for (let i = 0; i < 40; ++i) {
            quality.took(100);
        }
        expect(quality.now()).toEqual({ hasShadows: true, pixelRatio: 2 });
    });

    it('never draws shadows where a program plays the graphics device', () => {
        expect(isSoftware('ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)')).toBe(true);
        expect(isSoftware('ANGLE (NVIDIA, NVIDIA GeForce RTX 3060, OpenGL 4.5)')).toBe(false);
        const quality = new QualityKeeper('automatic', false);
        for (let i = 0; i < 5000; ++i) {
            quality.took(5);
        }
        expect(quality.now().hasShadows).toBe(false);
        expect(quality.atRest().hasShadows).toBe(false);
    });
});

describe('ghost lines', () => {
    it('are clearest where the body is now', () => {
        expect(opacityAlong('future', 0)).toBeGreaterThan(opacityAlong('future', 1));
        expect(opacityAlong('past', 1)).toBeGreaterThan(opacityAlong('past', 0));
    });
});

describe('spots on the ground', () => {
    const up: [number, number, number] = [0, 1, 0];

    it('are right below a body when the light comes from above', () => {
        expect(spotBelow([3, 5, 4], 1, [0, 2, 0], up, up).center).toEqual([3, 2, 4]);
    });

    it('are on the side away from the light', () => {
        expect(spotBelow([0, 2, 0], 1, [0, 0, 0], up, [0.6, 0.8, 0]).center[0]).toBeCloseTo(-1.5);
    });

    it('are larger and lighter the higher a body is', () => {
        const [low, high] = [spotBelow([0, 1, 0], 1, [0, 0, 0], up, up), spotBelow([0, 9, 0], 1, [0, 0, 0], up, up)];
        expect(high.radius).toBeGreaterThan(low.radius);
        expect(high.strength).toBeLessThan(low.strength);
    });

    it('are none of what has fallen through the ground', () => {
        expect(spotBelow([0, -3, 0], 1, [0, 0, 0], up, up).strength).toBe(0);
    });
});
