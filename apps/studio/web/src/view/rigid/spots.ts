// Soft dark spots on the ground below bodies, where there is no time for real shadows: without any one cannot see how high things are.
// Two triangles a body, one draw call.
import { DynamicDrawUsage, InstancedBufferAttribute, Mesh, ShaderMaterial, Vector3 } from 'three';
import type { Vector } from '../../protocol';
import { cross, normalized } from '../maths';
import { squares } from './geometries';
import type { Poses } from './packing';

const vertexShader = `
    attribute vec4 spot;
    attribute float strength;
    uniform vec3 along;
    uniform vec3 across;
    varying vec2 vPlace;
    varying float vStrength;
    void main() {
        vPlace = position.xy;
        vStrength = strength;
        vec3 at = spot.xyz + (along * position.x + across * position.y) * spot.w;
        gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
    }`;

const fragmentShader = `
    varying vec2 vPlace;
    varying float vStrength;
    void main() {
        gl_FragColor = vec4(0.0, 0.0, 0.02, vStrength * (1.0 - smoothstep(0.35, 1.0, length(vPlace))));
    }`;

/** Where a body's spot is on a plane, how large and how dark; the farther above, the larger and lighter. Dark as 0: there is none. */
export function spotBelow(
    position: Vector,
    reach: number,
    origin: Vector,
    normal: Vector,
    light: Vector,
): { at: Vector; radius: number; strength: number } {
    const height = (position[0] - origin[0]) * normal[0] + (position[1] - origin[1]) * normal[1] + (position[2] - origin[2]) * normal[2];
    const slope = light[0] * normal[0] + light[1] * normal[1] + light[2] * normal[2];
    const back = slope > 0.1 ? height / slope : 0;
    const high = Math.max(0, height / reach - 0.6);
    const isThere = height > -reach && slope > 0.1;
    return {
        at: [position[0] - light[0] * back, position[1] - light[1] * back, position[2] - light[2] * back],
        radius: reach * (0.95 + 0.06 * high),
        strength: isThere ? 0.65 / (1 + 0.25 * high) : 0,
    };
}

export class Spots {
    readonly mesh: Mesh;
    private readonly geometry = squares();
    private readonly uniforms = { along: { value: new Vector3() }, across: { value: new Vector3() } };
    private readonly material = new ShaderMaterial({
        vertexShader,
        fragmentShader,
        uniforms: this.uniforms,
        transparent: true,
        depthWrite: false,
        polygonOffset: true,
        polygonOffsetFactor: -1,
        polygonOffsetUnits: -4,
    });
    private capacity = 0;

    constructor() {
        this.mesh = new Mesh(this.geometry, this.material);
        this.mesh.frustumCulled = false;
        this.mesh.visible = false;
    }

    hide(): void {
        this.mesh.visible = false;
    }

    /** Below the bodies in the list, on the plane through `origin`, with light from the direction `light`. */
    show(bodies: number[], poses: Poses, reach: Float32Array, origin: Vector, normal: Vector, light: Vector): void {
        if (bodies.length > this.capacity) {
            this.capacity = Math.ceil(bodies.length * 1.25);
            this.geometry.dispose();
            this.geometry.setAttribute(
                'spot',
                new InstancedBufferAttribute(new Float32Array(4 * this.capacity), 4).setUsage(DynamicDrawUsage),
            );
            this.geometry.setAttribute(
                'strength',
                new InstancedBufferAttribute(new Float32Array(this.capacity), 1).setUsage(DynamicDrawUsage),
            );
        }
        const along = normalized(cross(normal, Math.abs(normal[0]) < 0.9 ? [1, 0, 0] : [0, 0, 1]));
        this.uniforms.along.value.set(...along);
        this.uniforms.across.value.set(...cross(normal, along));
        const spots = this.geometry.getAttribute('spot');
        const strengths = this.geometry.getAttribute('strength');
        bodies.forEach((body, i) => {
            const [x = 0, y = 0, z = 0] = poses.positions.subarray(3 * body, 3 * body + 3);
            const { at, radius, strength } = spotBelow([x, y, z], reach[body] ?? 1, origin, normal, light);
            spots.setXYZW(i, ...at, radius);
            strengths.setX(i, strength);
        });
        this.geometry.instanceCount = bodies.length;
        this.mesh.visible = bodies.length > 0;
        if (bodies.length > 0) {
            spots.needsUpdate = true;
            strengths.needsUpdate = true;
        }
    }

    dispose(): void {
        this.geometry.dispose();
        this.material.dispose();
    }
}
