// Flashes as they are drawn: light that spreads and fades, all in one draw call.
import type { IUniform } from 'three';
import type { Flash } from './flashes';
import { InstancedShape, square } from './instancedMesh';
import type { Window2D } from './packing';

const vertexShader = `
    attribute vec4 flash;
    attribute vec4 colour;
    uniform float pixel;
    varying vec2 vPlace;
    varying float vAge;
    varying vec4 vColour;
    void main() {
        vPlace = position.xy;
        vAge = flash.w;
        vColour = colour;
        float radius = max(flash.z, 2.5 * pixel) * (0.45 + 0.55 * sqrt(vAge));
        gl_Position = projectionMatrix * modelViewMatrix * vec4(flash.xy + position.xy * radius, 0.0, 1.0);
    }`;

const fragmentShader = `
    varying vec2 vPlace;
    varying float vAge;
    varying vec4 vColour;
    uniform bool isLight;
    void main() {
        float away = length(vPlace);
        float inwards = max(0.0, 1.0 - away);
        float left = (1.0 - vAge) * (1.0 - vAge);
        float heart = (0.75 * inwards * inwards + pow(inwards, 6.0)) * left;
        float ring = smoothstep(0.35, 0.0, abs(away - 0.55 - 0.35 * vAge)) * inwards * left * 0.8;
        vec3 shown = mix(vColour.rgb, vec3(1.0, 0.96, 0.88), clamp(1.6 * heart - 0.25, 0.0, 1.0)) * (heart * 1.9 + ring);
        gl_FragColor = vec4(shown, isLight ? clamp(heart + ring, 0.0, 1.0) : 0.0);
    }`;

export class Flares {
    private readonly uniforms: Record<'pixel' | 'isLight', IUniform> = { pixel: { value: 1 }, isLight: { value: false } };
    private readonly shape: InstancedShape;
    private flashes = new Float32Array(0);
    private colours = new Uint32Array(0);

    constructor(order: number) {
        this.shape = new InstancedShape(
            square.corners,
            square.triangles,
            { flash: { size: 4, isNormalized: false }, colour: { size: 4, isNormalized: true } },
            vertexShader,
            fragmentShader,
            this.uniforms,
            order,
        );
    }

    get mesh() {
        return this.shape.mesh;
    }

    setLight(isLight: boolean): void {
        this.uniforms.isLight.value = isLight;
    }

    show(which: Flash[], frame: number, view: Window2D): void {
        if (this.colours.length < which.length) {
            this.flashes = new Float32Array(4 * (which.length + 64));
            this.colours = new Uint32Array(which.length + 64);
        }
        which.forEach((flash, i) => {
            this.flashes.set([flash.x - view.x, flash.y - view.y, flash.size, (frame - flash.from) / flash.frames], 4 * i);
            this.colours[i] = (flash.colour | 0xff000000) >>> 0;
        });
        this.mesh.position.set(view.x, view.y, 0);
        this.uniforms.pixel.value = view.pixel;
        this.shape.show(which.length, { flash: this.flashes, colour: this.colours });
    }

    hide(): void {
        this.shape.hide();
    }

    dispose(): void {
        this.shape.dispose();
    }
}
