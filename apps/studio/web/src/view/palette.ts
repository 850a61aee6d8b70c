// The colours of bodies, in linear light from 0 to 1. Scenes define colours as '#rrggbb'.
import type { Key } from '../protocol';

export type Colour = [number, number, number];

export type Theme = 'light' | 'dark';

// Distinct, of about the same lightness, and not too saturated.
export const bodyColours = [
    '#4fb0a5',
    '#e6a54c',
    '#e0765f',
    '#5c92d6',
    '#9a82d2',
    '#8fb35c',
    '#d77d9f',
    '#5fb2d6',
    '#d3b982',
    '#7787c8',
].map(fromHex);
const fixedColour = fromHex('#8b929c');
const kinematicColour = fromHex('#b9a7d9');
const noIsland = fromHex('#7d848e');

function toLinear(value: number): number {
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** From '#rrggbb'; grey for any other text. */
export function fromHex(text: string): Colour {
    const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
    if (!match) {
        return [0.25, 0.25, 0.25];
    }
    return [1, 2, 3].map((part) => toLinear(parseInt(match[part] ?? '80', 16) / 255)) as Colour;
}

/** From lightness, chroma and hue (in turns) in the Oklch space, which is perceptually uniform. */
export function fromOklch(lightness: number, chroma: number, hue: number): Colour {
    const a = chroma * Math.cos(2 * Math.PI * hue);
    const b = chroma * Math.sin(2 * Math.PI * hue);
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
    const clamped = (value: number) => Math.min(1, Math.max(0, value));
    return [
        clamped(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
        clamped(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
        clamped(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    ];
}

/** From 0 to 2³²; neighbouring keys have very different hashes. */
export function hashOfKey(key: Key): number {
    let hash = 0x811c9dc5;
    for (let i = 0; i < key.length; ++i) {
        hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
    }
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash = Math.imul(hash ^ (hash >>> 13), 0x297a2d39);
    return (hash ^ (hash >>> 16)) >>> 0;
}

/** The colour of a body for its whole life: the scene's, or one that follows from its key. */
export function colourOfBody(key: Key, kind: 'dynamic' | 'kinematic' | 'fixed', sceneColour: string | null): Colour {
    if (sceneColour !== null) {
        return fromHex(sceneColour);
    }
    if (kind !== 'dynamic') {
        return kind === 'fixed' ? fixedColour : kinematicColour;
    }
    const hash = hashOfKey(key);
    const colour = bodyColours[hash % bodyColours.length] ?? noIsland;
    const shade = 0.88 + 0.24 * ((hash >>> 8) % 256) * (1 / 255);
    return [colour[0] * shade, colour[1] * shade, colour[2] * shade];
}

/** The tint of a surface by its material: low friction is bluish, high friction brown, high restitution pink. */
export function tintOfMaterial(friction: number, restitution: number): Colour {
    const grip = Math.min(1, Math.max(0, friction));
    const bounce = Math.min(1, Math.max(0, restitution));
    const [ice, earth] = [Math.max(0, 1 - 2 * grip), Math.max(0, 2 * grip - 1)];
    return [
        (1 - 0.35 * ice + 0.06 * earth) * (1 + 0.3 * bounce),
        (1 + 0.05 * ice - 0.12 * earth) * (1 - 0.35 * bounce),
        (1 + 0.6 * ice - 0.28 * earth) * (1 + 0.2 * bounce),
    ];
}

/** Steps of the golden ratio around the circle of hues, so that consecutive islands have different colours. */
export function colourOfIsland(island: number): Colour {
    if (island === 0) {
        return noIsland;
    }
    const turns = island * 0.6180339887498949;
    return fromOklch(0.62 + 0.14 * ((island * 0.7548776662) % 1), 0.115, turns - Math.floor(turns));
}

/** Less saturated and darker. */
export function asleep(colour: Colour): Colour {
    const light = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];
    return [0, 1, 2].map((part) => 0.6 * (light + 0.12 * ((colour[part] ?? light) - light))) as Colour;
}

/** The colours of overlays, by theme. */
export const accents: Record<
    Theme,
    Record<'selection' | 'hover' | 'marked' | 'contact' | 'velocity' | 'box' | 'joint' | 'arrow' | 'future' | 'past' | 'other', Colour>
> = {
    dark: {
        selection: fromHex('#ffd166'),
        hover: fromHex('#dfe7f2'),
        marked: fromHex('#ff6b8a'),
        contact: fromHex('#ff8a5c'),
        velocity: fromHex('#7fd7ff'),
        box: fromHex('#7f8ea6'),
        joint: fromHex('#e9c8ff'),
        arrow: fromHex('#ffd166'),
        future: fromHex('#ffd166'),
        past: fromHex('#8fa3bf'),
        other: fromHex('#c58bff'),
    },
    light: {
        selection: fromHex('#d07800'),
        hover: fromHex('#3c4656'),
        marked: fromHex('#d6204e'),
        contact: fromHex('#d1471b'),
        velocity: fromHex('#0b79b5'),
        box: fromHex('#75829a'),
        joint: fromHex('#7a3fb0'),
        arrow: fromHex('#d07800'),
        future: fromHex('#c96f00'),
        past: fromHex('#64748b'),
        other: fromHex('#8a3fd1'),
    },
};
