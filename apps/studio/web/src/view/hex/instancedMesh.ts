// A mesh that is drawn once for each instance, with buffers that follow arrays which are rewritten for every picture and grow now and
// then. All lie in one plane, so what is drawn later is in front.
import {
    BufferAttribute,
    CustomBlending,
    DynamicDrawUsage,
    InstancedBufferAttribute,
    InstancedBufferGeometry,
    Mesh,
    OneFactor,
    OneMinusSrcAlphaFactor,
    ShaderMaterial,
    type IUniform,
    type TypedArray,
} from 'three';

export interface InstanceLayout {
    size: number; // numbers for each instance
    isNormalized: boolean;
}

export class InstancedShape {
    readonly mesh: Mesh;
    private readonly geometry = new InstancedBufferGeometry();
    private readonly material: ShaderMaterial;

    /** Colours come out of the shader multiplied by their opacity, so that one with little opacity adds light to what is behind it. */
    constructor(
        corners: number[], // x, y
        triangles: number[],
        private readonly layout: Record<string, InstanceLayout>,
        vertexShader: string,
        fragmentShader: string,
        uniforms: Record<string, IUniform>,
        order: number,
    ) {
        this.material = new ShaderMaterial({
            vertexShader,
            fragmentShader,
            uniforms,
            transparent: true,
            depthTest: false,
            depthWrite: false,
            blending: CustomBlending,
            blendSrc: OneFactor,
            blendDst: OneMinusSrcAlphaFactor,
            blendSrcAlpha: OneFactor,
            blendDstAlpha: OneMinusSrcAlphaFactor,
        });
        const flat = Array.from({ length: corners.length / 2 }, (_, i) => [corners[2 * i]!, corners[2 * i + 1]!, 0]).flat();
        this.geometry.setAttribute('position', new BufferAttribute(new Float32Array(flat), 3));
        this.geometry.setIndex(triangles);
        this.mesh = new Mesh(this.geometry, this.material);
        this.mesh.frustumCulled = false;
        this.mesh.visible = false;
        this.mesh.renderOrder = order;
    }

    hide(): void {
        this.mesh.visible = false;
    }

    /** The first `count` instances of these arrays. */
    show(count: number, arrays: Record<string, TypedArray>): void {
        this.mesh.visible = count > 0;
        this.geometry.instanceCount = count;
        if (count === 0) {
            return;
        }
        for (const [name, { size, isNormalized }] of Object.entries(this.layout)) {
            const array = arrays[name]!;
            let attribute = this.geometry.getAttribute(name) as InstancedBufferAttribute | undefined;
            if (attribute?.array.buffer !== array.buffer) {
                this.geometry.dispose(); // the old buffers are given back
                // Colours are written as whole numbers and read as their bytes.
                const content = array instanceof Uint32Array ? new Uint8Array(array.buffer) : array;
                attribute = new InstancedBufferAttribute(content, size, isNormalized).setUsage(DynamicDrawUsage);
                this.geometry.setAttribute(name, attribute);
            }
            attribute.clearUpdateRanges();
            attribute.addUpdateRange(0, count * size);
            attribute.needsUpdate = true;
        }
    }

    dispose(): void {
        this.geometry.dispose();
        this.material.dispose();
    }
}

export const square = { corners: [-1, -1, 1, -1, 1, 1, -1, 1], triangles: [0, 1, 2, 0, 2, 3] };
