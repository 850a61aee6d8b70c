// Flashes of what has just disappeared: a particle that hit a composite flashes at that point, and a destroyed composite in a larger
// flash. Pure.
import type { Frame } from '../../protocol';
import type { Scene } from '../common/baseRenderer';
import type { Packed } from '../plane/colours';
import { maxFlashes, type Flash } from '../plane/flashes';
import type { Transition } from '../plane/motions';
import type { Population } from './population';

const hitFrames = 16;
const endFrames = 45;
const hitRadius = 1.1;
const fire: Packed = 0x3f93ff; // orange

export function flashesOf({ before, now, match, velocitiesBefore: velocities }: Transition<Population>): Flash[] {
    if (now.frame.frame < before.frame.frame || match === null) {
        return []; // time runs backwards, or the population is the same
    }
    const survives = new Uint8Array(before.frame.count);
    for (let i = 0; i < match.length; ++i) {
        if (match[i]! >= 0) {
            survives[match[i]!] = 1;
        }
    }
    const passed = now.frame.frame - before.frame.frame;
    const flashes: Flash[] = [];
    for (let i = 0, gone = 0; i < survives.length && gone < maxFlashes; ++i) {
        if (survives[i] === 0) {
            const flash = flashOf(before, i, now.frame.frame, passed * (velocities[2 * i] ?? 0), passed * (velocities[2 * i + 1] ?? 0));
            flashes.push(...flash);
            ++gone;
        }
    }
    return flashes;
}

// It moved on, by at most this way, before it disappeared.
function flashOf({ frame, population }: Scene<Population>, i: number, from: number, wayX: number, wayY: number): Flash[] {
    const x = frame.positions[3 * i]! + wayX / 2;
    const y = frame.positions[3 * i + 1]! + wayY / 2;
    if (population.looks[i]) {
        return [{ x, y, radius: 1.8 * population.radii[i]!, colour: fire, from, frames: endFrames }];
    }
    const isHit = population.isParticle[i] === 1 && isNearComposite(population, frame, x, y, 1 + Math.hypot(wayX, wayY) / 2);
    return isHit ? [{ x, y, radius: hitRadius, colour: population.rims[i]!, from, frames: hitFrames }] : [];
}

// Other particles have reached the end of their lifetime.
function isNearComposite(population: Population, frame: Frame, x: number, y: number, slack: number): boolean {
    for (let i = 0; i < frame.count; ++i) {
        if (population.looks[i]) {
            const dx = frame.positions[3 * i]! - x;
            const dy = frame.positions[3 * i + 1]! - y;
            const near = population.radii[i]! + slack;
            if (dx * dx + dy * dy < near * near) {
                return true;
            }
        }
    }
    return false;
}
