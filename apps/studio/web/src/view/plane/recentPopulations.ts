// The populations of the censuses that were used last. The page hands over a census again when it goes back to one. Pure.
import type { CensusAnswer } from '../../protocol';
import type { Population, PopulationStore } from '../common/population';

const maxKept = 6; // those on show, those waited for, and the last few before them

export class RecentPopulations<P extends Population> implements PopulationStore<P> {
    private recent: P[] = [];

    constructor(private readonly populate: (census: CensusAnswer) => P) {}

    add(census: CensusAnswer): void {
        const found = this.recent.findIndex((population) => population.census === census);
        const population = found >= 0 ? this.recent.splice(found, 1)[0]! : this.populate(census);
        this.recent = [population, ...this.recent.filter((other) => other.census.census !== census.census)].slice(0, maxKept);
    }

    get(census: number): P | null {
        return this.recent.find((population) => population.census.census === census) ?? null;
    }
}
