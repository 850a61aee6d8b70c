// Keeps what is known about the selected body fresh: its components, its plots and its way. All of it is asked for again when
// the frame on show, the selection, the stretch of time in sight or the edition changes, and no faster than answers come.
import { untracked } from '@preact/signals';
import type { InspectAnswer, Key, PathAnswer, SeriesAnswer } from './protocol';
import type { Studio } from './studio';
import { endOf } from './time/axis';
import { createLatest } from './time/latest';
import { onWish } from './time/wishes';
import type { GhostPath } from './view/view';
import { futureLine } from './watchView';

const plotPoints = 320;
const worldPlotPoints = 96; // each of them reads every body
const pathPoints = 480;
/** Milliseconds from which on a request is in the way of scrubbing. */
const dear = 25;

export function watchBody(studio: Studio): void {
    watchInspected(studio);
    watchSeries(studio);
    watchPath(studio);
}

function watchInspected(studio: Studio): void {
    const { state, connection } = studio;
    const inspecting = createLatest<{ key: Key; frame: number }>(async ({ key, frame }) => {
        const answer = await connection.request<InspectAnswer>({ do: 'inspect', key, frame });
        if (state.selection.value === key) {
            state.inspected.value = answer;
        }
    }, 80);
    onWish(
        () => {
            const key = state.selection.value;
            const frame = state.frame.value;
            return key === null || !frame ? null : { key, frame: Math.round(frame.frame), edition: editionOf(studio) };
        },
        (wish) => {
            if (wish) {
                inspecting.offer(wish);
            } else {
                inspecting.clear();
                state.inspected.value = null;
            }
        },
    );
}

function watchSeries(studio: Studio): void {
    const { state, connection } = studio;
    const ask = async ({ key, from, to }: { key: Key | null; from: number; to: number }): Promise<void> => {
        const quantities = untracked(() => state.welcome.value?.quantities.map((one) => one.name) ?? []);
        if (quantities.length === 0) {
            return;
        }
        const points = Math.min(key === null ? worldPlotPoints : plotPoints, to - from + 1);
        const answer = await connection.request<SeriesAnswer>({ do: 'series', key, quantities, from, to, points });
        if (state.selection.value === key) {
            state.series.value = answer;
        }
    };
    // The whole world may take long; a body that is selected meanwhile must not wait for it.
    const ofBody = createLatest(ask, 400);
    const ofWorld = createLatest(ask, 1000);
    onWish(
        () => {
            const standing = state.standing.value;
            const axis = state.axis.value;
            if (!standing || !state.welcome.value || !state.isSideOpen.value) {
                return null;
            }
            const from = Math.max(standing.tail, Math.floor(axis.from));
            const to = Math.min(standing.head, Math.ceil(endOf(axis)));
            const key = state.selection.value;
            return to > from ? { key, from, to, edition: editionOf(studio), branch: standing.branch } : null;
        },
        (wish) => wish && (wish.key === null ? ofWorld : ofBody).offer(wish),
    );
}

interface PathWish {
    key: Key;
    from: number;
    to: number;
    tail: number;
    other: number | null;
    edition: number;
    branch: number;
}

/** The way ahead follows a scrub as long as it can be had quickly, else it comes at its end. */
function watchPath(studio: Studio): void {
    const { state, connection, view } = studio;
    let last: PathWish | null = null;
    const asking = createLatest<PathWish>(async (what) => {
        const { key, from, to, tail, other } = what;
        const ask = (first: number, last: number, branch?: number): Promise<PathAnswer> => {
            const points = Math.min(pathPoints, last - first + 1);
            const place = { do: 'path', key, from: first, to: last, points } as const;
            return connection.request<PathAnswer>(branch === undefined ? place : { ...place, branch });
        };
        const lines: GhostPath[] = [];
        const future = await ask(from, to);
        lines.push(futureLine(state, future));
        if (from > tail) {
            const past = await ask(Math.max(tail, from - Math.ceil((to - from) / 4)), from);
            lines.push({ points: past.points, style: 'past', marks: [] });
        }
        const branch = state.standing.value?.branches.find((one) => one.id === other);
        if (branch && branch.head > from) {
            const before = await ask(from, Math.min(to, branch.head), branch.id);
            lines.push({ points: before.points, style: 'other', marks: [] });
        }
        if (state.selection.value === key) {
            state.path.value = future;
            view.setPaths(lines);
        }
    }, 200);
    onWish(
        () => {
            const key = state.selection.value;
            const standing = state.standing.value;
            const frame = state.frame.value;
            if (key === null || !standing || !frame) {
                return null;
            }
            const isScrubbing = state.wanted.value !== null;
            if (isScrubbing && asking.took > dear && last?.key === key) {
                return last;
            }
            const from = Math.min(Math.max(Math.floor(frame.frame), standing.tail), standing.head);
            const to = Math.min(standing.head, from + state.pathFrames.value);
            const other = state.comparison.value?.branch ?? null;
            last = { key, from, to, tail: standing.tail, other, edition: editionOf(studio), branch: standing.branch };
            return last;
        },
        (wish) => {
            if (wish) {
                asking.offer(wish);
            } else {
                asking.clear();
                state.path.value = null;
                view.setPaths([]);
            }
        },
    );
}

function editionOf(studio: Studio): number {
    return studio.state.standing.value?.edition ?? 0;
}
