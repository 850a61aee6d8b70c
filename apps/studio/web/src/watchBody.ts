// Requests the components, the plots and the path of the selected body. They are requested again when the frame on show, the selection,
// the visible range of frames or the edition changes, and no faster than answers come.
import type { InspectAnswer, Key, PathAnswer, SeriesAnswer } from './protocol';
import type { Studio } from './studio';
import { endOf } from './time/axis';
import { createLatest } from './time/latest';
import { onDerived } from './time/derived';
import type { GhostPath } from './view/view';
import { futureLine } from './watchView';

const plotPoints = 320;
const worldPlotPoints = 96; // each of them reads all bodies
const pathPoints = 480;
/** Milliseconds from which on a request slows down scrubbing. */
const slowRequest = 25;

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
    onDerived(
        () => {
            const key = state.selection.value;
            const frame = state.frame.value;
            return key === null || !frame ? null : { key, frame: Math.round(frame.frame), edition: editionOf(studio) };
        },
        (request) => {
            if (request) {
                inspecting.offer(request);
            } else {
                inspecting.clear();
                state.inspected.value = null;
            }
        },
    );
}

function watchSeries(studio: Studio): void {
    const { state, connection } = studio;
    const request = async ({ key, from, to }: { key: Key | null; from: number; to: number }): Promise<void> => {
        const quantities = state.welcome.value?.quantities.map((quantity) => quantity.name) ?? [];
        if (quantities.length === 0) {
            return;
        }
        const points = Math.min(key === null ? worldPlotPoints : plotPoints, to - from + 1);
        const answer = await connection.request<SeriesAnswer>({ do: 'series', key, quantities, from, to, points });
        if (state.selection.value === key) {
            state.series.value = answer;
        }
    };
    // The plots of the whole world may take long; those of a body that is selected meanwhile must not wait for them.
    const ofBody = createLatest(request, 400);
    const ofWorld = createLatest(request, 1000);
    onDerived(
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
        (range) => range && (range.key === null ? ofWorld : ofBody).offer(range),
    );
}

interface PathRequest {
    key: Key;
    from: number;
    to: number;
    tail: number;
    other: number | null;
    edition: number;
    branch: number;
}

/** The path follows a scrub as long as answers are quick; otherwise it is requested at the end of the scrub. */
function watchPath(studio: Studio): void {
    const { state, connection, view } = studio;
    let last: PathRequest | null = null;
    const requesting = createLatest<PathRequest>(async ({ key, from, to, tail, other }) => {
        const pathBetween = (first: number, last: number, branch?: number): Promise<PathAnswer> => {
            const points = Math.min(pathPoints, last - first + 1);
            const request = { do: 'path', key, from: first, to: last, points } as const;
            return connection.request<PathAnswer>(branch === undefined ? request : { ...request, branch });
        };
        const lines: GhostPath[] = [];
        const future = await pathBetween(from, to);
        lines.push(futureLine(state, future));
        if (from > tail) {
            const past = await pathBetween(Math.max(tail, from - Math.ceil((to - from) / 4)), from);
            lines.push({ points: past.points, style: 'past', marks: [] });
        }
        const branch = state.standing.value?.branches.find(({ id }) => id === other);
        if (branch && branch.head > from) {
            const compared = await pathBetween(from, Math.min(to, branch.head), branch.id);
            lines.push({ points: compared.points, style: 'other', marks: [] });
        }
        if (state.selection.value === key) {
            state.path.value = future;
            view.setPaths(lines);
        }
    }, 200);
    onDerived(
        () => {
            const key = state.selection.value;
            const standing = state.standing.value;
            const frame = state.frame.value;
            if (key === null || !standing || !frame) {
                return null;
            }
            const isScrubbing = state.wanted.value !== null;
            if (isScrubbing && requesting.took > slowRequest && last?.key === key) {
                return last;
            }
            const from = Math.min(Math.max(Math.floor(frame.frame), standing.tail), standing.head);
            const to = Math.min(standing.head, from + state.pathFrames.value);
            const other = state.comparison.value?.branch ?? null;
            last = { key, from, to, tail: standing.tail, other, edition: editionOf(studio), branch: standing.branch };
            return last;
        },
        (request) => {
            if (request) {
                requesting.offer(request);
            } else {
                requesting.clear();
                state.path.value = null;
                view.setPaths([]);
            }
        },
    );
}

function editionOf(studio: Studio): number {
    return studio.state.standing.value?.edition ?? 0;
}
