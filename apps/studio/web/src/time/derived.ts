// Requests that follow from signals which change more often than the requests do.
import { effect, untracked } from '@preact/signals';

/** Plain values only, so that two can be compared field by field. */
type Flat<T> = { [Field in keyof T]: string | number | boolean | null };

/** Calls `act` with the value that `derive` computes from signals, and again whenever it is a different one; null: there is none. */
export function onDerived<T extends Flat<T>>(derive: () => T | null, act: (value: T | null) => void): () => void {
    let last: T | null | undefined;
    return effect(() => {
        const value = derive();
        if (last === undefined || !hasSameFields(last, value)) {
            last = value;
            untracked(() => act(value));
        }
    });
}

export function hasSameFields<T extends Flat<T>>(a: T | null, b: T | null): boolean {
    if (a === null || b === null) {
        return a === b;
    }
    const fields = Object.keys(a) as (keyof T)[];
    return fields.length === Object.keys(b).length && fields.every((field) => a[field] === b[field]);
}
