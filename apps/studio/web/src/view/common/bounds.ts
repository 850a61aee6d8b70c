// The bounds of all bodies. Pure.
import type { Appearance, Vector } from '../../protocol';
import type { Bounds } from '../maths';
import type { Poses } from './poses';

const strayShare = 0.02; // of many bodies, the share that may be far away from the rest
const manyBodies = 50;
const maxSamples = 2000; // of more bodies only every second, third ... is looked at

/** A sphere around nearly all bodies with a radius; null if there are none. Of many bodies, a few strays do not count. */
export function boundsOf(poses: Poses, radii: Float32Array): Bounds | null {
    const step = Math.ceil(radii.length / maxSamples);
    const lower: Vector = [0, 0, 0];
    const upper: Vector = [0, 0, 0];
    for (let axis = 0; axis < 3; ++axis) {
        const lows: number[] = [];
        const highs: number[] = [];
        for (let body = 0; body < radii.length; body += step) {
            const radius = radii[body] ?? 0;
            if (radius > 0) {
                const center = poses.positions[3 * body + axis] ?? 0;
                lows.push(center - radius);
                highs.push(center + radius);
            }
        }
        if (lows.length === 0) {
            return null;
        }
        const skipped = lows.length >= manyBodies ? Math.ceil((lows.length * strayShare) / 2) : 0;
        lower[axis] = Float64Array.from(lows).sort()[skipped] ?? 0;
        upper[axis] = Float64Array.from(highs).sort()[highs.length - 1 - skipped] ?? 0;
    }
    return boundsBetween(lower, upper);
}

/** The same without fixed bodies that are as large as a landscape beside those that move. */
export function boundsOfMoving(poses: Poses, radii: Float32Array, entities: Pick<Appearance, 'kind'>[]): Bounds | null {
    const moving = boundsOf(
        poses,
        radii.map((radius, body) => (entities[body]?.kind === 'fixed' ? 0 : radius)),
    );
    if (!moving) {
        return boundsOf(poses, radii);
    }
    return boundsOf(
        poses,
        radii.map((radius, body) => (entities[body]?.kind === 'fixed' && radius > 2 * moving.radius ? 0 : radius)),
    );
}

/** A box around both. */
export function unionOf(a: Bounds | null, b: Bounds | null): Bounds | null {
    if (!a || !b) {
        return a ?? b;
    }
    const lower = a.center.map((center, axis) => Math.min(center - a.half[axis]!, b.center[axis]! - b.half[axis]!)) as Vector;
    const upper = a.center.map((center, axis) => Math.max(center + a.half[axis]!, b.center[axis]! + b.half[axis]!)) as Vector;
    return boundsBetween(lower, upper);
}

export function boundsBetween(lower: Vector, upper: Vector): Bounds {
    const half: Vector = [(upper[0] - lower[0]) / 2, (upper[1] - lower[1]) / 2, (upper[2] - lower[2]) / 2];
    return { center: [lower[0] + half[0], lower[1] + half[1], lower[2] + half[2]], radius: Math.hypot(...half), half };
}
