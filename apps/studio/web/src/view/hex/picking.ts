// The body at a point of the plane: close up by its tiles, from afar within a few pixels. Pure.
import type { Poses } from '../common/poses';
import type { Population } from './population';

const particlePickPixels = 6; // the radius within which a particle is picked
const particlePixels = 2.5; // a particle counts as at least this large
const compositeSlackPixels = 5;
const exactFrom = 4; // pixels per cell: smaller tiles are not picked one by one

/** Its index in the census, or -1. Of several the nearest counts, and of equally near ones the one that is drawn last. */
export function pickAt(population: Population, poses: Poses, x: number, y: number, pixel: number): number {
    let best = -1;
    let nearest = Infinity;
    for (let i = 0; i < population.radii.length; ++i) {
        const radius = population.radii[i]!;
        if (radius === 0) {
            continue;
        }
        const isParticle = population.isParticle[i] === 1;
        const dx = x - poses.positions[3 * i]!;
        const dy = y - poses.positions[3 * i + 1]!;
        const limit = isParticle ? Math.max(radius, particlePickPixels * pixel) : radius + compositeSlackPixels * pixel;
        const square = dx * dx + dy * dy;
        if (square > limit * limit || (!isParticle && !isOn(population, poses, i, dx, dy, pixel))) {
            continue;
        }
        // The distance from its edge; negative only for a particle, so that it can be picked in front of a composite.
        const away = isParticle ? Math.sqrt(square) - Math.max(radius, particlePixels * pixel) : Math.max(0, Math.sqrt(square) - radius);
        if (away <= nearest) {
            nearest = away;
            best = i;
        }
    }
    return best;
}

function isOn(population: Population, poses: Poses, i: number, dx: number, dy: number, pixel: number): boolean {
    const look = population.looks[i]!;
    const slack = look.radius < 8 * pixel ? compositeSlackPixels * pixel : 0.5 * pixel;
    if (exactFrom * pixel > 1) {
        return Math.hypot(dx, dy) <= look.radius + slack;
    }
    const z = poses.orientations[4 * i + 2]!;
    const w = poses.orientations[4 * i + 3]!;
    const cos = 1 - 2 * z * z;
    const sin = 2 * z * w;
    const px = dx * cos + dy * sin;
    const py = dy * cos - dx * sin;
    for (let tile = 0; tile < look.count; ++tile) {
        const qx = Math.abs(px - look.places[2 * tile]!);
        const qy = Math.abs(py - look.places[2 * tile + 1]!);
        if (Math.max(qx, qx / 2 + qy * (Math.sqrt(3) / 2)) <= 0.5 + slack) {
            return true;
        }
    }
    return false;
}
