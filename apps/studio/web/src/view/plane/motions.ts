// Velocities as they show from one frame to the next: what is fast is drawn as a streak. Pure.
import { matchKeys } from '../../census';
import type { Frame } from '../../protocol';
import type { Scene } from '../common/baseRenderer';
import type { Population } from '../common/population';

const maxJump = 20; // frames: two that are farther apart have nothing to do with each other

/** From one frame to another near it. */
export interface Transition<P extends Population> {
    before: Scene<P>;
    now: Scene<P>;
    match: Int32Array | null; // for each body now: its index before, or -1; null: the population is the same
    velocitiesBefore: Float32Array;
    velocities: Float32Array; // now
}

export class Motions<P extends Population> {
    /** Lengths per frame: x and y for each body. */
    velocities = new Float32Array(0);
    private last: Scene<P> | null = null;

    /** The transition from the last frame; null if the two have nothing to do with each other, `same` if they are the same frame. */
    update(frame: Frame, population: P): Transition<P> | 'same' | null {
        const { last } = this;
        const now = { frame, population };
        this.last = now;
        const passed = last ? frame.frame - last.frame.frame : 0;
        if (passed === 0 && last?.population === population) {
            return 'same'; // the velocities hold
        }
        const velocitiesBefore = this.velocities;
        const velocities = new Float32Array(2 * frame.count);
        this.velocities = velocities;
        if (!last || passed === 0 || Math.abs(passed) > maxJump || last.frame.branch !== frame.branch) {
            return null;
        }
        const match = last.population === population ? null : matchKeys(population.census.keys, last.population.census.keys);
        for (let i = 0; i < frame.count; ++i) {
            const before = match === null ? i : match[i]!;
            if (before >= 0) {
                velocities[2 * i] = (frame.positions[3 * i]! - last.frame.positions[3 * before]!) / passed;
                velocities[2 * i + 1] = (frame.positions[3 * i + 1]! - last.frame.positions[3 * before + 1]!) / passed;
            }
        }
        return { before: last, now, match, velocitiesBefore, velocities };
    }
}
