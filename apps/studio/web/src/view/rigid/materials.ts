// The materials of bodies: matt, with a slight rim light, fine lines along edges, and a band around spheres that shows how they roll.
import {
    BackSide,
    MeshBasicMaterial,
    MeshDepthMaterial,
    MeshLambertMaterial,
    RGBADepthPacking,
    type Material,
    type WebGLProgramParametersWithUniforms,
} from 'three';
import type { Batch, Look } from './parts';

export type LayerStyle = 'solid' | 'faint' | 'outline' | 'wire';

// Pulls apart the halves of a capsule.
function stretched(shader: WebGLProgramParametersWithUniforms): void {
    shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nattribute float stretch;')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\ntransformed.y += sign(position.y) * stretch;');
}

// The share of a pixel on an edge. Lines fade out on faces of a few pixels, which they would cover.
const edgeLine = `
    vec3 edgeStep = fwidth(vEdge);
    vec3 edgePixels = vEdge / max(edgeStep, vec3(1e-5));
    float line = 1.0 - smoothstep(0.4, 1.6, min(edgePixels.x, min(edgePixels.y, edgePixels.z)));
    line *= 1.0 - smoothstep(0.08, 0.4, max(edgeStep.x, max(edgeStep.y, edgeStep.z)));`;

// Edges and rims only, drawn through everything: selected bodies are visible behind others.
function wired(shader: WebGLProgramParametersWithUniforms): void {
    stretched(shader);
    shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nattribute vec3 edge;\nvarying vec3 vEdge;')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\nvEdge = edge;');
    const only = `
        float rim = 1.0 - clamp(dot(normal, normalize(vViewPosition)), 0.0, 1.0);
        totalEmissiveRadiance += diffuseColor.rgb;
        diffuseColor.rgb = vec3(0.0);
        ${edgeLine}
        diffuseColor.a *= max(line, 0.7 * rim * rim * rim);`;
    shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', '#include <common>\nvarying vec3 vEdge;')
        .replace('#include <emissivemap_fragment>', `#include <emissivemap_fragment>${only}`);
}

// Bright bodies are brightest where they face the eye, and are not lit.
const shining = `
    float facing = clamp(dot(normal, normalize(vViewPosition)), 0.0, 1.0);
    totalEmissiveRadiance += mix(diffuseColor.rgb, vec3(1.0, 0.93, 0.78), 0.75 * facing * facing);
    diffuseColor.rgb = vec3(0.0);`;

function bright(shader: WebGLProgramParametersWithUniforms): void {
    stretched(shader);
    shader.fragmentShader = shader.fragmentShader.replace('#include <emissivemap_fragment>', `#include <emissivemap_fragment>${shining}`);
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
    const rim = `
        float rim = 1.0 - clamp(dot(normal, normalize(vViewPosition)), 0.0, 1.0);
        totalEmissiveRadiance += diffuseColor.rgb * (0.35 * rim * rim * rim);`;
    shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', '#include <common>\nvarying vec3 vEdge;\nvarying float vHeight;')
        .replace(
            '#include <color_fragment>',
            `#include <color_fragment>${hasBand ? band : ''}${edgeLine}\ndiffuseColor.rgb *= 1.0 - 0.5 * line;`,
        )
        .replace('#include <emissivemap_fragment>', `#include <emissivemap_fragment>${rim}`);
}

export interface BodyMaterials {
    surface: Material;
    depth: Material; // for shadows
}

export function bodyMaterials(style: LayerStyle, look: Look, kind: Batch['kind']): BodyMaterials {
    const depth = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
    depth.onBeforeCompile = stretched;
    return { surface: surfaceOf(style, look, kind), depth };
}

function surfaceOf(style: LayerStyle, look: Look, kind: Batch['kind']): Material {
    const isRound = kind === 'sphere';
    if (style === 'outline') {
        const plain = new MeshBasicMaterial({ side: BackSide, toneMapped: false });
        plain.onBeforeCompile = stretched;
        return plain;
    }
    const material = new MeshLambertMaterial();
    if (style === 'wire') {
        material.onBeforeCompile = wired;
        material.customProgramCacheKey = () => 'wire';
        material.transparent = true;
        material.depthTest = false;
        material.depthWrite = false;
        material.toneMapped = false;
        return material;
    }
    material.onBeforeCompile = (shader) => (look === 'bright' ? bright(shader) : detailed(shader, isRound));
    material.vertexColors = kind === 'mesh';
    material.toneMapped = look !== 'bright'; // it would turn grey
    material.customProgramCacheKey = () => `body ${look === 'bright'} ${isRound}`;
    if (style === 'faint' || look === 'sensor') {
        material.transparent = true;
        material.opacity = style === 'faint' ? 0.38 : 0.25;
        // Only the front is drawn, so that the opacities of a faint pile do not add up.
        material.depthWrite = style === 'faint';
    }
    return material;
}
