// Other colours than their own, when islands or sleep are to be seen. Pure.
import type { DetailsAnswer, Frame } from '../../protocol';
import { colourOfIsland } from '../palette';
import type { Overlays } from '../view';
import { mixPacked, packColour, type Packed } from './colours';

/** Another colour for each, and how much of it there is: where there is none, the colour means nothing. */
export interface Paint {
    colours: Uint32Array;
    shares: Float32Array;
}

const islandShare = 0.85;
const sleepShare = 0.75;
const sleepColour: Packed = 0x5a5048;

/** Null when everything has its own colours. */
export function paintOf(frame: Frame, details: DetailsAnswer | null, overlays: Overlays): Paint | null {
    const islands = overlays.islands && details?.islands.length === frame.count ? details.islands : null;
    if (!islands && !overlays.sleeping) {
        return null;
    }
    const paint: Paint = { colours: new Uint32Array(frame.count), shares: new Float32Array(frame.count) };
    const known = new Map<number, Packed>();
    for (let i = 0; i < frame.count; ++i) {
        const island = islands?.[i];
        let colour: Packed | null = null;
        if (island !== undefined) {
            colour = known.get(island) ?? packColour(colourOfIsland(island));
            known.set(island, colour);
            paint.shares[i] = islandShare;
        }
        if (overlays.sleeping && frame.states[i] === 1) {
            colour = colour === null ? sleepColour : mixPacked(colour, sleepColour, sleepShare);
            paint.shares[i] = Math.max(paint.shares[i]!, sleepShare);
        }
        paint.colours[i] = colour ?? 0;
    }
    return paint;
}
