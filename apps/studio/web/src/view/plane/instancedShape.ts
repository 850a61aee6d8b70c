// A shape that is drawn once for each instance, all in one draw call. A `Look` is the table of one kind of shape: its corners, its shaders
// and the arrays with its instances. All shapes lie in one plane, so what is drawn later is in front.
import { BufferGeometry, CustomBlending, Mesh, OneFactor, OneMinusSrcAlphaFactor, ShaderMaterial, type TypedArray } from 'three';
import { cornersOfLine, distanceToLine, rotation } from '../common/glsl';
import { makeBuffers, type InstanceBuffers, type Outline } from './buffers';
import type { Window2D } from './window';

/**
 * One kind of shape, whose instances come as arrays in an `Instances`. Both shaders know the uniforms `pixel` and `texel` of the window,
 * `isLight` (the light theme) and those of `uniforms`.
 */
export interface Look<Instances> extends Outline {
    /** For each attribute its array, and the number of components. */
    attributes: Record<string, readonly [array: Exclude<keyof Instances & string, 'count'>, size: number]>;
    varyings: Record<string, 'float' | 'vec2' | 'vec3' | 'vec4'>;
    uniforms?: readonly string[]; // floats
    /** GLSL: functions for the fragment shader. */
    functions?: string;
    /** GLSL: the body of a function that sets the varyings and returns a corner, relative to the middle of the window. */
    corner: string;
    /** GLSL: the body of a function that returns a colour multiplied by its opacity. One with less opacity adds light. */
    shade: string;
}

export const square: Outline = { corners: [-1, -1, 1, -1, 1, 1, -1, 1], triangles: [0, 1, 2, 0, 2, 3] };

const types = ['float', 'float', 'vec2', 'vec3', 'vec4'];

// The share of a pixel that is covered, by how far inside an edge its centre is.
const coverage = `
    float coverage(float inside) {
        return clamp(0.5 + inside / texel, 0.0, 1.0);
    }`;

const premultiplied = `
    vec4 premultiplied(vec3 colour, float opacity) {
        return vec4(colour * opacity, opacity);
    }`;

function declarations<I>(look: Look<I>): string {
    return [
        'uniform float pixel;',
        'uniform float texel;',
        'uniform bool isLight;',
        ...(look.uniforms ?? []).map((name) => `uniform float ${name};`),
        ...Object.entries(look.varyings).map(([name, type]) => `varying ${type} ${name};`),
    ].join('\n');
}

function vertexShaderOf<I>(look: Look<I>): string {
    return `
    ${Object.entries(look.attributes)
        .map(([name, [, size]]) => `attribute ${types[size]} ${name};`)
        .join('\n')}
    ${declarations(look)}
    ${rotation}
    ${cornersOfLine}
    vec2 corner() {
        ${look.corner}
    }
    void main() {
        gl_Position = projectionMatrix * modelViewMatrix * vec4(corner(), 0.0, 1.0);
    }`;
}

function fragmentShaderOf<I>(look: Look<I>): string {
    return `
    ${declarations(look)}
    ${rotation}
    ${distanceToLine}
    ${coverage}
    ${premultiplied}
    ${look.functions ?? ''}
    vec4 shade() {
        ${look.shade}
    }
    void main() {
        gl_FragColor = shade();
    }`;
}

export class InstancedShape<Instances extends { count: number }> {
    readonly mesh: Mesh;
    private readonly material: ShaderMaterial;
    private readonly uniforms = { pixel: { value: 1 }, texel: { value: 1 }, isLight: { value: false } };
    private buffers: InstanceBuffers | null = null;
    private pending: Instances | null = null;

    /** A shape of a higher order is drawn over one of a lower order. `values`: of the look's own uniforms. */
    constructor(
        private readonly look: Look<Instances>,
        order: number,
        values: Record<string, number> = {},
    ) {
        const own = Object.entries(values).map(([name, value]) => [name, { value }] as const);
        this.material = new ShaderMaterial({
            vertexShader: vertexShaderOf(look),
            fragmentShader: fragmentShaderOf(look),
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

    /** Shows instances whose positions are relative to the middle of the window. */
    show(instances: Instances, view: Window2D): void {
        this.fill(instances);
        this.mesh.position.set(view.x, view.y, 0);
        this.setWindow(view);
    }

    /** Replaces the instances, from the next picture on. */
    fill(instances: Instances): void {
        this.mesh.visible = instances.count > 0;
        this.pending = instances;
    }

    /** Prepares a picture of this window, with the same instances or with those that were filled in since. */
    setWindow(view: Window2D): void {
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
