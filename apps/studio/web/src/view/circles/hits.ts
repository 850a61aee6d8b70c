// Bumpers flash when they are hit. That is seen from one frame to the next: a disc beside one has turned or jumped away, and nothing has
// to be asked for. Pure.
import type { Wall } from '../../protocol';
import type { Packed } from '../plane/colours';
import type { Flash } from '../plane/flashes';
import type { Passage } from '../plane/motions';
import type { Population } from './population';
import { isPeg } from './walls';

export interface Bumper {
    wall: Wall;
    colour: Packed;
}

const lasts = 18; // frames
const turned = 0.35; // of the speed: less is gravity, or a graze
const slowest = 0.02; // radii a frame
const mostTries = 200_000; // in a crowd among many bumpers nobody sees each flash

export function flashesOf(passage: Passage<Population>, bumpers: Bumper[]): Flash[] {
    const { before, now, match, velocitiesBefore, velocities } = passage;
    const passed = now.frame.frame - before.frame.frame;
    if (passed < 0 || bumpers.length === 0) {
        return [];
    }
    const flashes: Flash[] = [];
    let tries = 0;
    for (let i = 0; i < now.frame.count && tries < mostTries; ++i) {
        const was = match === null ? i : match[i]!;
        const radius = now.population.reach[i]!;
        if (was < 0 || radius === 0 || velocitiesBefore.length <= 2 * was) {
            continue;
        }
        const [ax, ay] = [velocitiesBefore[2 * was]!, velocitiesBefore[2 * was + 1]!];
        const [bx, by] = [velocities[2 * i]!, velocities[2 * i + 1]!];
        const speed = Math.max(Math.hypot(ax, ay), Math.hypot(bx, by));
        if (speed < slowest * radius || Math.hypot(bx - ax, by - ay) < turned * speed) {
            continue;
        }
        const slack = radius * 1.1 + speed * passed;
        for (const bumper of bumpers) {
            // It was hit somewhere between the two places.
            const then = nearestOn(bumper.wall, before.frame.positions[3 * was]!, before.frame.positions[3 * was + 1]!);
            const later = nearestOn(bumper.wall, now.frame.positions[3 * i]!, now.frame.positions[3 * i + 1]!);
            const { px, py, away } = then.away < later.away ? then : later;
            if (away < slack) {
                const size = isPeg(bumper.wall) ? 2.4 * bumper.wall.radius : 4 * radius;
                flashes.push({ x: px, y: py, size, colour: bumper.colour, from: now.frame.frame, frames: lasts });
            }
        }
        tries += bumpers.length;
    }
    return flashes;
}

/** Of a circle its middle, and of a chain the nearest point of it. */
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
