// What is to be asked for follows from signals that change more often than the wish itself. A wish is plain data; it is handed
// on only when it differs from the one before.
import { computed, effect } from '@preact/signals';

/** Calls `act` with each new wish, and with null when there is none any more. */
export function onWish<T extends object>(wish: () => T | null, act: (wish: T | null) => void): () => void {
    const text = computed(() => JSON.stringify(wish()));
    return effect(() => act(JSON.parse(text.value) as T | null));
}
