// Walls as they are drawn: chains as strokes, circles as pegs, and the inside of solid walls as triangles. Computed once for a world and
// a theme. Pure.
import { ShapeUtils, Vector2 } from 'three';
import type { Wall } from '../../protocol';
import { boundsBetween } from '../common/bounds';
import type { Bounds } from '../maths';
import type { Theme } from '../palette';
import { mixPacked, packHex, partsOfColour, withTop, type Packed } from '../plane/colours';

export interface StrokeInstances {
    count: number;
    ends: Float32Array; // 4
    styles: Float32Array; // 3: where a dashed stroke begins along its chain, else -1; 1 for a bumper; the maximum width
    colours: Uint32Array;
}

export interface PegInstances {
    count: number;
    pegs: Float32Array; // 4: x, y, radius and kind
    colours: Uint32Array;
}

export const pegKinds = { solid: 0, bumper: 1, sensor: 2 };

/** Triangles with a colour at each corner. */
export interface Filling {
    positions: Float32Array; // 3
    colours: Float32Array; // 3: from 0 to 1
}

export interface Scenery {
    /** The origin of all positions. */
    x: number;
    y: number;
    strokes: StrokeInstances;
    pegs: PegInstances;
    filling: Filling;
}

const colours: Record<Theme, { wall: string; bumper: string; sensor: string }> = {
    dark: { wall: '#93a6c6', bumper: '#ffb13d', sensor: '#6fc7f2' },
    light: { wall: '#51617d', bumper: '#e07b00', sensor: '#1c86bd' },
};
const maxWidthShare = 0.12; // of the size of a chain: from afar its lines become thinner
const maxLuminance = 0.62; // in the light theme
const minLuminance = 0.3; // in the dark theme
const containerShare = 0.2; // of the whole area: a larger chain is a container

export function colourOfWall(wall: Wall, theme: Theme): Packed {
    const kind = wall.isSensor ? 'sensor' : wall.kick > 0 ? 'bumper' : 'wall';
    return legible(packHex(wall.color ?? colours[theme][kind]), theme);
}

// A scene may be written for one theme: colours close to the backdrop of the other one are replaced by a middle tone.
function legible(colour: Packed, theme: Theme): Packed {
    const [red, green, blue] = partsOfColour(colour);
    const luminance = 0.3 * red + 0.59 * green + 0.11 * blue;
    if (theme === 'light') {
        return luminance > maxLuminance ? mixPacked(colour, 0x000000, 1 - maxLuminance / luminance) : colour;
    }
    return luminance < minLuminance ? mixPacked(colour, 0xffffff, (minLuminance - luminance) / (1 - luminance)) : colour;
}

export function isPeg(wall: Wall): boolean {
    return wall.points.length === 2;
}

export function sceneryOf(walls: Wall[], theme: Theme): Scenery {
    const [x, y] = boundsOfWalls(walls)?.center ?? [0, 0];
    return { x, y, strokes: strokesOf(walls, theme, x, y), pegs: pegsOf(walls, theme, x, y), filling: fillingOf(walls, theme, x, y) };
}

/** Null if there are no walls. */
export function boundsOfWalls(walls: Wall[]): Bounds | null {
    const boxes = walls.map(boxOf);
    if (boxes.length === 0) {
        return null;
    }
    const [left, low, right, high] = boxes.reduce((all, box) => [
        Math.min(all[0], box[0]),
        Math.min(all[1], box[1]),
        Math.max(all[2], box[2]),
        Math.max(all[3], box[3]),
    ]);
    return boundsBetween([left, low, 0], [right, high, 0]);
}

/** The closed chains that contain other walls or most of the area; the others are solid. */
export function containersAmong(walls: Wall[]): Set<Wall> {
    const bounds = boundsOfWalls(walls);
    const area = bounds ? 4 * bounds.half[0] * bounds.half[1] : 0;
    const boxes = walls.map(boxOf);
    return new Set(
        walls.filter((wall, i) => {
            if (isPeg(wall) || !wall.isClosed) {
                return false;
            }
            return areaOf(wall) > containerShare * area || walls.some((other, j) => i !== j && isInside(other, boxes[j]!, wall, boxes[i]!));
        }),
    );
}

type Box = [left: number, low: number, right: number, high: number];

