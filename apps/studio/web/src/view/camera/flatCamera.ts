// The camera over a flat world: it looks straight down the z axis at the plane z = 0 and cannot be tilted, so y is up in the picture as
// in the world and everything there is shown without perspective. Dragging moves it, and zooming keeps what is under the pointer there.
import type { Vector } from '../../protocol';
import { length, subtract, type Bounds, type Sphere } from '../maths';
import { fieldOfView, OrbitCamera, type PlaceInPicture } from './orbitCamera';
import type { Camera } from '../view';

const tangent = Math.tan((fieldOfView / 2) * (Math.PI / 180));
const margin = 1.08;
const nearest = 1; // in cells: much less than one would fill the picture

export class FlatCamera extends OrbitCamera {
    constructor() {
        super();
        this.jumpTo({ eye: [0, 0, 100], target: [0, 0, 0] });
    }

    /** As far away as the camera is, and above its target. */
    override jumpTo(camera: Camera): void {
        const [x, y] = camera.target;
        const distance = Math.max(nearest, length(subtract(camera.eye, camera.target)));
        super.jumpTo({ eye: [x, y, distance], target: [x, y, 0] });
    }

    /** So that the whole of it is in the picture, with a little room around it. */
    override goTo(what: Sphere | Bounds, aspect: number): void {
        const [x, y] = what.center;
        const [wide, high] = 'half' in what ? what.half : [what.radius, what.radius];
        this.goal.target = [x, y, 0];
        this.goal.distance = Math.max(nearest, (margin * Math.max(high, wide / aspect)) / tangent);
    }

    override turn(x: number, y: number, height: number): void {
        this.pan(x, y, height);
    }

    override zoom(factor: number, at?: PlaceInPicture): void {
        const before = this.goal.distance;
        super.zoom(factor);
        this.goal.distance = Math.max(nearest, this.goal.distance);
        if (at) {
            const nearer = tangent * (before - this.goal.distance);
            const [x, y] = this.goal.target;
            this.goal.target = [x + at.x * nearer * at.aspect, y + at.y * nearer, 0];
        }
    }

    override lookAt(target: Vector): void {
        super.lookAt([target[0], target[1], 0]);
    }

    // In step with the target, so that what is under the pointer does not swim while one zooms to it.
    protected override followDistance(share: number): void {
        this.now.distance += (this.goal.distance - this.now.distance) * share;
    }
}
