// Notices: a lost connection, short messages, and the name of the body under the pointer.
import { useStudio } from '../context';
import type { Key } from '../protocol';
import { nameOf, unitOf, withUnit } from '../state';
import type { Studio } from '../studio';
import { formatNumber } from '../time/format';
import { dismiss } from '../toasts';
import { Button } from '../widgets/Button';

export function Banner() {
    const { state } = useStudio();
    const { state: connection, reason } = state.connection.value;
    if (connection === 'open') {
        return null;
    }
    const isFirst = state.welcome.value === null && connection === 'connecting';
    return (
        <div class={`banner ${isFirst ? 'neutral' : ''}`} role="status">
            <i />
            {isFirst ? 'Connecting…' : `${reason || 'The connection to the studio was lost'}; reconnecting…`}
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

/** Beside the pointer: the name of the body, and the strength of a push. */
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
            {aim && <span class="dim"> {strengthOf(studio, aim.key, Math.hypot(...studio.velocityAlong(aim.arrow)))}</span>}
        </div>
    );
}

function strengthOf({ state }: Studio, key: Key, speed: number): string {
    const body = state.inspected.value;
    const parts = [withUnit(formatNumber(speed), unitOf(state, 'speed'))];
    if (body?.key === key && body.mass !== null) {
        parts.push(withUnit(formatNumber(body.mass * speed), unitOf(state, 'impulse')));
    }
    return parts.join(' · ');
}
