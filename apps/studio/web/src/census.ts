// Whole censuses from a known census and its differences. A battle changes its census nearly every frame, so applying a difference costs
// two copies of arrays of references. Pure; censuses are immutable.
import type { Appearance, CensusAnswer, Key, Shape } from './protocol';

/** In numerical order: keys are decimal digits of 64-bit numbers. */
export function compareKeys(a: Key, b: Key): number {
    if (a === b) {
        return 0;
    }
    return a.length !== b.length ? a.length - b.length : a < b ? -1 : 1;
}

/** The index of a key among ascending keys; -1 if it is missing. */
export function indexOfKey(keys: Key[], key: Key): number {
    const index = lowerBound(keys, key, 0);
    return keys[index] === key ? index : -1;
}

/** For each of `keys`: its index in `others`, or -1. Both are ascending. */
export function matchKeys(keys: Key[], others: Key[]): Int32Array {
    const match = new Int32Array(keys.length);
    let other = 0;
    for (let i = 0; i < keys.length; ++i) {
        const key = keys[i]!;
        while (other < others.length && compareKeys(others[other]!, key) < 0) {
            ++other;
        }
        match[i] = others[other] === key ? other : -1;
    }
    return match;
}

/** The whole census of an answer. Throws an Error if the answer is a difference from an unknown census. */
export function wholeCensus(answer: CensusAnswer, known: ReadonlyMap<number, CensusAnswer>): CensusAnswer {
    if (answer.base === null) {
        return answer;
    }
    const base = known.get(answer.base);
    if (!base) {
        throw new Error(`census ${answer.census} differs from census ${answer.base}, which this page does not have`);
    }
    return applyDifference(base, answer);
}

function applyDifference(base: CensusAnswer, difference: CensusAnswer): CensusAnswer {
    const shapes = base.shapes.slice();
    const shapeIndices = difference.shapes.map((shape) => addShape(shapes, shape));
    const keys: Key[] = [];
    const entities: Appearance[] = [];
    let from = 0;
    let added = 0;
    let removed = 0;
    const copyUpTo = (end: number): void => {
        for (; from < end; ++from) {
            keys.push(base.keys[from]!);
            entities.push(base.entities[from]!);
        }
    };
    while (added < difference.keys.length || removed < difference.gone.length) {
        const key = difference.keys[added];
        const gone = difference.gone[removed];
        const isGone = key === undefined || (gone !== undefined && compareKeys(gone, key) < 0);
        const next = (isGone ? gone : key) as Key;
        copyUpTo(lowerBound(base.keys, next, from));
        if (base.keys[from] === next) {
            ++from; // removed, or replaced below
        }
        if (isGone) {
            ++removed;
        } else {
            const entity = difference.entities[added++]!;
            keys.push(next);
            entities.push(entity.shape === null ? entity : { ...entity, shape: shapeIndices[entity.shape] ?? null });
        }
    }
    copyUpTo(base.keys.length);
    const whole = { census: difference.census, base: null, gone: [], keys, shapes, entities };
    // Unused shapes are kept until there are many of them.
    return shapes.length > 2 * keys.length + 64 ? withoutUnusedShapes(whole) : whole;
}

// All particles share a shape; other shapes of a difference are usually new.
function addShape(shapes: Shape[], shape: Shape): number {
    const same = shape.kind === 'particle' ? shapes.findIndex((known) => known.kind === 'particle') : -1;
    return same >= 0 ? same : shapes.push(shape) - 1;
}

function withoutUnusedShapes(census: CensusAnswer): CensusAnswer {
    const shapes: Shape[] = [];
    const newIndex = new Int32Array(census.shapes.length).fill(-1);
    const entities = census.entities.map((entity) => {
        if (entity.shape === null) {
            return entity;
        }
        if (newIndex[entity.shape] === -1) {
            newIndex[entity.shape] = shapes.push(census.shapes[entity.shape]!) - 1;
        }
        return { ...entity, shape: newIndex[entity.shape]! };
    });
    return { ...census, shapes, entities };
}

function lowerBound(keys: Key[], key: Key, from: number): number {
    let low = from;
    let high = keys.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (compareKeys(keys[middle]!, key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}
