// Soft dark spots on the ground below bodies, drawn instead of shadows where a shadow map would take too long. Without them the height
// of a body cannot be seen. All in one draw call.
import { ShaderMaterial, Vector3 } from 'three';
import type { Vector } from '../../protocol';
import { InstancedQuads } from '../common/instancedQuads';
import { positionOf, type Poses } from '../common/poses';
import { cross, dot, perpendicularTo, scale, subtract } from '../maths';

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

/** The spot of a body on a plane: the higher the body, the larger and lighter. Strength 0: there is none. */
export function spotBelow(
    position: Vector,
    radius: number,
    origin: Vector,
    normal: Vector,
    light: Vector,
): { center: Vector; radius: number; strength: number } {
    const height = dot(subtract(position, origin), normal);
    const slope = dot(light, normal);
    const back = slope > 0.1 ? height / slope : 0;
    const lift = Math.max(0, height / radius - 0.6);
    const isVisible = height > -radius && slope > 0.1;
    return {
        center: subtract(position, scale(light, back)),
        radius: radius * (0.95 + 0.06 * lift),
        strength: isVisible ? 0.65 / (1 + 0.25 * lift) : 0,
    };
}

export class Spots {
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
    private readonly quads = new InstancedQuads(this.material, { spot: 4, strength: 1 });
    readonly mesh = this.quads.mesh;

    hide(): void {
        this.quads.hide();
    }

    /** Below these bodies, on the plane through `origin`, with light from the direction `light`. */
    show(bodies: number[], poses: Poses, radii: Float32Array, origin: Vector, normal: Vector, light: Vector): void {
        const along = perpendicularTo(normal);
        this.uniforms.along.value.set(...along);
        this.uniforms.across.value.set(...cross(normal, along));
        this.quads.reserve(bodies.length);
        const spots = this.quads.array('spot');
        const strengths = this.quads.array('strength');
        bodies.forEach((body, i) => {
            const { center, radius, strength } = spotBelow(positionOf(poses, body), radii[body] ?? 1, origin, normal, light);
            spots.set([...center, radius], 4 * i);
            strengths[i] = strength;
        });
        this.quads.show(bodies.length);
    }

    dispose(): void {
        this.quads.dispose();
    }
}
