// Colours of flat worlds: integers 0xbbggrr, in the byte order of vertex attributes. They are sRGB, because flat worlds are not lit. Pure.
import { fromHex, type Colour } from '../palette';

/** 0xbbggrr */
export type Packed = number;

/** From linear light. */
export function packColour(colour: Colour): Packed {
    const byte = (part: number): number => {
        const light = Math.min(1, Math.max(0, part));
        return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
    };
    return byte(colour[0]) | (byte(colour[1]) << 8) | (byte(colour[2]) << 16);
}

const known = new Map<string, Packed>();

/** From '#rrggbb'; each text is parsed once. */
export function packHex(text: string): Packed {
    let colour = known.get(text);
    if (colour === undefined) {
        colour = packColour(fromHex(text));
        known.set(text, colour);
    }
    return colour;
}

/** The three components, from 0 to 1. */
export function partsOfColour(colour: Packed): [number, number, number] {
    return [(colour & 255) / 255, ((colour >> 8) & 255) / 255, ((colour >> 16) & 255) / 255];
}

/** Mixes a share of `b` into `a`. */
export function mixPacked(a: Packed, b: Packed, share: number): Packed {
    let mixed = 0;
    for (let shift = 0; shift < 24; shift += 8) {
        const from = (a >> shift) & 255;
        const to = (b >> shift) & 255;
        mixed |= Math.round(from + (to - from) * share) << shift;
    }
    return mixed;
}

/** With a value from 0 to 255 in the highest byte, usually the opacity. */
export function withTop(colour: Packed, top: number): number {
    return ((colour & 0xffffff) | (Math.round(top) << 24)) >>> 0;
}
