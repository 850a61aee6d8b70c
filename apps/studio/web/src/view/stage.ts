// Lights and backdrop. On the ground there is a sky and a high sun, with shadows when there are not too many bodies; in space the light
// comes from the sun of the world.
import {
    AmbientLight,
    BufferAttribute,
    BufferGeometry,
    DirectionalLight,
    Group,
    HemisphereLight,
    PointLight,
    Points,
    PointsMaterial,
} from 'three';
import type { Vector } from '../protocol';
import { randomSequence } from './common/random';
import { add, cross, dot, normalized, scale, subtract, type Sphere } from './maths';
import type { Theme } from './palette';
import type { Surroundings } from './renderer';
import type { Camera } from './view';

/** The direction of the high sun. */
export const towardsSun = normalized([0.5, 1, 0.62]);
const maxBodiesWithShadows = 3000;
const shadowTexels = 2048;

/** The CSS background of the element behind the canvas. */
export function backdrop(theme: Theme, isSpace: boolean): string {
    if (theme === 'dark') {
        return isSpace
            ? 'radial-gradient(120% 120% at 50% 45%, #121826 0%, #0a0d16 55%, #05070c 100%)'
            : 'linear-gradient(#232c3a 0%, #1a212c 45%, #12171f 100%)';
    }
    return isSpace
        ? 'radial-gradient(120% 120% at 50% 45%, #f4f6fa 0%, #e1e7f0 60%, #cfd8e6 100%)'
        : 'linear-gradient(#dfe8f3 0%, #eef2f6 50%, #f6f7f9 100%)';
}

export class Stage {
    readonly group = new Group();
    private readonly sky = new HemisphereLight();
    private readonly high = new DirectionalLight();
    private readonly sun = new PointLight(0xfff2dc, 2.3, 0, 0);
    private readonly dim = new AmbientLight(0xbfd0ff, 0.4);
    private readonly eye = new DirectionalLight(0xffffff, 0.5); // so that what faces the camera is never completely dark
    private readonly stars = makeStars();
    private theme: Theme = 'dark';

    constructor() {
        this.high.shadow.mapSize.set(shadowTexels, shadowTexels);
        this.high.shadow.radius = 3;
        this.group.add(this.sky, this.high, this.high.target, this.sun, this.dim, this.eye, this.eye.target, this.stars);
        this.setTheme('dark');
    }

    setTheme(theme: Theme): void {
        this.theme = theme;
        const isDark = theme === 'dark';
        this.sky.color.setHex(isDark ? 0xdce6fb : 0xf2f6ff);
        this.sky.groundColor.setHex(isDark ? 0x6e6a66 : 0xb5aea4);
        this.sky.intensity = isDark ? 1.7 : 1.9;
        this.high.color.setHex(0xfff3e2);
        this.high.intensity = isDark ? 2.3 : 2.2;
    }

    /** Places the lights for this camera; returns whether there can be shadows at all. */
    arrange(surroundings: Surroundings, camera: Camera, distance: number, far: number, hasShadows: boolean): boolean {
        this.group.visible = !surroundings.isFlat; // flat worlds are not lit
        if (surroundings.isFlat) {
            return false;
        }
        const isSpace = surroundings.sun !== null;
        const canHaveShadows = !isSpace && surroundings.bodies <= maxBodiesWithShadows && surroundings.bounds !== null;
        this.sky.visible = !isSpace;
        this.high.visible = !isSpace;
        this.sun.visible = isSpace;
        this.dim.visible = isSpace;
        this.eye.position.set(...subtract(camera.eye, camera.target));
        this.eye.intensity = isSpace ? 0.7 : 0.5;
        this.stars.visible = isSpace && this.theme === 'dark';
        if (surroundings.sun) {
            this.sun.position.set(...surroundings.sun);
            this.stars.position.set(...camera.eye);
            this.stars.scale.setScalar(far * 0.9);
        }
        const casts = canHaveShadows && hasShadows;
        if (this.high.castShadow !== casts) {
            this.high.castShadow = casts;
        }
        this.high.position.set(...towardsSun);
        this.high.target.position.set(0, 0, 0);
        if (casts && surroundings.bounds) {
            this.aimShadows(surroundings.bounds, camera.target, distance);
        }
        return canHaveShadows;
    }

    dispose(): void {
        this.high.shadow.map?.dispose();
        this.high.dispose();
        this.stars.geometry.dispose();
        (this.stars.material as PointsMaterial).dispose();
    }

    // The shadow map covers all bodies, or those near the target if they are too far apart.
    private aimShadows(bounds: Sphere, target: Vector, distance: number): void {
        const near = distance * 1.5;
        // In steps, because every change of the size makes the edges of shadows crawl.
        const radius = 1.25 ** Math.ceil(Math.log(Math.min(bounds.radius * 1.15, near)) / Math.log(1.25));
        const wanted = bounds.radius * 1.15 <= near ? bounds.center : target;
        const side = normalized(cross(towardsSun, [0, 0, 1]));
        const other = cross(towardsSun, side);
        const texel = (2 * radius) / shadowTexels;
        const snap = (along: Vector): Vector => scale(along, Math.round(dot(wanted, along) / texel) * texel);
        const center = add(add(snap(side), snap(other)), scale(towardsSun, dot(wanted, towardsSun)));
        const { camera } = this.high.shadow;
        const depth = bounds.radius * 1.2 + radius; // includes bodies further up that cast shadows
        this.high.position.set(...add(center, scale(towardsSun, depth)));
        this.high.target.position.set(...center);
        camera.left = -radius;
        camera.right = radius;
        camera.bottom = -radius;
        camera.top = radius;
        camera.near = 0;
        camera.far = depth * 2;
        camera.updateProjectionMatrix();
        this.high.shadow.normalBias = texel * 1.6;
        this.high.shadow.bias = (-0.5 * texel) / camera.far;
    }
}

function makeStars(): Points {
    const count = 900;
    const places = new Float32Array(3 * count);
    const colours = new Float32Array(3 * count);
    // Evenly over the sphere by the golden angle, with a jitter.
    const random = randomSequence(12345);
    for (let i = 0; i < count; ++i) {
        const y = Math.min(1, Math.max(-1, 1 - (2 * (i + 0.5)) / count + (random() - 0.5) * 0.1));
        const angle = i * 2.399963 + random() * 2;
        const level = Math.sqrt(1 - y * y);
        places.set([Math.cos(angle) * level, y, Math.sin(angle) * level], 3 * i);
        const light = 0.08 + 0.75 * random() ** 4;
        colours.set([light * 0.9, light * 0.95, light], 3 * i);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(places, 3));
    geometry.setAttribute('color', new BufferAttribute(colours, 3));
    const stars = new Points(geometry, new PointsMaterial({ size: 1.6, sizeAttenuation: false, vertexColors: true, depthWrite: false }));
    stars.frustumCulled = false;
    stars.renderOrder = -2;
    return stars;
}
