// The disc at a point of the plane. Small discs may be missed by a few pixels. Pure.
import type { Poses } from '../common/poses';
import type { Population } from './population';

const minPickPixels = 5; // the radius within which a small disc is picked
const smallPixels = 6; // discs of a larger radius are picked exactly

/** Its index in the census, or -1. Of several the nearest counts; a sensor only where there is nothing else. */
export function pickAt(population: Population, poses: Poses, x: number, y: number, pixel: number): number {
    let best = -1;
    let nearest = Infinity;
    for (let i = 0; i < population.radii.length; ++i) {
        const radius = population.radii[i]!;
        const dx = x - poses.positions[3 * i]!;
        const dy = y - poses.positions[3 * i + 1]!;
        const limit = radius < smallPixels * pixel ? Math.max(radius, minPickPixels * pixel) : radius;
        const square = dx * dx + dy * dy;
        if (radius === 0 || square > limit * limit) {
            continue;
        }
        // The distance from the edge, negative inside; every sensor counts as farther away than every disc.
        const away = Math.sqrt(square) - radius + (population.isSensor[i] === 1 ? 1e9 : 0);
        if (away <= nearest) {
            nearest = away;
            best = i;
        }
    }
    return best;
}
