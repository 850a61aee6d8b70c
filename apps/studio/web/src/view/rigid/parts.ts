// A census as what is drawn of it: pieces, sorted by the geometry they share, in flat arrays. A body with a compound
// shape has several. Planes are apart: they have no end. Pure; packing.ts and picking.ts run over these arrays.
import type { CensusAnswer, Quaternion, Shape, Vector } from '../../protocol';
import { add, multiply, rotate } from '../maths';

/** Sensors can be seen through; the great attractors shine. */
export type Look = 'solid' | 'sensor' | 'bright';

/** What is drawn by its own triangles. */
export type Facets = Extract<Shape, { kind: 'hull' | 'mesh' }>;

/** One geometry, and the pieces from `start` to `end` that have it. */
export interface Batch {
    id: string; // the same in every census for the same geometry
    kind: 'sphere' | 'capsule' | 'cylinder' | 'box' | 'hull' | 'mesh';
    facets: Facets | null;
    look: Look;
    start: number;
    end: number;
}

export interface Parts {
    count: number;
    batches: Batch[];
    owner: Uint32Array; // for each piece: the place of its body in the census
    place: Float32Array; // 7: position and orientation in the frame of the body's centre of mass
    size: Float32Array; // 3: what the geometry, which reaches from -1 to 1, is multiplied by
    stretch: Float32Array; // of capsules: half the height of the straight part, in radii
    reach: Float32Array; // of the piece from its own centre
}

export interface PlanePlace {
    owner: number;
    position: Vector;
    orientation: Quaternion;
}

export interface CensusParts {
    parts: Parts;
    planes: PlanePlace[];
    reach: Float32Array; // for each body: how far it reaches from its centre of mass; 0: it has no shape or no end
}

interface Piece {
    batch: Omit<Batch, 'start' | 'end'>;
    owner: number;
    position: Vector;
    orientation: Quaternion;
    size: Vector;
    stretch: number;
    reach: number;
}

// Sorting hulls out by their content would cost much for each census, so each object is looked at once.
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

export function reachOfFacets({ vertices }: Facets): number {
    let square = 0;
    for (let i = 0; i + 2 < vertices.length; i += 3) {
        square = Math.max(square, (vertices[i] ?? 0) ** 2 + (vertices[i + 1] ?? 0) ** 2 + (vertices[i + 2] ?? 0) ** 2);
    }
    return Math.sqrt(square);
}

function measureFacets(facets: Facets): { size: Vector; stretch: number; reach: number } {
    const reach = reachOfFacets(facets);
    return { size: [reach, reach, reach], stretch: 0, reach };
}

function measure(shape: Shape): { size: Vector; stretch: number; reach: number } {
    switch (shape.kind) {
        case 'sphere':
            return { size: [shape.radius, shape.radius, shape.radius], stretch: 0, reach: shape.radius };
        case 'capsule':
            return {
                size: [shape.radius, shape.radius, shape.radius],
                stretch: shape.halfHeight / shape.radius,
                reach: shape.radius + shape.halfHeight,
            };
        case 'cylinder':
            return { size: [shape.radius, shape.halfHeight, shape.radius], stretch: 0, reach: Math.hypot(shape.radius, shape.halfHeight) };
        case 'box':
            return { size: shape.halfExtents, stretch: 0, reach: Math.hypot(...shape.halfExtents) };
        case 'hull':
        case 'mesh':
            return measureFacets(shape);
        case 'plane':
        case 'compound':
        case 'particle':
        case 'tiles':
        case 'disc':
            return { size: [0, 0, 0], stretch: 0, reach: 0 };
    }
}

export function partsOf(census: CensusAnswer): CensusParts {
    const pieces: Piece[] = [];
    const planes: PlanePlace[] = [];
    const reach = new Float32Array(census.entities.length);

    const take = (owner: number, look: Look, shape: Shape, position: Vector, orientation: Quaternion): void => {
        if (shape.kind === 'plane') {
            planes.push({ owner, position, orientation });
            return;
        }
        if (shape.kind === 'compound') {
            for (const child of shape.children) {
                const at = add(position, rotate(orientation, child.position));
                take(owner, look, child.shape, at, multiply(orientation, child.orientation));
            }
            return;
        }
        if (shape.kind === 'particle' || shape.kind === 'tiles' || shape.kind === 'disc') {
            return; // of another kind of world
        }
        const facets = shape.kind === 'hull' || shape.kind === 'mesh' ? shape : null;
        const id = `${shape.kind} ${look}${facets ? ` ${idOfFacets(facets)}` : ''}`;
        const piece = { batch: { id, kind: shape.kind, facets, look }, owner, position, orientation, ...measure(shape) };
        reach[owner] = Math.max(reach[owner] ?? 0, Math.hypot(...position) + piece.reach);
        pieces.push(piece);
    };

    const bright = brightFrom(census);
    census.entities.forEach((entity, owner) => {
        const shape = entity.shape === null ? undefined : census.shapes[entity.shape];
        if (shape) {
            const isBright = entity.attracts && measure(shape).reach >= bright;
            take(owner, entity.isSensor ? 'sensor' : isBright ? 'bright' : 'solid', shape, entity.offset, entity.turn);
        }
    });
    return { parts: flatten(pieces), planes, reach };
}

/** Attractors at least so large shine: suns, not their planets. */
function brightFrom(census: CensusAnswer): number {
    let largest = 0;
    for (const entity of census.entities) {
        const shape = entity.shape === null ? undefined : census.shapes[entity.shape];
        if (shape && entity.attracts) {
            largest = Math.max(largest, measure(shape).reach);
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
        place: new Float32Array(7 * count),
        size: new Float32Array(3 * count),
        stretch: new Float32Array(count),
        reach: new Float32Array(count),
    };
    let at = 0;
    for (const group of groups.values()) {
        const start = at;
        for (const piece of group) {
            parts.owner[at] = piece.owner;
            parts.place.set(piece.position, 7 * at);
            parts.place.set(piece.orientation, 7 * at + 3);
            parts.size.set(piece.size, 3 * at);
            parts.stretch[at] = piece.stretch;
            parts.reach[at] = piece.reach;
            ++at;
        }
        const first = group[0];
        if (first) {
            parts.batches.push({ ...first.batch, start, end: at });
        }
    }
    return parts;
}
