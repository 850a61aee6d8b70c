// Bodies of one frame as instances: one draw call for each geometry, two for balls (fine ones nearby, coarse ones far away). There is a
// layer for what is shown, one for what is compared with it, and one for outlines.
import { DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedMesh, type BufferGeometry } from 'three';
import { boxGeometry, capsuleGeometry, cylinderGeometry, hullGeometry, sphereGeometry } from './geometries';
import { bodyMaterials, type BodyMaterials, type LayerStyle } from './materials';
import { pack, type Packed, type PackOptions, type Poses, type Sight } from './packing';
import { idOfHull, type Batch, type Parts } from './parts';

const finePixels = 20; // the radius from which a ball is a fine one

interface Target {
    mesh: InstancedMesh;
    materials: BodyMaterials;
    packed: Packed;
    capacity: number;
    fromPixels: number;
    toPixels: number;
}

/** Geometries that all layers share. */
export class GeometryShelf {
    private readonly all = new Map<string, BufferGeometry>();

    get(batch: Batch, isFine: boolean): BufferGeometry {
        const id = batch.hull ? idOfHull(batch.hull) : `${batch.kind} ${isFine}`;
        let geometry = this.all.get(id);
        if (!geometry) {
            geometry = makeGeometry(batch, isFine);
            this.all.set(id, geometry);
        }
        return geometry;
    }

    dispose(): void {
        this.all.forEach((geometry) => geometry.dispose());
    }
}

function makeGeometry(batch: Batch, isFine: boolean): BufferGeometry {
    switch (batch.kind) {
        case 'sphere':
            return sphereGeometry(isFine);
        case 'capsule':
            return capsuleGeometry();
        case 'cylinder':
            return cylinderGeometry();
        case 'box':
            return boxGeometry();
        case 'hull':
            return batch.hull ? hullGeometry(batch.hull) : boxGeometry();
    }
}

export class Layer {
    readonly group = new Group();
    private readonly targets = new Map<string, Target[]>();

    constructor(
        private readonly shelf: GeometryShelf,
        private readonly style: LayerStyle,
    ) {}

    /** Shows these pieces and nothing else. */
    show(parts: Parts, poses: Poses, colours: Float32Array, sight: Sight, options: Omit<PackOptions, 'fromPixels' | 'toPixels'>): void {
        this.hide();
        for (const batch of parts.batches) {
            for (const target of this.targetsOf(batch)) {
                const { mesh, packed, fromPixels, toPixels } = target;
                const count = pack(parts, batch.start, batch.end, poses, colours, sight, { ...options, fromPixels, toPixels }, packed);
                mesh.count = count;
                mesh.visible = count > 0;
                upload(mesh.instanceMatrix, 16 * count);
                upload(mesh.instanceColor, 3 * count);
                if (batch.kind === 'capsule') {
                    upload(mesh.geometry.getAttribute('stretch'), count);
                }
            }
        }
    }

    hide(): void {
        this.group.children.forEach((mesh) => (mesh.visible = false));
    }

    dispose(): void {
        this.targets.forEach((targets) => targets.forEach(discard));
        this.targets.clear();
        this.group.clear();
    }

    private targetsOf(batch: Batch): Target[] {
        const needed = batch.end - batch.start;
        const found = this.targets.get(batch.id);
        if (found && (found[0]?.capacity ?? 0) >= needed) {
            return found;
        }
        found?.forEach((target) => {
            this.group.remove(target.mesh);
            discard(target);
        });
        const capacity = Math.max(8, Math.ceil(needed * 1.25));
        const made =
            batch.kind === 'sphere'
                ? [this.make(batch, capacity, true, finePixels, Infinity), this.make(batch, capacity, false, 0, finePixels)]
                : [this.make(batch, capacity, true, 0, Infinity)];
        this.targets.set(batch.id, made);
        made.forEach((target) => this.group.add(target.mesh));
        return made;
    }

    private make(batch: Batch, capacity: number, isFine: boolean, fromPixels: number, toPixels: number): Target {
        // A geometry of its own, since the stretches are of these instances.
        const geometry = this.shelf.get(batch, isFine).clone();
        const stretches = new InstancedBufferAttribute(new Float32Array(capacity), 1).setUsage(DynamicDrawUsage);
        geometry.setAttribute('stretch', stretches);
        const materials = bodyMaterials(this.style, batch.look, batch.kind === 'sphere');
        const mesh = new InstancedMesh(geometry, materials.surface, capacity);
        mesh.instanceMatrix.setUsage(DynamicDrawUsage);
        mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * capacity), 3).setUsage(DynamicDrawUsage);
        mesh.frustumCulled = false; // instances are all over the place
        mesh.castShadow = this.style === 'solid' && batch.look === 'solid';
        mesh.receiveShadow = mesh.castShadow;
        mesh.customDepthMaterial = materials.depth;
        mesh.renderOrder = this.style === 'faint' ? 2 : 0;
        const packed = {
            matrices: mesh.instanceMatrix.array as Float32Array,
            colours: mesh.instanceColor.array as Float32Array,
            stretches: stretches.array as Float32Array,
        };
        return { mesh, materials, packed, capacity, fromPixels, toPixels };
    }
}

function upload(what: unknown, length: number): void {
    if (what instanceof InstancedBufferAttribute && length > 0) {
        what.clearUpdateRanges();
        what.addUpdateRange(0, length);
        what.needsUpdate = true;
    }
}

function discard(target: Target): void {
    target.mesh.geometry.dispose();
    target.mesh.dispose();
    target.materials.surface.dispose();
    target.materials.depth.dispose();
}
