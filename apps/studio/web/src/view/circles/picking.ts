// What is at a point of the plane: close up the very disc, from afar whatever is near enough to be meant. Pure.
import type { Poses } from '../rigid/packing';
import type { Population } from './population';

const near = 5; // pixels beside a disc that is hardly larger than a pixel
const smallBelow = 6; // pixels of radius: beside larger ones one points at nothing

/** Its place in the census, or -1. Of several the nearest counts; a sensor only where there is nothing else. */
export function pickAt(population: Population, poses: Poses, x: number, y: number, pixel: number): number {
    let best = -1;
    let nearest = Infinity;
    for (let i = 0; i < population.reach.length; ++i) {
        const radius = population.reach[i]!;
        const dx = x - poses.positions[3 * i]!;
        const dy = y - poses.positions[3 * i + 1]!;
        const limit = radius < smallBelow * pixel ? Math.max(radius, near * pixel) : radius;
        const square = dx * dx + dy * dy;
        if (radius === 0 || square > limit * limit) {
            continue;
        }
        // How far from its edge, less the deeper inside one points; any sensor is farther than any disc.
        const away = Math.sqrt(square) - radius + (population.isSensor[i] === 1 ? 1e9 : 0);
        if (away <= nearest) {
            nearest = away;
            best = i;
        }
    }
    return best;
}
