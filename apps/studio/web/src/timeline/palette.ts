// The colours of canvases, read from the style sheet, so that both themes are defined in one place.
import type { Theme } from '../state';

export interface Palette {
    ground: string;
    well: string;
    text: string;
    dim: string;
    line: string;
    accent: string;
    onAccent: string;
    past: string;
    forecast: string;
    flag: string;
    lanes: string[];
}

const laneNames = ['collisions', 'destruction', 'inputs', 'keyframes', 'sleep'];

const read = new Map<Theme, Palette>();

/** Reading styles forces a layout, so each theme is read once. */
export function paletteOf(theme: Theme): Palette {
    const known = read.get(theme) ?? readPalette();
    read.set(theme, known);
    return known;
}

function readPalette(): Palette {
    const style = getComputedStyle(document.documentElement);
    const color = (name: string): string => style.getPropertyValue(`--${name}`).trim();
    return {
        ground: color('ground'),
        well: color('well'),
        text: color('text'),
        dim: color('dim'),
        line: color('line-strong'),
        accent: color('accent'),
        onAccent: color('on-accent'),
        past: color('past'),
        forecast: color('forecast'),
        flag: color('flag'),
        lanes: laneNames.map((_, index) => color(`lane-${index + 1}`)),
    };
}

/** Other lanes get the colours in turn. */
export function laneColor(palette: Palette, name: string, index: number): string {
    const known = laneNames.indexOf(name);
    return palette.lanes[(known >= 0 ? known : index) % palette.lanes.length] ?? palette.dim;
}
