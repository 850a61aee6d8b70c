// Streaks behind fast discs, as wide as the disc at its end and then thinner and fainter, all in one draw call.
import { square, type Look } from '../plane/instancedShape';
import type { TrailInstances } from './packing';

export const trailLook: Look<TrailInstances> = {
    ...square,
    attributes: { ends: ['ends', 4], radius: ['radii', 1], colour: ['colours', 4] },
    varyings: { vPlace: 'vec2', vLength: 'float', vRadius: 'float', vColour: 'vec4' },
    corner: `
        vec2 back = ends.zw - ends.xy;
        vLength = length(back);
        vRadius = radius;
        vColour = colour;
        float margin = radius + texel;
        vPlace = cornerOfLine(0.0, vLength + margin, margin);
        return ends.xy + rotated(vPlace, back / max(vLength, 1e-6));`,
    shade: `
        float back = clamp(vPlace.x, 0.0, vLength) / vLength;
        float radius = vRadius * (1.0 - 0.55 * back);
        float cover = coverage(radius - distanceToLine(vPlace, vLength));
        return premultiplied(vColour.rgb, cover * vColour.a * (isLight ? 0.34 : 0.4) * (1.0 - back) * (1.0 - back));`,
};
