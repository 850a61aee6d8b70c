// The entities of a census together with what renderers derive from them. Pure.
import { matchKeys, indexOfKey } from '../../census';
import type { CensusAnswer, Key } from '../../protocol';

export interface Population {
    census: CensusAnswer;
    radii: Float32Array; // for each body: its bounding radius; 0: it is not drawn, or has no end
}

/** The populations of the censuses that are in use. */
export interface PopulationStore<P extends Population> {
    add(census: CensusAnswer): void;
    /** Null if the census has not come yet. */
    get(census: number): P | null;
}

/** The index of a body in a population; -1 if it is not there. */
export function indexIn(population: Population, key: Key | null): number {
    return key === null ? -1 : indexOfKey(population.census.keys, key);
}

/** For each body of `other`: its index in `shown`, or -1 where it is missing or looks different. */
export function matchPopulations<P extends Population>(
    other: P,
    shown: P,
    looksAlike: (other: P, otherIndex: number, shown: P, shownIndex: number) => boolean,
): Int32Array {
    const match = matchKeys(other.census.keys, shown.census.keys);
    return match.map((index, i) => (index >= 0 && looksAlike(other, i, shown, index) ? index : -1));
}
