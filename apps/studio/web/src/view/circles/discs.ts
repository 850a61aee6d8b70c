// Discs, all in one draw call: two half tones, so that rolling is visible, and a rim that separates neighbours; from afar plain dots.
// Sensors and ghosts are rings.
import { square, type Look } from '../plane/instancedShape';
import type { DiscInstances } from './packing';
import { light } from './shading';

export const discLook: Look<DiscInstances> = {
    ...square,
    attributes: { disc: ['discs', 4], turn: ['turns', 2], colour: ['colours', 4] },
    varyings: { vPlace: 'vec2', vTurn: 'vec2', vRadius: 'float', vRing: 'float', vColour: 'vec4' },
    corner: `
        vRadius = disc.z;
        vRing = disc.w;
        vTurn = turn;
        vColour = colour;
        vPlace = position.xy * (vRadius + texel);
        return disc.xy + vPlace;`,
    shade: `
        float away = length(vPlace);
        float inside = vRadius - away;
        float cover = coverage(inside) * vColour.a;
        if (cover <= 0.0) discard;
        if (vRing > 0.5) {
            float line = coverage(max(0.09 * vRadius, 1.4 * pixel) - inside);
            return premultiplied(vColour.rgb, cover * mix(0.16, 0.95, line));
        }
        float radius = vRadius / pixel;
        float fine = smoothstep(4.0, 10.0, radius);
        float outline = smoothstep(1.2, 4.0, radius);
        vec3 base = vColour.rgb;
        vec2 unit = vPlace / vRadius;
        vec2 own = rotated(unit, vec2(vTurn.x, -vTurn.y));
        float soft = texel / vRadius;

        vec3 shown = base * (1.0 + 0.13 * fine * dot(unit, ${light}));
        // One half is lighter than the other, and a dot marks the direction.
        float side = smoothstep(-soft, soft, own.y);
        float heart = 1.0 - smoothstep(0.76 - soft, 0.76 + soft, away / vRadius);
        shown *= 1.0 + fine * heart * mix(-0.2, 0.08, side);
        float toMark = length(own - vec2(0.47, 0.0));
        float mark = 1.0 - smoothstep(0.13 - soft, 0.13 + soft, toMark);
        shown = mix(shown, mix(base, vec3(1.0), 0.78), mark * fine * 0.92);

        float rim = coverage(max(0.07 * vRadius, 0.8 * pixel) - inside);
        shown = mix(shown, base * (isLight ? 0.62 : 0.5), rim * outline * 0.8);
        return premultiplied(min(shown, 1.0), cover);`,
};
