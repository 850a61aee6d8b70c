// The range of frames to request events for. The sizes of buckets are powers of two and they begin at multiples of their size, so that
// panning does not make them flicker. The range extends a little beyond both edges, so that panning has something to show.
import type { EventsAnswer } from '../protocol';
import type { TimeAxis } from '../time/axis';
import { endOf } from '../time/axis';

export interface BucketRange {
    from: number;
    to: number; // exclusive
    buckets: number;
}

const pixelsPerBucket = 3;

/** Null if nothing that is known is visible. */
export function rangeFor(axis: TimeAxis, tail: number, head: number): BucketRange | null {
    const wanted = Math.max(axis.framesPerPixel * pixelsPerBucket, 1);
    const size = 2 ** Math.ceil(Math.log2(wanted));
    const margin = (endOf(axis) - axis.from) / 4;
    const first = Math.floor(Math.max(axis.from - margin, tail) / size);
    const last = Math.ceil(Math.min(endOf(axis) + margin, head + 1) / size);
    if (last <= first) {
        return null;
    }
    return { from: first * size, to: last * size, buckets: last - first };
}

/** Whether a frame is wide enough to show its events one by one. */
export function showsSingles(axis: TimeAxis): boolean {
    return axis.framesPerPixel <= 1 / 3;
}

/** The number of events from one frame up to, but not including, another. */
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
