// How walls are drawn: strokes that are as wide on the screen wherever one looks from, with round joints, and pegs. Bumpers shine, and
// what stops nobody is dashed.
import { square, type Look } from '../plane/instancedShape';
import { pegKinds, type PegInstances, type StrokeInstances } from './walls';

/** What is solid is filled with this much of the colour of its edge. */
export const solidTone = `
    vec3 solidTone(vec3 edge) {
        return isLight ? mix(edge, vec3(1.0), 0.62) : mix(vec3(0.055, 0.075, 0.115), edge, 0.36);
    }`;

export const strokeLook: Look<StrokeInstances> = {
    ...square,
    attributes: { ends: ['ends', 4], style: ['styles', 3], colour: ['colours', 4] },
    vertexShader: `
    attribute vec4 ends;
    attribute vec3 style;
    attribute vec4 colour;
    varying vec2 vPlace;
    varying float vLength;
    varying vec3 vStyle;
    varying vec4 vColour;
    void main() {
        vec2 whole = ends.zw - ends.xy;
        vLength = length(whole);
        vec2 along = whole / max(vLength, 1e-6);
        vStyle = style;
        vColour = colour;
        float margin = style.y > 0.5 ? min(11.0 * pixel, 4.0 * style.z) + texel : 2.5 * pixel;
        vPlace = vec2(mix(-margin, vLength + margin, position.x * 0.5 + 0.5), position.y * margin);
        vec2 at = ends.xy + along * vPlace.x + vec2(-along.y, along.x) * vPlace.y;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 0.0, 1.0);
    }`,
    fragmentShader: `
    varying vec2 vPlace;
    varying float vLength;
    varying vec3 vStyle;
    varying vec4 vColour;
    void main() {
        float on = clamp(vPlace.x, 0.0, vLength);
        float away = length(vec2(vPlace.x - on, vPlace.y));
        float width = min((vStyle.y > 0.5 ? 3.6 : 2.4) * pixel, vStyle.z);
        // What is thinner than the picture is fine has less light.
        float cover = clamp(0.5 + (0.5 * width - away) / texel, 0.0, 1.0) * min(1.0, width / texel);
        if (vStyle.x >= 0.0) {
            float at = mod((vStyle.x + vPlace.x) / pixel, 12.0);
            cover *= 0.85 * clamp(0.5 + (3.5 - abs(at - 4.0)) * pixel / texel, 0.0, 1.0);
        }
        float glow = 0.0;
        if (vStyle.y > 0.5) {
            float fall = max(0.0, 1.0 - away / min(11.0 * pixel, 4.0 * vStyle.z));
            glow = (isLight ? 0.22 : 0.3) * fall * fall * (1.0 - cover);
        }
        vec3 tone = vStyle.y > 0.5 ? mix(vColour.rgb, vec3(1.0), isLight ? 0.0 : 0.2) : vColour.rgb;
        gl_FragColor = vec4(tone * cover + vColour.rgb * glow, cover + (isLight ? glow : 0.0));
    }`,
};

export const pegLook: Look<PegInstances> = {
    ...square,
    attributes: { peg: ['pegs', 4], colour: ['colours', 4] },
    vertexShader: `
    attribute vec4 peg;
    attribute vec4 colour;
    varying vec2 vPlace;
    varying float vRadius;
    varying float vKind;
    varying vec4 vColour;
    void main() {
        vRadius = max(peg.z, 0.75 * pixel);
        vKind = peg.w;
        vColour = colour;
        float margin = texel + (abs(peg.w - ${pegKinds.bumper}.0) < 0.5 ? 0.6 * vRadius : 0.0);
        vPlace = position.xy * (vRadius + margin);
        gl_Position = projectionMatrix * modelViewMatrix * vec4(peg.xy + vPlace, 0.0, 1.0);
    }`,
    fragmentShader: `
    varying vec2 vPlace;
    varying float vRadius;
    varying float vKind;
    varying vec4 vColour;
    ${solidTone}
    // From 1 inside a ring around a radius to 0 outside of it.
    float ring(float away, float radius, float width) {
        return clamp(0.5 + (0.5 * width - abs(away - radius)) / texel, 0.0, 1.0);
    }
    void main() {
        float away = length(vPlace);
        float cover = clamp(0.5 + (vRadius - away) / texel, 0.0, 1.0);
        float width = min(2.4 * pixel, 0.5 * vRadius);
        float edge = ring(away, vRadius - 0.5 * width, width);
        vec3 own = vColour.rgb;
        if (abs(vKind - ${pegKinds.sensor}.0) < 0.5) {
            // As many dashes as there is room for.
            float dashes = max(6.0, floor(6.2831853 * vRadius / (12.0 * pixel)));
            float at = fract(atan(vPlace.y, vPlace.x) / 6.2831853 * dashes);
            float share = cover * max(0.07, 0.9 * edge * step(at, 0.6));
            gl_FragColor = vec4(own * share, share);
            return;
        }
        if (abs(vKind - ${pegKinds.bumper}.0) < 0.5) {
            float fall = max(0.0, 1.0 - (away - vRadius) / (0.6 * vRadius));
            float glow = (isLight ? 0.3 : 0.34) * fall * fall * (1.0 - cover);
            vec2 unit = vPlace / vRadius;
            float lit = dot(unit, vec2(-0.42, 0.91));
            vec3 cap = own * (0.86 + 0.16 * lit);
            vec3 base = mix(own, vec3(0.0), isLight ? 0.35 : 0.55);
            float top = 1.0 - smoothstep(0.66 - texel / vRadius, 0.66 + texel / vRadius, away / vRadius);
            vec3 shown = mix(base, cap, top);
            float bright = ring(away, 0.66 * vRadius, max(0.09 * vRadius, 1.2 * pixel));
            shown = mix(shown, mix(own, vec3(1.0), 0.75), bright);
            shown = mix(shown, mix(own, vec3(1.0), isLight ? 0.0 : 0.25), edge);
            gl_FragColor = vec4(shown * cover + own * glow, cover + (isLight ? glow : 0.0));
            return;
        }
        gl_FragColor = vec4(mix(solidTone(own), own, edge), 1.0) * cover;
    }`,
};
