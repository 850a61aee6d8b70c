import { describe, expect, it } from 'vitest';
import type { Frame, Wall } from '../../src/protocol';
import { flashesOf } from '../../src/view/circles/hits';
import { emptyInstances, pack, type PackStyle } from '../../src/view/circles/packing';
import { pickAt } from '../../src/view/circles/picking';
import { populate } from '../../src/view/circles/population';
import { colourOfWall, containersAmong, pegKinds, boundsOfWalls, sceneryOf } from '../../src/view/circles/walls';
import { packHex, partsOfColour } from '../../src/view/plane/colours';
import { Motions, type Transition } from '../../src/view/plane/motions';
import type { Window2D } from '../../src/view/plane/window';
import { chain, circleField, makeCirclesWorld, peg, pinball, type FakeDisc } from './fakeCircles';

const plain: PackStyle = { mask: null, tint: null, opacity: 1, paint: null };
const near: Window2D = { x: 0, y: 0, halfWidth: 20, halfHeight: 10, pixel: 0.05, texel: 0.05, isQuick: true };
const far: Window2D = { x: 0, y: 0, halfWidth: 2000, halfHeight: 1000, pixel: 4, texel: 4, isQuick: true };

function packed(discs: FakeDisc[], view = near, style = plain, velocities: Float32Array | null = null) {
    const world = makeCirclesWorld(discs);
    const out = emptyInstances();
    pack(populate(world.census), world.frame, velocities, view, style, out);
    return out;
}

describe('discs', () => {
    it('are where they are from the middle of the picture, as large as they are, and turned as they are', () => {
        const { discs } = packed([{ x: 3, y: -2, radius: 1.5, angle: (2 * Math.PI) / 3 }], { ...near, x: 1, y: 1 });
        expect(discs.count).toBe(1);
        expect([...discs.discs.slice(0, 4)]).toEqual([2, -3, 1.5, 0]);
        expect(discs.turns[0]! / 32767).toBeCloseTo(-0.5, 4);
        expect(discs.turns[1]! / 32767).toBeCloseTo(Math.sqrt(3) / 2, 4);
    });

    it('are only those that are in the picture, be it by an edge', () => {
        const at = (x: number): FakeDisc => ({ x, y: 0, radius: 2 });
        expect(packed([at(0), at(21), at(23)]).discs.count).toBe(2);
    });

    it('are never smaller than a dot, but fainter', () => {
        const { discs } = packed([{ x: 0, y: 0, radius: 2 }], far);
        expect(discs.discs[2]).toBeCloseTo(0.75 * 4, 5);
        expect(discs.colours[0]! >>> 24).toBeLessThan(128);
        expect(discs.colours[0]! >>> 24).toBeGreaterThan(50);
    });

    it('are rings where they are sensors, and where they are of another branch', () => {
        const both: FakeDisc[] = [
            { x: 0, y: 0, radius: 1, isSensor: true },
            { x: 5, y: 0, radius: 1 },
        ];
        const rings = (style: PackStyle) => [0, 1].map((i) => packed(both, near, style).discs.discs[4 * i + 3]);
        expect(rings(plain)).toEqual([1, 0]);
        expect(rings({ ...plain, tint: 0x123456 })).toEqual([1, 1]);
    });

    it('leave out what is masked', () => {
        const mask = Uint8Array.of(1, 0);
        const { discs } = packed(
            [
                { x: 1, y: 0, radius: 1 },
                { x: 5, y: 0, radius: 1 },
            ],
            near,
            { ...plain, mask },
        );
        expect(discs.count).toBe(1);
        expect(discs.discs[0]).toBe(1);
    });

    it('have the colour of the scene, or one for life that is not the same for all', () => {
        const world = makeCirclesWorld(
            Array.from({ length: 40 }, (_, i) => ({ x: i, y: 0, radius: 1, ...(i === 7 ? { color: '#12c456' } : {}) })),
        );
        const { colours } = populate(world.census);
        expect(colours[7]).toBe(0x56c412);
        expect(populate(world.census).colours).toEqual(colours);
        expect(new Set(colours).size).toBeGreaterThan(15);
    });

    it('take the colour of what they are painted in', () => {
        const paint = { colours: Uint32Array.of(0xff0000), shares: Float32Array.of(1) };
        const { discs } = packed([{ x: 0, y: 0, radius: 1 }], near, { ...plain, paint });
        expect(discs.colours[0]! & 0xffffff).toBe(0xff0000);
    });

    it('grow with what there is', () => {
        const world = circleField(3000);
        const out = emptyInstances();
        pack(populate(world.census), world.frame, null, far, plain, out);
        expect(out.discs.count).toBe(3000);
    });
});

