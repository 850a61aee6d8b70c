// Short messages that disappear by themselves.
import type { State, Toast } from './state';

const duration = 6000; // milliseconds
let nextId = 1;

export function dismiss(state: State, id: number): void {
    state.toasts.value = state.toasts.value.filter((toast) => toast.id !== id);
}

/** Removes messages whose action is no longer possible. */
export function withdrawActions(state: State): void {
    state.toasts.value = state.toasts.value.filter((toast) => toast.action === null);
}

function add(state: State, toast: Omit<Toast, 'id'>): void {
    const id = nextId++;
    state.toasts.value = [...state.toasts.value.slice(-2), { ...toast, id }];
    setTimeout(() => dismiss(state, id), duration);
}

export function say(state: State, text: string, action: Toast['action'] = null): void {
    add(state, { text, isError: false, action });
}

export function complain(state: State, error: unknown): void {
    add(state, { text: error instanceof Error ? error.message : String(error), isError: true, action: null });
}
