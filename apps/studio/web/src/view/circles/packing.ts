// A frame to instances: the loop that runs for every disc in every picture. Only visible discs are written. Positions are relative to the
// middle of the picture, so that float32 is precise far away from the origin. Pure; it allocates only when buffers have to grow.
import type { Poses } from '../common/poses';
import { mixPacked, withTop, type Packed } from '../plane/colours';
import type { Paint } from '../plane/paint';
import { isOutside, type Window2D } from '../plane/window';
import type { Population } from './population';

export interface DiscInstances {
    count: number;
    discs: Float32Array; // 4: x, y, radius, and 1 for a ring
    turns: Int16Array; // 2: cosine and sine, times 32767
    colours: Uint32Array; // with opacity
}

/** Streaks behind fast discs. */
export interface TrailInstances {
    count: number;
    ends: Float32Array; // 4: where the disc is, and where the streak ends
    radii: Float32Array;
    colours: Uint32Array;
}

export interface Instances {
    discs: DiscInstances;
    trails: TrailInstances;
}

export interface PackStyle {
    mask: Uint8Array | null; // for each: 0 leaves it out
    tint: Packed | null; // all discs as rings of this colour
    opacity: number;
    paint: Paint | null;
}

const full = 32767;
const trailFrames = 2.2; // the length of a trail
const minTrailSpeed = 0.45; // radii per frame
const minTrailPixels = 1.5; // radius: trails of smaller discs would be a fog
const maxTrails = 6000;
const minPixels = 0.75; // a disc with a smaller radius is drawn with this one, and fainter

export function emptyInstances(): Instances {
    return { discs: { count: 0, ...discArrays(0) }, trails: { count: 0, ...trailArrays(0) } };
}

export function pack(
    population: Population,
    poses: Poses,
    velocities: Float32Array | null,
    view: Window2D,
    style: PackStyle,
    out: Instances,
): void {
    const { radii, colours, isSensor } = population;
    const { positions, orientations } = poses;
    const { mask, tint, opacity, paint } = style;
    const { discs, trails } = out;
    const count = radii.length;
    reserve(out, count);
    discs.count = 0;
    trails.count = 0;
    const minRadius = minPixels * view.pixel;
    for (let i = 0; i < count; ++i) {
        const radius = radii[i]!;
        if (radius === 0 || (mask !== null && mask[i] === 0)) {
            continue;
        }
        const x = positions[3 * i]! - view.x;
        const y = positions[3 * i + 1]! - view.y;
        const backX = velocities === null ? 0 : velocities[2 * i]! * trailFrames;
        const backY = velocities === null ? 0 : velocities[2 * i + 1]! * trailFrames;
        if (isOutside(x, y, radius + Math.abs(backX), radius + Math.abs(backY), view)) {
            continue;
        }
        let colour = colours[i]!;
        if (tint !== null) {
            colour = tint;
        } else if (paint !== null && paint.shares[i]! > 0) {
            colour = mixPacked(colour, paint.colours[i]!, paint.shares[i]!);
        }
        const at = discs.count++;
        const z = orientations[4 * i + 2]!;
        const w = orientations[4 * i + 3]!;
        const drawn = Math.max(radius, minRadius);
        discs.discs[4 * at] = x;
        discs.discs[4 * at + 1] = y;
        discs.discs[4 * at + 2] = drawn;
        discs.discs[4 * at + 3] = tint !== null || isSensor[i] === 1 ? 1 : 0;
        discs.turns[2 * at] = Math.round(full * (1 - 2 * z * z));
        discs.turns[2 * at + 1] = Math.round(full * 2 * z * w);
        discs.colours[at] = withTop(colour, 255 * opacity * Math.max(0.25, (radius * radius) / (drawn * drawn)));
        const way = backX * backX + backY * backY;
        const isFast = way > (radius * minTrailSpeed * trailFrames) ** 2 && radius > minTrailPixels * view.pixel;
        if (isFast && trails.count < maxTrails) {
            const trail = trails.count++;
            trails.ends[4 * trail] = x;
            trails.ends[4 * trail + 1] = y;
            trails.ends[4 * trail + 2] = x - backX;
            trails.ends[4 * trail + 3] = y - backY;
            trails.radii[trail] = radius;
            trails.colours[trail] = withTop(colour, 255 * opacity);
        }
    }
}

function discArrays(room: number): Omit<DiscInstances, 'count'> {
    return { discs: new Float32Array(4 * room), turns: new Int16Array(2 * room), colours: new Uint32Array(room) };
}

function trailArrays(room: number): Omit<TrailInstances, 'count'> {
    return { ends: new Float32Array(4 * room), radii: new Float32Array(room), colours: new Uint32Array(room) };
}

function reserve(out: Instances, count: number): void {
    if (out.discs.colours.length < count) {
        const room = Math.ceil(count * 1.25);
        Object.assign(out.discs, discArrays(room));
        Object.assign(out.trails, trailArrays(Math.min(room, maxTrails)));
    }
}