describe('trails', () => {
    const disc: FakeDisc[] = [{ x: 4, y: 0, radius: 1 }];

    it('reach back along the way of what is fast, and are not there for what is slow', () => {
        const { trails } = packed(disc, near, plain, Float32Array.of(2, 0));
        expect(trails.count).toBe(1);
        expect(trails.ends[2]!).toBeLessThan(1);
        expect(trails.ends[3]).toBe(0);
        expect(packed(disc, near, plain, Float32Array.of(0.2, 0)).trails.count).toBe(0);
    });

    it('are not drawn for dots', () => {
        expect(packed(disc, far, plain, Float32Array.of(200, 0)).trails.count).toBe(0);
    });
});

describe('picking', () => {
    const discs: FakeDisc[] = [
        { x: 0, y: 0, radius: 3, isSensor: true },
        { x: 1, y: 0, radius: 1 },
        { x: 3.1, y: 0, radius: 1 },
    ];
    const world = makeCirclesWorld(discs);
    const population = populate(world.census);
    const pick = (x: number, y: number, pixel = 0.01) => pickAt(population, world.frame, x, y, pixel);

    it('takes the very disc close up', () => {
        expect(pick(1.99, 0)).toBe(1);
        expect(pick(2.11, 0)).toBe(2);
        expect(pick(3.1, 0.99)).toBe(2);
        expect(pick(3.1, 1.02)).toBe(-1);
    });

    it('takes a sensor only where there is nothing else', () => {
        expect(pick(-2, 0)).toBe(0);
        expect(pick(0.5, 0)).toBe(1);
    });

    it('takes a dot that is a few pixels away', () => {
        expect(pick(4.8, 0, 0.5)).toBe(2);
        expect(pick(40, 0, 0.5)).toBe(-1);
    });
});

