// A camera that orbits a target. It has a goal and a current state, which follows the goal smoothly, or at once for users who prefer
// reduced motion. Y is up.
import type { Vector } from '../../protocol';
import { add, cross, dot, length, normalized, scale, subtract, type Sphere } from '../maths';
import type { Camera } from '../view';

export const fieldOfView = 40; // degrees, from top to bottom
/** Half the height of a picture at distance 1. */
export const halfHeight = Math.tan((fieldOfView / 2) * (Math.PI / 180));

const maxPitch = Math.PI / 2 - 0.001;
const settled = 1e-4; // relative to the distance: less is invisible
const followRate = 14; // 1/s

interface OrbitState {
    target: Vector;
    yaw: number; // radians around y; 0: the eye is towards +z of the target
    pitch: number; // radians above the horizon
    distance: number;
}

/** A point of a picture: from -1 to 1, y up; `aspect` is the width by the height. */
export interface PicturePoint {
    x: number;
    y: number;
    aspect: number;
}

function stateOf(camera: Camera): OrbitState {
    const from = subtract(camera.eye, camera.target);
    const distance = Math.max(length(from), 1e-6);
    return {
        target: [...camera.target],
        yaw: Math.atan2(from[0], from[2]),
        pitch: Math.min(maxPitch, Math.max(-maxPitch, Math.asin(from[1] / distance))),
        distance,
    };
}

function cameraOf(state: OrbitState): Camera {
    const level = Math.cos(state.pitch) * state.distance;
    const from: Vector = [Math.sin(state.yaw) * level, Math.sin(state.pitch) * state.distance, Math.cos(state.yaw) * level];
    return { eye: add(state.target, from), target: state.target };
}

export class OrbitCamera {
    /** False: every movement is immediate. */
    isSmooth = true;
    protected goal: OrbitState = stateOf({ eye: [8, 6, 12], target: [0, 0, 0] });
    protected now: OrbitState = structuredClone(this.goal);

    camera(): Camera {
        return structuredClone(cameraOf(this.now));
    }

    distance(): number {
        return this.now.distance;
    }

    jumpTo(camera: Camera): void {
        this.goal = stateOf(camera);
        this.now = structuredClone(this.goal);
    }

    /** Moves to a sphere and keeps the direction of view. */
    goTo(sphere: Sphere, aspect: number): void {
        const narrower = Math.min(halfHeight, halfHeight * aspect);
        this.goal.target = [...sphere.center];
        this.goal.distance = Math.max(sphere.radius, 1e-3) * Math.sqrt(1 + 1 / (narrower * narrower)) * 0.95;
    }

    /** By pixels of a picture with this height. */
    turn(x: number, y: number, height: number): void {
        this.goal.yaw -= (x / height) * Math.PI;
        this.goal.pitch = Math.min(maxPitch, Math.max(-maxPitch, this.goal.pitch + (y / height) * Math.PI));
    }

    /** Keeps the point under the pointer, at the distance of the target, in place. */
    pan(x: number, y: number, height: number): void {
        const { right, up } = this.axes();
        const perPixel = (2 * halfHeight * this.goal.distance) / height;
        this.goal.target = add(this.goal.target, add(scale(right, -x * perPixel), scale(up, y * perPixel)));
    }

    /** A factor above 1 moves away. The pointer does not matter here: the camera moves towards the target. */
    zoom(factor: number, _at?: PicturePoint): void {
        this.goal.distance = Math.min(1e7, Math.max(1e-3, this.goal.distance * factor));
    }

    /** Moves the whole camera with a body that has moved, without smoothing. */
    carry(by: Vector): void {
        this.goal.target = add(this.goal.target, by);
        this.now.target = add(this.now.target, by);
    }

    lookAt(target: Vector): void {
        this.goal.target = [...target];
    }

    /** Jumps to the goal. */
    arrive(): void {
        this.now = structuredClone(this.goal);
    }

    /** Directions of the picture in the world. */
    axes(): { right: Vector; up: Vector; forward: Vector } {
        const { eye, target } = cameraOf(this.now);
        const forward = normalized(subtract(target, eye));
        const right = normalized(cross(forward, [0, 1, 0]));
        return { right, up: cross(right, forward), forward };
    }

    /** Advances by this time. True while the camera moves. */
    advance(seconds: number): boolean {
        const { goal, now } = this;
        const gap = subtract(goal.target, now.target);
        const far =
            length(gap) / now.distance +
            Math.abs(goal.yaw - now.yaw) +
            Math.abs(goal.pitch - now.pitch) +
            Math.abs(Math.log(goal.distance / now.distance));
        if (far < settled || !this.isSmooth) {
            this.now = structuredClone(goal);
            return far >= settled;
        }
        const share = 1 - Math.exp(-followRate * Math.min(seconds, 0.1));
        now.target = add(now.target, scale(gap, share));
        now.yaw += (goal.yaw - now.yaw) * share;
        now.pitch += (goal.pitch - now.pitch) * share;
        this.followDistance(share);
        return true;
    }

    protected followDistance(share: number): void {
        this.now.distance *= (this.goal.distance / this.now.distance) ** share;
    }
}

/** The ray through a point of the picture (−1 to 1, y up). */
export function rayThrough(camera: Camera, axes: { right: Vector; up: Vector; forward: Vector }, x: number, y: number, aspect: number) {
    const aside = add(scale(axes.right, x * halfHeight * aspect), scale(axes.up, y * halfHeight));
    return { origin: camera.eye, direction: normalized(add(axes.forward, aside)) };
}

/** The point of the picture (−1 to 1, y up) and the depth of a point of the world; null: behind the eye. */
export function project(camera: Camera, axes: { right: Vector; up: Vector; forward: Vector }, point: Vector, aspect: number) {
    const from = subtract(point, camera.eye);
    const depth = dot(from, axes.forward);
    if (depth <= 0) {
        return null;
    }
    const half = halfHeight * depth;
    return { x: dot(from, axes.right) / (half * aspect), y: dot(from, axes.up) / half, depth };
}
