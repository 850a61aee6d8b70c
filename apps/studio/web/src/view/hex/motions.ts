// How fast everything goes, as seen from one frame to the next: what is fast is drawn as a streak. Pure.
import { matchKeys } from '../../census';
import type { Frame } from '../../protocol';
import type { Population } from './population';

const mostFrames = 8; // between two that are compared: after a longer jump there is nothing to be seen

export class Motions {
    /** Cells a frame: 2 for each of the population. */
    velocities = new Float32Array(0);
    private last: { frame: Frame; population: Population } | null = null;

    update(frame: Frame, population: Population): void {
        const { last } = this;
        this.last = { frame, population };
        const passed = last ? frame.frame - last.frame.frame : 0;
        if (passed === 0 && last?.population === population) {
            return; // the same picture again: it still moves as it did
        }
        this.velocities = new Float32Array(2 * frame.count);
        if (!last || passed === 0 || Math.abs(passed) > mostFrames || last.frame.branch !== frame.branch) {
            return;
        }
        const match = last.population === population ? null : matchKeys(population.census.keys, last.population.census.keys);
        for (let i = 0; i < frame.count; ++i) {
            const before = match === null ? i : match[i]!;
            if (before >= 0) {
                this.velocities[2 * i] = (frame.positions[3 * i]! - last.frame.positions[3 * before]!) / passed;
                this.velocities[2 * i + 1] = (frame.positions[3 * i + 1]! - last.frame.positions[3 * before + 1]!) / passed;
            }
        }
    }
}
