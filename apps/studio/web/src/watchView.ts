// Passes the state to the view, and the clicks and drags in the view to the studio.
import { effect, untracked } from '@preact/signals';
import type { DetailsAnswer, Key, PathAnswer } from './protocol';
import type { State } from './state';
import { nameOf } from './state';
import type { Studio } from './studio';
import { createLatest } from './time/latest';
import { formatTime } from './time/format';
import { withdrawActions } from './toasts';
import type { GhostPath } from './view/view';

/** More would hide the picture; the panel lists all of them. */
const maxCollisionMarks = 4;

export function watchView(studio: Studio): void {
    const { state, view } = studio;

    effect(() => view.setOverlays(state.overlays.value));
    effect(() => view.setTool(state.tool.value));
    effect(() => view.setSelection(state.selection.value));
    effect(() => view.setTheme(state.theme.value));
    effect(() => view.setOther(state.comparison.value?.mode ?? 'hidden'));
    effect(() => view.setMarked(state.comparison.value?.key ?? null));
    effect(() => view.details(state.details.value));
    watchDetails(studio);
    watchBranch(state);

    view.onPick = (key) => studio.select(key);
    view.onPush = (key, point, arrow, frame) => {
        studio.select(key);
        void studio.pushAlong(key, point, arrow, Math.round(frame));
    };
    view.onSpawn = (point, normal) => void studio.spawnAt(point, normal);
    view.onAim = (aim) => void (state.aim.value = aim);
    view.onHover = (key, x, y) => void (state.hovered.value = key === null ? null : { key, x, y });
}

/**
 * Details take time to compute, so they are requested only when they are needed, and not too often: for an overlay, or for the joints of
 * the selected body in the panel. Whether it has any is known after the first answer.
 */
function watchDetails(studio: Studio): void {
    const { state } = studio;
    let requested: Key | null = null; // the selected body for which they were requested
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
            requested = null;
        } else if (frame && (isOverlayOn || requested !== key || hasJoints(state.details.peek(), key))) {
            requested = key;
            details.offer(null);
        }
    });
}

function hasJoints(details: DetailsAnswer | null, key: Key | null): boolean {
    return key !== null && (details?.jointValues?.some((joint) => joint.a === key || joint.b === key) ?? false);
}

/** Undo concerns the branch on show: after a switch, messages must not offer it any more. */
function watchBranch(state: State): void {
    let branch: number | null = null;
    effect(() => {
        const now = state.standing.value?.branch ?? null;
        if (now !== branch) {
            branch = now;
            untracked(() => withdrawActions(state));
        }
    });
}

/** The future path of a body, with marks for collisions and closest approaches. */
export function futureLine(state: State, path: PathAnswer): GhostPath {
    const seconds = (frame: number): string => formatTime(frame * state.timeStep.value, 1);
    const approaches = path.approaches.map((approach) => ({
        at: approach.at,
        label: `${approach.name ?? nameOf(state, approach.key)} ${seconds(approach.frame)}`,
        kind: 'approach' as const,
    }));
    const collisions = path.collisions.slice(0, maxCollisionMarks).map((collision) => ({
        at: collision.at,
        label: `${collision.name ?? nameOf(state, collision.key)} ${seconds(collision.frame)}`,
        kind: 'collision' as const,
    }));
    return { points: path.points, style: 'future', marks: [...collisions, ...approaches] };
}
