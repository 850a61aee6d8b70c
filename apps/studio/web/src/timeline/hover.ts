// The tooltip of the timeline, and clicks on events and bookmarks.
import { signal } from '@preact/signals';
import type { Bookmark, Happening, HappeningsAnswer, Lane } from '../protocol';
import { nameOf, unitOf, withUnit } from '../state';
import type { Studio } from '../studio';
import { frameAt, pixelOf } from '../time/axis';
import { formatNumber, formatTime } from '../time/format';
import { createLatest } from '../time/latest';
import { countWithin } from './buckets';
import type { Rows } from './rows';
import { branchAt, laneAt } from './rows';

export interface Tip {
    x: number; // without the gutter
    y: number;
    title: string;
    lines: string[];
}

/** Events within so many pixels of the pointer are hovered. */
const hoverPixels = 4;
const maxLines = 6;

export function createHover(studio: Studio, rows: () => Rows) {
    const { state, connection } = studio;
    const tip = signal<Tip | null>(null);
    const frame = signal<number | null>(null);

    function describe(event: Happening): string {
        const [first, second] = [event.a, event.b].filter((key) => key !== null).map((key) => nameOf(state, key));
        const sentence =
            first === undefined ? event.what : second === undefined ? `${event.what} ${first}` : `${first} ${event.what} ${second}`;
        const impulse = event.impulse ? `, ${withUnit(formatNumber(event.impulse), unitOf(state, 'impulse'))}` : '';
        return `${formatTime(event.frame * state.timeStep.value)} · ${sentence}${impulse}`;
    }

    const looking = createLatest<{ lane: string; title: string; from: number; to: number; x: number; y: number }>(
        async ({ lane, title, from, to, x, y }) => {
            const answer = await connection.request<HappeningsAnswer>({ do: 'happenings', lane, from, to: to - 1, most: maxLines });
            if (tip.value?.x === x && tip.value.y === y) {
                const rest = answer.isAll ? [] : [`and more, up to ${formatTime((to - 1) * state.timeStep.value)}`];
                tip.value = { x, y, title, lines: [...answer.happenings.map(describe), ...rest] };
            }
        },
        60,
    );

    /** The frames at a pixel; `to` is exclusive. */
    function span(x: number): { from: number; to: number } {
        const axis = state.axis.value;
        const step = state.events.value?.step ?? 1;
        const first = Math.floor(frameAt(axis, x - hoverPixels));
        return { from: Math.max(first, 0), to: Math.max(Math.ceil(frameAt(axis, x + hoverPixels)), first + step) };
    }

    function countAt(lane: string, x: number): number {
        const { from, to } = span(x);
        return state.events.value ? countWithin(state.events.value, lane, from, to) : 0;
    }

    return {
        tip,
        frame,

        move(x: number | null, y: number): void {
            const axis = state.axis.value;
            tip.value = null;
            frame.value = x === null || x < 0 ? null : frameAt(axis, x);
            if (x === null || x < 0) {
                return;
            }
            const lane = eventLaneAt(x, y);
            const branch = branchAt(rows(), y)?.branch;
            const bookmark = bookmarkAt(x, y);
            if (lane) {
                const { title } = lane;
                tip.value = { x, y, title, lines: [] };
                looking.offer({ lane: lane.name, title, ...span(x), x, y });
            } else if (branch) {
                const kind = branch.isGhost ? 'Future before an edit' : 'Branch';
                tip.value = { x, y, title: branch.name, lines: [`${kind}, from frame ${branch.parted}`] };
            } else if (bookmark) {
                tip.value = { x, y, title: bookmark.name, lines: [`Bookmark at frame ${bookmark.frame}`] };
            }
        },

        isSomethingAt: (x: number, y: number): boolean => eventLaneAt(x, y) !== null || bookmarkAt(x, y) !== null,

        /** Goes to an event or a bookmark. */
        click(x: number, y: number): void {
            const lane = eventLaneAt(x, y);
            const bookmark = bookmarkAt(x, y);
            if (lane) {
                void goToFirst(lane.name, x);
            } else if (bookmark) {
                studio.seek(bookmark.frame);
            }
        },
    };

    function eventLaneAt(x: number, y: number): Lane | null {
        const lane = laneAt(rows(), y)?.lane;
        return lane && countAt(lane.name, x) > 0 ? lane : null;
    }

    function bookmarkAt(x: number, y: number): Bookmark | null {
        const axis = state.axis.value;
        const near = (one: Bookmark): boolean => Math.abs(pixelOf(axis, one.frame) + 4 - x) <= 7;
        return (y < rows().ruler.height && state.standing.value?.bookmarks.find(near)) || null;
    }

    async function goToFirst(lane: string, x: number): Promise<void> {
        const { from, to } = span(x);
        const answer = await studio.ask<HappeningsAnswer>({ do: 'happenings', lane, from, to: to - 1, most: 64 });
        const target = frameAt(state.axis.value, x);
        const nearest = answer?.happenings.reduce<Happening | null>(
            (best, one) => (best === null || Math.abs(one.frame - target) < Math.abs(best.frame - target) ? one : best),
            null,
        );
        if (nearest) {
            studio.seek(nearest.frame);
            if (nearest.a !== null) {
                studio.select(nearest.a);
            }
        }
    }
}
