// Keeps the picture in step with what is selected, which overlays are on, and where bodies go; and takes from it what was clicked
// and dragged there.
import { effect } from '@preact/signals';
import type { DetailsAnswer, Key, PathAnswer } from './protocol';
import type { State } from './state';
import { nameOf } from './state';
import type { Studio } from './studio';
import { createLatest } from './time/latest';
import { formatTime } from './time/format';
import type { GhostPath } from './view/view';

/** More would hide the picture; the panel lists them all. */
const mostCollisionMarks = 4;

export function watchView(studio: Studio): void {
    const { state, view } = studio;

    effect(() => view.setOverlays(state.overlays.value));
    effect(() => view.setTool(state.tool.value));
    effect(() => view.setSelection(state.selection.value));
    effect(() => view.setTheme(state.theme.value));
    effect(() => view.setOther(state.comparison.value?.how ?? 'hidden'));
    effect(() => view.setMarked(state.comparison.value?.key ?? null));
    effect(() => view.details(state.details.value));
    watchDetails(studio);

    view.onPick = (key) => studio.select(key);
    view.onPush = (key, point, arrow, frame) => {
        studio.select(key);
        void studio.pushAlong(key, point, arrow, Math.round(frame));
    };
    view.onSpawn = (place, normal) => void studio.spawnAt(place, normal);
    view.onAim = (aim) => void (state.aim.value = aim);
    view.onHover = (key, x, y) => void (state.hovered.value = key === null ? null : { key, x, y });
}

/**
 * Details are computed by the session, so they are asked for only when something needs them, and not too often: an overlay, or the panel
 * for the joints of a body that is selected. Whether it has any is known after the first answer.
 */
function watchDetails(studio: Studio): void {
    const { state } = studio;
    let asked: Key | null = null; // a selected body for which they were asked for
    const details = createLatest<null>(async () => {
        state.details.value = await studio.connection.request<DetailsAnswer>({ do: 'details' });
    }, 120);
    effect(() => {
        const { contacts, islands, velocities, boxes, joints } = state.overlays.value;
        const isOverlayOn = contacts || islands || velocities || boxes || joints;
        const key = state.selection.value;
        const frame = state.frame.value;
        if (!isOverlayOn && key === null) {
            details.clear();
            state.details.value = null;
            asked = null;
        } else if (frame && (isOverlayOn || asked !== key || hasJoints(state.details.peek(), key))) {
            asked = key;
            details.offer(null);
        }
    });
}

function hasJoints(details: DetailsAnswer | null, key: Key | null): boolean {
    return key !== null && (details?.jointValues?.some((joint) => joint.a === key || joint.b === key) ?? false);
}

/** The line ahead of a body, with what comes near it on its way. */
export function futureLine(state: State, path: PathAnswer): GhostPath {
    const seconds = (frame: number): string => formatTime(frame * state.timeStep.value, 1);
    const approaches = path.approaches.map((one) => ({
        at: one.at,
        label: `${one.name ?? nameOf(state, one.key)} ${seconds(one.frame)}`,
        kind: 'approach' as const,
    }));
    const collisions = path.collisions.slice(0, mostCollisionMarks).map((one) => ({
        at: one.at,
        label: `${one.name ?? nameOf(state, one.key)} ${seconds(one.frame)}`,
        kind: 'collision' as const,
    }));
    return { points: path.points, style: 'future', marks: [...collisions, ...approaches] };
}
