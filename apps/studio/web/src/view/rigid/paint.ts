// The colours of all bodies in a picture, with those of islands and of sleep. Pure.
import type { DetailsAnswer, Frame } from '../../protocol';
import { shownIslands } from '../common/islands';
import { asleep, colourOfIsland, type Colour } from '../palette';
import type { Overlays } from '../view';
import type { Population } from './censuses';

/** The bodies' own colours when no overlay changes them; otherwise `out`, which grows when it has to. */
export function paint(
    population: Population,
    frame: Frame,
    details: DetailsAnswer | null,
    overlays: Overlays,
    out: { colours: Float32Array },
): Float32Array {
    const islands = shownIslands(details, overlays, frame.count);
    if (!islands && !overlays.sleeping) {
        return population.colours;
    }
    if (out.colours.length < population.colours.length) {
        out.colours = new Float32Array(population.colours.length);
    }
    const { colours } = out;
    colours.set(population.colours);
    const known = new Map<number, Colour>();
    for (let body = 0; body < frame.count; ++body) {
        const island = islands?.[body];
        if (island !== undefined) {
            let colour = known.get(island);
            if (!colour) {
                colour = colourOfIsland(island);
                known.set(island, colour);
            }
            colours.set(colour, 3 * body);
        }
        if (overlays.sleeping && frame.states[body] === 1) {
            colours.set(asleep([colours[3 * body]!, colours[3 * body + 1]!, colours[3 * body + 2]!]), 3 * body);
        }
    }
    return colours;
}

/** All colours, mixed with a share of another one. */
export function tinted(colours: Float32Array, towards: Colour, share: number): Float32Array {
    return colours.map((part, i) => part + ((towards[i % 3] ?? part) - part) * share);
}
