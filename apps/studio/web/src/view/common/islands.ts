// Bodies coloured by their islands. Pure.
import type { DetailsAnswer } from '../../protocol';
import type { Overlays } from '../view';

/** The island of each body; null unless the overlay is on and the details are of a frame with as many bodies. */
export function shownIslands(details: DetailsAnswer | null, overlays: Overlays, count: number): number[] | null {
    return overlays.islands && details?.islands.length === count ? details.islands : null;
}
