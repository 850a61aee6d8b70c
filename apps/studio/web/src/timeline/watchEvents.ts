// Keeps the events that the timeline shows fresh: counts for the stretch in sight, and single happenings when it is zoomed in.
import type { EventsAnswer, Happening, HappeningsAnswer } from '../protocol';
import type { Studio } from '../studio';
import { createLatest } from '../time/latest';
import { onWish } from '../time/wishes';
import type { Stretch } from './buckets';
import { showsSingles, stretchFor } from './buckets';

const mostSingles = 400;

export function watchEvents(studio: Studio): void {
    const { state, connection } = studio;

    const counting = createLatest<{ stretch: Stretch; singles: boolean }>(async ({ stretch, singles }) => {
        const { from, buckets } = stretch;
        const to = stretch.to - 1; // the last frame that counts
        const answer = await connection.request<EventsAnswer>({ do: 'events', from, to, buckets });
        state.events.value = answer;
        const found = new Map<string, Happening[]>();
        if (singles) {
            for (const lane of answer.lanes) {
                if (lane.counts.some((count) => count > 0)) {
                    const some = { do: 'happenings', lane: lane.name, from, to, most: mostSingles } as const;
                    found.set(lane.name, (await connection.request<HappeningsAnswer>(some)).happenings);
                }
            }
        }
        state.singles.value = found;
    }, 250);

    onWish(
        () => {
            const standing = state.standing.value;
            const axis = state.axis.value;
            const stretch = standing && state.welcome.value ? stretchFor(axis, standing.tail, standing.head) : null;
            return stretch && { stretch, singles: showsSingles(axis), edition: standing?.edition, branch: standing?.branch };
        },
        (wish) => wish && counting.offer(wish),
    );
}
