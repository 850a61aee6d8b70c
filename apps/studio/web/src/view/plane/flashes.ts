// Flashes of what has just happened. They follow from the difference of two frames while time runs forwards, so nothing has to be
// requested for them. Pure.
import type { Packed } from './colours';
import type { Spot } from './spots';

export interface Flash {
    x: number;
    y: number;
    radius: number;
    colour: Packed;
    from: number; // the frame in which it begins
    frames: number; // its duration
}

export const maxFlashes = 300;

export class Flashes {
    private flashes: Flash[] = [];

    add(flashes: Flash[]): void {
        this.flashes = [...this.flashes, ...flashes].slice(-maxFlashes);
    }

    clear(): void {
        this.flashes = [];
    }

    /** Those that are visible at a frame. */
    at(frame: number): Spot[] {
        return this.flashes
            .filter((flash) => frame >= flash.from && frame < flash.from + flash.frames)
            .map(({ x, y, radius, colour, from, frames }) => ({ x, y, radius, colour, age: (frame - from) / frames }));
    }
}
