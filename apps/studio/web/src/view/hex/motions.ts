// What is seen from one frame to the next: how fast everything goes, since what is fast is drawn as a streak, and what has ended. Pure.
import { matchKeys } from '../../census';
import type { Frame } from '../../protocol';
import { Flashes } from './flashes';
import type { Population } from './population';

const mostFrames = 20; // between two that are compared: after a longer jump there is nothing to be seen

/** A frame, and who is in it. */
export interface Moment {
    frame: Frame;
    population: Population;
}

export class Motions {
    /** Cells a frame: 2 for each of the population. */
    velocities = new Float32Array(0);
    readonly flashes = new Flashes();
    private last: Moment | null = null;

    update(frame: Frame, population: Population): void {
        const { last } = this;
        const now = { frame, population };
        this.last = now;
        const passed = last ? frame.frame - last.frame.frame : 0;
        if (passed === 0 && last?.population === population) {
            return; // the same picture again: it still moves as it did
        }
        const before = this.velocities;
        this.velocities = new Float32Array(2 * frame.count);
        if (!last || passed === 0 || Math.abs(passed) > mostFrames || last.frame.branch !== frame.branch) {
            this.flashes.clear();
            return;
        }
        const match = last.population === population ? null : matchKeys(population.census.keys, last.population.census.keys);
        this.flashes.update(last, now, match, before);
        for (let i = 0; i < frame.count; ++i) {
            const place = match === null ? i : match[i]!;
            if (place >= 0) {
                this.velocities[2 * i] = (frame.positions[3 * i]! - last.frame.positions[3 * place]!) / passed;
                this.velocities[2 * i + 1] = (frame.positions[3 * i + 1]! - last.frame.positions[3 * place + 1]!) / passed;
            }
        }
    }
}
