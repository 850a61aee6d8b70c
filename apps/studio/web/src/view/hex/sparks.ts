// Particles: glowing points, and streaks where they are fast, all in one draw call. In the dark theme the glow adds light, in the light
// theme it is a soft shade.
import { square, type Look } from '../plane/instancedShape';
import type { SparkInstances } from './packing';
import { particleRadius } from './population';

export const sparkLook: Look<SparkInstances> = {
    ...square,
    attributes: { ends: ['ends', 4], colour: ['colours', 4] },
    varyings: { vPlace: 'vec2', vLength: 'float', vRadius: 'float', vGlow: 'float', vColour: 'vec4' },
    corner: `
        vec2 back = ends.zw - ends.xy;
        vLength = length(back);
        vec2 along = vLength > 1e-6 ? back / vLength : vec2(1.0, 0.0);
        float radius = ${particleRadius};
        vRadius = max(radius, 0.85 * pixel);
        // A particle that is drawn larger than it is has less light, so that many do not outshine composites; in the light theme it
        // needs more contrast.
        float dim = isLight ? 0.7 : 0.4;
        vColour = vec4(colour.rgb, colour.a * mix(dim, 1.0, clamp(1.6 * radius / vRadius - 0.1, 0.0, 1.0)));
        // From afar the glow is smaller, too: thousands of large ones would be a fog, and slow.
        vGlow = vRadius * mix(2.0, 3.4, clamp(0.4 * vRadius / pixel - 0.4, 0.0, 1.0));
        float margin = vGlow + pixel;
        vPlace = cornerOfLine(margin, vLength + margin, margin);
        return ends.xy + rotated(vPlace, along);`,
    shade: `
        float back = vLength > 0.0 ? clamp(vPlace.x, 0.0, vLength) / vLength : 0.0;
        float away = distanceToLine(vPlace, vLength);
        // The streak becomes thinner and fainter towards its end.
        float radius = vRadius * (1.0 - 0.75 * back);
        float fade = (1.0 - back) * (1.0 - back);
        float core = coverage(radius - away) * mix(1.0, 0.85 * fade, step(0.001, back));
        float inwards = max(0.0, 1.0 - away / vGlow);
        float glow = 0.42 * inwards * inwards * inwards * fade;
        // Small ones glow less.
        glow *= clamp(0.35 + 0.1 * vRadius / pixel, 0.0, 1.0);
        vec3 tone = isLight ? vColour.rgb * 0.72 : vColour.rgb;
        vec3 middle = mix(tone, vec3(1.0), isLight ? 0.0 : 0.6 * (1.0 - smoothstep(0.1, 0.9, away / radius)));
        vec3 shown = middle * core + tone * glow * (1.0 - core);
        float opacity = isLight ? core + glow * (1.0 - core) : core;
        return vec4(shown, opacity) * vColour.a;`,
};
