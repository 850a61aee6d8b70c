// What speaks up by itself: a lost connection, short messages, and the name of what the pointer is on.
import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useStudio } from '../context';
import { nameOf } from '../state';
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

/** The name beside the pointer. */
export function HoverName() {
    const { state, view } = useStudio();
    const hovered = useMemo(() => signal<{ key: string; x: number; y: number } | null>(null), []);
    useEffect(() => {
        view.onHover = (key, x, y) => (hovered.value = key === null ? null : { key, x, y });
    }, []);
    const what = hovered.value;
    if (!what) {
        return null;
    }
    return (
        <div class="hover-name" style={{ left: `${what.x + 14}px`, top: `${what.y + 14}px` }} role="presentation">
            {nameOf(state, what.key)}
        </div>
    );
}
