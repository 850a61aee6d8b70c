// What is selected, hovered or marked: an outline around its tiles, and it once more over everything; from afar a ring.
import { Group } from 'three';
import { accents, type Theme } from '../palette';
import { packColour } from '../plane/colours';
import { InstancedShape } from '../plane/instancedShape';
import type { Paint } from '../plane/paint';
import type { Outlined } from '../plane/planeRenderer';
import { ringLook, Spots, type Spot } from '../plane/spots';
import type { Window2D } from '../plane/window';
import type { Poses } from '../rigid/packing';
import { emptyInstances, pack, shareOfTiles } from './packing';
import type { Population } from './population';
import { tileLook } from './tiles';

const width = 2.5; // pixels
const ringBelow = 12; // pixels: what reaches less far has a ring around it
const ringRadius = 10;
const ringWidth = 1.8;

export class Outlines {
    readonly group = new Group();
    private readonly frames = new InstancedShape(tileLook, 6, { grow: width });
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

    /** Of those at these places, in the order in which they are drawn. */
    show(which: Outlined[], theme: Theme, population: Population, poses: Poses, view: Window2D, paint: Paint | null): void {
        if (which.length === 0) {
            [this.frames, this.inside, this.rings].forEach((part) => part.hide());
            return;
        }
        const count = population.reach.length;
        if (this.mask.length < count) {
            this.mask = new Uint8Array(count);
            this.colours = new Uint32Array(count);
            this.shares = new Float32Array(count).fill(1);
        }
        this.mask.fill(0);
        const rings: Spot[] = [];
        for (const { at, why } of which) {
            const colour = packColour(accents[theme][why]);
            const isSmall = population.isParticle[at] === 1 || population.reach[at]! < ringBelow * view.pixel;
            if (isSmall || shareOfTiles(view, population.tileCount) < 1) {
                const [x, y] = [poses.positions[3 * at]!, poses.positions[3 * at + 1]!];
                const size = Math.max(population.reach[at]! + 3 * view.pixel, ringRadius * view.pixel);
                rings.push({ x, y, size, age: 0, colour });
            }
            if (population.looks[at]) {
                this.mask[at] = 1;
                this.colours[at] = colour;
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
