import { describe, expect, it } from 'vitest';
import type { Frame, TileShape } from '../../src/protocol';
import { markDifferences } from '../../src/view/common/differences';
import { indexIn, matchPopulations } from '../../src/view/common/population';
import { colourOfGroup, tileColours } from '../../src/view/hex/colours';
import { flashesOf } from '../../src/view/hex/flashes';
import { lookOf } from '../../src/view/hex/looks';
import { emptyInstances, pack, type PackStyle } from '../../src/view/hex/packing';
import { pickAt } from '../../src/view/hex/picking';
import { HexPopulations, type Population } from '../../src/view/hex/population';
import { mixPacked, packHex } from '../../src/view/plane/colours';
import { Flashes } from '../../src/view/plane/flashes';
import { Motions } from '../../src/view/plane/motions';
import { paintOf } from '../../src/view/plane/paint';
import type { Window2D } from '../../src/view/plane/window';
import { fakeTiles, fleets, makeHexWorld, tileShape } from './fakeHex';
import { detailsOf, type FakeWorld } from './fakeWorld';

const nothing = { contacts: false, islands: false, sleeping: false, velocities: false, boxes: false, joints: false };
const plain: PackStyle = { mask: null, tint: null, share: 0, opacity: 1, paint: null };
const near: Window2D = { x: 0, y: 0, halfWidth: 20, halfHeight: 10, pixel: 0.05, texel: 0.05, isQuick: false };
const far: Window2D = { x: 0, y: 0, halfWidth: 2000, halfHeight: 1000, pixel: 4, texel: 4, isQuick: false };

/** Three cells in a row along A, and one more beside the last along B: down and to the left of it. */
const hook: TileShape = tileShape([
    [0, 0, 0],
    [1, 0, 1],
    [2, 0, 2],
    [2, 1, 3],
]);

function populationOf(world: FakeWorld): Population {
    const populations = new HexPopulations(tileColours(world.welcome.tiles));
    populations.add(world.census);
    return populations.get(world.census.census)!;
}

/** One hook at a place, turned by an angle, and a particle. */
function small(x = 3, y = 4, angle = 0): FakeWorld {
    return makeHexWorld(
        [{ kind: 'particle' }, hook],
        [
            { shape: 1, x, y, angle, group: 1 },
            { shape: 0, x: -5, y: -5, group: 2 },
        ],
    );
}

describe('the look of a composite', () => {
    const look = lookOf(hook, tileColours(fakeTiles));

    it('has its tiles a cell apart along A, and down to the left along B', () => {
        const place = (tile: number) => [look.places[2 * tile]!, look.places[2 * tile + 1]!] as const;
        expect(place(1)[0] - place(0)[0]).toBeCloseTo(1, 6);
        expect(place(1)[1] - place(0)[1]).toBeCloseTo(0, 6);
        expect(place(3)[0] - place(2)[0]).toBeCloseTo(-0.5, 6);
        expect(place(3)[1] - place(2)[1]).toBeCloseTo(-Math.sqrt(3) / 2, 6);
    });

    it('knows the sides that are outside: all but those towards neighbours', () => {
        const outside = (tile: number) => (look.edges[tile]! >>> 24) & 63;
        expect(outside(0)).toBe(0b111110); // one neighbour, to the right
        expect(outside(1)).toBe(0b010110); // left, right, and down to the right
        expect(outside(2)).toBe(0b100111); // left, and down to the left
    });

    it('keeps health in steps that never round what is there down to what is not', () => {
        const health = [1, 0.001, 0, 0.5];
        const hurt = lookOf({ ...hook, health }, tileColours(fakeTiles));
        expect([...hurt.colours].map((colour) => colour >>> 24)).toEqual([255, 1, 0, 128]);
    });

    it('is an ellipse as long as the row from afar', () => {
        const row = lookOf(tileShape(Array.from({ length: 9 }, (_, i) => [i, 0, 0])), tileColours(fakeTiles));
        expect(Math.abs(row.axisX)).toBeGreaterThan(4.5);
        expect(Math.abs(row.axisX)).toBeLessThan(5.8);
        expect(row.axisY).toBeCloseTo(0, 6);
        expect(row.across).toBeLessThan(0.6);
        expect(row.radius).toBeCloseTo(4 + 1 / Math.sqrt(3), 5);
        expect(row.colour).toBe(packHex('#8fa0bd'));
    });

    it('has a colour for tiles that the world has not told of', () => {
        expect(lookOf({ ...hook, types: [99, 99, 99, 99] }, []).colour).toBeGreaterThan(0);
    });
});

