// How a composite is drawn, computed once for each shape: its tiles with their colours, which of their sides are on the outside, and the
// ellipse that replaces them from afar. Pure.
import type { TileShape } from '../../protocol';
import type { Packed } from '../plane/colours';
import { colourOfUnknownTile } from './colours';

export interface TileLook {
    count: number;
    places: Float32Array; // 2 for each tile: its centre in the composite's frame, in cells
    colours: Uint32Array; // of the type, with the health in the highest byte; 0: the tile is being added
    edges: Uint32Array; // in the highest byte: a bit for each side without a neighbour, and above them the pattern of its cracks
    radius: number; // around the centre of mass
    colour: Packed; // the mean
    // The ellipse with the same variance: its centre, its longer semi-axis, and the length of the other one.
    centerX: number;
    centerY: number;
    axisX: number;
    axisY: number;
    across: number;
    cover: number; // the share of its area that is tiles, up to 1
}

const rootThree = Math.sqrt(3);
/** From the centre of a tile to its corners. */
export const circumRadius = 1 / rootThree;
const tileArea = rootThree / 2;
const tileVariance = tileArea / (4 * Math.PI); // along a line, of a disc with the area of a tile

// The neighbours across the sides, counter-clockwise from the right: cell (0, 1) is down and to the left.
const neighbours = [
    [1, 0],
    [0, -1],
    [-1, -1],
    [-1, 0],
    [0, 1],
    [1, 1],
] as const;

export function lookOf(shape: TileShape, tileColours: Packed[]): TileLook {
    const count = shape.types.length;
    const look: TileLook = {
        count,
        places: new Float32Array(2 * count),
        colours: new Uint32Array(count),
        edges: new Uint32Array(count),
        radius: 0,
        ...ellipseOf(shape),
        colour: 0,
    };
    const there = new Set<number>();
    const cellOf = (i: number, j: number): number => i * 65536 + j;
    for (let tile = 0; tile < count; ++tile) {
        there.add(cellOf(shape.cells[2 * tile]!, shape.cells[2 * tile + 1]!));
    }
    const sums = [0, 0, 0];
    for (let tile = 0; tile < count; ++tile) {
        const i = shape.cells[2 * tile]!;
        const j = shape.cells[2 * tile + 1]!;
        const [x, y] = placeOfCell(shape, tile);
        look.places[2 * tile] = x;
        look.places[2 * tile + 1] = y;
        look.radius = Math.max(look.radius, Math.hypot(x, y) + circumRadius);
        const type = shape.types[tile]!;
        const colour = tileColours[type] ?? colourOfUnknownTile(type);
        look.colours[tile] = colour | (healthByte(shape.health[tile]!) << 24);
        sums.forEach((_, part) => (sums[part]! += (colour >> (8 * part)) & 255));
        let edges = (Math.abs(i * 7 + j * 13) & 3) << 6;
        neighbours.forEach(([di, dj], side) => (edges |= there.has(cellOf(i + di, j + dj)) ? 0 : 1 << side));
        look.edges[tile] = edges << 24;
    }
    sums.forEach((sum, part) => (look.colour |= Math.round(sum / Math.max(1, count)) << (8 * part)));
    return look;
}

/** In the composite's frame, y up. */
export function placeOfCell(shape: TileShape, tile: number): [number, number] {
    const i = shape.cells[2 * tile]!;
    const j = shape.cells[2 * tile + 1]!;
    return [shape.origin[0] + i - j / 2, shape.origin[1] - (j * rootThree) / 2];
}

function healthByte(health: number): number {
    return health <= 0 ? 0 : Math.max(1, Math.round(255 * Math.min(1, health)));
}

function ellipseOf(shape: TileShape): Pick<TileLook, 'centerX' | 'centerY' | 'axisX' | 'axisY' | 'across' | 'cover'> {
    const count = Math.max(1, shape.types.length);
    let [x, y, xx, xy, yy] = [0, 0, 0, 0, 0];
    for (let tile = 0; tile < shape.types.length; ++tile) {
        const [px, py] = placeOfCell(shape, tile);
        x += px;
        y += py;
        xx += px * px;
        xy += px * py;
        yy += py * py;
    }
    const [centerX, centerY] = [x / count, y / count];
    const a = xx / count - centerX * centerX + tileVariance;
    const b = xy / count - centerX * centerY;
    const c = yy / count - centerY * centerY + tileVariance;
    const middle = (a + c) / 2;
    const half = Math.hypot((a - c) / 2, b);
    const angle = Math.atan2(2 * b, a - c) / 2;
    // The variance of an ellipse along an axis is the square of half its semi-axis.
    const along = 2 * Math.sqrt(middle + half);
    const across = 2 * Math.sqrt(Math.max(middle - half, 1e-6));
    const cover = Math.min(1, (count * tileArea) / (Math.PI * along * across));
    return { centerX, centerY, axisX: along * Math.cos(angle), axisY: along * Math.sin(angle), across, cover };
}