describe('walls', () => {
    const box = chain([0, 0, 40, 0, 40, 30, 0, 30], { isClosed: true });
    const rock = chain([5, 5, 8, 5, 8, 8], { isClosed: true });

    it('have a stroke for each edge, and one more where they are closed', () => {
        const open = sceneryOf([chain([0, 0, 4, 0, 4, 3])], 'dark');
        expect(open.strokes.count).toBe(2);
        const closed = sceneryOf([chain([0, 0, 4, 0, 4, 3], { isClosed: true })], 'dark');
        expect(closed.strokes.count).toBe(3);
        const [ax, ay, bx, by] = closed.strokes.ends.slice(8);
        expect([ax! + closed.x, ay! + closed.y, bx! + closed.x, by! + closed.y]).toEqual([4, 3, 0, 0]);
    });

    it('are dashed where they stop nobody, on from edge to edge', () => {
        const { strokes } = sceneryOf([chain([0, 0, 4, 0, 4, 3], { isSensor: true }), chain([0, 9, 1, 9])], 'dark');
        expect([0, 3, 6].map((at) => strokes.styles[at])).toEqual([0, 4, -1]);
    });

    it('are pegs where they are circles, and told apart by what they do', () => {
        const { pegs } = sceneryOf([peg(1, 2, 3), peg(5, 2, 1, { kick: 4 }), peg(9, 2, 1, { isSensor: true })], 'dark');
        expect(pegs.count).toBe(3);
        expect([3, 7, 11].map((at) => pegs.pegs[at])).toEqual([pegKinds.solid, pegKinds.bumper, pegKinds.sensor]);
    });

    it('are filled where they are solid, and not where things are inside', () => {
        expect([...containersAmong([box, rock, peg(20, 20, 1)])]).toEqual([box]);
        const areaOf = (walls: Wall[]): number => {
            const { positions } = sceneryOf(walls, 'dark').filling;
            let sum = 0;
            for (let i = 0; i < positions.length; i += 9) {
                const [ax, ay, , bx, by, , cx, cy] = positions.slice(i, i + 9) as unknown as number[];
                sum += Math.abs((bx! - ax!) * (cy! - ay!) - (cx! - ax!) * (by! - ay!)) / 2;
            }
            return sum;
        };
        expect(areaOf([box, rock])).toBeCloseTo(4.5, 5);
        expect(areaOf([box, { ...rock, isSensor: true }])).toBe(0);
        expect(areaOf([box, { ...rock, isClosed: false }])).toBe(0);
    });

    it('that have another one inside are containers however small they are', () => {
        const cup = chain([1, 1, 4, 1, 4, 4, 1, 4], { isClosed: true });
        expect([...containersAmong([box, cup, peg(2, 2, 0.5)])]).toEqual([box, cup]);
        expect([...containersAmong([box, cup, peg(9, 9, 0.5)])]).toEqual([box]);
    });

    it('take room, with the radius of circles', () => {
        expect(boundsOfWalls([])).toBeNull();
        const room = boundsOfWalls([box, peg(45, 0, 5)])!;
        expect(room.center).toEqual([25, 12.5, 0]);
        expect(room.half).toEqual([25, 17.5, 0]);
    });

    it('are seen in both themes, whatever colour the scene gives them', () => {
        const light = (color: string, theme: 'light' | 'dark'): number => {
            const [red, green, blue] = partsOfColour(colourOfWall(chain([0, 0, 1, 0], { color }), theme));
            return 0.3 * red + 0.59 * green + 0.11 * blue;
        };
        expect(light('#ffffff', 'light')).toBeLessThan(0.7);
        expect(light('#000000', 'dark')).toBeGreaterThan(0.25);
        expect(colourOfWall(chain([0, 0, 1, 0], { color: '#3f80c0' }), 'light')).toBe(packHex('#3f80c0'));
    });
});

describe('bumpers', () => {
    const bumpers = [{ wall: peg(0, 0, 1, { kick: 5 }), colour: 0x123456 }];
    const world = makeCirclesWorld([{ x: 0, y: 0, radius: 0.5 }]);
    const population = populate(world.census);
    const at = (frame: number, x: number): Frame => ({ ...world.frame, frame, positions: Float32Array.of(x, 0, 0) });
    const flashes = (xs: number[], first = 0, step = 1) => {
        const motions = new Motions<typeof population>();
        let passage: Transition<typeof population> | 'same' | null = null;
        xs.forEach((x, i) => (passage = motions.update(at(first + i * step, x), population)));
        return flashesOf(passage as unknown as Transition<typeof population>, bumpers);
    };

    it('flash when something jumps off them', () => {
        expect(flashes([3, 2, 3])).toMatchObject([{ x: 0, y: 0, colour: 0x123456, from: 2 }]);
    });

    it('do not flash for what passes on, turns elsewhere, or runs backwards', () => {
        expect(flashes([3, 2.5, 2])).toEqual([]);
        expect(flashes([13, 12, 13])).toEqual([]);
        expect(flashes([1.5, 1.4, 1.5], 10, 1)).toHaveLength(1);
        expect(flashes([1.5, 1.4, 1.5], 10, -1)).toEqual([]);
    });

    it('that are chains flash where they were hit', () => {
        const sling = [{ wall: chain([-5, -2, -5, 4], { kick: 5 }), colour: 0 }];
        const motions = new Motions<typeof population>();
        motions.update(at(0, -3), population);
        motions.update(at(1, -4), population);
        const passage = motions.update(at(2, -3), population) as Transition<typeof population>;
        expect(flashesOf(passage, sling)).toMatchObject([{ x: -5, y: 0 }]);
    });
});

describe('a pinball table', () => {
    it('has no triangles inside its outline but those of what is solid', () => {
        const { welcome } = pinball();
        const solid = welcome.walls.filter((wall) => wall.isClosed).length;
        expect(sceneryOf(welcome.walls, 'dark').filling.positions.length / 9).toBe(solid + 1); // triangles, and a diamond
    });
});
