// Tiles as hexagons, all in one draw call: plates with a bevel, fine seams between them, an outline of the composite in the colour of its
// group, and cracks in damaged tiles. Details too small to be visible fade out.
import type { Look } from '../plane/instancedShape';
import { circumRadius } from './looks';
import type { TileInstances } from './packing';
import { light } from './shading';

// Cracks run outwards from near the middle. Each tile has one of four variants, and more of it the less health is left.
const cracks = `
    float toLine(vec2 p, vec2 a, vec2 b) {
        vec2 along = b - a;
        return length(p - a - along * clamp(dot(p - a, along) / dot(along, along), 0.0, 1.0));
    }
    float crackAt(vec2 p, int variant, float damage) {
        vec2 q = (variant & 1) == 0 ? p : vec2(-p.y, p.x);
        q = (variant & 2) == 0 ? q : vec2(-q.x, q.y);
        vec2 from = vec2(0.06, -0.03);
        float width = 0.006 + 0.022 * damage;
        float near = min(toLine(q, from, vec2(0.2, 0.13)), toLine(q, vec2(0.2, 0.13), vec2(0.5, 0.14)));
        if (damage > 0.3) {
            near = min(near, min(toLine(q, from, vec2(-0.13, 0.14)), toLine(q, vec2(-0.13, 0.14), vec2(-0.2, 0.5))));
        }
        if (damage > 0.5) {
            near = min(near, min(toLine(q, from, vec2(-0.08, -0.2)), toLine(q, vec2(-0.08, -0.2), vec2(0.04, -0.55))));
        }
        if (damage > 0.7) {
            near = min(near, min(toLine(q, vec2(-0.13, 0.14), vec2(-0.5, -0.02)), toLine(q, vec2(0.2, 0.13), vec2(0.16, 0.5))));
        }
        return 1.0 - smoothstep(width, width + 0.02 + texel, near);
    }`;

// A corner points up: the sides face right, and on in steps of 60 degrees.
const corners = Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 3) * (i + 0.5);
    return [circumRadius * Math.cos(angle), circumRadius * Math.sin(angle)];
}).flat();

/** The uniform `grow`: more than 0 draws an outline of so many pixels in the colour of the rim. */
export const tileLook: Look<TileInstances> = {
    corners,
    triangles: [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5],
    attributes: { place: ['places', 2], spin: ['spins', 4], colour: ['colours', 4], rim: ['rims', 4] },
    uniforms: ['grow'],
    varyings: { vPlace: 'vec2', vSpin: 'vec4', vColour: 'vec4', vRim: 'vec4' },
    functions: cracks,
    corner: `
        vPlace = position.xy * (1.0 + 2.0 * (grow * pixel + texel));
        vSpin = spin;
        vColour = colour;
        vRim = rim;
        return place + rotated(vPlace, spin.xy);`,
    shade: `
        int edges = int(vRim.a * 255.0 + 0.5);
        // The distances to the outer sides, to those with a neighbour, and to the nearest side of all.
        float outer = 1.0;
        float inner = 1.0;
        float nearest = 1.0;
        vec2 normal = vec2(0.0);
        for (int side = 0; side < 6; ++side) {
            float angle = 1.0471975512 * float(side);
            vec2 towards = vec2(cos(angle), sin(angle));
            float inside = 0.5 - dot(vPlace, towards);
            if ((edges >> side & 1) == 1) {
                outer = min(outer, inside);
            } else {
                inner = min(inner, inside);
            }
            if (inside < nearest) {
                nearest = inside;
                normal = towards;
            }
        }
        if (grow > 0.0) {
            return premultiplied(vRim.rgb, coverage(nearest + grow * pixel) * vSpin.w);
        }
        // Outer sides are smoothed; between two tiles each pixel belongs to one of them.
        float cover = coverage(outer) * step(-0.02 * texel, inner);
        if (cover <= 0.0) discard;

        float health = vColour.a;
        vec3 line = mix(vRim.rgb, isLight ? vec3(0.0) : vec3(1.0), 0.15);
        if (health == 0.0) {
            // A tile that is being added: an outline and a faint fill.
            float ring = 1.0 - smoothstep(0.05 + texel, 0.05 + 2.0 * texel, nearest);
            return premultiplied(mix(vColour.rgb, line, ring), cover * vSpin.w * max(0.9 * ring, 0.16));
        }
        float damage = 1.0 - health;
        float cells = 1.0 / texel;
        float fine = smoothstep(5.0, 14.0, cells);
        vec3 base = mix(vColour.rgb, vRim.rgb, vSpin.z) * (1.0 - 0.62 * damage);

        float bevel = (1.0 - smoothstep(0.075, 0.075 + texel, nearest)) * dot(rotated(normal, vSpin.xy), ${light});
        float plate = dot(rotated(vPlace, vSpin.xy), ${light}) * 0.22;
        vec3 shown = base * (1.0 + fine * (0.24 * bevel + plate));

        if (damage > 0.12 && fine > 0.0) {
            float crack = crackAt(vPlace, edges >> 6, damage) * fine;
            vec3 ember = vec3(1.0, 0.42, 0.12) * (0.35 + 0.65 * damage);
            shown = mix(shown, mix(base * 0.22, ember, smoothstep(0.45, 0.95, damage)), crack);
        }
        float seam = 1.0 - smoothstep(0.016, 0.016 + texel, inner);
        shown *= 1.0 - 0.55 * seam * fine;
        float hull = 1.0 - smoothstep(max(0.065, 0.6 * texel), max(0.065, 0.6 * texel) + texel, outer);
        shown = mix(shown, line * (1.0 - 0.35 * damage), hull * (0.2 + 0.25 * smoothstep(2.0, 6.0, cells) + 0.45 * fine));
        return premultiplied(shown, cover * vSpin.w);`,
};
