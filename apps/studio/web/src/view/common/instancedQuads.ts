// Squares from -1 to 1, drawn once for each instance in one draw call. The material's shader places each of them.
import { BufferAttribute, DynamicDrawUsage, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, type ShaderMaterial } from 'three';
import { markForUpload } from './upload';

const growth = 1.25;

export class InstancedQuads {
    readonly mesh: Mesh;
    private readonly geometry = new InstancedBufferGeometry();
    private readonly arrays = new Map<string, Float32Array>();
    private capacity = 0;

    /** `attributes`: the number of components of each. */
    constructor(
        private readonly material: ShaderMaterial,
        private readonly attributes: Record<string, number>,
        renderOrder = 0,
    ) {
        this.geometry.setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]), 3));
        this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
        this.geometry.instanceCount = 0;
        this.mesh = new Mesh(this.geometry, material);
        this.mesh.frustumCulled = false;
        this.mesh.visible = false;
        this.mesh.renderOrder = renderOrder;
    }

    /** Makes room for `count` instances. Arrays that have to grow lose their content. */
    reserve(count: number): void {
        if (count <= this.capacity) {
            return;
        }
        this.capacity = Math.ceil(count * growth);
        this.geometry.dispose();
        for (const [name, size] of Object.entries(this.attributes)) {
            const array = new Float32Array(size * this.capacity);
            this.arrays.set(name, array);
            this.geometry.setAttribute(name, new InstancedBufferAttribute(array, size).setUsage(DynamicDrawUsage));
        }
    }

    /** The values of an attribute, for all instances that there is room for. */
    array(name: string): Float32Array {
        return this.arrays.get(name) ?? new Float32Array(0);
    }

    /** Shows the first `count` instances as they have been written. */
    show(count: number): void {
        this.geometry.instanceCount = count;
        this.mesh.visible = count > 0;
        if (count > 0) {
            for (const [name, size] of Object.entries(this.attributes)) {
                markForUpload(this.geometry.getAttribute(name) as InstancedBufferAttribute, size * count);
            }
        }
    }

    hide(): void {
        this.mesh.visible = false;
    }

    dispose(): void {
        this.geometry.dispose();
        this.material.dispose();
    }
}
