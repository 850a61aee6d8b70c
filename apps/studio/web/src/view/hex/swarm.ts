// All bodies of a frame: composites as tiles or, from afar, as ellipses, and particles. At most three draw calls.
import { Group } from 'three';
import type { Poses } from '../common/poses';
import { InstancedShape } from '../plane/instancedShape';
import type { Window2D } from '../plane/window';
import { blobLook } from './blobs';
import { emptyInstances, pack, type BlobInstances, type PackStyle, type SparkInstances, type TileInstances } from './packing';
import type { Population } from './population';
import { sparkLook } from './sparks';
import { tileLook } from './tiles';

export class Swarm {
    readonly group = new Group();
    private readonly instances = emptyInstances();
    private readonly tiles: InstancedShape<TileInstances>;
    private readonly sparks: InstancedShape<SparkInstances>;
    private readonly blobs: InstancedShape<BlobInstances>;

    /** A swarm of a higher order is drawn over one of a lower order. */
    constructor(order: number) {
        this.tiles = new InstancedShape(tileLook, order, { grow: 0 });
        this.sparks = new InstancedShape(sparkLook, order + 0.1);
        this.blobs = new InstancedShape(blobLook, order + 0.2); // from afar there may be more particles than room between them
        this.group.add(this.blobs.mesh, this.tiles.mesh, this.sparks.mesh);
    }

    setLight(isLight: boolean): void {
        [this.tiles, this.sparks].forEach((layer) => layer.setLight(isLight));
    }

    show(population: Population, poses: Poses, velocities: Float32Array | null, view: Window2D, style: PackStyle): void {
        pack(population, poses, velocities, view, style, this.instances);
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
