// Flat worlds that never were simulated: fleets and fields of rocks, to look at and to test with.
import type { CensusAnswer, Shape, TileShape, Welcome } from '../../src/protocol';
import { fakeAppearance, fakeWelcome, flatPose, frameOfPoses, sequence, type FakeWorld } from './fakeWorld';

export const fakeTiles: Welcome['tiles'] = [
    { name: 'hull', color: '#8fa0bd' },
    { name: 'armour', color: '#5d6b85' },
    { name: 'engine', color: '#e0a54a' },
    { name: 'weapon', color: '#d9605a' },
    { name: 'bridge', color: '#7fe0d8' },
    { name: 'rock', color: '#8a7b6c' },
    { name: 'ore', color: '#b9925a' },
];

export interface FakeObject {
    shape: number;
    x: number;
    y: number;
    angle?: number; // radians, counter-clockwise
    group?: number;
    color?: string;
    isAsleep?: boolean;
}

/** Cells with a type each; `hurt` makes health of a place in the list. */
export function tileShape(cells: [number, number, number][], hurt: (tile: number) => number = () => 1): TileShape {
    const [x, y] = cells.reduce(([sx, sy], [i, j]) => [sx + i - j / 2, sy - (j * Math.sqrt(3)) / 2], [0, 0]) as [number, number];
    return {
        kind: 'tiles',
        origin: [-x / cells.length, -y / cells.length],
        cells: cells.flatMap(([i, j]) => [i, j]),
        types: cells.map(([, , type]) => type),
        health: cells.map((_, tile) => hurt(tile)),
    };
}

/** An arrowhead that points to the right: engines behind, weapons at the tips, a bridge in the middle. */
export function ship(size: number, hurt?: (tile: number) => number): TileShape {
    const cells: [number, number, number][] = [];
    for (let j = -size; j <= size; ++j) {
        const back = Math.ceil(j / 2) - size + Math.abs(j);
        const front = Math.ceil(j / 2) + size - Math.floor(Math.abs(j) * 0.8);
        for (let i = back; i <= front; ++i) {
            const isEdge = i === front || Math.abs(j) === size;
            const type = i === back ? 2 : j === 0 && i === Math.ceil(size / 2) ? 4 : i === front && j % 2 === 0 ? 3 : isEdge ? 1 : 0;
            cells.push([i, j, type]);
        }
    }
    return tileShape(cells, hurt);
}

export function rock(random: () => number, size: number): TileShape {
    const there = new Map<string, [number, number, number]>([['0 0', [0, 0, 5]]]);
    const steps = [
        [1, 0],
        [1, 1],
        [0, 1],
        [-1, 0],
        [-1, -1],
        [0, -1],
    ] as const;
    while (there.size < size) {
        const all = [...there.values()];
        const [i, j] = all[Math.floor(random() * random() * all.length)]!;
        const [di, dj] = steps[Math.floor(random() * 6)]!;
        there.set(`${i + di} ${j + dj}`, [i + di, j + dj, random() < 0.12 ? 6 : 5]);
    }
    return tileShape([...there.values()], () => (random() < 0.85 ? 1 : random()));
}

export function makeHexWorld(shapes: Shape[], objects: FakeObject[], view: Welcome['view'] = null): FakeWorld {
    const entities = objects.map(({ shape, group = 0, color = null }) => fakeAppearance(shape, { group, color }));
    const census: CensusAnswer = { census: 1, base: null, gone: [], keys: objects.map((_, i) => String(i + 1)), shapes, entities };
    const quantities = [{ name: 'speed', title: 'Speed', unit: 'cells/s' }];
    return {
        welcome: fakeWelcome('hex', { timeStep: 1 / 100, view, quantities, tiles: fakeTiles, blueprints: ['frigate', 'cruiser'] }),
        census,
        frame: frameOfPoses(objects.map(({ x, y, angle = 0, isAsleep = false }) => flatPose(x, y, angle, isAsleep))),
    };
}

/** Two fleets that shoot at each other. */
export function fleets(): FakeWorld {
    const random = sequence(21);
    const shapes: Shape[] = [{ kind: 'particle' }];
    const objects: FakeObject[] = [];
    for (const side of [-1, 1]) {
        for (let i = 0; i < 14; ++i) {
            const size = i % 5 === 0 ? 4 : 2 + (i % 2);
            const isHurt = random() < 0.5;
            shapes.push(ship(size, () => (isHurt && random() < 0.4 ? (random() < 0.1 ? 0 : random()) : 1)));
            const [x, y] = [side * (14 + 12 * (i % 3) + 6 * random()), (i - 6.5) * 7.5 + 3 * random()];
            objects.push({
                shape: shapes.length - 1,
                x,
                y,
                angle: (side > 0 ? Math.PI : 0) + (random() - 0.5) * 0.8,
                group: side > 0 ? 2 : 1,
            });
        }
        for (let i = 0; i < 260; ++i) {
            objects.push({ shape: 0, x: (random() * 2 - 1) * 48, y: (random() * 2 - 1) * 52, group: side > 0 ? 2 : 1 });
        }
    }
    for (let i = 0; i < 8; ++i) {
        shapes.push(rock(random, 6 + Math.floor(random() * 30)));
        objects.push({ shape: shapes.length - 1, x: (random() - 0.5) * 20, y: (random() - 0.5) * 90, angle: random() * 6 });
    }
    return makeHexWorld(shapes, objects);
}

/** Rocks, and dust between them. */
export function field(count = 10000): FakeWorld {
    const random = sequence(4);
    const shapes: Shape[] = [{ kind: 'particle' }];
    for (let i = 0; i < 60; ++i) {
        shapes.push(rock(random, 4 + Math.floor(56 * random())));
    }
    const half = Math.sqrt(count) * 6.5;
    const objects: FakeObject[] = [];
    for (let i = 0; i < count; ++i) {
        const shape = i % 10 < 7 ? 0 : 1 + Math.floor(random() * 60);
        objects.push({ shape, x: (random() * 2 - 1) * half, y: (random() * 2 - 1) * half * 0.6, angle: random() * 6.28 });
    }
    return makeHexWorld(shapes, objects);
}
