// The colours of islands and of sleep, mixed into those that bodies have anyway. Pure.
import type { DetailsAnswer, Frame } from '../../protocol';
import { shownIslands } from '../common/islands';
import { colourOfIsland } from '../palette';
import type { Overlays } from '../view';
import { mixPacked, packColour, type Packed } from './colours';

/** For each body another colour and its share; where the share is 0, the colour means nothing. */
export interface Paint {
    colours: Uint32Array;
    shares: Float32Array;
}

const islandShare = 0.85;
const sleepShare = 0.75;
const sleepColour: Packed = 0x5a5048;

/** Null when all bodies keep their own colours. */
export function paintOf(frame: Frame, details: DetailsAnswer | null, overlays: Overlays): Paint | null {
    const islands = shownIslands(details, overlays, frame.count);
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
