// Walls: strokes of a constant width on the screen with round joints, and pegs. Bumpers glow, and sensors are dashed.
import { square, type Look } from '../plane/instancedShape';
import { light, solidTone } from './shading';
import { pegKinds, type PegInstances, type StrokeInstances } from './walls';

export const strokeLook: Look<StrokeInstances> = {
    ...square,
    attributes: { ends: ['ends', 4], style: ['styles', 3], colour: ['colours', 4] },
    varyings: { vPlace: 'vec2', vLength: 'float', vStyle: 'vec3', vColour: 'vec4' },
    corner: `
        vec2 whole = ends.zw - ends.xy;
        vLength = length(whole);
        vStyle = style;
        vColour = colour;
        float margin = style.y > 0.5 ? min(11.0 * pixel, 4.0 * style.z) + texel : 2.5 * pixel;
        vPlace = cornerOfLine(margin, vLength + margin, margin);
        return ends.xy + rotated(vPlace, whole / max(vLength, 1e-6));`,
    shade: `
        bool isBumper = vStyle.y > 0.5;
        float away = distanceToLine(vPlace, vLength);
        float width = min((isBumper ? 3.6 : 2.4) * pixel, vStyle.z);
        // A line thinner than a pixel of the picture is fainter.
        float cover = coverage(0.5 * width - away) * min(1.0, width / texel);
        if (vStyle.x >= 0.0) {
            float dash = mod((vStyle.x + vPlace.x) / pixel, 12.0);
            cover *= 0.85 * coverage((3.5 - abs(dash - 4.0)) * pixel);
        }
        float glow = 0.0;
        if (isBumper) {
            float fall = max(0.0, 1.0 - away / min(11.0 * pixel, 4.0 * vStyle.z));
            glow = (isLight ? 0.22 : 0.3) * fall * fall * (1.0 - cover);
        }
        vec3 tone = isBumper ? mix(vColour.rgb, vec3(1.0), isLight ? 0.0 : 0.2) : vColour.rgb;
        return vec4(tone * cover + vColour.rgb * glow, cover + (isLight ? glow : 0.0));`,
};

export const pegLook: Look<PegInstances> = {
    ...square,
    attributes: { peg: ['pegs', 4], colour: ['colours', 4] },
    varyings: { vPlace: 'vec2', vRadius: 'float', vKind: 'float', vColour: 'vec4' },
    functions: `
    ${solidTone}
    bool isKind(int kind) {
        return abs(vKind - float(kind)) < 0.5;
    }
    // The coverage of a ring around a radius.
    float ring(float away, float radius, float width) {
        return coverage(0.5 * width - abs(away - radius));
    }`,
    corner: `
        vRadius = max(peg.z, 0.75 * pixel);
        vKind = peg.w;
        vColour = colour;
        float margin = texel + (abs(peg.w - ${pegKinds.bumper}.0) < 0.5 ? 0.6 * vRadius : 0.0);
        vPlace = position.xy * (vRadius + margin);
        return peg.xy + vPlace;`,
    shade: `
        float away = length(vPlace);
        float cover = coverage(vRadius - away);
        float width = min(2.4 * pixel, 0.5 * vRadius);
        float edge = ring(away, vRadius - 0.5 * width, width);
        vec3 own = vColour.rgb;
        if (isKind(${pegKinds.sensor})) {
            // As many dashes as fit.
            float dashes = max(6.0, floor(6.2831853 * vRadius / (12.0 * pixel)));
            float dash = fract(atan(vPlace.y, vPlace.x) / 6.2831853 * dashes);
            return premultiplied(own, cover * max(0.07, 0.9 * edge * step(dash, 0.6)));
        }
        if (isKind(${pegKinds.bumper})) {
            float fall = max(0.0, 1.0 - (away - vRadius) / (0.6 * vRadius));
            float glow = (isLight ? 0.3 : 0.34) * fall * fall * (1.0 - cover);
            vec3 cap = own * (0.86 + 0.16 * dot(vPlace / vRadius, ${light}));
            vec3 base = mix(own, vec3(0.0), isLight ? 0.35 : 0.55);
            float top = 1.0 - smoothstep(0.66 - texel / vRadius, 0.66 + texel / vRadius, away / vRadius);
            vec3 shown = mix(base, cap, top);
            float bright = ring(away, 0.66 * vRadius, max(0.09 * vRadius, 1.2 * pixel));
            shown = mix(shown, mix(own, vec3(1.0), 0.75), bright);
            shown = mix(shown, mix(own, vec3(1.0), isLight ? 0.0 : 0.25), edge);
            return vec4(shown * cover + own * glow, cover + (isLight ? glow : 0.0));
        }
        return vec4(mix(solidTone(own), own, edge), 1.0) * cover;`,
};
