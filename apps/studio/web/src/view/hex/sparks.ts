// Particles: points that glow, and streaks where they are fast, all in one draw call. By night their glow adds light, by day it is a
// soft shade.
import { square, type Look } from '../plane/instancedShape';
import type { SparkInstances } from './packing';
import { particleRadius } from './population';

const vertexShader = `
    attribute vec4 ends;
    attribute vec4 colour;
    varying vec2 vPlace;
    varying float vLength;
    varying float vRadius;
    varying float vGlow;
    varying vec4 vColour;
    void main() {
        vec2 back = ends.zw - ends.xy;
        vLength = length(back);
        vec2 along = vLength > 1e-6 ? back / vLength : vec2(1.0, 0.0);
        float reach = ${particleRadius};
        vRadius = max(reach, 0.85 * pixel);
        // What is drawn larger than it is has less light, so that dust does not outshine what is in it; but what is dark on light
        // paper is seen less easily.
        float dim = isLight ? 0.7 : 0.4;
        vColour = vec4(colour.rgb, colour.a * mix(dim, 1.0, clamp(1.6 * reach / vRadius - 0.1, 0.0, 1.0)));
        // From afar the glow is smaller, too: thousands of large ones would be a fog, and cost much.
        vGlow = vRadius * mix(2.0, 3.4, clamp(0.4 * vRadius / pixel - 0.4, 0.0, 1.0));
        float margin = vGlow + pixel;
        vPlace = vec2(mix(-margin, vLength + margin, position.x * 0.5 + 0.5), position.y * margin);
        vec2 at = ends.xy + along * vPlace.x + vec2(-along.y, along.x) * vPlace.y;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 0.0, 1.0);
    }`;

const fragmentShader = `
    varying vec2 vPlace;
    varying float vLength;
    varying float vRadius;
    varying float vGlow;
    varying vec4 vColour;
    void main() {
        float on = clamp(vPlace.x, 0.0, vLength);
        float back = vLength > 0.0 ? on / vLength : 0.0;
        float away = length(vec2(vPlace.x - on, vPlace.y));
        // It gets thinner and fainter towards where it came from.
        float radius = vRadius * (1.0 - 0.75 * back);
        float fade = (1.0 - back) * (1.0 - back);
        float core = clamp(0.5 + (radius - away) / texel, 0.0, 1.0) * mix(1.0, 0.85 * fade, step(0.001, back));
        float out1 = max(0.0, 1.0 - away / vGlow);
        float glow = 0.42 * out1 * out1 * out1 * fade;
        // Small ones glow less.
        glow *= clamp(0.35 + 0.1 * vRadius / pixel, 0.0, 1.0);
        vec3 tone = isLight ? vColour.rgb * 0.72 : vColour.rgb;
        vec3 middle = mix(tone, vec3(1.0), isLight ? 0.0 : 0.6 * (1.0 - smoothstep(0.1, 0.9, away / radius)));
        vec3 shown = middle * core + tone * glow * (1.0 - core);
        float opacity = isLight ? core + glow * (1.0 - core) : core;
        gl_FragColor = vec4(shown, opacity) * vColour.a;
    }`;

export const sparkLook: Look<SparkInstances> = {
    ...square,
    attributes: { ends: ['ends', 4], colour: ['colours', 4] },
    vertexShader,
    fragmentShader,
};
