// The ticks of the ruler.
import type { TimeAxis } from './axis';
import { endOf } from './axis';
import { formatTime } from './format';

export interface Tick {
    frame: number;
    label: string | null; // null: only a line
}

const niceSeconds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 36000];

/** The smallest nice number of seconds that is at least this long. */
export function niceStep(seconds: number): number {
    for (const nice of niceSeconds) {
        if (nice >= seconds) {
            return nice;
        }
    }
    return Math.ceil(seconds / 36000) * 36000;
}

/** The number of decimals that distinguish neighbouring labels. */
function digitsOf(step: number): number {
    return step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
}

/** Labels about every `spacing` pixels with minor ticks between them, all at round times and none below zero. */
export function ticks(axis: TimeAxis, timeStep: number, spacing = 96): Tick[] {
    const step = niceStep(spacing * axis.framesPerPixel * timeStep);
    const parts = step === 15 || step === 900 ? 3 : step === 30 || step === 1800 ? 6 : 5;
    const minor = step / parts;
    const first = Math.max(0, Math.ceil((axis.from * timeStep) / minor));
    const last = Math.floor((endOf(axis) * timeStep) / minor);
    const found: Tick[] = [];
    for (let index = first; index <= last; ++index) {
        const seconds = index * minor;
        const label = index % parts === 0 ? formatTime(seconds, digitsOf(step)) : null;
        found.push({ frame: seconds / timeStep, label });
    }
    return found;
}
