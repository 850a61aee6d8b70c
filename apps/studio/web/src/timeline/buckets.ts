// Which stretch of time to ask events for. Buckets have sizes that are powers of two and begin at their multiples, so that
// panning does not make them flicker, and reach a little beyond both edges, so that panning has something to show.
import type { EventsAnswer } from '../protocol';
import type { TimeAxis } from '../time/axis';
import { endOf } from '../time/axis';

export interface Stretch {
    from: number;
    to: number;
    buckets: number;
}

const pixelsABucket = 3;

export function stretchFor(axis: TimeAxis, tail: number, head: number): Stretch | null {
    const wanted = Math.max(axis.framesPerPixel * pixelsABucket, 1);
    const size = 2 ** Math.ceil(Math.log2(wanted));
    const air = (endOf(axis) - axis.from) / 4;
    const first = Math.floor(Math.max(axis.from - air, tail) / size);
    const last = Math.ceil(Math.min(endOf(axis) + air, head + 1) / size);
    if (last <= first) {
        return null;
    }
    return { from: first * size, to: last * size, buckets: last - first };
}

/** Whether one frame is wide enough to show what happens in it one by one. */
export function showsSingles(axis: TimeAxis): boolean {
    return axis.framesPerPixel <= 1 / 3;
}

/** What was counted from one frame up to, but not including, another. */
export function countWithin(answer: EventsAnswer, lane: string, from: number, to: number): number {
    const counts = answer.lanes.find((one) => one.name === lane)?.counts ?? [];
    const first = Math.max(0, Math.floor((from - answer.from) / answer.step));
    const last = Math.min(counts.length, Math.ceil((to - answer.from) / answer.step));
    let sum = 0;
    for (let index = first; index < last; ++index) {
        sum += counts[index] ?? 0;
    }
    return sum;
}
