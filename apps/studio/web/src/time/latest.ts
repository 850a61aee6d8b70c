// Asking for what changes faster than answers come: at most one request is under way, and when it has been answered the newest
// of those that came meanwhile goes out; the others are forgotten.

export interface Latest<T> {
    offer(value: T): void;
    /** Forgets what waits; what is under way goes on. */
    clear(): void;
    readonly isBusy: boolean;
}

/** After each answer it rests for `pause` milliseconds, for what is dear to compute. Failures are told to `onError` once each. */
export function createLatest<T>(ask: (value: T) => Promise<void>, pause = 0, onError: (error: Error) => void = () => {}): Latest<T> {
    let waiting: { value: T } | null = null;
    let isBusy = false;

    async function run(): Promise<void> {
        isBusy = true;
        while (waiting) {
            const { value } = waiting;
            waiting = null;
            try {
                await ask(value);
            } catch (error) {
                onError(error instanceof Error ? error : new Error(String(error)));
            }
            if (pause > 0) {
                await new Promise((resolve) => setTimeout(resolve, pause));
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
    };
}
