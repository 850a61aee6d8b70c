// The glow around attractors: discs that face the camera, all in one draw call.
import {
    CustomBlending,
    InstancedBufferAttribute,
    Mesh,
    NormalBlending,
    OneFactor,
    ShaderMaterial,
    SrcAlphaFactor,
    ZeroFactor,
} from 'three';
import type { Theme } from '../palette';
import { squares } from './geometries';

const vertexShader = `
    attribute vec4 ball;
    attribute vec3 tint;
    varying vec2 vPlace;
    varying vec3 vTint;
    void main() {
        vPlace = position.xy;
        vTint = tint;
        vec4 center = modelViewMatrix * vec4(ball.xyz, 1.0);
        gl_Position = projectionMatrix * (center + vec4(position.xy * ball.w, 0.0, 0.0));
    }`;

const fragmentShader = `
    varying vec2 vPlace;
    varying vec3 vTint;
    uniform float strength;
    void main() {
        float away = length(vPlace);
        float inwards = max(0.0, 1.0 - away);
        float light = 0.4 * pow(inwards, 2.0) + pow(inwards, 5.0);
        gl_FragColor = vec4(vTint, light * strength);
        #include <colorspace_fragment>
    }`;

export class Glow {
    readonly mesh: Mesh;
    private readonly geometry = squares();
    private readonly material = new ShaderMaterial({
        vertexShader,
        fragmentShader,
        uniforms: { strength: { value: 1 } },
        transparent: true,
        depthWrite: false,
        // By night, light is added, also to the backdrop, which lies behind the canvas: its opacity stays as it is.
        blendSrc: SrcAlphaFactor,
        blendDst: OneFactor,
        blendSrcAlpha: ZeroFactor,
        blendDstAlpha: OneFactor,
    });
    private capacity = 0;

    constructor() {
        this.mesh = new Mesh(this.geometry, this.material);
        this.mesh.frustumCulled = false;
        this.mesh.visible = false;
        this.mesh.renderOrder = 1;
        this.setTheme('dark');
    }

    setTheme(theme: Theme): void {
        this.material.blending = theme === 'dark' ? CustomBlending : NormalBlending;
        this.material.uniforms['strength']!.value = theme === 'dark' ? 0.8 : 0.6;
        this.material.needsUpdate = true;
    }

    /** Balls: x, y, z and the radius of the glow; colours: three for each. */
    show(balls: number[], colours: number[]): void {
        const count = balls.length / 4;
        if (count > this.capacity) {
            this.capacity = count;
            this.geometry.dispose();
            this.geometry.setAttribute('ball', new InstancedBufferAttribute(new Float32Array(4 * count), 4));
            this.geometry.setAttribute('tint', new InstancedBufferAttribute(new Float32Array(3 * count), 3));
        }
        this.mesh.visible = count > 0;
        this.geometry.instanceCount = count;
        if (count > 0) {
            for (const [name, values] of [
                ['ball', balls],
                ['tint', colours],
            ] as const) {
                const attribute = this.geometry.getAttribute(name) as InstancedBufferAttribute;
                attribute.set(values);
                attribute.needsUpdate = true;
            }
        }
    }

    dispose(): void {
        this.geometry.dispose();
        this.material.dispose();
    }
}
