// A few round shapes that come as a list: rings around selected bodies, and flashes.
import { withTop, type Packed } from './colours';
import { InstancedShape, square, type Look } from './instancedShape';
import type { Window2D } from './window';

export interface Spot {
    x: number;
    y: number;
    radius: number;
    age: number; // of a flash: from 0 to 1
    colour: Packed;
}

interface SpotInstances {
    count: number;
    spots: Float32Array; // 4: x, y, radius and age
    colours: Uint32Array;
}

const attributes = { spot: ['spots', 4], colour: ['colours', 4] } as const;
const spare = 64; // instances, so that the arrays do not grow with each spot

export class Spots extends InstancedShape<SpotInstances> {
    private readonly instances: SpotInstances = { count: 0, spots: new Float32Array(0), colours: new Uint32Array(0) };

    showSpots(spots: Spot[], view: Window2D): void {
        const { instances } = this;
        if (instances.colours.length < spots.length) {
            instances.spots = new Float32Array(4 * (spots.length + spare));
            instances.colours = new Uint32Array(spots.length + spare);
        }
        instances.count = spots.length;
        spots.forEach(({ x, y, radius, age, colour }, i) => {
            instances.spots.set([x - view.x, y - view.y, radius, age], 4 * i);
            instances.colours[i] = withTop(colour, 255);
        });
        this.show(instances, view);
    }
}

/** Light that spreads and fades. */
export const flareLook: Look<SpotInstances> = {
    ...square,
    attributes,
    varyings: { vPlace: 'vec2', vAge: 'float', vColour: 'vec4' },
    corner: `
        vPlace = position.xy;
        vAge = spot.w;
        vColour = colour;
        float radius = max(spot.z, 2.5 * pixel) * (0.45 + 0.55 * sqrt(vAge));
        return spot.xy + position.xy * radius;`,
    shade: `
        float away = length(vPlace);
        float inwards = max(0.0, 1.0 - away);
        float left = (1.0 - vAge) * (1.0 - vAge);
        float heart = (0.75 * inwards * inwards + pow(inwards, 6.0)) * left;
        float ring = smoothstep(0.35, 0.0, abs(away - 0.55 - 0.35 * vAge)) * inwards * left * 0.8;
        vec3 shown = mix(vColour.rgb, vec3(1.0, 0.96, 0.88), clamp(1.6 * heart - 0.25, 0.0, 1.0)) * (heart * 1.9 + ring);
        return vec4(shown, isLight ? clamp(heart + ring, 0.0, 1.0) : 0.0);`,
};

/** A ring of the uniform `width`, in pixels, just outside of the radius. */
export const ringLook: Look<SpotInstances> = {
    ...square,
    attributes,
    uniforms: ['width'],
    varyings: { vPlace: 'vec2', vRadius: 'float', vColour: 'vec4' },
    corner: `
        vColour = colour;
        vRadius = spot.z + 0.5 * width * pixel;
        vPlace = position.xy * (vRadius + 0.5 * width * pixel + texel);
        return spot.xy + vPlace;`,
    shade: `
        return vec4(vColour.rgb, 1.0) * coverage(0.5 * width * pixel - abs(length(vPlace) - vRadius));`,
};
