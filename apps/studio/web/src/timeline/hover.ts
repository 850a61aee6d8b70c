// What lies under the pointer on the timeline, in words, and what a click there does.
import { signal } from '@preact/signals';
import type { Happening, HappeningsAnswer } from '../protocol';
import { nameOf } from '../state';
import type { Studio } from '../studio';
import { frameAt, pixelOf } from '../time/axis';
import { formatNumber, formatTime, plural } from '../time/format';
import { createLatest } from '../time/latest';
import { countWithin } from './buckets';
import type { Rows } from './rows';
import { branchAt, laneAt } from './rows';

export interface Tip {
    x: number; // within time, without the gutter
    y: number;
    title: string;
    lines: string[];
}

/** Half the width of what counts as under the pointer. */
const reach = 4;
const mostLines = 6;

export function createHover(studio: Studio, rows: () => Rows) {
    const { state, connection } = studio;
    const tip = signal<Tip | null>(null);
    const frame = signal<number | null>(null);

    function describe(one: Happening): string {
        const who = [one.a, one.b].filter((key) => key !== null).map((key) => nameOf(state, key));
        const [first, second] = who;
        const sentence = first === undefined ? one.what : second === undefined ? `${one.what} ${first}` : `${first} ${one.what} ${second}`;
        const force = one.impulse ? `, ${formatNumber(one.impulse)} N s` : '';
        return `${formatTime(one.frame * state.timeStep.value)} · ${sentence}${force}`;
    }

    const looking = createLatest<{ lane: string; title: string; from: number; to: number; x: number; y: number }>(async (what) => {
        const { lane, title, from, to, x, y } = what;
        const answer = await connection.request<HappeningsAnswer>({ do: 'happenings', lane, from, to, most: mostLines });
        if (tip.value?.x === x && tip.value.y === y) {
            const rest = answer.isAll ? [] : ['and more'];
            tip.value = { x, y, title, lines: [...answer.happenings.map(describe), ...rest] };
        }
    }, 60);

    /** From one frame up to, but not including, another. */
    function span(x: number): { from: number; to: number } {
        const axis = state.axis.value;
        const step = state.events.value?.step ?? 1;
        const first = Math.floor(frameAt(axis, x - reach));
        return { from: Math.max(first, 0), to: Math.max(Math.ceil(frameAt(axis, x + reach)), first + step) };
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
            const lane = laneAt(rows(), y)?.lane;
            const count = lane ? countAt(lane.name, x) : 0;
            const branch = branchAt(rows(), y)?.branch;
            const bookmark = state.standing.value?.bookmarks.find((one) => Math.abs(pixelOf(axis, one.frame) - x) <= 8);
            if (lane && count > 0) {
                const title = `${lane.title} (${count})`;
                tip.value = { x, y, title, lines: [] };
                looking.offer({ lane: lane.name, title, ...span(x), x, y });
            } else if (branch) {
                const kind = branch.isGhost ? 'What would have been' : 'Branch';
                tip.value = { x, y, title: branch.name, lines: [`${kind}, parted at frame ${branch.parted}`] };
            } else if (bookmark && y < rows().ruler.height) {
                tip.value = { x, y, title: bookmark.name, lines: [`Bookmark, ${plural(bookmark.frame, 'frame')} in`] };
            } else {
                const at = Math.round(frameAt(axis, x));
                tip.value = { x, y, title: formatTime(at * state.timeStep.value), lines: [`frame ${at}`] };
            }
        },

        /** Goes to an event, a bookmark or nothing; true if there was something. */
        click(x: number, y: number): boolean {
            const axis = state.axis.value;
            const lane = laneAt(rows(), y)?.lane;
            if (lane && countAt(lane.name, x) > 0) {
                void goToFirst(lane.name, x);
                return true;
            }
            const bookmark = state.standing.value?.bookmarks.find((one) => Math.abs(pixelOf(axis, one.frame) + 4 - x) <= 7);
            if (bookmark && y < rows().ruler.height) {
                studio.seek(bookmark.frame);
                return true;
            }
            return false;
        },
    };

    async function goToFirst(lane: string, x: number): Promise<void> {
        const answer = await studio.ask<HappeningsAnswer>({ do: 'happenings', lane, ...span(x), most: 64 });
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
