// Discs, all in one draw call: two half tones, so that rolling is seen, and a rim that keeps neighbours apart; from afar plain dots.
// Those that stop nobody, and ghosts, are rings.
import { square, type Look } from '../plane/instancedShape';
import type { DiscInstances } from './packing';

export const discLook: Look<DiscInstances> = {
    ...square,
    attributes: { disc: ['discs', 4], turn: ['turns', 2], colour: ['colours', 4] },
    vertexShader: `
    attribute vec4 disc;
    attribute vec2 turn;
    attribute vec4 colour;
    varying vec2 vPlace;
    varying vec2 vTurn;
    varying float vRadius;
    varying float vRing;
    varying vec4 vColour;
    void main() {
        vRadius = disc.z;
        vRing = disc.w;
        vTurn = turn;
        vColour = colour;
        vPlace = position.xy * (vRadius + texel);
        gl_Position = projectionMatrix * modelViewMatrix * vec4(disc.xy + vPlace, 0.0, 1.0);
    }`,
    fragmentShader: `
    varying vec2 vPlace;
    varying vec2 vTurn;
    varying float vRadius;
    varying float vRing;
    varying vec4 vColour;
    void main() {
        float away = length(vPlace);
        float inside = vRadius - away;
        float cover = clamp(0.5 + inside / texel, 0.0, 1.0) * vColour.a;
        if (cover <= 0.0) discard;
        if (vRing > 0.5) {
            float width = max(0.09 * vRadius, 1.4 * pixel);
            float line = clamp(0.5 + (width - inside) / texel, 0.0, 1.0);
            float share = cover * mix(0.16, 0.95, line);
            gl_FragColor = vec4(vColour.rgb * share, share);
            return;
        }
        float radius = vRadius / pixel;
        float fine = smoothstep(4.0, 10.0, radius);
        float outline = smoothstep(1.2, 4.0, radius);
        vec3 base = vColour.rgb;
        vec2 unit = vPlace / vRadius;
        vec2 own = vec2(unit.x * vTurn.x + unit.y * vTurn.y, unit.y * vTurn.x - unit.x * vTurn.y);
        float soft = texel / vRadius;
        float out1 = away / vRadius;

        // Light comes from above and the left, however the disc is turned.
        float lit = dot(unit, vec2(-0.42, 0.91));
        vec3 shown = base * (1.0 + 0.13 * fine * lit);
        // Its own: one half is lighter than the other, and a dot shows where it points.
        float side = smoothstep(-soft, soft, own.y);
        float heart = 1.0 - smoothstep(0.76 - soft, 0.76 + soft, out1);
        shown *= 1.0 + fine * heart * mix(-0.2, 0.08, side);
        float toMark = length(own - vec2(0.47, 0.0));
        float mark = 1.0 - smoothstep(0.13 - soft, 0.13 + soft, toMark);
        shown = mix(shown, mix(base, vec3(1.0), 0.78), mark * fine * 0.92);

        float width = max(0.07 * vRadius, 0.8 * pixel);
        float rim = clamp(0.5 + (width - inside) / texel, 0.0, 1.0);
        shown = mix(shown, base * (isLight ? 0.62 : 0.5), rim * outline * 0.8);
        gl_FragColor = vec4(min(shown, 1.0) * cover, cover);
    }`,
};
