// Selected, hovered and marked bodies: an outline around the tiles, drawn with the tiles on top of everything; from afar a ring.
import { Group } from 'three';
import type { Outlined } from '../common/baseRenderer';
import type { Poses } from '../common/poses';
import { accents, type Theme } from '../palette';
import { packColour } from '../plane/colours';
import { InstancedShape } from '../plane/instancedShape';
import type { Paint } from '../plane/paint';
import { ringLook, Spots, type Spot } from '../plane/spots';
import type { Window2D } from '../plane/window';
import { emptyInstances, pack, shareOfTiles } from './packing';
import type { Population } from './population';
import { tileLook } from './tiles';

const outlineWidth = 2.5; // pixels
const ringPixels = 12; // bodies with a smaller radius get a ring
const minRingRadius = 10; // pixels
const ringWidth = 1.8;

export class Outlines {
    readonly group = new Group();
    private readonly frames = new InstancedShape(tileLook, 6, { grow: outlineWidth });
    private readonly inside = new InstancedShape(tileLook, 6.1, { grow: 0 });
    private readonly rings = new Spots(ringLook, 7, { width: ringWidth });
    private readonly framed = emptyInstances();
    private readonly again = emptyInstances();
    private mask = new Uint8Array(0);
    private colours = new Uint32Array(0);
    private shares = new Float32Array(0);

    constructor() {
        this.group.add(this.frames.mesh, this.inside.mesh, this.rings.mesh);
    }

    setLight(isLight: boolean): void {
        this.inside.setLight(isLight);
    }

    show(outlined: Outlined[], theme: Theme, population: Population, poses: Poses, view: Window2D, paint: Paint | null): void {
        if (outlined.length === 0) {
            [this.frames, this.inside, this.rings].forEach((part) => part.hide());
            return;
        }
        const count = population.radii.length;
        if (this.mask.length < count) {
            this.mask = new Uint8Array(count);
            this.colours = new Uint32Array(count);
            this.shares = new Float32Array(count).fill(1);
        }
        this.mask.fill(0);
        const rings: Spot[] = [];
        for (const { index, reason } of outlined) {
            const colour = packColour(accents[theme][reason]);
            const isSmall = population.isParticle[index] === 1 || population.radii[index]! < ringPixels * view.pixel;
            if (isSmall || shareOfTiles(view, population.tileCount) < 1) {
                const [x, y] = [poses.positions[3 * index]!, poses.positions[3 * index + 1]!];
                const radius = Math.max(population.radii[index]! + 3 * view.pixel, minRingRadius * view.pixel);
                rings.push({ x, y, radius, age: 0, colour });
            }
            if (population.looks[index]) {
                this.mask[index] = 1;
                this.colours[index] = colour;
            }
        }
        this.rings.showSpots(rings, view);
        const style = { mask: this.mask, tint: null, share: 0, opacity: 1 };
        pack(population, poses, null, view, { ...style, paint: { colours: this.colours, shares: this.shares } }, this.framed);
        pack(population, poses, null, view, { ...style, paint }, this.again);
        this.frames.show(this.framed.tiles, view);
        this.inside.show(this.again.tiles, view);
    }

    dispose(): void {
        [this.frames, this.inside, this.rings].forEach((part) => part.dispose());
    }
}
