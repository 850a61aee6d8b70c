// A faint grid behind a flat world that shows the scale. Two grids are drawn at a time, a fine one and one `step` times as wide; the finer
// one fades out as the camera moves away.
import { Mesh, PlaneGeometry, ShaderMaterial, Vector2, Vector3 } from 'three';
import type { Theme } from '../palette';
import { packHex, partsOfColour } from './colours';
import type { Window2D } from './window';

export interface Lattice {
    /** GLSL, the body of a function of `vec2 p`: the distance to the nearest line of a lattice of width 1. */
    toLine: string;
    period: [number, number]; // after which it repeats
    step: number; // the ratio of the widths of two grids
}

const minPixels = 70; // about the width of the finest visible grid
const looks: Record<Theme, { line: string; strength: number }> = {
    dark: { line: '#8fb0ff', strength: 0.085 },
    light: { line: '#3a5a94', strength: 0.11 },
};

export class Grid {
    readonly mesh: Mesh;
    private readonly material: ShaderMaterial;
    private readonly uniforms = {
        corner: { value: new Vector2() },
        extent: { value: new Vector2() },
        wide: { value: 1 },
        pixel: { value: 1 },
        share: { value: 0 },
        colour: { value: new Vector3() },
        strength: { value: 0 },
    };

    constructor(
        private readonly lattice: Lattice,
        order: number,
    ) {
        this.material = new ShaderMaterial({
            vertexShader,
            fragmentShader: fragmentShaderOf(lattice),
            uniforms: this.uniforms,
            transparent: true,
            depthTest: false,
            depthWrite: false,
        });
        this.mesh = new Mesh(new PlaneGeometry(2, 2), this.material);
        this.mesh.frustumCulled = false;
        this.mesh.renderOrder = order;
        this.setTheme('dark');
    }

    setTheme(theme: Theme): void {
        this.uniforms.colour.value.set(...partsOfColour(packHex(looks[theme].line)));
        this.uniforms.strength.value = looks[theme].strength;
    }

    show(view: Window2D): void {
        const { uniforms } = this;
        const { step, period } = this.lattice;
        const level = Math.log(view.pixel * minPixels) / Math.log(step);
        const finest = Math.max(0, Math.floor(level));
        const wide = step ** finest;
        uniforms.wide.value = wide;
        uniforms.share.value = level < 0 ? 1 : 1 - (level - finest);
        uniforms.pixel.value = view.texel;
        uniforms.extent.value.set(view.halfWidth, view.halfHeight);
        const coarse = wide * step;
        uniforms.corner.value.set(remainder(view.x, coarse * period[0]), remainder(view.y, coarse * period[1]));
    }

    dispose(): void {
        this.mesh.geometry.dispose();
        this.material.dispose();
    }
}

const vertexShader = `
    varying vec2 vAt;
    void main() {
        vAt = position.xy;
        gl_Position = vec4(position.xy, 0.0, 1.0);
    }`;

function fragmentShaderOf(lattice: Lattice): string {
    return `
    uniform vec2 corner;
    uniform vec2 extent;
    uniform float wide;
    uniform float pixel;
    uniform float share;
    uniform vec3 colour;
    uniform float strength;
    varying vec2 vAt;
    float toLine(vec2 p) {
        ${lattice.toLine}
    }
    float lines(float width) {
        // The corner is reduced modulo the grid, so that float32 is precise far away from the origin.
        float away = toLine((corner + vAt * extent) / width) * width / pixel;
        return 1.0 - smoothstep(0.35, 1.1, away);
    }
    void main() {
        float line = max(lines(wide * ${lattice.step}.0), lines(wide) * share);
        gl_FragColor = vec4(colour, line * strength);
    }`;
}

function remainder(value: number, of: number): number {
    return value - Math.floor(value / of) * of;
}
