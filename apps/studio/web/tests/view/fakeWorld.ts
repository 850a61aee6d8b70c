// Worlds that never were simulated, to look at and to test with: a welcome, a census and a frame for each.
import type { Appearance, CensusAnswer, DetailsAnswer, Frame, Quaternion, Shape, Vector, Welcome } from '../../src/protocol';

export interface FakeWorld {
    welcome: Welcome;
    census: CensusAnswer;
    frame: Frame;
}

interface FakeBody extends FakePose {
    shape: number;
    kind?: Appearance['kind'];
    color?: string;
    attracts?: boolean;
}

export function makeWorld(shapes: Shape[], bodies: FakeBody[], view: Welcome['view'] = null): FakeWorld {
    return {
        welcome: fakeWelcome('rigid', { view, hasMaterials: true }),
        census: {
            census: 1,
            base: null,
            gone: [],
            keys: bodies.map((_, index) => String(index + 1)),
            shapes,
            entities: bodies.map(({ shape, kind = 'dynamic', attracts = false, color = null }) =>
                fakeAppearance(shape, { kind, attracts, color }),
            ),
        },
        frame: frameOfPoses(bodies),
    };
}

export function fakeWelcome(world: Welcome['world'], more: Partial<Welcome>): Welcome {
    return {
        tell: 'welcome',
        protocol: 2,
        world,
        title: `A fake world: ${world}`,
        about: '',
        scene: null,
        timeStep: 1 / 60,
        view: null,
        names: [],
        lanes: [],
        quantities: [],
        canOpenScenes: false,
        canRecord: false,
        tiles: [],
        blueprints: [],
        walls: [],
        hasMaterials: false,
        ...more,
    };
}

export function fakeAppearance(shape: number | null, more: Partial<Appearance>): Appearance {
    return {
        shape,
        kind: 'dynamic',
        isSensor: false,
        attracts: false,
        group: 0,
        color: null,
        offset: [0, 0, 0],
        turn: [0, 0, 0, 1],
        ...more,
    };
}

export interface FakePose {
    position: Vector;
    orientation?: Quaternion;
    isAsleep?: boolean;
}

export function frameOfPoses(poses: FakePose[]): Frame {
    return {
        role: 'shown',
        frame: 0,
        branch: 0,
        census: 1,
        count: poses.length,
        edition: 0,
        positions: Float32Array.from(poses.flatMap((pose) => pose.position)),
        orientations: Float32Array.from(poses.flatMap((pose) => pose.orientation ?? [0, 0, 0, 1])),
        states: Uint8Array.from(poses, (pose) => (pose.isAsleep ? 1 : 0)),
    };
}

/** In the plane. */
export function flatPose(x: number, y: number, angle: number, isAsleep = false): FakePose {
    return { position: [x, y, 0], orientation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)], isAsleep };
}

export function sequence(seed: number): () => number {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

function anyTurn(random: () => number): Quaternion {
    const parts = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5] as Quaternion;
    const size = Math.hypot(...parts);
    return parts.map((part) => part / size) as Quaternion;
}

const octahedron: Shape = {
    kind: 'hull',
    vertices: [0.6, 0, 0, -0.6, 0, 0, 0, 0.8, 0, 0, -0.8, 0, 0, 0, 0.6, 0, 0, -0.6],
    triangles: [2, 4, 0, 2, 0, 5, 2, 5, 1, 2, 1, 4, 3, 0, 4, 3, 5, 0, 3, 1, 5, 3, 4, 1],
};
const dumbbell: Shape = {
    kind: 'compound',
    children: [
        { shape: { kind: 'sphere', radius: 0.4 }, position: [-0.7, 0, 0], orientation: [0, 0, 0, 1] },
        { shape: { kind: 'sphere', radius: 0.4 }, position: [0.7, 0, 0], orientation: [0, 0, 0, 1] },
        {
            shape: { kind: 'cylinder', radius: 0.15, halfHeight: 0.7 },
            position: [0, 0, 0],
            orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
        },
    ],
};

/** Boxes in a pyramid, and one of each other shape in front of it. */
export function pyramid(rows = 10): FakeWorld {
    const shapes: Shape[] = [
        { kind: 'plane' },
        { kind: 'box', halfExtents: [0.5, 0.5, 0.5] },
        { kind: 'sphere', radius: 0.7 },
        { kind: 'capsule', radius: 0.35, halfHeight: 0.6 },
        { kind: 'cylinder', radius: 0.6, halfHeight: 0.5 },
        octahedron,
        dumbbell,
    ];
    const bodies: FakeBody[] = [{ shape: 0, position: [0, 0, 0], kind: 'fixed' }];
    for (let row = 0; row < rows; ++row) {
        for (let i = 0; i < rows - row; ++i) {
            bodies.push({ shape: 1, position: [(i - (rows - row - 1) / 2) * 1.06, 0.5 + row, 0], isAsleep: row < 3 });
        }
    }
    const random = sequence(7);
    bodies.push({ shape: 2, position: [-4, 0.7, 3.2], orientation: anyTurn(random) });
    bodies.push({ shape: 3, position: [-2, 0.35, 3.6], orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] });
    bodies.push({ shape: 4, position: [0, 0.5, 3.4] });
    bodies.push({ shape: 5, position: [2, 0.8, 3.4] });
    bodies.push({ shape: 6, position: [4.2, 0.4, 3.2] });
    return makeWorld(shapes, bodies, { eye: [8, 7, 19], target: [0, 4, 0] });
}