describe('groups', () => {
    it('are told apart by colours', () => {
        const colours = Array.from({ length: 40 }, (_, group) => colourOfGroup(group));
        expect(new Set(colours).size).toBe(40);
    });

    it('give their colour to the outline, and some of it to composites from afar', () => {
        const population = populationOf(fleets());
        const [first, second] = [1, 2].map((group) =>
            population.census.entities.findIndex((entity, i) => entity.group === group && population.looks[i] !== null),
        ) as [number, number];
        expect(population.rims[first]).toBe(colourOfGroup(1));
        expect(population.rims[second]).toBe(colourOfGroup(2));
        const { colour } = population.looks[first]!;
        expect(population.distant[first]).toBe(mixPacked(colour, colourOfGroup(1), 0.5));
    });
});

describe('colours of the scene', () => {
    const colourOf = (group: number, color: string): number =>
        populationOf(makeHexWorld([{ kind: 'particle' }], [{ shape: 0, x: 0, y: 0, group, color }])).rims[0]!;

    it('are taken as they are where there is no group', () => {
        expect(colourOf(0, '#12c456')).toBe(0x56c412);
    });

    it('do not hide which group something belongs to', () => {
        expect(colourOf(1, '#ffe08a')).not.toBe(colourOf(2, '#ffe08a'));
        expect(colourOf(1, '#ffe08a')).not.toBe(colourOf(1, '#102030'));
    });
});

describe('populations', () => {
    it('do not know what they were not told, and forget those that have not been used for long', () => {
        const populations = new HexPopulations([]);
        const censuses = Array.from({ length: 12 }, (_, i) => ({ ...small().census, census: i + 1 }));
        expect(populations.get(1)).toBeNull();
        censuses.forEach((census) => populations.add(census));
        expect(populations.get(1)).toBeNull();
        expect(populations.get(12)).not.toBeNull();
    });

    it('work out the look of a shape once, however many censuses it is in', () => {
        const populations = new HexPopulations([]);
        const { census } = small();
        populations.add(census);
        populations.add({ ...census, census: 2 });
        expect(populations.get(2)!.looks[0]).toBe(populations.get(1)!.looks[0]);
    });

    it('find who has a key', () => {
        const population = populationOf(fleets());
        expect(indexIn(population, '17')).toBe(16);
        expect(indexIn(population, '99999')).toBe(-1);
        expect(indexIn(population, null)).toBe(-1);
    });
});

