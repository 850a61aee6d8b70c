// Asking for what changes faster than answers come: at most one request is under way, and when it has been answered the newest
// of those that came meanwhile goes out; the others are forgotten.

export interface Latest<T> {
    offer(value: T): void;
    /** Forgets what waits; what is under way goes on. */
    clear(): void;
    readonly isBusy: boolean;
    /** Milliseconds that the last answer took. */
    readonly took: number;
}

/** While it rests, it takes at most this share of the session's time. */
const mostOfTime = 0.2;

/**
 * After each answer it rests for at least `pause` milliseconds if that is not zero, and longer when answers take long: what is dear
 * to compute must not be in the way of what shows frames. Failures are told to `onError` once each.
 */
export function createLatest<T>(ask: (value: T) => Promise<void>, pause = 0, onError: (error: Error) => void = () => {}): Latest<T> {
    let waiting: { value: T } | null = null;
    let isBusy = false;
    let took = 0;

    async function run(): Promise<void> {
        isBusy = true;
        while (waiting) {
            const { value } = waiting;
            waiting = null;
            const begin = performance.now();
            try {
                await ask(value);
            } catch (error) {
                onError(error instanceof Error ? error : new Error(String(error)));
            }
            took = performance.now() - begin;
            if (pause > 0) {
                const rest = Math.max(pause, took * (1 / mostOfTime - 1));
                await new Promise((resolve) => setTimeout(resolve, rest));
            }
        }
        isBusy = false;
    }

    return {
        offer(value) {
            waiting = { value };
            if (!isBusy) {
                void run();
            }
        },
        clear() {
            waiting = null;
        },
        get isBusy() {
            return isBusy;
        },
        get took() {
            return took;
        },
    };
}
