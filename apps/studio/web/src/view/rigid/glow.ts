// The glow around attractors: discs that face the camera, all in one draw call.
import { CustomBlending, NormalBlending, OneFactor, ShaderMaterial, SrcAlphaFactor, ZeroFactor } from 'three';
import { InstancedQuads } from '../common/instancedQuads';
import type { Theme } from '../palette';

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
        float inwards = max(0.0, 1.0 - length(vPlace));
        float light = 0.4 * pow(inwards, 2.0) + pow(inwards, 5.0);
        gl_FragColor = vec4(vTint, light * strength);
        #include <colorspace_fragment>
    }`;

export class Glow {
    private readonly uniforms = { strength: { value: 1 } };
    private readonly material = new ShaderMaterial({
        vertexShader,
        fragmentShader,
        uniforms: this.uniforms,
        transparent: true,
        depthWrite: false,
        // In the dark theme light is added, also to the backdrop behind the canvas, so the canvas keeps its opacity.
        blendSrc: SrcAlphaFactor,
        blendDst: OneFactor,
        blendSrcAlpha: ZeroFactor,
        blendDstAlpha: OneFactor,
    });
    private readonly quads = new InstancedQuads(this.material, { ball: 4, tint: 3 }, 1);
    readonly mesh = this.quads.mesh;

    constructor() {
        this.setTheme('dark');
    }

    setTheme(theme: Theme): void {
        this.material.blending = theme === 'dark' ? CustomBlending : NormalBlending;
        this.uniforms.strength.value = theme === 'dark' ? 0.8 : 0.6;
        this.material.needsUpdate = true;
    }

    /** Balls: x, y, z and the radius of the glow; colours: three for each. */
    show(balls: number[], colours: number[]): void {
        const count = balls.length / 4;
        this.quads.reserve(count);
        this.quads.array('ball').set(balls);
        this.quads.array('tint').set(colours);
        this.quads.show(count);
    }

    dispose(): void {
        this.quads.dispose();
    }
}
