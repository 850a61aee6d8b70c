// The drawable pieces of a census, in flat arrays, sorted by the geometry they share. A body with a compound shape has several. Planes
// are listed apart: they have no end. Pure; packing.ts and picking.ts run over these arrays.
import type { CensusAnswer, Quaternion, Shape, Vector } from '../../protocol';
import { add, multiply, rotate } from '../maths';

/** Sensors are transparent; large attractors are bright. */
export type Look = 'solid' | 'sensor' | 'bright';

/** Shapes that are drawn by their own triangles. */
export type Facets = Extract<Shape, { kind: 'hull' | 'mesh' }>;

/** The pieces from `begin` to `end`, which share a geometry. */
export interface Batch {
    id: string; // the same in every census for the same geometry
    kind: 'sphere' | 'capsule' | 'cylinder' | 'box' | 'hull' | 'mesh';
    facets: Facets | null;
    look: Look;
    begin: number;
    end: number;
}

export interface Parts {
    count: number;
    batches: Batch[];
    owner: Uint32Array; // for each piece: the index of its body in the census
    pose: Float32Array; // 7: position and orientation in the frame of the body's centre of mass
    size: Float32Array; // 3: the scale of the geometry, which extends from -1 to 1
    stretch: Float32Array; // of capsules: half the height of the straight part, in radii
    radius: Float32Array; // the bounding radius of the piece around its own centre
}

export interface PlanePlacement {
    owner: number;
    position: Vector;
    orientation: Quaternion;
}

export interface CensusParts {
    parts: Parts;
    planes: PlanePlacement[];
    radii: Float32Array; // for each body: its bounding radius around the centre of mass; 0: it has no shape or no end
}

interface Measures {
    size: Vector;
    stretch: number;
    radius: number;
}

interface Piece extends Measures {
    batch: Omit<Batch, 'begin' | 'end'>;
    owner: number;
    position: Vector;
    orientation: Quaternion;
}

// Comparing hulls by their content is slow, so the name of each object is made once.
const facetIds = new WeakMap<Facets, string>();

export function idOfFacets(facets: Facets): string {
    if (facets.kind === 'mesh') {
        return facets.id;
    }
    let id = facetIds.get(facets);
    if (id === undefined) {
        id = `${facets.vertices.join(' ')}/${facets.triangles.join(' ')}`;
        facetIds.set(facets, id);
    }
    return id;
}

export function radiusOfFacets({ vertices }: Facets): number {
    let square = 0;
    for (let i = 0; i + 2 < vertices.length; i += 3) {
        square = Math.max(square, (vertices[i] ?? 0) ** 2 + (vertices[i + 1] ?? 0) ** 2 + (vertices[i + 2] ?? 0) ** 2);
    }
    return Math.sqrt(square);
}

function measureRound(radius: number, halfHeight: number): Measures {
    return { size: [radius, radius, radius], stretch: halfHeight / radius, radius: radius + halfHeight };
}

function measure(shape: Shape): Measures {
    switch (shape.kind) {
        case 'sphere':
            return { ...measureRound(shape.radius, 0), stretch: 0 };
        case 'capsule':
            return measureRound(shape.radius, shape.halfHeight);
        case 'cylinder':
            return { size: [shape.radius, shape.halfHeight, shape.radius], stretch: 0, radius: Math.hypot(shape.radius, shape.halfHeight) };
        case 'box':
            return { size: shape.halfExtents, stretch: 0, radius: Math.hypot(...shape.halfExtents) };
        case 'hull':
        case 'mesh':
            return { ...measureRound(radiusOfFacets(shape), 0), stretch: 0 };
        case 'plane':
        case 'compound':
        case 'particle':
        case 'tiles':
        case 'disc':
            return { size: [0, 0, 0], stretch: 0, radius: 0 };
    }
}

export function partsOf(census: CensusAnswer): CensusParts {
    const pieces: Piece[] = [];
    const planes: PlanePlacement[] = [];
    const radii = new Float32Array(census.entities.length);

    const addShape = (owner: number, look: Look, shape: Shape, position: Vector, orientation: Quaternion): void => {
        if (shape.kind === 'plane') {
            planes.push({ owner, position, orientation });
            return;
        }
        if (shape.kind === 'compound') {
            for (const child of shape.children) {
                const at = add(position, rotate(orientation, child.position));
                addShape(owner, look, child.shape, at, multiply(orientation, child.orientation));
            }
            return;
        }
        if (shape.kind === 'particle' || shape.kind === 'tiles' || shape.kind === 'disc') {
            return; // of another kind of world
        }
        const facets = shape.kind === 'hull' || shape.kind === 'mesh' ? shape : null;
        const id = `${shape.kind} ${look}${facets ? ` ${idOfFacets(facets)}` : ''}`;
        const piece = { batch: { id, kind: shape.kind, facets, look }, owner, position, orientation, ...measure(shape) };
        radii[owner] = Math.max(radii[owner] ?? 0, Math.hypot(...position) + piece.radius);
        pieces.push(piece);
    };

    const minBright = minBrightRadius(census);
    census.entities.forEach((entity, owner) => {
        const shape = entity.shape === null ? undefined : census.shapes[entity.shape];
        if (shape) {
            const isBright = entity.attracts && measure(shape).radius >= minBright;
            addShape(owner, entity.isSensor ? 'sensor' : isBright ? 'bright' : 'solid', shape, entity.offset, entity.turn);
        }
    });
    return { parts: flatten(pieces), planes, radii };
}

/** Attractors of at least this radius are bright: suns, not their planets. */
function minBrightRadius(census: CensusAnswer): number {
    let largest = 0;
    for (const entity of census.entities) {
        const shape = entity.shape === null ? undefined : census.shapes[entity.shape];
        if (shape && entity.attracts) {
            largest = Math.max(largest, measure(shape).radius);
        }
    }
    return largest / 2;
}

function flatten(pieces: Piece[]): Parts {
    const groups = new Map<string, Piece[]>();
    for (const piece of pieces) {
        const group = groups.get(piece.batch.id);
        if (group) {
            group.push(piece);
        } else {
            groups.set(piece.batch.id, [piece]);
        }
    }
    const count = pieces.length;
    const parts: Parts = {
        count,
        batches: [],
        owner: new Uint32Array(count),
        pose: new Float32Array(7 * count),
        size: new Float32Array(3 * count),
        stretch: new Float32Array(count),
        radius: new Float32Array(count),
    };
    let index = 0;
    for (const group of groups.values()) {
        const begin = index;
        for (const piece of group) {
            parts.owner[index] = piece.owner;
            parts.pose.set(piece.position, 7 * index);
            parts.pose.set(piece.orientation, 7 * index + 3);
            parts.size.set(piece.size, 3 * index);
            parts.stretch[index] = piece.stretch;
            parts.radius[index] = piece.radius;
            ++index;
        }
        const first = group[0];
        if (first) {
            parts.batches.push({ ...first.batch, begin, end: index });
        }
    }
    return parts;
}
