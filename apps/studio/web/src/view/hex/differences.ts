// What of one branch is not where it is in another, at the same frame. Pure.
import { matchKeys } from '../../census';
import type { Poses } from '../rigid/packing';
import type { Population } from './population';

const far = 0.05; // cells: less cannot be seen
const turned = 1 - 1e-4; // the dot product of two quaternions

/** For each of `other`: its place in `shown`, or -1. */
export function matchPopulations(other: Population, shown: Population): Int32Array {
    return matchKeys(other.census.keys, shown.census.keys);
}

/** Sets `mask` for those of `other` that are elsewhere, look different or are not in `shown` at all; returns how many. */
export function markDifferences(
    other: Population,
    otherPoses: Poses,
    shown: Population,
    shownPoses: Poses,
    match: Int32Array,
    mask: Uint8Array,
): number {
    let count = 0;
    for (let i = 0; i < match.length; ++i) {
        const same = match[i]!;
        let differs = same < 0 || other.looks[i] !== shown.looks[same];
        if (!differs) {
            const x = otherPoses.positions[3 * i]! - shownPoses.positions[3 * same]!;
            const y = otherPoses.positions[3 * i + 1]! - shownPoses.positions[3 * same + 1]!;
            const alike =
                otherPoses.orientations[4 * i + 2]! * shownPoses.orientations[4 * same + 2]! +
                otherPoses.orientations[4 * i + 3]! * shownPoses.orientations[4 * same + 3]!;
            differs = x * x + y * y > far * far || Math.abs(alike) < turned;
        }
        mask[i] = differs ? 1 : 0;
        count += differs ? 1 : 0;
    }
    return count;
}
