// What is behind a flat world: stars that drift more slowly than what is in front of them, and a faint grid of hexagons that tells how
// large things are. By day the stars are those of a chart.
import { BufferAttribute, BufferGeometry, Group, Mesh, PlaneGeometry, Points, ShaderMaterial, Vector2, Vector3 } from 'three';
import { fromHex, type Theme } from '../palette';
import { packColour } from './colours';
import type { Window2D } from './packing';

const starCount = 420;
const gridStep = 8; // each grid is so much wider than the one within it
const gridPixels = 70; // about how wide the finest grid that is seen is, at least

const starVertexShader = `
    attribute float depth;
    attribute float light;
    uniform vec2 drift;
    uniform vec2 picture;
    uniform float ratio;
    varying float vLight;
    void main() {
        vLight = light;
        // The same stars again beyond the edges: the sky has no end.
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

const gridVertexShader = `
    varying vec2 vAt;
    void main() {
        vAt = position.xy;
        gl_Position = vec4(position.xy, 0.0, 1.0);
    }`;

const gridFragmentShader = `
    uniform vec2 corner;
    uniform vec2 extent;
    uniform float wide;
    uniform float pixel;
    uniform float share;
    uniform vec3 colour;
    uniform float strength;
    varying vec2 vAt;
    // How far it is to the side of the hexagon one is in, where hexagons are 1 wide.
    float toSide(vec2 p) {
        vec2 step = vec2(1.0, 1.7320508);
        vec2 a = mod(p, step) - step * 0.5;
        vec2 b = mod(p - step * 0.5, step) - step * 0.5;
        vec2 q = abs(dot(a, a) < dot(b, b) ? a : b);
        return 0.5 - max(q.x, dot(q, vec2(0.5, 0.8660254)));
    }
    float lines(float width) {
        // The corner is that of a whole grid, so that numbers stay small far away from the origin.
        float away = toSide((corner + vAt * extent) / width) * width / pixel;
        return 1.0 - smoothstep(0.35, 1.1, away);
    }
    void main() {
        float line = max(lines(wide * ${gridStep}.0), lines(wide) * share);
        gl_FragColor = vec4(colour, line * strength);
    }`;

const looks: Record<Theme, { star: string; starStrength: number; line: string; lineStrength: number }> = {
    dark: { star: '#cfdcff', starStrength: 0.62, line: '#8fb0ff', lineStrength: 0.085 },
    light: { star: '#4a5f86', starStrength: 0.34, line: '#3a5a94', lineStrength: 0.11 },
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
    private readonly gridUniforms = {
        corner: { value: new Vector2() },
        extent: { value: new Vector2() },
        wide: { value: 1 },
        pixel: { value: 1 },
        share: { value: 0 },
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
    private readonly grid = new Mesh(
        new PlaneGeometry(2, 2),
        new ShaderMaterial({
            vertexShader: gridVertexShader,
            fragmentShader: gridFragmentShader,
            uniforms: this.gridUniforms,
            transparent: true,
            depthTest: false,
            depthWrite: false,
        }),
    );
    private last: Window2D | null = null;

    constructor() {
        this.stars.frustumCulled = false;
        this.stars.renderOrder = -20;
        this.grid.frustumCulled = false;
        this.grid.renderOrder = -19;
        this.group.add(this.stars, this.grid);
        this.setTheme('dark');
    }

    setTheme(theme: Theme): void {
        const look = looks[theme];
        this.starUniforms.colour.value.set(...bytesOf(look.star));
        this.starUniforms.strength.value = look.starStrength;
        this.gridUniforms.colour.value.set(...bytesOf(look.line));
        this.gridUniforms.strength.value = look.lineStrength;
    }

    show(view: Window2D): void {
        const { last } = this;
        this.last = { ...view };
        // Stars follow how far one has moved in pixels. They stay while one zooms.
        if (last && last.pixel === view.pixel) {
            const drift = this.starUniforms.drift.value;
            drift.x += (view.x - last.x) / view.pixel;
            drift.y += (view.y - last.y) / view.pixel;
        }
        this.starUniforms.ratio.value = view.pixel / view.texel;
        this.starUniforms.picture.value.set((2 * view.halfWidth) / view.pixel, (2 * view.halfHeight) / view.pixel);

        const level = Math.log(view.pixel * gridPixels) / Math.log(gridStep);
        const finest = Math.max(0, Math.floor(level));
        const wide = gridStep ** finest;
        const uniforms = this.gridUniforms;
        uniforms.wide.value = wide;
        uniforms.share.value = level < 0 ? 1 : 1 - (level - finest);
        uniforms.pixel.value = view.texel;
        uniforms.extent.value.set(view.halfWidth, view.halfHeight);
        const coarse = wide * gridStep;
        uniforms.corner.value.set(remainder(view.x, coarse), remainder(view.y, coarse * Math.sqrt(3)));
    }

    dispose(): void {
        for (const part of [this.stars, this.grid]) {
            part.geometry.dispose();
            (part.material as ShaderMaterial).dispose();
        }
    }
}

function remainder(value: number, of: number): number {
    return value - Math.floor(value / of) * of;
}

function bytesOf(colour: string): [number, number, number] {
    const packed = packColour(fromHex(colour));
    return [(packed & 255) / 255, ((packed >> 8) & 255) / 255, ((packed >> 16) & 255) / 255];
}

function makeStars(): BufferGeometry {
    // A fixed sequence: the same sky every time.
    let state = 2024;
    const random = (): number => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
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
