// Bumpers flash when they are hit. A hit shows in the difference of two frames: a disc beside the bumper has changed its direction or
// jumped away. Nothing has to be requested for it. Pure.
import type { Wall } from '../../protocol';
import type { Packed } from '../plane/colours';
import type { Flash } from '../plane/flashes';
import type { Transition } from '../plane/motions';
import type { Population } from './population';
import { isPeg } from './walls';

export interface Bumper {
    wall: Wall;
    colour: Packed;
}

const flashFrames = 18;
const minChange = 0.35; // of the speed: less is gravity, or a graze
const minSpeed = 0.02; // radii per frame
const maxTests = 200_000; // among many discs and bumpers nobody misses a flash

export function flashesOf(transition: Transition<Population>, bumpers: Bumper[]): Flash[] {
    const { before, now, match, velocitiesBefore, velocities } = transition;
    const passed = now.frame.frame - before.frame.frame;
    if (passed < 0 || bumpers.length === 0) {
        return [];
    }
    const flashes: Flash[] = [];
    let tests = 0;
    for (let i = 0; i < now.frame.count && tests < maxTests; ++i) {
        const index = match === null ? i : match[i]!;
        const radius = now.population.radii[i]!;
        if (index < 0 || radius === 0 || velocitiesBefore.length <= 2 * index) {
            continue;
        }
        const [ax, ay] = [velocitiesBefore[2 * index]!, velocitiesBefore[2 * index + 1]!];
        const [bx, by] = [velocities[2 * i]!, velocities[2 * i + 1]!];
        const speed = Math.max(Math.hypot(ax, ay), Math.hypot(bx, by));
        if (speed < minSpeed * radius || Math.hypot(bx - ax, by - ay) < minChange * speed) {
            continue;
        }
        const slack = radius * 1.1 + speed * passed;
        for (const bumper of bumpers) {
            // It was hit somewhere between the two positions.
            const then = nearestOn(bumper.wall, before.frame.positions[3 * index]!, before.frame.positions[3 * index + 1]!);
            const later = nearestOn(bumper.wall, now.frame.positions[3 * i]!, now.frame.positions[3 * i + 1]!);
            const { px, py, away } = then.away < later.away ? then : later;
            if (away < slack) {
                const flashRadius = isPeg(bumper.wall) ? 2.4 * bumper.wall.radius : 4 * radius;
                flashes.push({ x: px, y: py, radius: flashRadius, colour: bumper.colour, from: now.frame.frame, frames: flashFrames });
            }
        }
        tests += bumpers.length;
    }
    return flashes;
}

/** The centre of a circle, or the nearest point of a chain. */
function nearestOn(wall: Wall, x: number, y: number): { px: number; py: number; away: number } {
    const { points } = wall;
    if (isPeg(wall)) {
        const [px, py] = [points[0]!, points[1]!];
        return { px, py, away: Math.hypot(x - px, y - py) - wall.radius };
    }
    let best = { px: 0, py: 0, away: Infinity };
    const last = points.length - (wall.isClosed ? 0 : 2);
    for (let i = 0; i < last; i += 2) {
        const next = (i + 2) % points.length;
        const [ax, ay] = [points[i]!, points[i + 1]!];
        const [ux, uy] = [points[next]! - ax, points[next + 1]! - ay];
        const share = Math.min(1, Math.max(0, ((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy)));
        const [px, py] = [ax + share * ux, ay + share * uy];
        const away = Math.hypot(x - px, y - py);
        best = away < best.away ? { px, py, away } : best;
    }
    return best;
}
