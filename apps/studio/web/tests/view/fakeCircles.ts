// Worlds of circles that never were simulated: a pit of balls, a pinball table and a field, to look at and to test with.
import type { Shape, Wall, Welcome } from '../../src/protocol';
import { fakeAppearance, fakeWelcome, flatPose, frameOfPoses, sequence, type FakeWorld } from './fakeWorld';

export interface FakeDisc {
    x: number;
    y: number;
    radius: number;
    angle?: number; // radians, counter-clockwise
    color?: string;
    isSensor?: boolean;
}

export function chain(points: number[], more: Partial<Wall> = {}): Wall {
    return { name: '', points, radius: 0, isClosed: false, kick: 0, isSensor: false, color: null, ...more };
}

export function peg(x: number, y: number, radius: number, more: Partial<Wall> = {}): Wall {
    return chain([x, y], { radius, ...more });
}

/** Points of an arc, angles in degrees. */
function arc(x: number, y: number, radius: number, from: number, to: number, steps: number): number[] {
    return Array.from({ length: steps + 1 }, (_, i) => {
        const angle = ((from + ((to - from) * i) / steps) * Math.PI) / 180;
        return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    }).flat();
}

export function makeCirclesWorld(discs: FakeDisc[], walls: Wall[] = [], view: Welcome['view'] = null): FakeWorld {
    const radii = [...new Set(discs.map((disc) => disc.radius))];
    const places = new Map(radii.map((radius, place) => [radius, place]));
    const entities = discs.map(({ radius, isSensor = false, color = null }) =>
        fakeAppearance(places.get(radius) ?? null, { isSensor, color }),
    );
    const shapes = radii.map((radius): Shape => ({ kind: 'disc', radius }));
    const quantities = [{ name: 'speed', title: 'Speed', unit: 'units/s' }];
    return {
        welcome: fakeWelcome('circles', { view, quantities, blueprints: ['ball', 'marble'], walls }),
        census: { census: 1, base: null, gone: [], keys: discs.map((_, i) => String(i + 1)), shapes, entities },
        frame: frameOfPoses(discs.map(({ x, y, angle = 0 }) => flatPose(x, y, angle))),
    };
}

/** Balls that have fallen into a trough, one onto another. */
export function pit(count = 700): FakeWorld {
    const random = sequence(9);
    const half = 1.15 * Math.sqrt(count);
    const discs: FakeDisc[] = [];
    while (discs.length < count) {
        const radius = [0.5, 0.75, 1, 1, 1.5, 2][Math.floor(random() * 6)]!;
        let best: FakeDisc | null = null;
        for (let i = 0; i < 12; ++i) {
            const x = (random() * 2 - 1) * (half - radius);
            const on = discs.map((disc) => ((disc.radius + radius) ** 2 > (disc.x - x) ** 2 ? disc : null)).filter((disc) => disc !== null);
            const y = Math.max(radius, ...on.map((disc) => disc.y + Math.sqrt((disc.radius + radius) ** 2 - (disc.x - x) ** 2)));
            best = best === null || y < best.y ? { x, y, radius, angle: random() * 6.28 } : best;
        }
        discs.push(best!);
    }
    const top = 2.2 * half;
    const trough = chain([-half - 5, top + 6, -half, top, -half, 0, half, 0, half, top, half + 5, top + 6]);
    const walls = [trough, peg(-half / 2, top, 2), peg(half / 2, top, 2), peg(0, top + 3, 1.5)];
    return makeCirclesWorld([...discs, { x: 0, y: top * 0.55, radius: 3.5, isSensor: true }], walls);
}

/** A table with bumpers, slings, lanes and a drain. */
export function pinball(): FakeWorld {
    const outline = chain([-10, 0, -10, 26, ...arc(0, 26, 10, 180, 0, 24), 10, 0, 8.4, 0, 8.4, 22], { name: 'table' });
    const kick = 9;
    const walls: Wall[] = [
        outline,
        chain([-10, 6, -3.4, 1.6]),
        chain([8.4, 6, 3.4, 1.6]),
        chain([-3.4, 1.6, -0.7, 0.6], { color: '#f2f5fa', name: 'left flipper' }),
        chain([3.4, 1.6, 0.7, 0.6], { color: '#f2f5fa', name: 'right flipper' }),
        chain([-8, 11, -8, 7.5, -5.2, 5.6], { isClosed: true, kick }),
        chain([6.6, 11, 6.6, 7.5, 4, 5.6], { isClosed: true, kick }),
        peg(-3.6, 24, 1.6, { kick, color: '#ff5d73' }),
        peg(3.2, 24.6, 1.6, { kick, color: '#3fd0ff' }),
        peg(-0.2, 19.6, 1.6, { kick }),
        ...[-6.2, -3.1, 0, 3.1, 6.2].map((x) => peg(x, 31.2 - Math.abs(x) * 0.35, 0.35)),
        chain([-8.6, 14, -6.4, 18], { isSensor: true, name: 'lane' }),
        peg(5, 16, 1.2, { isSensor: true }),
        chain([-2.6, 12.6, 0, 14, 2.6, 12.6, 0, 11.4], { isClosed: true }),
        chain([-9.9, 0.1, 8.3, 0.1], { isSensor: true, name: 'drain' }),
    ];
    const discs: FakeDisc[] = [
        { x: 1.8, y: 21.9, radius: 0.55, angle: 0.8, color: '#dfe6f0' },
        { x: -5.6, y: 13.3, radius: 0.55, angle: 2.1, color: '#dfe6f0' },
        { x: 9.2, y: 1, radius: 0.55, angle: 0, color: '#dfe6f0' },
    ];
    return makeCirclesWorld(discs, walls);
}

/** One thing in each cell of a grid: discs, and among them static circles and polygons. */
export function circleField(count = 16384): FakeWorld {
    const random = sequence(31);
    const discs: FakeDisc[] = [];
    const walls: Wall[] = [];
    const side = Math.ceil(Math.sqrt(count * 1.16));
    for (let cell = 0; discs.length < count; ++cell) {
        const x = 4 * ((cell % side) - side / 2) + 1.2 * random();
        const y = 4 * (Math.floor(cell / side) - side / 2) + 1.2 * random();
        const kind = random();
        if (kind < 0.1) {
            walls.push(peg(x, y, 0.5 + random()));
        } else if (kind < 0.125) {
            const corners = 3 + Math.floor(random() * 5);
            const points = Array.from({ length: corners }, (_, i) => {
                const angle = (2 * Math.PI * (i + 0.6 * random())) / corners;
                return [x + 1.6 * Math.cos(angle), y + 1.6 * Math.sin(angle)];
            });
            walls.push(chain(points.flat(), { isClosed: true }));
        } else {
            discs.push({ x, y, radius: 0.5 + Math.floor(random() ** 2 * 4) * 0.4, angle: random() * 6.28 });
        }
    }
    const edge = 2 * side + 3;
    walls.push(chain([-edge, -edge, edge, -edge, edge, edge, -edge, edge], { isClosed: true }));
    return makeCirclesWorld(discs, walls);
}
