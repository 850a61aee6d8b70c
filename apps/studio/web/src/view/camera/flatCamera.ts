// The camera of a flat world: it looks straight down the z axis at the plane z = 0 and cannot be tilted, so y is up in the picture as in
// the world and there is no perspective. Dragging pans, and zooming keeps the point under the pointer in place.
import type { Vector } from '../../protocol';
import { length, subtract, type Bounds, type Sphere } from '../maths';
import type { Camera } from '../view';
import { halfHeight, OrbitCamera, type PicturePoint } from './orbitCamera';

const margin = 1.08;
const minDistance = 1;

export class FlatCamera extends OrbitCamera {
    constructor() {
        super();
        this.jumpTo({ eye: [0, 0, 100], target: [0, 0, 0] });
    }

    /** At the distance of the given camera, and above its target. */
    override jumpTo(camera: Camera): void {
        const [x, y] = camera.target;
        const distance = Math.max(minDistance, length(subtract(camera.eye, camera.target)));
        super.jumpTo({ eye: [x, y, distance], target: [x, y, 0] });
    }

    /** Everything in the picture, with a margin. */
    override goTo(bounds: Sphere | Bounds, aspect: number): void {
        const [x, y] = bounds.center;
        const [wide, high] = 'half' in bounds ? bounds.half : [bounds.radius, bounds.radius];
        this.goal.target = [x, y, 0];
        this.goal.distance = Math.max(minDistance, (margin * Math.max(high, wide / aspect)) / halfHeight);
    }

    override turn(x: number, y: number, height: number): void {
        this.pan(x, y, height);
    }

    override zoom(factor: number, at?: PicturePoint): void {
        const before = this.goal.distance;
        super.zoom(factor);
        this.goal.distance = Math.max(minDistance, this.goal.distance);
        if (at) {
            const approach = halfHeight * (before - this.goal.distance);
            const [x, y] = this.goal.target;
            this.goal.target = [x + at.x * approach * at.aspect, y + at.y * approach, 0];
        }
    }

    override lookAt(target: Vector): void {
        super.lookAt([target[0], target[1], 0]);
    }

    // In step with the target, so that the point under the pointer stays in place during a zoom.
    protected override followDistance(share: number): void {
        this.now.distance += (this.goal.distance - this.now.distance) * share;
    }
}
