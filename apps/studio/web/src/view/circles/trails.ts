// What fast discs leave behind: a streak as wide as the disc that gets thinner and fainter, all in one draw call.
import { square, type Look } from '../plane/instancedShape';
import type { TrailInstances } from './packing';

export const trailLook: Look<TrailInstances> = {
    ...square,
    attributes: { ends: ['ends', 4], radius: ['radii', 1], colour: ['colours', 4] },
    vertexShader: `
    attribute vec4 ends;
    attribute float radius;
    attribute vec4 colour;
    varying vec2 vPlace;
    varying float vLength;
    varying float vRadius;
    varying vec4 vColour;
    void main() {
        vec2 back = ends.zw - ends.xy;
        vLength = length(back);
        vec2 along = back / max(vLength, 1e-6);
        vRadius = radius;
        vColour = colour;
        float margin = radius + texel;
        vPlace = vec2(mix(0.0, vLength + margin, position.x * 0.5 + 0.5), position.y * margin);
        vec2 at = ends.xy + along * vPlace.x + vec2(-along.y, along.x) * vPlace.y;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 0.0, 1.0);
    }`,
    fragmentShader: `
    varying vec2 vPlace;
    varying float vLength;
    varying float vRadius;
    varying vec4 vColour;
    void main() {
        float on = clamp(vPlace.x, 0.0, vLength);
        float back = on / vLength;
        float radius = vRadius * (1.0 - 0.55 * back);
        float away = length(vec2(vPlace.x - on, vPlace.y));
        float cover = clamp(0.5 + (radius - away) / texel, 0.0, 1.0);
        float opacity = cover * vColour.a * (isLight ? 0.34 : 0.4) * (1.0 - back) * (1.0 - back);
        gl_FragColor = vec4(vColour.rgb * opacity, opacity);
    }`,
};
