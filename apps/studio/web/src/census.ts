// Who there is, put together from what the page has and how that differs. A battle changes its census nearly every frame, so a
// difference costs two copies of arrays of references and no more. Pure; censuses are never changed once they are made.
import type { Appearance, CensusAnswer, Key, Shape } from './protocol';

/** As the numbers they stand for, which are too large to be numbers here. */
export function compareKeys(a: Key, b: Key): number {
    if (a === b) {
        return 0;
    }
    return a.length !== b.length ? a.length - b.length : a < b ? -1 : 1;
}

/** Where a key is among ascending ones; -1 if it is not. */
export function placeOfKey(keys: Key[], key: Key): number {
    const place = firstNotBefore(keys, key, 0);
    return keys[place] === key ? place : -1;
}

/** For each of `keys`: its place in `others`, or -1. Both ascend. */
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

/** The whole census that an answer stands for. Throws an Error if it is a difference from one that is not there. */
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
    const shapeAt = difference.shapes.map((shape) => placeOfShape(shapes, shape));
    const keys: Key[] = [];
    const entities: Appearance[] = [];
    let from = 0;
    let came = 0;
    let went = 0;
    const takeUpTo = (end: number): void => {
        for (; from < end; ++from) {
            keys.push(base.keys[from]!);
            entities.push(base.entities[from]!);
        }
    };
    while (came < difference.keys.length || went < difference.gone.length) {
        const key = difference.keys[came];
        const gone = difference.gone[went];
        const isGone = key === undefined || (gone !== undefined && compareKeys(gone, key) < 0);
        const next = (isGone ? gone : key) as Key;
        takeUpTo(firstNotBefore(base.keys, next, from));
        if (base.keys[from] === next) {
            ++from; // it is gone, or looks different now
        }
        if (isGone) {
            ++went;
        } else {
            const entity = difference.entities[came++]!;
            keys.push(next);
            entities.push(entity.shape === null ? entity : { ...entity, shape: shapeAt[entity.shape] ?? null });
        }
    }
    takeUpTo(base.keys.length);
    const whole = { census: difference.census, base: null, gone: [], keys, shapes, entities };
    // Shapes that nobody has any more are left where they are until there are many of them.
    return shapes.length > 2 * keys.length + 64 ? withoutUnusedShapes(whole) : whole;
}

// All particles look the same; whatever else comes with a difference is usually new.
function placeOfShape(shapes: Shape[], shape: Shape): number {
    const same = shape.kind === 'particle' ? shapes.findIndex((one) => one.kind === 'particle') : -1;
    return same >= 0 ? same : shapes.push(shape) - 1;
}

function withoutUnusedShapes(census: CensusAnswer): CensusAnswer {
    const shapes: Shape[] = [];
    const newPlace = new Int32Array(census.shapes.length).fill(-1);
    const entities = census.entities.map((entity) => {
        if (entity.shape === null) {
            return entity;
        }
        if (newPlace[entity.shape] === -1) {
            newPlace[entity.shape] = shapes.push(census.shapes[entity.shape]!) - 1;
        }
        return { ...entity, shape: newPlace[entity.shape]! };
    });
    return { ...census, shapes, entities };
}

function firstNotBefore(keys: Key[], key: Key, from: number): number {
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
