// Which bodies of one branch are not where they are in another, at the same frame. Pure.
import type { Poses } from '../rigid/packing';
import type { Population } from '../rigid/censuses';

const far = 0.02; // of a body's size: less cannot be seen
const turned = 1 - 1e-4; // the dot product of two quaternions

/** For each body of `other`: its place in `shown`, or -1. */
export function matchBodies(other: Population, shown: Population): Int32Array {
    return Int32Array.from(other.census.keys, (key) => shown.indexOf.get(key) ?? -1);
}

/** Sets `mask` for the bodies of `other` that differ or that are not in `shown` at all; returns how many. */
export function markDifferences(other: Poses, shown: Poses, match: Int32Array, reach: Float32Array, mask: Uint8Array): number {
    let count = 0;
    for (let body = 0; body < match.length; ++body) {
        const same = match[body]!;
        let differs = same < 0;
        if (!differs) {
            const x = other.positions[3 * body]! - shown.positions[3 * same]!;
            const y = other.positions[3 * body + 1]! - shown.positions[3 * same + 1]!;
            const z = other.positions[3 * body + 2]! - shown.positions[3 * same + 2]!;
            const limit = far * reach[body]!;
            const a = 4 * body;
            const b = 4 * same;
            const o = other.orientations;
            const s = shown.orientations;
            const alike = Math.abs(o[a]! * s[b]! + o[a + 1]! * s[b + 1]! + o[a + 2]! * s[b + 2]! + o[a + 3]! * s[b + 3]!);
            differs = x * x + y * y + z * z > limit * limit || alike < turned;
        }
        mask[body] = differs ? 1 : 0;
        count += differs ? 1 : 0;
    }
    return count;
}
