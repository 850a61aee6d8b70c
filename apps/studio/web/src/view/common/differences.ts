// Which bodies of one branch are elsewhere in another branch at the same frame. Pure.
import type { Poses } from './poses';

const visibleShift = 0.02; // of a body's radius
const sameTurn = 1 - 1e-4; // the dot product of two quaternions

/**
 * Sets `mask` to 1 for the bodies of `other` that differ from `shown` or are missing there, and to 0 for the rest; returns how many
 * differ. `match` has the index in `shown` of each body of `other`, or -1.
 */
export function markDifferences(other: Poses, shown: Poses, match: Int32Array, radii: Float32Array, mask: Uint8Array): number {
    let count = 0;
    for (let body = 0; body < match.length; ++body) {
        const same = match[body]!;
        let differs = same < 0;
        if (!differs) {
            const x = other.positions[3 * body]! - shown.positions[3 * same]!;
            const y = other.positions[3 * body + 1]! - shown.positions[3 * same + 1]!;
            const z = other.positions[3 * body + 2]! - shown.positions[3 * same + 2]!;
            const limit = visibleShift * radii[body]!;
            const a = 4 * body;
            const b = 4 * same;
            const o = other.orientations;
            const s = shown.orientations;
            const alike = Math.abs(o[a]! * s[b]! + o[a + 1]! * s[b + 1]! + o[a + 2]! * s[b + 2]! + o[a + 3]! * s[b + 3]!);
            differs = x * x + y * y + z * z > limit * limit || alike < sameTurn;
        }
        mask[body] = differs ? 1 : 0;
        count += differs ? 1 : 0;
    }
    return count;
}
