// A fixed sequence of numbers, so that decorations are the same every time.

/** Numbers from 0 to 1 that follow from the seed. */
export function randomSequence(seed: number): () => number {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}
