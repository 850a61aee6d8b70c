// Composites from afar: an ellipse for each, never smaller than a dot, all in one draw call.
import { square, type Look } from '../plane/instancedShape';
import type { BlobInstances } from './packing';
import { light } from './shading';

export const blobLook: Look<BlobInstances> = {
    ...square,
    attributes: { place: ['places', 2], axis: ['axes', 3], colour: ['colours', 4] },
    varyings: { vPlace: 'vec2', vSize: 'vec2', vColour: 'vec4', vShade: 'float' },
    corner: `
        float size = length(axis.xy);
        vSize = max(vec2(size, axis.z), vec2(1.3 * pixel));
        vColour = colour;
        vPlace = position.xy * (vSize + pixel);
        vec2 away = rotated(vPlace, axis.xy / size);
        vShade = 1.0 + 0.25 * dot(away, ${light}) / max(vSize.x, 3.0 * pixel);
        return place + away;`,
    shade: `
        // Approximately the distance to the ellipse: exact on its axes.
        vec2 scaled = vPlace / vSize;
        float away = length(scaled);
        float inside = away > 0.0 ? (1.0 - away) * away / length(scaled / vSize) : vSize.y;
        return premultiplied(min(vColour.rgb * vShade, 1.0), coverage(inside) * vColour.a);`,
};
