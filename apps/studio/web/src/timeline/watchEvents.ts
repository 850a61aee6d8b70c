// Requests the events that the timeline shows: counts for the visible range of frames, and single events when it is zoomed in.
import type { EventsAnswer, Happening, HappeningsAnswer } from '../protocol';
import type { Studio } from '../studio';
import { createLatest } from '../time/latest';
import { onDerived } from '../time/derived';
import { rangeFor, showsSingles } from './buckets';

const maxSingles = 400;

export function watchEvents(studio: Studio): void {
    const { state, connection } = studio;

    const counting = createLatest<{ from: number; to: number; buckets: number; singles: boolean }>(async (range) => {
        const { from, buckets, singles } = range;
        const to = range.to - 1; // the last frame that counts
        const answer = await connection.request<EventsAnswer>({ do: 'events', from, to, buckets });
        state.events.value = answer;
        const found = new Map<string, Happening[]>();
        if (singles) {
            for (const lane of answer.lanes) {
                if (lane.counts.some((count) => count > 0)) {
                    const some = { do: 'happenings', lane: lane.name, from, to, most: maxSingles } as const;
                    found.set(lane.name, (await connection.request<HappeningsAnswer>(some)).happenings);
                }
            }
        }
        state.singles.value = found;
    }, 250);

    onDerived(
        () => {
            const standing = state.standing.value;
            const axis = state.axis.value;
            const range = standing && state.welcome.value ? rangeFor(axis, standing.tail, standing.head) : null;
            return standing && range && { ...range, singles: showsSingles(axis), edition: standing.edition, branch: standing.branch };
        },
        (range) => range && counting.offer(range),
    );
}
