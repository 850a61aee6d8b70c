// What has just ended: a particle that went out on a composite flashes where that was, and a composite that ceased to be goes up in a
// larger flash. It is seen from one frame to the next while time runs forwards, so nothing has to be asked for. Pure.
import type { Frame } from '../../protocol';
import type { Packed } from './colours';
import type { Moment } from './motions';
import type { Population } from './population';

export interface Flash {
    x: number;
    y: number;
    size: number; // cells
    colour: Packed;
    from: number; // the frame
    frames: number; // that it lasts
}

const hitFrames = 16;
const endFrames = 45;
const hitSize = 1.1;
const most = 300;
const fire: Packed = 0x3f93ff; // orange

export class Flashes {
    private flashes: Flash[] = [];

    /** `match`: for each of the population now, its place in the one before; `velocities`: as they were before. */
    update(before: Moment, now: Moment, match: Int32Array | null, velocities: Float32Array): void {
        if (now.frame.frame < before.frame.frame || match === null) {
            return; // time runs backwards, or nobody came or went
        }
        const isThere = new Uint8Array(before.frame.count);
        for (let i = 0; i < match.length; ++i) {
            if (match[i]! >= 0) {
                isThere[match[i]!] = 1;
            }
        }
        for (let i = 0, added = 0; i < isThere.length && added < most; ++i) {
            if (isThere[i] === 0) {
                const passed = now.frame.frame - before.frame.frame;
                this.add(before, i, now.frame.frame, passed * (velocities[2 * i] ?? 0), passed * (velocities[2 * i + 1] ?? 0));
                ++added;
            }
        }
        this.flashes = this.flashes.slice(-most);
    }

    /** Nothing that was before has to do with what comes. */
    clear(): void {
        this.flashes = [];
    }

    /** Those that are to be seen at a frame. */
    at(frame: number): Flash[] {
        return this.flashes.filter((flash) => frame >= flash.from && frame < flash.from + flash.frames);
    }

    // It went on for a while, up to this way, before it ended.
    private add({ frame, population }: Moment, i: number, from: number, wayX: number, wayY: number): void {
        const x = frame.positions[3 * i]! + wayX / 2;
        const y = frame.positions[3 * i + 1]! + wayY / 2;
        if (population.looks[i]) {
            this.flashes.push({ x, y, size: 1.8 * population.reach[i]!, colour: fire, from, frames: endFrames });
        } else if (population.isParticle[i] === 1 && isNearComposite(population, frame, x, y, 1 + Math.hypot(wayX, wayY) / 2)) {
            this.flashes.push({ x, y, size: hitSize, colour: population.rims[i]!, from, frames: hitFrames });
        }
    }
}

// Others just went out after their time.
function isNearComposite(population: Population, frame: Frame, x: number, y: number, slack: number): boolean {
    for (let i = 0; i < frame.count; ++i) {
        if (population.looks[i]) {
            const dx = frame.positions[3 * i]! - x;
            const dy = frame.positions[3 * i + 1]! - y;
            const near = population.reach[i]! + slack;
            if (dx * dx + dy * dy < near * near) {
                return true;
            }
        }
    }
    return false;
}
