// A shape that is drawn once for each instance, all in one draw call. What tells one kind from another is a table: its corners, its
// shaders and which arrays its instances are read from. All lie in one plane, so what is drawn later is in front.
import { BufferGeometry, CustomBlending, Mesh, OneFactor, OneMinusSrcAlphaFactor, ShaderMaterial, type TypedArray } from 'three';
import { makeBuffers, type InstanceBuffers, type Outline } from './buffers';
import type { Window2D } from './window';

/** One kind of shape, whose instances come as arrays in an `Instances`. */
export interface Look<Instances> extends Outline {
    /** For each attribute of the shader: its array, and how many numbers an instance has there. */
    attributes: Record<string, readonly [array: Exclude<keyof Instances & string, 'count'>, size: number]>;
    /**
     * Colours come out of the shader multiplied by their opacity, so that one with little opacity adds light to what is behind it.
     * All shaders know `pixel` and `texel` of the window, and `isLight`: whether the theme is.
     */
    vertexShader: string;
    fragmentShader: string;
}

export const square: Outline = { corners: [-1, -1, 1, -1, 1, 1, -1, 1], triangles: [0, 1, 2, 0, 2, 3] };

const known = `
    uniform float pixel;
    uniform float texel;
    uniform bool isLight;
`;

export class InstancedShape<Instances extends { count: number }> {
    readonly mesh: Mesh;
    private readonly material: ShaderMaterial;
    private readonly uniforms = { pixel: { value: 1 }, texel: { value: 1 }, isLight: { value: false } };
    private buffers: InstanceBuffers | null = null;
    private pending: Instances | null = null;

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
        this.mesh = new Mesh(new BufferGeometry(), this.material);
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

    /** Other instances, from the next picture on. */
    fill(instances: Instances): void {
        this.mesh.visible = instances.count > 0;
        this.pending = instances;
    }

    /** The same instances in a picture of this window. */
    see(view: Window2D): void {
        this.uniforms.pixel.value = view.pixel;
        this.uniforms.texel.value = view.texel;
        if (this.pending && this.pending.count > 0) {
            this.upload(this.pending, view.isQuick);
        }
        this.pending = null;
    }

    dispose(): void {
        this.mesh.geometry.dispose();
        this.material.dispose();
    }

    private upload(instances: Instances, isQuick: boolean): void {
        if (!this.buffers) {
            this.buffers = makeBuffers(this.look, isQuick);
            this.mesh.geometry = this.buffers.geometry;
        }
        this.buffers.begin(instances.count);
        for (const [name, [from, size]] of Object.entries(this.look.attributes)) {
            this.buffers.write(name, instances[from] as TypedArray, size);
        }
    }
}
