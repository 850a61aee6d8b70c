// How much room bodies take. Pure.
import type { Appearance, Vector } from '../../protocol';
import type { Bounds } from '../maths';
import type { Poses } from '../rigid/packing';

const stray = 0.02; // of many bodies, this share may be far out of the picture
const many = 50;
const enough = 2000; // of more bodies only every second, third ... is looked at

/** A ball around nearly all bodies that have a shape with an end; null if there is none. A few that have got lost do not count. */
export function boundsOf(poses: Poses, reach: Float32Array): Bounds | null {
    const step = Math.ceil(reach.length / enough);
    const low: Vector = [0, 0, 0];
    const high: Vector = [0, 0, 0];
    for (let axis = 0; axis < 3; ++axis) {
        const lows: number[] = [];
        const highs: number[] = [];
        for (let body = 0; body < reach.length; body += step) {
            const radius = reach[body] ?? 0;
            if (radius > 0) {
                const at = poses.positions[3 * body + axis] ?? 0;
                lows.push(at - radius);
                highs.push(at + radius);
            }
        }
        if (lows.length === 0) {
            return null;
        }
        const skipped = lows.length >= many ? Math.ceil((lows.length * stray) / 2) : 0;
        low[axis] = Float64Array.from(lows).sort()[skipped] ?? 0;
        high[axis] = Float64Array.from(highs).sort()[highs.length - 1 - skipped] ?? 0;
    }
    const half: Vector = [(high[0] - low[0]) / 2, (high[1] - low[1]) / 2, (high[2] - low[2]) / 2];
    return { center: [low[0] + half[0], low[1] + half[1], low[2] + half[2]], radius: Math.hypot(...half), half };
}

/** The same of what is worth looking at: what moves, and what is fixed unless it is as large as a landscape beside it. */
export function roomOf(poses: Poses, reach: Float32Array, entities: Pick<Appearance, 'kind'>[]): Bounds | null {
    const moving = boundsOf(
        poses,
        reach.map((radius, body) => (entities[body]?.kind === 'fixed' ? 0 : radius)),
    );
    if (!moving) {
        return boundsOf(poses, reach);
    }
    return boundsOf(
        poses,
        reach.map((radius, body) => (entities[body]?.kind === 'fixed' && radius > 2 * moving.radius ? 0 : radius)),
    );
}
