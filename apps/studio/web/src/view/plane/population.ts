// Who is in a census of a flat world, with what is drawn of them, and those that were in use lately. Pure.
import { matchKeys, placeOfKey } from '../../census';
import type { CensusAnswer, Key } from '../../protocol';

export interface Population {
    census: CensusAnswer;
    reach: Float32Array; // of each: how far it reaches from where it is; 0: it is not to be seen
}

const kept = 6; // those on show, those waited for, and those one has just come from

export class Populations<P extends Population> {
    private recent: P[] = [];

    constructor(private readonly populate: (census: CensusAnswer) => P) {}

    add(census: CensusAnswer): void {
        const found = this.recent.findIndex((one) => one.census === census);
        const population = found >= 0 ? this.recent.splice(found, 1)[0]! : this.populate(census);
        this.recent = [population, ...this.recent.filter((one) => one.census.census !== census.census)].slice(0, kept);
    }

    get(census: number): P | null {
        return this.recent.find((one) => one.census.census === census) ?? null;
    }
}

/** -1 if it is not there. */
export function placeIn(population: Population, key: Key | null): number {
    return key === null ? -1 : placeOfKey(population.census.keys, key);
}

/** For each of `other`: its place in `shown`, or -1 where it is not or does not look alike. */
export function matchPopulations<P extends Population>(
    other: P,
    shown: P,
    looksAlike: (other: P, i: number, shown: P, same: number) => boolean,
): Int32Array {
    const match = matchKeys(other.census.keys, shown.census.keys);
    return match.map((same, i) => (same >= 0 && looksAlike(other, i, shown, same) ? same : -1));
}
