// The backdrop of a hex world: stars that drift more slowly than the world, and a faint hexagonal grid that shows the scale.
import { BufferAttribute, BufferGeometry, Group, Points, ShaderMaterial, Vector2, Vector3 } from 'three';
import { randomSequence } from '../common/random';
import type { Theme } from '../palette';
import { packHex, partsOfColour } from '../plane/colours';
import { Grid, type Lattice } from '../plane/grid';
import type { Window2D } from '../plane/window';

const starCount = 420;

const starVertexShader = `
    attribute float depth;
    attribute float light;
    uniform vec2 drift;
    uniform vec2 picture;
    uniform float ratio;
    varying float vLight;
    void main() {
        vLight = light;
        // The stars repeat beyond the edges.
        vec2 extent = vec2(max(picture.x, picture.y) + 40.0);
        vec2 at = mod(position.xy * extent - drift * depth, extent) - 20.0;
        gl_Position = vec4(at / picture * 2.0 - 1.0, 0.0, 1.0);
        gl_PointSize = ratio * (light > 0.75 ? 2.6 : 1.7);
    }`;

const starFragmentShader = `
    uniform vec3 colour;
    uniform float strength;
    varying float vLight;
    void main() {
        float opacity = strength * vLight * (1.0 - smoothstep(0.55, 1.0, length(gl_PointCoord * 2.0 - 1.0)));
        gl_FragColor = vec4(colour, opacity);
    }`;

const hexagons: Lattice = {
    toLine: `
        vec2 step = vec2(1.0, 1.7320508);
        vec2 a = mod(p, step) - step * 0.5;
        vec2 b = mod(p - step * 0.5, step) - step * 0.5;
        vec2 q = abs(dot(a, a) < dot(b, b) ? a : b);
        return 0.5 - max(q.x, dot(q, vec2(0.5, 0.8660254)));`,
    period: [1, Math.sqrt(3)],
    step: 8,
};

const looks: Record<Theme, { star: string; strength: number }> = {
    dark: { star: '#cfdcff', strength: 0.62 },
    light: { star: '#4a5f86', strength: 0.34 },
};

export class Sky {
    readonly group = new Group();
    private readonly starUniforms = {
        drift: { value: new Vector2() },
        picture: { value: new Vector2(1, 1) },
        ratio: { value: 1 },
        colour: { value: new Vector3() },
        strength: { value: 0 },
    };
    private readonly stars = new Points(
        makeStars(),
        new ShaderMaterial({
            vertexShader: starVertexShader,
            fragmentShader: starFragmentShader,
            uniforms: this.starUniforms,
            transparent: true,
            depthTest: false,
            depthWrite: false,
        }),
    );
    private readonly grid = new Grid(hexagons, -19);
    private last: Window2D | null = null;

    constructor() {
        this.stars.frustumCulled = false;
        this.stars.renderOrder = -20;
        this.group.add(this.stars, this.grid.mesh);
        this.setTheme('dark');
    }

    setTheme(theme: Theme): void {
        const { star, strength } = looks[theme];
        this.starUniforms.colour.value.set(...partsOfColour(packHex(star)));
        this.starUniforms.strength.value = strength;
        this.grid.setTheme(theme);
    }

    show(view: Window2D): void {
        const { last } = this;
        this.last = { ...view };
        // Stars follow the movement in pixels. They stay in place during a zoom.
        if (last && last.pixel === view.pixel) {
            const drift = this.starUniforms.drift.value;
            drift.x += (view.x - last.x) / view.pixel;
            drift.y += (view.y - last.y) / view.pixel;
        }
        this.starUniforms.ratio.value = view.pixel / view.texel;
        this.starUniforms.picture.value.set((2 * view.halfWidth) / view.pixel, (2 * view.halfHeight) / view.pixel);
        this.grid.show(view);
    }

    dispose(): void {
        this.stars.geometry.dispose();
        this.stars.material.dispose();
        this.grid.dispose();
    }
}

function makeStars(): BufferGeometry {
    const random = randomSequence(2024);
    const places = new Float32Array(3 * starCount);
    const depths = new Float32Array(starCount);
    const lights = new Float32Array(starCount);
    for (let i = 0; i < starCount; ++i) {
        places.set([random(), random(), 0], 3 * i);
        lights[i] = 0.18 + 0.82 * random() ** 4;
        depths[i] = 0.03 + 0.12 * lights[i]!; // bright ones are near
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(places, 3));
    geometry.setAttribute('depth', new BufferAttribute(depths, 1));
    geometry.setAttribute('light', new BufferAttribute(lights, 1));
    return geometry;
}
