// The colours of what is drawn on canvases, taken from the style sheet, so that both themes live in one place.

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

export function readPalette(element: Element): Palette {
    const style = getComputedStyle(element);
    const read = (name: string): string => style.getPropertyValue(`--${name}`).trim();
    return {
        ground: read('ground'),
        well: read('well'),
        text: read('text'),
        dim: read('dim'),
        line: read('line-strong'),
        accent: read('accent'),
        onAccent: read('on-accent'),
        past: read('past'),
        forecast: read('forecast'),
        flag: read('flag'),
        lanes: laneNames.map((_, index) => read(`lane-${index + 1}`)),
    };
}

/** Lanes that worlds bring themselves take turns with the colours there are. */
export function laneColor(palette: Palette, name: string, index: number): string {
    const known = laneNames.indexOf(name);
    return palette.lanes[(known >= 0 ? known : index) % palette.lanes.length] ?? palette.dim;
}
