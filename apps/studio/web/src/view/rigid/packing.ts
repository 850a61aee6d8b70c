// Poses to instance matrices: the loop that runs for every piece in every picture. It allocates nothing. Pure.
import type { Parts } from './parts';

export interface Poses {
    positions: Float32Array; // 3 for each body
    orientations: Float32Array; // 4
}

/** Where matrices go. They are as three.js and OpenGL have them: four columns of four. */
export interface Packed {
    matrices: Float32Array; // 16 for each piece
    colours: Float32Array; // 3
    stretches: Float32Array; // 1
}

/** What the size of things in the picture depends on. */
export interface Sight {
    eyeX: number;
    eyeY: number;
    eyeZ: number;
    forwardX: number;
    forwardY: number;
    forwardZ: number;
    pixel: number; // how large one pixel is at depth 1
}

export interface PackOptions {
    smallest: number; // pixels: what would be drawn with a smaller radius is drawn with this one
    grow: number; // pixels added on every side
    // Only pieces whose radius in pixels is in this range.
    fromPixels: number;
    toPixels: number;
    mask: Uint8Array | null; // for each body: 0 leaves it out
}

/** Pieces from `start` to `end`; returns how many were written. */
export function pack(
    parts: Parts,
    start: number,
    end: number,
    poses: Poses,
    colours: Float32Array,
    sight: Sight,
    options: PackOptions,
    out: Packed,
): number {
    const { owner, place, size, stretch, reach } = parts;
    const { positions, orientations } = poses;
    const { smallest, grow, fromPixels, toPixels, mask } = options;
    const { matrices } = out;
    let count = 0;
    for (let i = start; i < end; ++i) {
        const body = owner[i]!;
        if (mask !== null && mask[body] === 0) {
            continue;
        }
        const bx = orientations[4 * body]!;
        const by = orientations[4 * body + 1]!;
        const bz = orientations[4 * body + 2]!;
        const bw = orientations[4 * body + 3]!;
        const px = place[7 * i]!;
        const py = place[7 * i + 1]!;
        const pz = place[7 * i + 2]!;
        // The piece's place, turned with its body.
        const tx = 2 * (by * pz - bz * py);
        const ty = 2 * (bz * px - bx * pz);
        const tz = 2 * (bx * py - by * px);
        const x = positions[3 * body]! + px + bw * tx + by * tz - bz * ty;
        const y = positions[3 * body + 1]! + py + bw * ty + bz * tx - bx * tz;
        const z = positions[3 * body + 2]! + pz + bw * tz + bx * ty - by * tx;

        const depth = (x - sight.eyeX) * sight.forwardX + (y - sight.eyeY) * sight.forwardY + (z - sight.eyeZ) * sight.forwardZ;
        const pixel = depth > 0 ? depth * sight.pixel : 0;
        const radius = reach[i]!;
        if (radius < fromPixels * pixel || radius >= toPixels * pixel) {
            continue;
        }
        const larger = radius < smallest * pixel ? (smallest * pixel) / radius : 1;
        const more = grow * pixel;
        const sx = size[3 * i]! * larger + more;
        const sy = size[3 * i + 1]! * larger + more;
        const sz = size[3 * i + 2]! * larger + more;

        const lx = place[7 * i + 3]!;
        const ly = place[7 * i + 4]!;
        const lz = place[7 * i + 5]!;
        const lw = place[7 * i + 6]!;
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
        // The straight part of a capsule does not grow with what is added around it.
        out.stretches[count] = more > 0 ? (stretch[i]! * size[3 * i]! * larger) / sx : stretch[i]!;
        ++count;
    }
    return count;
}