/** A sun, planets and many small things far apart. */
export function solarSystem(rocks = 400): FakeWorld {
    const random = sequence(3);
    const radii = [4, 8, 6, 5, 7, 0.5];
    const shapes: Shape[] = [{ kind: 'sphere', radius: 30 }, ...radii.map((radius): Shape => ({ kind: 'sphere', radius }))];
    const bodies: FakeBody[] = [{ shape: 0, position: [0, 0, 0], attracts: true }];
    const onOrbit = (radius: number, lean: number): Vector => {
        const angle = 2 * Math.PI * random();
        return [radius * Math.cos(angle), lean * (random() - 0.5), radius * Math.sin(angle)];
    };
    for (let planet = 0; planet < 5; ++planet) {
        bodies.push({ shape: planet + 1, position: onOrbit(150 + 130 * planet, 10), attracts: true, orientation: anyTurn(random) });
    }
    for (let rock = 0; rock < rocks; ++rock) {
        bodies.push({ shape: 6, position: onOrbit(480 + 60 * random(), 30), color: '#b8ad9d' });
    }
    return makeWorld(shapes, bodies, { eye: [500, 420, 900], target: [0, 0, 0] });
}

/** A heap of all kinds of shapes. */
export function heap(count = 10000): FakeWorld {
    const random = sequence(11);
    const shapes: Shape[] = [
        { kind: 'plane' },
        { kind: 'box', halfExtents: [0.4, 0.3, 0.5] },
        { kind: 'sphere', radius: 0.45 },
        { kind: 'capsule', radius: 0.25, halfHeight: 0.35 },
        { kind: 'cylinder', radius: 0.35, halfHeight: 0.4 },
        octahedron,
    ];
    const bodies: FakeBody[] = [{ shape: 0, position: [0, 0, 0], kind: 'fixed' }];
    const around = Math.cbrt(count) * 1.1;
    while (bodies.length <= count) {
        const [x, z] = [(random() * 2 - 1) * around, (random() * 2 - 1) * around];
        const top = around * Math.max(0, 1 - Math.hypot(x, z) / around);
        bodies.push({
            shape: 1 + (bodies.length % 5),
            position: [x, 0.45 + top * random(), z],
            orientation: anyTurn(random),
            isAsleep: random() < 0.5,
        });
    }
    return makeWorld(shapes, bodies);
}

/** The same frame of another branch, in which some bodies have gone elsewhere. */
export function otherFrame(world: FakeWorld, every: number): Frame {
    const positions = world.frame.positions.slice();
    for (let body = 1; body < world.frame.count; body += every) {
        positions[3 * body] = (positions[3 * body] ?? 0) + 0.8;
        const sideways = world.welcome.world === 'rigid' ? 2 : 1; // in the plane, or on the ground
        positions[3 * body + sideways] = (positions[3 * body + sideways] ?? 0) + 1.1;
    }
    return { ...world.frame, role: 'other', branch: 1, positions };
}

/** Made up, but of the right form. */
export function detailsOf(world: FakeWorld): DetailsAnswer {
    const random = sequence(5);
    const { positions, count } = world.frame;
    const details: DetailsAnswer = {
        frame: 0,
        hash: '0123456789abcdef',
        contacts: [],
        joints: [],
        islands: [],
        boxes: [],
        velocities: [],
        asleep: 0,
        energy: { kinetic: 0, potential: 0 },
    };
    for (let body = 0; body < count; ++body) {
        const at = [...positions.subarray(3 * body, 3 * body + 3)] as Vector;
        details.islands.push(body === 0 ? 0 : 1 + (body % 7));
        details.velocities.push(...(body === 0 ? [0, 0, 0] : [random() * 4 - 2, random() * 4 - 2, random() * 4 - 2]));
        details.boxes.push(...(body === 0 ? [0, 0, 0, 0, 0, 0] : [...at.map((part) => part - 0.5), ...at.map((part) => part + 0.5)]));
        details.contacts.push(...(body === 0 ? [] : [at[0], at[1] - 0.5, at[2], 0, 1, 0, random() * 10]));
    }
    return details;
}
