// The camera as loops over all bodies need it: plain numbers, so that nothing is allocated for each body. Pure.
import type { Vector } from '../../protocol';
import type { Camera } from '../view';
import { halfHeight } from './orbitCamera';

export interface Viewpoint {
    eyeX: number;
    eyeY: number;
    eyeZ: number;
    forwardX: number;
    forwardY: number;
    forwardZ: number;
    pixel: number; // the size of a pixel at depth 1
}

/** Of a picture whose height is in pixels. */
export function viewpointOf(camera: Camera, forward: Vector, height: number): Viewpoint {
    return {
        eyeX: camera.eye[0],
        eyeY: camera.eye[1],
        eyeZ: camera.eye[2],
        forwardX: forward[0],
        forwardY: forward[1],
        forwardZ: forward[2],
        pixel: (2 * halfHeight) / height,
    };
}

/** The depth of a point in the picture; negative behind the eye. */
export function depthOf(viewpoint: Viewpoint, x: number, y: number, z: number): number {
    const { eyeX, eyeY, eyeZ, forwardX, forwardY, forwardZ } = viewpoint;
    return (x - eyeX) * forwardX + (y - eyeY) * forwardY + (z - eyeZ) * forwardZ;
}
