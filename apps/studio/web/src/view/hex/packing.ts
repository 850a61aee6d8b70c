// A frame to instances: the loop that runs for every body in every picture. Only visible bodies are written, and tiles only where they are
// large enough. Positions are relative to the middle of the picture, so that float32 is precise far away from the origin. Pure; it
// allocates only when buffers have to grow.
import type { Poses } from '../common/poses';
import { withTop } from '../plane/colours';
import type { Paint } from '../plane/paint';
import { isOutside, type Window2D } from '../plane/window';
import type { Population } from './population';

export interface PackStyle {
    mask: Uint8Array | null; // for each: 0 leaves it out
    tint: number | null; // mixed into the colours of all bodies
    share: number; // of the tint
    opacity: number;
    paint: Paint | null;
}

export interface TileInstances {
    count: number;
    places: Float32Array; // 2
    spins: Int16Array; // 4: cosine, sine, share of the tint, opacity; times 32767
    colours: Uint32Array; // type and health
    rims: Uint32Array; // tint and edges
}

export interface BlobInstances {
    count: number;
    places: Float32Array; // 2
    axes: Float32Array; // 3: the longer semi-axis, and the length of the other
    colours: Uint32Array; // with opacity
}

export interface SparkInstances {
    count: number;
    ends: Float32Array; // 4: where the particle is, and where its streak ends
    colours: Uint32Array;
}

export interface Instances {
    tiles: TileInstances;
    blobs: BlobInstances;
    sparks: SparkInstances;
}

/** Pixels per cell: below the first only blobs are drawn, above the second only tiles, and in between one fades into the other. */
const limitsOfMany = { tilesFrom: 2, tilesOnly: 3.2 };
const limitsOfFew = { tilesFrom: 0.9, tilesOnly: 1.4 };
/** Up to so many tiles count as few, with and without a graphics device. */
const maxFewTiles = { ofQuick: 150_000, ofOthers: 25_000 };
/** Composites beyond this number of tiles are drawn as blobs. */
const maxTiles = 200_000;
const streakFrames = 2.5; // the length of a particle's streak
const full = 32767;

export function emptyInstances(): Instances {
    return {
        tiles: { count: 0, ...tileArrays(0) },
        blobs: { count: 0, ...blobArrays(0) },
        sparks: { count: 0, ...sparkArrays(0) },
    };
}

/** The opacity of tiles, from 0 to 1; the rest is that of blobs. */
export function shareOfTiles(view: Window2D, tileCount: number): number {
    const { tilesFrom, tilesOnly } = tileCount <= (view.isQuick ? maxFewTiles.ofQuick : maxFewTiles.ofOthers) ? limitsOfFew : limitsOfMany;
    return Math.min(1, Math.max(0, (1 / view.pixel - tilesFrom) / (tilesOnly - tilesFrom)));
}