describe('instances', () => {
    it('are tiles close up, each where its composite and the turn put it', () => {
        const world = small(3, 4, Math.PI / 2);
        const out = emptyInstances();
        pack(populationOf(world), world.frame, null, { ...near, x: 1, y: 1 }, plain, out);
        expect([out.tiles.count, out.blobs.count, out.sparks.count]).toEqual([4, 0, 1]);
        const [x0, y0, x1, y1] = out.tiles.places as unknown as [number, number, number, number];
        expect(x1 - x0).toBeCloseTo(0, 5); // along A, which points up now
        expect(y1 - y0).toBeCloseTo(1, 5);
        expect(out.tiles.places[6]! - out.tiles.places[4]!).toBeCloseTo(Math.sqrt(3) / 2, 5); // along B, now down to the right
        expect(out.tiles.places[7]! - out.tiles.places[5]!).toBeCloseTo(-0.5, 5);
        const mean = [0, 2, 4, 6].map((at) => out.tiles.places[at]!).reduce((sum, x) => sum + x, 0) / 4;
        expect(mean).toBeCloseTo(3 - 1, 5); // relative to the middle of the picture
        expect(out.tiles.spins[0]! / 32767).toBeCloseTo(0, 4);
        expect(out.tiles.spins[1]! / 32767).toBeCloseTo(1, 4);
    });

    it('are an ellipse from afar, and both in between', () => {
        const world = small();
        const out = emptyInstances();
        pack(populationOf(world), world.frame, null, far, plain, out);
        expect([out.tiles.count, out.blobs.count]).toEqual([0, 1]);
        pack(populationOf(world), world.frame, null, { ...near, pixel: 1 / 1.15 }, plain, out);
        expect([out.tiles.count, out.blobs.count]).toEqual([4, 1]);
        expect(out.tiles.spins[3]! / 32767).toBeCloseTo(0.5, 2);
    });

    it('are ellipses from nearer by where there are very many tiles', () => {
        const world = small();
        const crowd = { ...populationOf(world), tileCount: 1e6 };
        const out = emptyInstances();
        pack(crowd, world.frame, null, { ...near, pixel: 1 / 1.8 }, plain, out);
        expect([out.tiles.count, out.blobs.count]).toEqual([0, 1]);
        pack(crowd, world.frame, null, { ...near, pixel: 1 / 4 }, plain, out);
        expect([out.tiles.count, out.blobs.count]).toEqual([4, 0]);
    });

    it('are only of what is in the picture', () => {
        const world = small(30, 4);
        const out = emptyInstances();
        pack(populationOf(world), world.frame, null, near, plain, out);
        expect(out.tiles.count).toBe(0);
        pack(populationOf(world), world.frame, null, { ...near, x: 10 }, plain, out);
        expect(out.tiles.count).toBe(4); // half of it is
    });

    it('leave out what is masked, and are all of one tint if that is asked for', () => {
        const world = small();
        const out = emptyInstances();
        pack(populationOf(world), world.frame, null, near, { ...plain, mask: Uint8Array.of(0, 1) }, out);
        expect([out.tiles.count, out.sparks.count]).toEqual([0, 1]);
        pack(populationOf(world), world.frame, null, near, { ...plain, tint: 0x123456, share: 0.5, opacity: 0.4 }, out);
        expect(out.tiles.rims[0]! & 0xffffff).toBe(0x123456);
        expect(out.sparks.colours[0]! >>> 24).toBe(102);
    });

    it('grow with what there is', () => {
        const world = fleets();
        const out = emptyInstances();
        const population = populationOf(world);
        pack(population, world.frame, null, { ...far, pixel: 0.1 }, plain, out);
        const tiles = population.looks.reduce((sum, look) => sum + (look?.count ?? 0), 0);
        expect(out.tiles.count).toBe(tiles);
        expect(out.sparks.count).toBe(520);
    });
});

