// Requests that change faster than answers come: at most one is under way. When it has been answered, the newest of those that were offered
// meanwhile is sent; the others are dropped.

export interface Latest<T> {
    offer(value: T): void;
    /** Drops the waiting request; the one under way goes on. */
    clear(): void;
    readonly isBusy: boolean;
    /** The time to the last answer, in milliseconds. */
    readonly took: number;
}

/** With a pause, requests take at most this share of the session's time. */
const maxShareOfTime = 0.2;

/**
 * After each answer it pauses for at least `pause` milliseconds if that is not zero, and longer when answers take long: slow requests must
 * not delay frames. `onError` is called once for each failure.
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
                const rest = Math.max(pause, took * (1 / maxShareOfTime - 1));
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
