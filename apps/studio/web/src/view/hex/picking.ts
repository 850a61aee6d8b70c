// What is at a point of the plane: close up the very tile, from afar whatever is near enough to be meant. Pure.
import type { Poses } from '../rigid/packing';
import type { Population } from './population';

const nearParticle = 6; // pixels
const onParticle = 2.5;
const nearComposite = 5;
const exactFrom = 4; // pixels a cell: smaller tiles are not aimed at one by one

/** Its place in the census, or -1. Of several the nearest counts, and of equals the one that is drawn last. */
export function pickAt(population: Population, poses: Poses, x: number, y: number, pixel: number): number {
    let best = -1;
    let nearest = Infinity;
    for (let i = 0; i < population.reach.length; ++i) {
        const reach = population.reach[i]!;
        if (reach === 0) {
            continue;
        }
        const isParticle = population.isParticle[i] === 1;
        const dx = x - poses.positions[3 * i]!;
        const dy = y - poses.positions[3 * i + 1]!;
        const limit = isParticle ? Math.max(reach, nearParticle * pixel) : reach + nearComposite * pixel;
        const square = dx * dx + dy * dy;
        if (square > limit * limit || (!isParticle && !isOn(population, poses, i, dx, dy, pixel))) {
            continue;
        }
        // How far beside it one has pointed; of a particle less, so that it can be had in front of a composite.
        const away = isParticle ? Math.sqrt(square) - Math.max(reach, onParticle * pixel) : Math.max(0, Math.sqrt(square) - reach);
        if (away <= nearest) {
            nearest = away;
            best = i;
        }
    }
    return best;
}

function isOn(population: Population, poses: Poses, i: number, dx: number, dy: number, pixel: number): boolean {
    const look = population.looks[i]!;
    const slack = look.reach < 8 * pixel ? nearComposite * pixel : 0.5 * pixel;
    if (exactFrom * pixel > 1) {
        return Math.hypot(dx, dy) <= look.reach + slack;
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