function boxOf(wall: Wall): Box {
    const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
    const radius = isPeg(wall) ? wall.radius : 0;
    for (let i = 0; i + 1 < wall.points.length; i += 2) {
        box[0] = Math.min(box[0], wall.points[i]! - radius);
        box[1] = Math.min(box[1], wall.points[i + 1]! - radius);
        box[2] = Math.max(box[2], wall.points[i]! + radius);
        box[3] = Math.max(box[3], wall.points[i + 1]! + radius);
    }
    return box;
}

function areaOf({ points }: Wall): number {
    let twice = 0;
    for (let i = 0; i + 1 < points.length; i += 2) {
        const next = (i + 2) % points.length;
        twice += points[i]! * points[next + 1]! - points[next]! * points[i + 1]!;
    }
    return Math.abs(twice) / 2;
}

function isInside(other: Wall, box: Box, wall: Wall, around: Box): boolean {
    const fits = box[0] >= around[0] && box[1] >= around[1] && box[2] <= around[2] && box[3] <= around[3];
    return fits && contains(wall.points, other.points[0]!, other.points[1]!);
}

/** Whether a closed chain winds around a point, by the number of edges to the right of it. */
function contains(points: number[], x: number, y: number): boolean {
    let isIn = false;
    for (let i = 0; i + 1 < points.length; i += 2) {
        const next = (i + 2) % points.length;
        const [ax, ay, bx, by] = [points[i]!, points[i + 1]!, points[next]!, points[next + 1]!];
        if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) {
            isIn = !isIn;
        }
    }
    return isIn;
}

function strokesOf(walls: Wall[], theme: Theme, x: number, y: number): StrokeInstances {
    const ends: number[] = [];
    const styles: number[] = [];
    const tints: number[] = [];
    for (const wall of walls.filter((chain) => !isPeg(chain))) {
        const { points } = wall;
        const last = points.length - (wall.isClosed ? 0 : 2);
        const [left, low, right, high] = boxOf(wall);
        const maxWidth = maxWidthShare * Math.max(right - left, high - low);
        let along = 0;
        for (let i = 0; i < last; i += 2) {
            const next = (i + 2) % points.length;
            const [ax, ay, bx, by] = [points[i]! - x, points[i + 1]! - y, points[next]! - x, points[next + 1]! - y];
            ends.push(ax, ay, bx, by);
            styles.push(wall.isSensor ? along : -1, wall.kick > 0 ? 1 : 0, maxWidth);
            tints.push(withTop(colourOfWall(wall, theme), 255));
            along += Math.hypot(bx - ax, by - ay);
        }
    }
    return { count: tints.length, ends: new Float32Array(ends), styles: new Float32Array(styles), colours: new Uint32Array(tints) };
}

function pegsOf(walls: Wall[], theme: Theme, x: number, y: number): PegInstances {
    const pegs = walls.filter(isPeg);
    const kindOf = (wall: Wall): number => (wall.isSensor ? pegKinds.sensor : wall.kick > 0 ? pegKinds.bumper : pegKinds.solid);
    return {
        count: pegs.length,
        pegs: Float32Array.from(pegs.flatMap((wall) => [wall.points[0]! - x, wall.points[1]! - y, wall.radius, kindOf(wall)])),
        colours: Uint32Array.from(pegs, (wall) => withTop(colourOfWall(wall, theme), 255)),
    };
}

function fillingOf(walls: Wall[], theme: Theme, x: number, y: number): Filling {
    const containers = containersAmong(walls);
    const positions: number[] = [];
    const tints: number[] = [];
    for (const wall of walls) {
        if (isPeg(wall) || !wall.isClosed || wall.isSensor || containers.has(wall)) {
            continue;
        }
        const corners = Array.from(
            { length: wall.points.length / 2 },
            (_, i) => new Vector2(wall.points[2 * i]! - x, wall.points[2 * i + 1]! - y),
        );
        const colour = colourOfWall(wall, theme);
        for (const corner of ShapeUtils.triangulateShape(corners, []).flat()) {
            positions.push(corners[corner]!.x, corners[corner]!.y, 0);
            tints.push(...partsOfColour(colour));
        }
    }
    return { positions: new Float32Array(positions), colours: new Float32Array(tints) };
}
