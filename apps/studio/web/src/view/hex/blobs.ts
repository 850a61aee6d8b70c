// Composites from afar: an ellipse for each, never smaller than a dot, all in one draw call.
import { square, type Look } from '../plane/instancedShape';
import type { BlobInstances } from './packing';

const vertexShader = `
    attribute vec2 place;
    attribute vec3 axis;
    attribute vec4 colour;
    varying vec2 vPlace;
    varying vec2 vSize;
    varying vec4 vColour;
    varying float vShade;
    void main() {
        float size = length(axis.xy);
        vec2 along = axis.xy / size;
        vSize = max(vec2(size, axis.z), vec2(1.3 * pixel));
        vColour = colour;
        vPlace = position.xy * (vSize + pixel);
        vec2 away = along * vPlace.x + vec2(-along.y, along.x) * vPlace.y;
        // Light comes from above and the left, as on tiles.
        vShade = 1.0 + 0.25 * dot(away, vec2(-0.5, 0.86)) / max(vSize.x, 3.0 * pixel);
        gl_Position = projectionMatrix * modelViewMatrix * vec4(place + away, 0.0, 1.0);
    }`;

const fragmentShader = `
    varying vec2 vPlace;
    varying vec2 vSize;
    varying vec4 vColour;
    varying float vShade;
    void main() {
        // About as far as it is to the ellipse: exact on its axes.
        vec2 scaled = vPlace / vSize;
        float away = length(scaled);
        float inside = away > 0.0 ? (1.0 - away) * away / length(scaled / vSize) : vSize.y;
        float opacity = clamp(0.5 + inside / texel, 0.0, 1.0) * vColour.a;
        gl_FragColor = vec4(min(vColour.rgb * vShade, 1.0) * opacity, opacity);
    }`;

export const blobLook: Look<BlobInstances> = {
    ...square,
    attributes: { place: ['places', 2], axis: ['axes', 3], colour: ['colours', 4] },
    vertexShader,
    fragmentShader,
};
