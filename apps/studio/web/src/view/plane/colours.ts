// Colours of flat worlds. They are whole numbers 0xbbggrr, as the bytes of a vertex have them, in the light of the screen, since
// nothing there is lit. Pure.
import { fromHex, type Colour } from '../palette';

/** 0xbbggrr */
export type Packed = number;

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

/** Its three parts from 0 to 1. */
export function partsOfColour(colour: Packed): [number, number, number] {
    return [(colour & 255) / 255, ((colour >> 8) & 255) / 255, ((colour >> 16) & 255) / 255];
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

/** With a number from 0 to 255 in the highest byte: mostly how much of it is seen. */
export function withTop(colour: Packed, top: number): number {
    return ((colour & 0xffffff) | (Math.round(top) << 24)) >>> 0;
}
