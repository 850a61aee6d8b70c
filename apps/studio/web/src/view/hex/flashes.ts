// What has just ended: a particle that went out on a composite flashes where that was, and a composite that ceased to be goes up in a
// larger flash. Pure.
import type { Frame } from '../../protocol';
import type { Packed } from '../plane/colours';
import { mostFlashes, type Flash } from '../plane/flashes';
import type { Moment, Passage } from '../plane/motions';
import type { Population } from './population';

const hitFrames = 16;
const endFrames = 45;
const hitSize = 1.1;
const fire: Packed = 0x3f93ff; // orange

export function flashesOf({ before, now, match, velocitiesBefore: velocities }: Passage<Population>): Flash[] {
    if (now.frame.frame < before.frame.frame || match === null) {
        return []; // time runs backwards, or nobody came or went
    }
    const isThere = new Uint8Array(before.frame.count);
    for (let i = 0; i < match.length; ++i) {
        if (match[i]! >= 0) {
            isThere[match[i]!] = 1;
        }
    }
    const passed = now.frame.frame - before.frame.frame;
    const flashes: Flash[] = [];
    for (let i = 0, gone = 0; i < isThere.length && gone < mostFlashes; ++i) {
        if (isThere[i] === 0) {
            const flash = flashOf(before, i, now.frame.frame, passed * (velocities[2 * i] ?? 0), passed * (velocities[2 * i + 1] ?? 0));
            flashes.push(...flash);
            ++gone;
        }
    }
    return flashes;
}

// It went on for a while, up to this way, before it ended.
function flashOf({ frame, population }: Moment<Population>, i: number, from: number, wayX: number, wayY: number): Flash[] {
    const x = frame.positions[3 * i]! + wayX / 2;
    const y = frame.positions[3 * i + 1]! + wayY / 2;
    if (population.looks[i]) {
        return [{ x, y, size: 1.8 * population.reach[i]!, colour: fire, from, frames: endFrames }];
    }
    const isHit = population.isParticle[i] === 1 && isNearComposite(population, frame, x, y, 1 + Math.hypot(wayX, wayY) / 2);
    return isHit ? [{ x, y, size: hitSize, colour: population.rims[i]!, from, frames: hitFrames }] : [];
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