describe('streaks', () => {
    const world = small();
    const population = populationOf(world);
    const at = (frame: number, x: number): Frame => ({ ...world.frame, frame, positions: Float32Array.of(0, 0, 0, x, 0, 0) });

    it('are as long as the way since the frame before', () => {
        const motions = new Motions<Population>();
        motions.update(at(10, 5), population);
        expect([...motions.velocities]).toEqual([0, 0, 0, 0]);
        motions.update(at(12, 8), population);
        expect(motions.velocities[2]).toBeCloseTo(1.5, 6);
        const out = emptyInstances();
        pack(population, at(12, 8), motions.velocities, near, plain, out);
        expect(out.sparks.ends[0]! - out.sparks.ends[2]!).toBeCloseTo(1.5 * 2.5, 5);
    });

    it('point the same way when time runs backwards', () => {
        const motions = new Motions<Population>();
        motions.update(at(12, 8), population);
        motions.update(at(10, 5), population);
        expect(motions.velocities[2]).toBeCloseTo(1.5, 6);
    });

    it('stay when the same frame is shown again, and end with a jump', () => {
        const motions = new Motions<Population>();
        motions.update(at(10, 5), population);
        motions.update(at(12, 8), population);
        motions.update(at(12, 8), population);
        expect(motions.velocities[2]).toBeCloseTo(1.5, 6);
        motions.update(at(400, 90), population);
        expect(motions.velocities[2]).toBe(0);
    });

    it('follow who is the same in another census', () => {
        const motions = new Motions<Population>();
        motions.update(at(10, 5), population);
        const rest = { ...world.census, census: 2, keys: ['2'], entities: world.census.entities.slice(1) };
        const fewer = populationOf({ ...world, census: rest });
        motions.update({ ...at(11, 0), count: 1, positions: Float32Array.of(7, 1, 0) }, fewer);
        expect([...motions.velocities]).toEqual([2, 1]);
    });
});

describe('flashes', () => {
    const world = makeHexWorld(
        [{ kind: 'particle' }, hook],
        [
            { shape: 1, x: 0, y: 0 },
            { shape: 0, x: 2, y: 0, group: 1 },
            { shape: 0, x: 40, y: 0 },
        ],
    );
    const everybody = populationOf(world);
    const without = (...gone: number[]) => {
        const stays = (_: unknown, i: number): boolean => !gone.includes(i);
        const { census, frame } = world;
        const fewer = { ...census, census: 2, keys: census.keys.filter(stays), entities: census.entities.filter(stays) };
        const positions = Float32Array.from(
            [0, 1, 2].filter((i) => !gone.includes(i)).flatMap((i) => [...frame.positions.slice(3 * i, 3 * i + 3)]),
        );
        return { population: populationOf({ ...world, census: fewer }), frame: { ...frame, frame: 1, count: 3 - gone.length, positions } };
    };
    const flashesAfter = (frames: [Frame, Population][], at: number) => {
        const motions = new Motions<Population>();
        const flashes = new Flashes();
        for (const [frame, population] of frames) {
            const passage = motions.update(frame, population);
            if (passage !== null && passage !== 'same') {
                flashes.add(flashesOf(passage));
            }
        }
        return flashes.at(at);
    };

    it('are where a particle went out on a composite, and not where one just went out', () => {
        const { frame, population } = without(1, 2);
        const found = flashesAfter(
            [
                [world.frame, everybody],
                [frame, population],
            ],
            1,
        );
        expect(found.map(({ x, y, colour }) => [x, y, colour])).toEqual([[2, 0, colourOfGroup(1)]]);
    });

    it('are larger where a composite ceased to be, and over after a while', () => {
        const { frame, population } = without(0);
        const frames: [Frame, Population][] = [
            [world.frame, everybody],
            [frame, population],
        ];
        expect(flashesAfter(frames, 1)[0]!.radius).toBeGreaterThan(2);
        expect(flashesAfter(frames, 500)).toEqual([]);
    });

    it('are not there when time runs backwards or jumps', () => {
        const { frame, population } = without(0, 1);
        expect(
            flashesAfter(
                [
                    [{ ...world.frame, frame: 2 }, everybody],
                    [frame, population],
                ],
                1,
            ),
        ).toEqual([]);
        expect(
            flashesAfter(
                [
                    [{ ...world.frame, frame: -50 }, everybody],
                    [frame, population],
                ],
                1,
            ),
        ).toEqual([]);
    });
});

