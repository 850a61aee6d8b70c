// What is seen from one frame to the next: how fast everything goes, since what is fast is drawn as a streak. Pure.
import { matchKeys } from '../../census';
import type { Frame } from '../../protocol';
import type { Population } from './population';

const mostFrames = 20; // between two that are compared: after a longer jump there is nothing to be seen

/** A frame, and who is in it. */
export interface Moment<P extends Population> {
    frame: Frame;
    population: P;
}

/** From one frame to another near it. */
export interface Passage<P extends Population> {
    before: Moment<P>;
    now: Moment<P>;
    match: Int32Array | null; // for each of the population now: its place in the one before; null: nobody came or went
    velocitiesBefore: Float32Array;
    velocities: Float32Array; // now
}

export class Motions<P extends Population> {
    /** Lengths a frame: 2 for each of the population. */
    velocities = new Float32Array(0);
    private last: Moment<P> | null = null;

    /** What has passed since the last frame; null if that is another picture altogether, `still` if it is the same. */
    update(frame: Frame, population: P): Passage<P> | 'still' | null {
        const { last } = this;
        const now = { frame, population };
        this.last = now;
        const passed = last ? frame.frame - last.frame.frame : 0;
        if (passed === 0 && last?.population === population) {
            return 'still'; // it still moves as it did
        }
        const velocitiesBefore = this.velocities;
        const velocities = new Float32Array(2 * frame.count);
        this.velocities = velocities;
        if (!last || passed === 0 || Math.abs(passed) > mostFrames || last.frame.branch !== frame.branch) {
            return null;
        }
        const match = last.population === population ? null : matchKeys(population.census.keys, last.population.census.keys);
        for (let i = 0; i < frame.count; ++i) {
            const place = match === null ? i : match[i]!;
            if (place >= 0) {
                velocities[2 * i] = (frame.positions[3 * i]! - last.frame.positions[3 * place]!) / passed;
                velocities[2 * i + 1] = (frame.positions[3 * i + 1]! - last.frame.positions[3 * place + 1]!) / passed;
            }
        }
        return { before: last, now, match, velocitiesBefore, velocities };
    }
}
