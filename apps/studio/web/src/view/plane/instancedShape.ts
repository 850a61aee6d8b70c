// A shape that is drawn once for each instance, all in one draw call. What tells one kind from another is a table: its corners, its
// shaders and which arrays its instances are read from. The arrays are rewritten for every picture and grow now and then. All lie in
// one plane, so what is drawn later is in front.
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
    type TypedArray,
} from 'three';
import type { Window2D } from './window';

/** One kind of shape, whose instances come as arrays in an `Instances`. */
export interface Look<Instances> {
    corners: number[]; // x, y
    triangles: number[];
    /** For each attribute of the shader: its array, and how many numbers an instance has there. Whole numbers are read as 0 to 1. */
    attributes: Record<string, readonly [array: Exclude<keyof Instances & string, 'count'>, size: number]>;
    /**
     * Colours come out of the shader multiplied by their opacity, so that one with little opacity adds light to what is behind it.
     * All shaders know `pixel` and `texel` of the window, and `isLight`: whether the theme is.
     */
    vertexShader: string;
    fragmentShader: string;
}

export const square = { corners: [-1, -1, 1, -1, 1, 1, -1, 1], triangles: [0, 1, 2, 0, 2, 3] };

const known = `
    uniform float pixel;
    uniform float texel;
    uniform bool isLight;
`;

export class InstancedShape<Instances extends { count: number }> {
    readonly mesh: Mesh;
    private readonly geometry = new InstancedBufferGeometry();
    private readonly material: ShaderMaterial;
    private readonly uniforms = { pixel: { value: 1 }, texel: { value: 1 }, isLight: { value: false } };

    /** Those of a higher order are drawn over those of a lower one. `numbers`: what its shaders know besides. */
    constructor(
        private readonly look: Look<Instances>,
        order: number,
        numbers: Record<string, number> = {},
    ) {
        const own = Object.entries(numbers).map(([name, value]) => [name, { value }] as const);
        this.material = new ShaderMaterial({
            vertexShader: known + look.vertexShader,
            fragmentShader: known + look.fragmentShader,
            uniforms: { ...this.uniforms, ...Object.fromEntries(own) },
            transparent: true,
            depthTest: false,
            depthWrite: false,
            blending: CustomBlending,
            blendSrc: OneFactor,
            blendDst: OneMinusSrcAlphaFactor,
            blendSrcAlpha: OneFactor,
            blendDstAlpha: OneMinusSrcAlphaFactor,
        });
        const { corners } = look;
        const flat = Array.from({ length: corners.length / 2 }, (_, i) => [corners[2 * i]!, corners[2 * i + 1]!, 0]).flat();
        this.geometry.setAttribute('position', new BufferAttribute(new Float32Array(flat), 3));
        this.geometry.setIndex(look.triangles);
        this.mesh = new Mesh(this.geometry, this.material);
        this.mesh.frustumCulled = false;
        this.mesh.visible = false;
        this.mesh.renderOrder = order;
    }

    setLight(isLight: boolean): void {
        this.uniforms.isLight.value = isLight;
    }

    hide(): void {
        this.mesh.visible = false;
    }

    /** These instances, whose places are relative to the middle of the window. */
    show(instances: Instances, view: Window2D): void {
        this.fill(instances);
        this.mesh.position.set(view.x, view.y, 0);
        this.see(view);
    }

    /** Hands over instances, for pictures to come. */
    fill(instances: Instances): void {
        const { count } = instances;
        this.mesh.visible = count > 0;
        this.geometry.instanceCount = count;
        if (count === 0) {
            return;
        }
        for (const [name, [from, size]] of Object.entries(this.look.attributes)) {
            const array = instances[from] as TypedArray;
            let attribute = this.geometry.getAttribute(name) as InstancedBufferAttribute | undefined;
            if (attribute?.array.buffer !== array.buffer) {
                this.geometry.dispose(); // the old buffers are given back
                // Colours are written as whole numbers and read as their bytes.
                const content = array instanceof Uint32Array ? new Uint8Array(array.buffer) : array;
                attribute = new InstancedBufferAttribute(content, size, !(array instanceof Float32Array)).setUsage(DynamicDrawUsage);
                this.geometry.setAttribute(name, attribute);
            }
            attribute.clearUpdateRanges();
            attribute.addUpdateRange(0, count * size);
            attribute.needsUpdate = true;
        }
    }

    /** How large pixels are in the next picture. */
    see(view: Window2D): void {
        this.uniforms.pixel.value = view.pixel;
        this.uniforms.texel.value = view.texel;
    }

    dispose(): void {
        this.geometry.dispose();
        this.material.dispose();
    }
}