describe('picking', () => {
    const world = small(0, 0, Math.PI / 3);
    const population = populationOf(world);
    const look = population.looks[0]!;
    const pick = (x: number, y: number, pixel = 0.02) => pickAt(population, world.frame, x, y, pixel);
    const turned = (x: number, y: number): [number, number] => [
        (x - y * Math.sqrt(3)) / 2, // by 60 degrees
        (x * Math.sqrt(3) + y) / 2,
    ];

    it('hits every tile, however its composite is turned', () => {
        for (let tile = 0; tile < look.count; ++tile) {
            expect(pick(...turned(look.places[2 * tile]!, look.places[2 * tile + 1]!))).toBe(0);
        }
    });

    it('misses close beside a tile where there is none', () => {
        const [x, y] = [look.places[0]!, look.places[1]!];
        expect(pick(...turned(x - 0.48, y))).toBe(0);
        expect(pick(...turned(x - 0.54, y))).toBe(-1);
        expect(pick(...turned(x + 0.2, y - 0.6))).toBe(-1);
    });

    it('takes a particle that is a few pixels away, and none that is farther', () => {
        expect(pick(-5.09, -5, 0.02)).toBe(1);
        expect(pick(-5.3, -5, 0.02)).toBe(-1);
        expect(pick(-5.3, -5, 0.1)).toBe(1);
    });

    it('takes a particle in front of a tile only when it is aimed at', () => {
        const both = makeHexWorld(
            [{ kind: 'particle' }, hook],
            [
                { shape: 0, x: 0, y: 0 },
                { shape: 1, x: 0, y: 0 },
            ],
        );
        const crowd = populationOf(both);
        expect(pickAt(crowd, both.frame, 0.1, 0, 0.05)).toBe(0);
        expect(pickAt(crowd, both.frame, 0.25, 0, 0.05)).toBe(1);
    });

    it('takes a composite that is only a dot from afar', () => {
        expect(pick(1, 0, 1)).toBe(0);
        expect(pick(80, 0, 4)).toBe(-1);
    });
});

describe('what another branch has elsewhere', () => {
    it('is what moved, turned, was hurt or is not there', () => {
        const shown = fleets();
        const population = populationOf(shown);
        const alike = (a: Population, i: number, b: Population, same: number): boolean => a.looks[i] === b.looks[same];
        const different = (other: Population, positions: Float32Array, orientations: Float32Array): number[] => {
            const match = matchPopulations(other, population, alike);
            const mask = new Uint8Array(match.length);
            markDifferences({ positions, orientations }, shown.frame, match, other.radii, mask);
            return [...mask.keys()].filter((at) => mask[at] === 1);
        };
        expect(different(population, shown.frame.positions, shown.frame.orientations)).toEqual([]);
        const positions = shown.frame.positions.slice();
        const orientations = shown.frame.orientations.slice();
        positions[3 * 5]! += 0.2;
        orientations.set([0, 0, 1, 0], 4 * 7);
        const { census } = population;
        const keys = census.keys.map((key, i) => (i === census.keys.length - 1 ? `${key}0` : key));
        const other = { ...population, looks: [...population.looks], census: { ...census, keys } };
        other.looks[9] = lookOf(hook, []);
        expect(different(other, positions, orientations)).toEqual([5, 7, 9, keys.length - 1]);
    });
});

describe('other colours', () => {
    const world = makeHexWorld(
        [hook],
        [
            { shape: 0, x: 0, y: 0 },
            { shape: 0, x: 9, y: 0, isAsleep: true },
        ],
    );

    it('are only there when they are asked for', () => {
        expect(paintOf(world.frame, detailsOf(world), nothing)).toBeNull();
    });

    it('show islands, and what sleeps', () => {
        const islands = paintOf(world.frame, detailsOf(world), { ...nothing, islands: true })!;
        expect(islands.colours[0]).not.toBe(islands.colours[1]);
        expect(islands.shares[0]).toBeGreaterThan(0.5);
        const sleeping = paintOf(world.frame, null, { ...nothing, sleeping: true })!;
        expect([...sleeping.shares].map((share) => share > 0)).toEqual([false, true]);
    });
});
