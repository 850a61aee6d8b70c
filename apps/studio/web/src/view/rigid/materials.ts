// How bodies look: matt, with a little light around the rim, fine lines along edges and a band around balls, so that one sees them roll.
import {
    BackSide,
    FrontSide,
    MeshBasicMaterial,
    MeshDepthMaterial,
    MeshLambertMaterial,
    RGBADepthPacking,
    type Material,
    type WebGLProgramParametersWithUniforms,
} from 'three';

export type LayerStyle = 'solid' | 'faint' | 'outline';

// Pulls the halves of a capsule apart.
function stretched(shader: WebGLProgramParametersWithUniforms): void {
    shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nattribute float stretch;')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\ntransformed.y += sign(position.y) * stretch;');
}

function detailed(shader: WebGLProgramParametersWithUniforms, hasBand: boolean): void {
    stretched(shader);
    shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nattribute vec3 edge;\nvarying vec3 vEdge;\nvarying float vHeight;')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\nvEdge = edge;\nvHeight = position.y;');
    const band = `
        float bandWidth = fwidth(vHeight);
        float band = 1.0 - smoothstep(0.15 - bandWidth, 0.15 + bandWidth, abs(vHeight));
        band = max(band, smoothstep(0.955 - bandWidth, 0.955 + bandWidth, abs(vHeight)));
        diffuseColor.rgb = mix(diffuseColor.rgb, min(diffuseColor.rgb * 1.5 + 0.12, vec3(1.0)), 0.55 * band);`;
    const lines = `
        vec3 edgeStep = fwidth(vEdge);
        vec3 edgePixels = vEdge / max(edgeStep, vec3(1e-5));
        float line = 1.0 - smoothstep(0.4, 1.6, min(edgePixels.x, min(edgePixels.y, edgePixels.z)));
        line *= 1.0 - smoothstep(0.08, 0.4, max(edgeStep.x, max(edgeStep.y, edgeStep.z)));
        diffuseColor.rgb *= 1.0 - 0.5 * line;`;
    const rim = `
        float rim = 1.0 - clamp(dot(normal, normalize(vViewPosition)), 0.0, 1.0);
        totalEmissiveRadiance += diffuseColor.rgb * (0.35 * rim * rim * rim);`;
    shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', '#include <common>\nvarying vec3 vEdge;\nvarying float vHeight;')
        .replace('#include <color_fragment>', `#include <color_fragment>${hasBand ? band : ''}${lines}`)
        .replace('#include <emissivemap_fragment>', `#include <emissivemap_fragment>${rim}`);
}

export interface BodyMaterials {
    surface: Material;
    depth: Material; // for shadows
}

export function bodyMaterials(style: LayerStyle, look: 'solid' | 'sensor' | 'bright', isRound: boolean): BodyMaterials {
    const depth = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
    depth.onBeforeCompile = stretched;
    return { surface: surfaceOf(style, look, isRound), depth };
}

function surfaceOf(style: LayerStyle, look: 'solid' | 'sensor' | 'bright', isRound: boolean): Material {
    if (style === 'outline' || look === 'bright') {
        const plain = new MeshBasicMaterial({ side: style === 'outline' ? BackSide : FrontSide, toneMapped: false });
        plain.onBeforeCompile = stretched;
        if (style === 'faint') {
            plain.transparent = true;
            plain.opacity = 0.3;
        }
        return plain;
    }
    const material = new MeshLambertMaterial();
    material.onBeforeCompile = (shader) => detailed(shader, isRound);
    material.customProgramCacheKey = () => `body ${isRound}`;
    if (style === 'faint' || look === 'sensor') {
        material.transparent = true;
        material.opacity = style === 'faint' ? 0.3 : 0.25;
        // Only what is in front is seen, so that a faint pile does not become a bright one.
        material.depthWrite = style === 'faint';
    }
    return material;
}
