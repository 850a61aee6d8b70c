// What speaks up by itself: a lost connection, short messages, and the name of what the pointer is on.
import { useStudio } from '../context';
import type { Key } from '../protocol';
import { nameOf, unitOf, withUnit } from '../state';
import type { Studio } from '../studio';
import { formatNumber } from '../time/format';
import { dismiss } from '../toasts';
import { Button } from '../widgets/Button';

export function Banner() {
    const { state } = useStudio();
    const { state: connection, why } = state.connection.value;
    if (connection === 'open') {
        return null;
    }
    const isFirst = state.welcome.value === null && connection === 'connecting';
    return (
        <div class={`banner ${isFirst ? 'calm' : ''}`} role="status">
            <i />
            {isFirst ? 'Connecting…' : `${why || 'The connection to the studio was lost'}; trying again…`}
        </div>
    );
}

export function Toasts() {
    const { state } = useStudio();
    return (
        <div class="toasts" role="status" aria-live="polite">
            {state.toasts.value.map((toast) => (
                <div key={toast.id} class={`toast ${toast.isError ? 'error' : ''}`}>
                    <span>{toast.text}</span>
                    {toast.action && (
                        <Button
                            title={toast.action.title}
                            onClick={() => {
                                toast.action?.run();
                                dismiss(state, toast.id);
                            }}
                        >
                            {toast.action.title}
                        </Button>
                    )}
                    <Button icon="close" title="Dismiss" onClick={() => dismiss(state, toast.id)} />
                </div>
            ))}
        </div>
    );
}

/** Beside the pointer: the name of what it is on, or how strong the push will be. */
export function PointerLabel() {
    const studio = useStudio();
    const { state } = studio;
    const aim = state.aim.value;
    const place = aim ?? state.hovered.value;
    if (!place) {
        return null;
    }
    return (
        <div class="pointer-label" style={{ left: `${place.x + 14}px`, top: `${place.y + 14}px` }} role="presentation">
            {nameOf(state, place.key)}
            {aim && <span class="dim"> {strengthOf(studio, aim.key, Math.hypot(...studio.speedAlong(aim.arrow)))}</span>}
        </div>
    );
}

function strengthOf({ state }: Studio, key: Key, speed: number): string {
    const body = state.inspected.value;
    const words = [withUnit(formatNumber(speed), unitOf(state, 'speed'))];
    if (body?.key === key && body.mass !== null) {
        words.push(withUnit(formatNumber(body.mass * speed), unitOf(state, 'impulse')));
    }
    return words.join(' · ');
}
