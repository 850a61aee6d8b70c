// Planes, which fade out into the distance, with a grid whose spacing follows the distance of the eye. They are drawn from above only,
// so that walls do not hide the scene and the camera can look up through the floor.
import {
    DynamicDrawUsage,
    InstancedBufferAttribute,
    InstancedMesh,
    Matrix4,
    MeshLambertMaterial,
    PlaneGeometry,
    Quaternion,
    Vector3,
} from 'three';
import type { Vector } from '../../protocol';
import { orientationOf, positionOf, type Poses } from '../common/poses';
import { add, conjugate, mix, multiply, rotate, scale, subtract } from '../maths';
import { fromHex, type Colour, type Theme } from '../palette';
import type { PlanePlacement } from './parts';

const maxPlanes = 32;
const looks: Record<Theme, { ground: Colour; shade: number; line: Colour; strength: number }> = {
    dark: { ground: fromHex('#3c434d'), shade: 0.4, line: [0.45, 0.5, 0.58], strength: 0.22 },
    light: { ground: fromHex('#dde2e8'), shade: 1.25, line: [0.2, 0.25, 0.33], strength: 0.26 },
};

export class Ground {
    readonly mesh: InstancedMesh;
    private readonly material = new MeshLambertMaterial({ transparent: true });
    private readonly centers = new InstancedBufferAttribute(new Float32Array(3 * maxPlanes), 3).setUsage(DynamicDrawUsage);
    private theme: Theme = 'dark';
    private readonly uniforms = {
        spacing: { value: 1 },
        fineness: { value: 1 },
        lineColour: { value: new Vector3() },
        strength: { value: 0 },
    };

    constructor() {
        const geometry = new PlaneGeometry(2, 2).rotateX(-Math.PI / 2);
        geometry.setAttribute('center', this.centers);
        this.mesh = new InstancedMesh(geometry, this.material, maxPlanes);
        this.mesh.frustumCulled = false;
        this.mesh.receiveShadow = true;
        this.mesh.renderOrder = -1;
        this.mesh.count = 0;
        this.mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(3 * maxPlanes), 3).setUsage(DynamicDrawUsage);
        this.material.onBeforeCompile = (shader) => {
            Object.assign(shader.uniforms, this.uniforms);
            shader.vertexShader = shader.vertexShader
                .replace('#include <common>', '#include <common>\nattribute vec3 center;\nvarying vec2 vGrid;\nvarying vec2 vOut;')
                .replace(
                    '#include <begin_vertex>',
                    '#include <begin_vertex>\nvGrid = center.xy + position.xz * center.z;\nvOut = position.xz;',
                );
            shader.fragmentShader = shader.fragmentShader
                .replace('#include <common>', `#include <common>${gridFunctions}`)
                .replace('#include <color_fragment>', `#include <color_fragment>${gridColour}`);
        };
        this.setTheme('dark');
    }

    setTheme(theme: Theme): void {
        this.theme = theme;
        this.uniforms.lineColour.value.set(...looks[theme].line);
        this.uniforms.strength.value = looks[theme].strength;
    }

    /** `colours`: for each body, the colour that the scene gives it, or null. `radius`: of the scene. */
    show(planes: PlanePlacement[], colours: (string | null)[], poses: Poses, target: Vector, distance: number, radius: number): void {
        // Lines at a tenth of the spacing fade in as the camera comes closer.
        const decade = Math.log10(distance / 6);
        this.uniforms.spacing.value = 10 ** Math.floor(decade);
        this.uniforms.fineness.value = 1 - (decade - Math.floor(decade));
        const size = Math.max(distance * 7, radius * 2.5);
        const matrix = new Matrix4();
        this.mesh.count = Math.min(maxPlanes, planes.length);
        this.mesh.visible = this.mesh.count > 0;
        planes.slice(0, maxPlanes).forEach((plane, i) => {
            const bodyOrientation = orientationOf(poses, plane.owner);
            const orientation = multiply(bodyOrientation, plane.orientation);
            const origin = add(positionOf(poses, plane.owner), rotate(bodyOrientation, plane.position));
            const inside = rotate(conjugate(orientation), subtract(target, origin));
            const center = add(origin, rotate(orientation, [inside[0], 0, inside[2]]));
            matrix.compose(new Vector3(...center), new Quaternion(...orientation), new Vector3(...scale([1, 1, 1], size)));
            this.mesh.setMatrixAt(i, matrix);
            this.mesh.instanceColor!.setXYZ(i, ...groundColour(this.theme, colours[plane.owner] ?? null));
            this.centers.setXYZ(i, inside[0], inside[2], size);
        });
        this.mesh.instanceMatrix.needsUpdate = true;
        this.centers.needsUpdate = true;
        this.mesh.instanceColor!.needsUpdate = true;
    }

    dispose(): void {
        this.mesh.geometry.dispose();
        this.mesh.dispose();
        this.material.dispose();
    }
}

// The scene's colour is only a hint: the ground has to stay in the background in both themes.
function groundColour(theme: Theme, ofScene: string | null): Colour {
    const { ground, shade } = looks[theme];
    return ofScene === null ? ground : mix(ground, scale(fromHex(ofScene), shade), 0.7);
}

const gridFunctions = `
    varying vec2 vGrid;
    varying vec2 vOut;
    uniform float spacing;
    uniform float fineness;
    uniform vec3 lineColour;
    uniform float strength;
    float gridLines(float step) {
        vec2 at = vGrid / step;
        vec2 width = fwidth(at);
        vec2 near = abs(fract(at - 0.5) - 0.5) / width;
        // Lines closer than a few pixels would only shimmer.
        vec2 seen = 1.0 - smoothstep(0.1, 0.45, width);
        vec2 lines = (1.0 - smoothstep(0.2, 1.2, near)) * seen;
        return max(lines.x, lines.y);
    }`;

const gridColour = `
    float grid = max(gridLines(spacing * 10.0), gridLines(spacing) * fineness * 0.6);
    diffuseColor.rgb = mix(diffuseColor.rgb, lineColour, strength * grid);
    float outwards = length(vOut);
    diffuseColor.a *= 1.0 - smoothstep(0.12, 1.0, outwards);`;
