// The camera as someone moves it: around a point, towards it and along with it. Where it shall be and where it is are two states;
// the second follows the first smoothly, or at once for people who asked for less motion. Y is up.
import type { Vector } from '../../protocol';
import { add, cross, dot, length, normalized, scale, subtract, type Sphere } from '../maths';
import type { Camera } from '../view';

export const fieldOfView = 40; // degrees, from top to bottom

const steepest = Math.PI / 2 - 0.001;
const settled = 1e-4; // of the distance: less cannot be seen
const quickness = 14; // 1/s, with which the state follows its goal

interface Place {
    target: Vector;
    yaw: number; // radians around y; 0: the eye is towards +z of the target
    pitch: number; // radians above the horizon
    distance: number;
}

/** From -1 to 1, y up, in a picture that is `aspect` times as wide as high. */
export interface PlaceInPicture {
    x: number;
    y: number;
    aspect: number;
}

function placeOf(camera: Camera): Place {
    const from = subtract(camera.eye, camera.target);
    const distance = Math.max(length(from), 1e-6);
    return {
        target: [...camera.target],
        yaw: Math.atan2(from[0], from[2]),
        pitch: Math.min(steepest, Math.max(-steepest, Math.asin(from[1] / distance))),
        distance,
    };
}

function cameraOf(place: Place): Camera {
    const level = Math.cos(place.pitch) * place.distance;
    const from: Vector = [Math.sin(place.yaw) * level, Math.sin(place.pitch) * place.distance, Math.cos(place.yaw) * level];
    return { eye: add(place.target, from), target: place.target };
}

export class OrbitCamera {
    /** False: every movement is over at once. */
    isSmooth = true;
    protected goal: Place = placeOf({ eye: [8, 6, 12], target: [0, 0, 0] });
    protected now: Place = structuredClone(this.goal);

    camera(): Camera {
        return structuredClone(cameraOf(this.now));
    }

    distance(): number {
        return this.now.distance;
    }

    jumpTo(camera: Camera): void {
        this.goal = placeOf(camera);
        this.now = structuredClone(this.goal);
    }

    /** Goes to a ball and looks at it from the side from which one looks already. */
    goTo(what: Sphere, aspect: number): void {
        const half = (fieldOfView / 2) * (Math.PI / 180);
        const narrower = Math.min(Math.tan(half), Math.tan(half) * aspect);
        this.goal.target = [...what.center];
        this.goal.distance = Math.max(what.radius, 1e-3) * Math.sqrt(1 + 1 / (narrower * narrower)) * 0.95;
    }

    /** By pixels of a picture so high. */
    turn(x: number, y: number, height: number): void {
        this.goal.yaw -= (x / height) * Math.PI;
        this.goal.pitch = Math.min(steepest, Math.max(-steepest, this.goal.pitch + (y / height) * Math.PI));
    }

    /** So that what is under the pointer at the target's distance stays under it. */
    pan(x: number, y: number, height: number): void {
        const { right, up } = this.axes();
        const perPixel = (2 * Math.tan((fieldOfView / 2) * (Math.PI / 180)) * this.goal.distance) / height;
        this.goal.target = add(this.goal.target, add(scale(right, -x * perPixel), scale(up, y * perPixel)));
    }

    /** More than 1 goes away. Where the pointer is does not matter here: one goes towards the target. */
    zoom(factor: number, _at?: PlaceInPicture): void {
        this.goal.distance = Math.min(1e7, Math.max(1e-3, this.goal.distance * factor));
    }

    /** With something that has moved: the whole camera goes along, and nothing of it is smoothed. */
    carry(by: Vector): void {
        this.goal.target = add(this.goal.target, by);
        this.now.target = add(this.now.target, by);
    }

    lookAt(target: Vector): void {
        this.goal.target = [...target];
    }

    /** Is at once where it was going. */
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

    /** Lets so many seconds pass. True while it still moves. */
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
        const share = 1 - Math.exp(-quickness * Math.min(seconds, 0.1));
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

/** Where the ray through a point of the picture (−1 to 1, y up) starts and goes. */
export function rayThrough(camera: Camera, axes: { right: Vector; up: Vector; forward: Vector }, x: number, y: number, aspect: number) {
    const tangent = Math.tan((fieldOfView / 2) * (Math.PI / 180));
    const aside = add(scale(axes.right, x * tangent * aspect), scale(axes.up, y * tangent));
    return { origin: camera.eye, direction: normalized(add(axes.forward, aside)) };
}

/** Where a point lies in the picture (−1 to 1, y up), and how deep behind it; null: not in front of the eye. */
export function project(camera: Camera, axes: { right: Vector; up: Vector; forward: Vector }, point: Vector, aspect: number) {
    const from = subtract(point, camera.eye);
    const depth = dot(from, axes.forward);
    if (depth <= 0) {
        return null;
    }
    const tangent = Math.tan((fieldOfView / 2) * (Math.PI / 180)) * depth;
    return { x: dot(from, axes.right) / (tangent * aspect), y: dot(from, axes.up) / tangent, depth };
}
