// Poses to instance matrices: the loop that runs for every piece in every picture. It allocates nothing. Pure.
import { depthOf, type Viewpoint } from '../camera/viewpoint';
import type { Poses } from '../common/poses';
import type { Parts } from './parts';

/** The buffers to write to. Matrices are in column-major order, as three.js and OpenGL have them. */
export interface Packed {
    matrices: Float32Array; // 16 for each piece
    colours: Float32Array; // 3
    stretches: Float32Array; // 1
}

export interface PackOptions {
    minPixels: number; // a piece is never drawn with a smaller radius
    grow: number; // pixels added on every side
    // Only pieces whose radius in pixels is in this range.
    fromPixels: number;
    toPixels: number;
    mask: Uint8Array | null; // for each body: 0 leaves it out
}

/** Packs the pieces from `begin` to `end`; returns how many were written. */
export function pack(
    parts: Parts,
    begin: number,
    end: number,
    poses: Poses,
    colours: Float32Array,
    viewpoint: Viewpoint,
    options: PackOptions,
    out: Packed,
): number {
    const { owner, pose, size, stretch } = parts;
    const { positions, orientations } = poses;
    const { minPixels, grow, fromPixels, toPixels, mask } = options;
    const { matrices } = out;
    let count = 0;
    for (let i = begin; i < end; ++i) {
        const body = owner[i]!;
        if (mask !== null && mask[body] === 0) {
            continue;
        }
        const bx = orientations[4 * body]!;
        const by = orientations[4 * body + 1]!;
        const bz = orientations[4 * body + 2]!;
        const bw = orientations[4 * body + 3]!;
        const px = pose[7 * i]!;
        const py = pose[7 * i + 1]!;
        const pz = pose[7 * i + 2]!;
        // The piece's position, rotated with its body.
        const tx = 2 * (by * pz - bz * py);
        const ty = 2 * (bz * px - bx * pz);
        const tz = 2 * (bx * py - by * px);
        const x = positions[3 * body]! + px + bw * tx + by * tz - bz * ty;
        const y = positions[3 * body + 1]! + py + bw * ty + bz * tx - bx * tz;
        const z = positions[3 * body + 2]! + pz + bw * tz + bx * ty - by * tx;

        const depth = depthOf(viewpoint, x, y, z);
        const pixel = depth > 0 ? depth * viewpoint.pixel : 0;
        const radius = parts.radius[i]!;
        if (radius < fromPixels * pixel || radius >= toPixels * pixel) {
            continue;
        }
        const larger = radius < minPixels * pixel ? (minPixels * pixel) / radius : 1;
        const more = grow * pixel;
        const sx = size[3 * i]! * larger + more;
        const sy = size[3 * i + 1]! * larger + more;
        const sz = size[3 * i + 2]! * larger + more;

        const lx = pose[7 * i + 3]!;
        const ly = pose[7 * i + 4]!;
        const lz = pose[7 * i + 5]!;
        const lw = pose[7 * i + 6]!;
        const qx = bw * lx + bx * lw + by * lz - bz * ly;
        const qy = bw * ly - bx * lz + by * lw + bz * lx;
        const qz = bw * lz + bx * ly - by * lx + bz * lw;
        const qw = bw * lw - bx * lx - by * ly - bz * lz;
        const m = 16 * count;
        matrices[m] = (1 - 2 * (qy * qy + qz * qz)) * sx;
        matrices[m + 1] = 2 * (qx * qy + qw * qz) * sx;
        matrices[m + 2] = 2 * (qx * qz - qw * qy) * sx;
        matrices[m + 3] = 0;
        matrices[m + 4] = 2 * (qx * qy - qw * qz) * sy;
        matrices[m + 5] = (1 - 2 * (qx * qx + qz * qz)) * sy;
        matrices[m + 6] = 2 * (qy * qz + qw * qx) * sy;
        matrices[m + 7] = 0;
        matrices[m + 8] = 2 * (qx * qz + qw * qy) * sz;
        matrices[m + 9] = 2 * (qy * qz - qw * qx) * sz;
        matrices[m + 10] = (1 - 2 * (qx * qx + qy * qy)) * sz;
        matrices[m + 11] = 0;
        matrices[m + 12] = x;
        matrices[m + 13] = y;
        matrices[m + 14] = z;
        matrices[m + 15] = 1;
        out.colours[3 * count] = colours[3 * body]!;
        out.colours[3 * count + 1] = colours[3 * body + 1]!;
        out.colours[3 * count + 2] = colours[3 * body + 2]!;
        // The straight part of a capsule keeps its length when the capsule is drawn larger.
        out.stretches[count] = more > 0 ? (stretch[i]! * size[3 * i]! * larger) / sx : stretch[i]!;
        ++count;
    }
    return count;
}
