// The poses of all bodies of a frame, as flat arrays. Pure.
import type { Quaternion, Vector } from '../../protocol';

export interface Poses {
    positions: Float32Array; // 3 for each body
    orientations: Float32Array; // 4
}

export function positionOf(poses: Poses, body: number): Vector {
    const [x = 0, y = 0, z = 0] = poses.positions.subarray(3 * body, 3 * body + 3);
    return [x, y, z];
}

export function orientationOf(poses: Poses, body: number): Quaternion {
    const [x = 0, y = 0, z = 0, w = 1] = poses.orientations.subarray(4 * body, 4 * body + 4);
    return [x, y, z, w];
}
