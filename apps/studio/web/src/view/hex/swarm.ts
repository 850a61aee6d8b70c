// Everything of a frame as it is drawn: composites as tiles or, from afar, as ellipses, and particles. Three draw calls at most.
import { Group } from 'three';
import type { Poses } from '../rigid/packing';
import { Blobs } from './blobs';
import { emptyInstances, pack, type PackStyle, type Window2D } from './packing';
import type { Population } from './population';
import { Sparks } from './sparks';
import { Tiles } from './tiles';

export class Swarm {
    readonly group = new Group();
    private readonly instances = emptyInstances();
    private readonly blobs: Blobs;
    private readonly tiles: Tiles;
    private readonly sparks: Sparks;

    /** Those of a higher order are drawn over those of a lower one. */
    constructor(order: number) {
        this.tiles = new Tiles(0, order);
        this.sparks = new Sparks(order + 0.1);
        this.blobs = new Blobs(order + 0.2); // from afar there may be more particles than room between them
        this.group.add(this.blobs.mesh, this.tiles.mesh, this.sparks.mesh);
    }

    setLight(isLight: boolean): void {
        this.tiles.setLight(isLight);
        this.sparks.setLight(isLight);
    }

    show(population: Population, poses: Poses, velocities: Float32Array | null, view: Window2D, style: PackStyle): void {
        pack(population, poses, velocities, view, style, this.instances);
        this.group.position.set(view.x, view.y, 0);
        this.blobs.show(this.instances.blobs, view);
        this.tiles.show(this.instances.tiles, view);
        this.sparks.show(this.instances.sparks, view);
    }

    hide(): void {
        [this.blobs, this.tiles, this.sparks].forEach((layer) => layer.hide());
    }

    dispose(): void {
        [this.blobs, this.tiles, this.sparks].forEach((layer) => layer.dispose());
    }
}
