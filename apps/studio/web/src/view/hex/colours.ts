// Colours of a flat world: of tiles by their type, and of groups. They are whole numbers 0xbbggrr, as the bytes of a vertex have them,
// in the light of the screen, since nothing here is lit. Pure.
import type { Welcome } from '../../protocol';
import { fromHex, fromOklch, type Colour } from '../palette';

/** 0xbbggrr */
export type Packed = number;

// Hulls come first in most worlds, then what they carry: quiet plates, and parts that stand out from them.
const tilePalette = ['#8c9bb3', '#b58a5a', '#5fa8a0', '#c76a5b', '#9a86c9', '#c9a94f', '#6f9ed6', '#86ab62', '#c47ba0', '#7c8594'];
const groupPalette = ['#46b4ff', '#ff7a4d', '#7ddc6f', '#c58bff', '#ffd166', '#4fe0c6', '#ff6fa8', '#a8b8ff'];
const noGroup = '#aab4c4';
const looseParticle = '#e9d6ae';

/** Of linear light. */
export function packColour(colour: Colour): Packed {
    const byte = (part: number): number => {
        const light = Math.min(1, Math.max(0, part));
        return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
    };
    return byte(colour[0]) | (byte(colour[1]) << 8) | (byte(colour[2]) << 16);
}

const known = new Map<string, Packed>();

/** Of '#rrggbb'; each is read once. */
export function packHex(text: string): Packed {
    let colour = known.get(text);
    if (colour === undefined) {
        colour = packColour(fromHex(text));
        known.set(text, colour);
    }
    return colour;
}

/** For each type of tile. */
export function tileColours(tiles: Welcome['tiles']): Packed[] {
    return tiles.map((tile, type) => packHex(tile.color ?? tilePalette[type % tilePalette.length]!));
}

/** Of a type that the world has not told of. */
export function colourOfUnknownTile(type: number): Packed {
    return packHex(tilePalette[type % tilePalette.length]!);
}

/** What tells groups apart; beyond the chosen ones, steps of the golden ratio around the circle of hues. */
export function colourOfGroup(group: number): Packed {
    if (group === 0) {
        return packHex(noGroup);
    }
    const chosen = groupPalette[group - 1];
    if (chosen !== undefined) {
        return packHex(chosen);
    }
    const turns = group * 0.6180339887498949;
    return packColour(fromOklch(0.75, 0.14, turns - Math.floor(turns)));
}

export function colourOfParticle(group: number): Packed {
    return group === 0 ? packHex(looseParticle) : colourOfGroup(group);
}

/** A share of the way from one to another. */
export function mixPacked(a: Packed, b: Packed, share: number): Packed {
    let mixed = 0;
    for (let shift = 0; shift < 24; shift += 8) {
        const from = (a >> shift) & 255;
        const to = (b >> shift) & 255;
        mixed |= Math.round(from + (to - from) * share) << shift;
    }
    return mixed;
}
