// The bodies of one frame as instances: one draw call for each geometry, and several for round ones, which have more corners the larger
// they are in the picture. There is a layer for the frame on show, one for the compared branch, and two for outlines.
import { DynamicDrawUsage, Group, InstancedBufferAttribute, InstancedMesh, type BufferGeometry } from 'three';
import type { Viewpoint } from '../camera/viewpoint';
import type { Poses } from '../common/poses';
import { markForUpload } from '../common/upload';
import { boxGeometry, capsuleGeometry, cylinderGeometry, hullGeometry, meshGeometry, sphereGeometry } from './geometries';
import { bodyMaterials, type BodyMaterials, type LayerStyle } from './materials';
import { pack, type Packed, type PackOptions } from './packing';
import { idOfFacets, type Batch, type Parts } from './parts';

const roundKinds: Batch['kind'][] = ['sphere', 'capsule', 'cylinder'];
/** The number of corners around a round geometry, by its radius in the picture. */
const detailLevels = [
    { fromPixels: 0, toPixels: 7, around: 8 },
    { fromPixels: 7, toPixels: 22, around: 14 },
    { fromPixels: 22, toPixels: 80, around: 24 },
    { fromPixels: 80, toPixels: Infinity, around: 48 },
];
const manyPieces = 500;
const limitsOfFew = 0.35; // fewer pieces get more corners: this share of the limits applies
const singleLevel = [{ fromPixels: 0, toPixels: Infinity, around: 0 }];

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

    get(batch: Batch, around: number): BufferGeometry {
        const id = batch.facets ? idOfFacets(batch.facets) : `${batch.kind} ${around}`;
        let geometry = this.all.get(id);
        if (!geometry) {
            geometry = makeGeometry(batch, around);
            this.all.set(id, geometry);
        }
        return geometry;
    }

    dispose(): void {
        this.all.forEach((geometry) => geometry.dispose());
    }
}

function makeGeometry(batch: Batch, around: number): BufferGeometry {
    switch (batch.kind) {
        case 'sphere':
            return sphereGeometry(around);
        case 'capsule':
            return capsuleGeometry(around);
        case 'cylinder':
            return cylinderGeometry(around);
        case 'box':
            return boxGeometry();
        case 'hull':
        case 'mesh':
            return batch.facets?.kind === 'mesh' ? meshGeometry(batch.facets) : batch.facets ? hullGeometry(batch.facets) : boxGeometry();
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
    show(
        parts: Parts,
        poses: Poses,
        colours: Float32Array,
        viewpoint: Viewpoint,
        options: Omit<PackOptions, 'fromPixels' | 'toPixels'>,
    ): void {
        this.hide();
        const share = parts.count > manyPieces ? 1 : limitsOfFew;
        for (const batch of parts.batches) {
            for (const target of this.targetsOf(batch)) {
                const { mesh, packed } = target;
                const range = { fromPixels: target.fromPixels * share, toPixels: target.toPixels * share };
                const count = pack(parts, batch.begin, batch.end, poses, colours, viewpoint, { ...options, ...range }, packed);
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
        const needed = batch.end - batch.begin;
        const found = this.targets.get(batch.id);
        if (found && (found[0]?.capacity ?? 0) >= needed) {
            return found;
        }
        found?.forEach((target) => {
            this.group.remove(target.mesh);
            discard(target);
        });
        const capacity = Math.max(8, Math.ceil(needed * 1.25));
        const levels = roundKinds.includes(batch.kind) ? detailLevels : singleLevel;
        const made = levels.map((level) => this.make(batch, capacity, level));
        this.targets.set(batch.id, made);
        made.forEach((target) => this.group.add(target.mesh));
        return made;
    }

    private make(batch: Batch, capacity: number, level: (typeof detailLevels)[number]): Target {
        // A geometry of its own, because the stretches belong to these instances.
        const geometry = this.shelf.get(batch, level.around).clone();
        const stretches = new InstancedBufferAttribute(new Float32Array(capacity), 1).setUsage(DynamicDrawUsage);
        geometry.setAttribute('stretch', stretches);
        const materials = bodyMaterials(this.style, batch.look, batch.kind);
        const mesh = new InstancedMesh(geometry, materials.surface, capacity);
        mesh.instanceMatrix.setUsage(DynamicDrawUsage);
        mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * capacity), 3).setUsage(DynamicDrawUsage);
        mesh.frustumCulled = false; // instances are all over the place
        mesh.receiveShadow = this.style === 'solid' && batch.look === 'solid';
        mesh.castShadow = mesh.receiveShadow && batch.kind !== 'mesh'; // a landscape is shaded by its slopes
        mesh.customDepthMaterial = materials.depth;
        mesh.renderOrder = { solid: 0, outline: 0, faint: 2, wire: 4 }[this.style];
        const packed = {
            matrices: mesh.instanceMatrix.array as Float32Array,
            colours: mesh.instanceColor.array as Float32Array,
            stretches: stretches.array as Float32Array,
        };
        return { mesh, materials, packed, capacity, fromPixels: level.fromPixels, toPixels: level.toPixels };
    }
}

function upload(attribute: unknown, length: number): void {
    if (attribute instanceof InstancedBufferAttribute && length > 0) {
        markForUpload(attribute, length);
    }
}

function discard(target: Target): void {
    target.mesh.geometry.dispose();
    target.mesh.dispose();
    target.materials.surface.dispose();
    target.materials.depth.dispose();
}