export function pack(
    population: Population,
    poses: Poses,
    velocities: Float32Array | null,
    view: Window2D,
    style: PackStyle,
    out: Instances,
): void {
    const { looks, isParticle, radii, rims, tints, distant } = population;
    const { positions, orientations } = poses;
    const { mask, opacity, paint } = style;
    const { tiles, blobs, sparks } = out;
    const ofTiles = shareOfTiles(view, population.tileCount);
    const tileOpacity = Math.round(full * opacity * ofTiles);
    const count = radii.length;
    reserve(out, count);
    tiles.count = 0;
    blobs.count = 0;
    sparks.count = 0;
    for (let i = 0; i < count; ++i) {
        const radius = radii[i]!;
        if (radius === 0 || (mask !== null && mask[i] === 0)) {
            continue;
        }
        const x = positions[3 * i]! - view.x;
        const y = positions[3 * i + 1]! - view.y;
        if (isParticle[i] === 1) {
            const backX = velocities === null ? 0 : velocities[2 * i]! * streakFrames;
            const backY = velocities === null ? 0 : velocities[2 * i + 1]! * streakFrames;
            if (isOutside(x, y, Math.abs(backX) + 1, Math.abs(backY) + 1, view)) {
                continue;
            }
            const at = sparks.count++;
            sparks.ends[4 * at] = x;
            sparks.ends[4 * at + 1] = y;
            sparks.ends[4 * at + 2] = x - backX;
            sparks.ends[4 * at + 3] = y - backY;
            const tint = style.tint ?? (paint !== null && paint.shares[i]! > 0 ? paint.colours[i]! : rims[i]!);
            sparks.colours[at] = withTop(tint, 255 * opacity);
            continue;
        }
        if (isOutside(x, y, radius, radius, view)) {
            continue;
        }
        const look = looks[i]!;
        const z = orientations[4 * i + 2]!;
        const w = orientations[4 * i + 3]!;
        const cos = 1 - 2 * z * z;
        const sin = 2 * z * w;
        let rim = rims[i]!;
        let tint = tints[i]!;
        if (paint !== null && paint.shares[i]! > 0) {
            rim = paint.colours[i]!;
            tint = paint.shares[i]!;
        }
        if (style.tint !== null) {
            rim = style.tint;
            tint = style.share;
        }
        const hasTiles = ofTiles > 0 && tiles.count + look.count <= maxTiles;
        if (hasTiles) {
            reserveTiles(tiles, tiles.count + look.count);
            const { places, spins, colours } = tiles;
            const c16 = Math.round(full * cos);
            const s16 = Math.round(full * sin);
            const t16 = Math.round(full * tint);
            for (let tile = 0, at = tiles.count; tile < look.count; ++tile, ++at) {
                const px = look.places[2 * tile]!;
                const py = look.places[2 * tile + 1]!;
                places[2 * at] = x + px * cos - py * sin;
                places[2 * at + 1] = y + px * sin + py * cos;
                spins[4 * at] = c16;
                spins[4 * at + 1] = s16;
                spins[4 * at + 2] = t16;
                spins[4 * at + 3] = tileOpacity;
                colours[at] = look.colours[tile]!;
                tiles.rims[at] = rim | look.edges[tile]!;
            }
            tiles.count += look.count;
        }
        const ofBlob = hasTiles ? 1 - ofTiles : 1;
        if (ofBlob > 0) {
            const at = blobs.count++;
            blobs.places[2 * at] = x + look.centerX * cos - look.centerY * sin;
            blobs.places[2 * at + 1] = y + look.centerX * sin + look.centerY * cos;
            blobs.axes[3 * at] = look.axisX * cos - look.axisY * sin;
            blobs.axes[3 * at + 1] = look.axisX * sin + look.axisY * cos;
            blobs.axes[3 * at + 2] = look.across;
            const isPainted = style.tint !== null || tint > 0.5;
            blobs.colours[at] = withTop(isPainted ? rim : distant[i]!, 255 * opacity * ofBlob * look.cover);
        }
    }
}

function tileArrays(room: number): Omit<TileInstances, 'count'> {
    return {
        places: new Float32Array(2 * room),
        spins: new Int16Array(4 * room),
        colours: new Uint32Array(room),
        rims: new Uint32Array(room),
    };
}

function blobArrays(room: number): Omit<BlobInstances, 'count'> {
    return { places: new Float32Array(2 * room), axes: new Float32Array(3 * room), colours: new Uint32Array(room) };
}

function sparkArrays(room: number): Omit<SparkInstances, 'count'> {
    return { ends: new Float32Array(4 * room), colours: new Uint32Array(room) };
}

function reserve(out: Instances, count: number): void {
    if (out.blobs.colours.length < count) {
        const room = Math.ceil(count * 1.25);
        Object.assign(out.blobs, blobArrays(room));
        Object.assign(out.sparks, sparkArrays(room));
    }
}

// Doubles the room and keeps what has been written.
function reserveTiles(tiles: TileInstances, count: number): void {
    if (tiles.colours.length >= count) {
        return;
    }
    const before = { ...tiles };
    Object.assign(tiles, tileArrays(Math.max(1024, 2 * count)));
    tiles.places.set(before.places);
    tiles.spins.set(before.spins);
    tiles.colours.set(before.colours);
    tiles.rims.set(before.rims);
}
