// Flashes of what has just happened. It is seen from one frame to the next while time runs forwards, so nothing has to be asked
// for. Pure.
import type { Packed } from './colours';
import type { Spot } from './spots';

export interface Flash {
    x: number;
    y: number;
    size: number;
    colour: Packed;
    from: number; // the frame
    frames: number; // that it lasts
}

/** So many are seen at a time. */
export const mostFlashes = 300;

export class Flashes {
    private flashes: Flash[] = [];

    add(what: Flash[]): void {
        this.flashes = [...this.flashes, ...what].slice(-mostFlashes);
    }

    /** Nothing that was before has to do with what comes. */
    clear(): void {
        this.flashes = [];
    }

    /** Those that are to be seen at a frame. */
    at(frame: number): Spot[] {
        return this.flashes
            .filter((flash) => frame >= flash.from && frame < flash.from + flash.frames)
            .map(({ x, y, size, colour, from, frames }) => ({ x, y, size, colour, age: (frame - from) / frames }));
    }
}
