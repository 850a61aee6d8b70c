// Colours of a hex world: of tiles by type, and of groups. Pure.
import type { Welcome } from '../../protocol';
import { fromOklch } from '../palette';
import { packColour, packHex, type Packed } from '../plane/colours';

// Most worlds define hulls first and then their parts: muted plates, and more saturated parts.
const tilePalette = ['#8c9bb3', '#b58a5a', '#5fa8a0', '#c76a5b', '#9a86c9', '#c9a94f', '#6f9ed6', '#86ab62', '#c47ba0', '#7c8594'];
const groupPalette = ['#46b4ff', '#ff7a4d', '#7ddc6f', '#c58bff', '#ffd166', '#4fe0c6', '#ff6fa8', '#a8b8ff'];
const noGroup = '#aab4c4';
const looseParticle = '#e9d6ae';

/** For each type of tile. */
export function tileColours(tiles: Welcome['tiles']): Packed[] {
    return tiles.map((tile, type) => packHex(tile.color ?? tilePalette[type % tilePalette.length]!));
}

/** Of a type that is not in the welcome message. */
export function colourOfUnknownTile(type: number): Packed {
    return packHex(tilePalette[type % tilePalette.length]!);
}

/** From the palette, and beyond it by steps of the golden ratio around the circle of hues. */
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
