// What is selected, hovered or marked: an outline around its tiles, and it once more over everything; from afar a ring.
import { Group, type Vector2 } from 'three';
import { accents, type Theme } from '../palette';
import type { Poses } from '../rigid/packing';
import { Segments } from '../segments';
import { packColour } from './colours';
import { emptyInstances, pack, shareOfTiles, type Paint, type Window2D } from './packing';
import type { Population } from './population';
import { Tiles } from './tiles';

export type Reason = 'hover' | 'marked' | 'selection';

const width = 2.5; // pixels
const ringBelow = 12; // pixels: what reaches less far has a ring around it
const ringRadius = 11;
const around = 36;

export class Outlines {
    readonly group = new Group();
    private readonly frames = new Tiles(width, 6);
    private readonly inside = new Tiles(0, 6.1);
    private readonly tilesGroup = new Group();
    private readonly rings: Segments;
    private readonly framed = emptyInstances();
    private readonly again = emptyInstances();
    private mask = new Uint8Array(0);
    private colours = new Uint32Array(0);
    private shares = new Float32Array(0);

    constructor(picture: { value: Vector2 }) {
        this.rings = new Segments(picture, true);
        this.rings.mesh.renderOrder = 7;
        this.tilesGroup.add(this.frames.mesh, this.inside.mesh);
        this.group.add(this.tilesGroup, this.rings.mesh);
    }

    setLight(isLight: boolean): void {
        this.inside.setLight(isLight);
    }

    /** Of those at these places, in the order in which they are drawn. */
    show(
        which: { at: number; why: Reason }[],
        theme: Theme,
        population: Population,
        poses: Poses,
        view: Window2D,
        paint: Paint | null,
    ): void {
        if (which.length === 0) {
            this.frames.hide();
            this.inside.hide();
            this.rings.clear();
            return;
        }
        const count = population.reach.length;
        if (this.mask.length < count) {
            this.mask = new Uint8Array(count);
            this.colours = new Uint32Array(count);
            this.shares = new Float32Array(count).fill(1);
        }
        this.mask.fill(0);
        this.rings.begin(which.length * around);
        for (const { at, why } of which) {
            const colour = accents[theme][why];
            const isSmall = population.isParticle[at] === 1 || population.reach[at]! < ringBelow * view.pixel;
            if (isSmall || shareOfTiles(view, population.tileCount) < 1) {
                this.addRing(poses.positions[3 * at]!, poses.positions[3 * at + 1]!, population.reach[at]!, colour, view.pixel);
            }
            if (population.looks[at]) {
                this.mask[at] = 1;
                this.colours[at] = packColour(colour);
            }
        }
        this.rings.finish();
        const style = { mask: this.mask, tint: null, share: 0, opacity: 1 };
        pack(population, poses, null, view, { ...style, paint: { colours: this.colours, shares: this.shares } }, this.framed);
        pack(population, poses, null, view, { ...style, paint }, this.again);
        this.tilesGroup.position.set(view.x, view.y, 0);
        this.frames.show(this.framed.tiles, view);
        this.inside.show(this.again.tiles, view);
    }

    dispose(): void {
        [this.frames, this.inside, this.rings].forEach((part) => part.dispose());
    }

    private addRing(x: number, y: number, reach: number, colour: [number, number, number], pixel: number): void {
        const radius = Math.max(reach + 4 * pixel, ringRadius * pixel);
        for (let i = 0; i < around; ++i) {
            const [from, to] = [(2 * Math.PI * i) / around, (2 * Math.PI * (i + 1)) / around];
            this.rings.add(
                x + radius * Math.cos(from),
                y + radius * Math.sin(from),
                0,
                x + radius * Math.cos(to),
                y + radius * Math.sin(to),
                0,
                colour,
                0.95,
                1.8,
            );
        }
    }
}
