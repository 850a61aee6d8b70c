// The overlays of a frame's details: contacts, velocities, boxes and joints. One draw call each.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, LineBasicMaterial, LineSegments, type Vector2 } from 'three';
import type { DetailsAnswer, Frame } from '../../protocol';
import { Segments } from '../lines/segments';
import { accents, type Theme } from '../palette';
import type { Overlays } from '../view';
import type { Poses } from './poses';

const maxAge = 30; // frames: older details do not fit the picture
const infiniteSize = 1e6; // metres: the box of a plane is not drawn

// The twelve edges of a box, as pairs of corners: for x, y and z, 0 for the lower end and 1 for the upper.
const boxEdges: number[][] = [];
for (let axis = 0; axis < 3; ++axis) {
    for (const [u, v] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
    ] as const) {
        for (const end of [0, 1]) {
            const corner = [0, 0, 0];
            corner[axis] = end;
            corner[(axis + 1) % 3] = u;
            corner[(axis + 2) % 3] = v;
            boxEdges.push(corner);
        }
    }
}

export class DetailOverlays {
    readonly group = new Group();
    private readonly contacts: Segments;
    private readonly velocities: Segments;
    private readonly joints: Segments;
    private readonly boxGeometry = new BufferGeometry();
    private readonly boxMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.55, depthWrite: false });
    private readonly boxes = new LineSegments(this.boxGeometry, this.boxMaterial);

    constructor(picture: { value: Vector2 }) {
        this.contacts = new Segments(picture, true);
        this.velocities = new Segments(picture, true);
        this.joints = new Segments(picture, true);
        this.boxes.frustumCulled = false;
        this.boxes.visible = false;
        this.boxes.renderOrder = 3;
        this.group.add(this.contacts.mesh, this.velocities.mesh, this.joints.mesh, this.boxes);
    }

    /** `length`: of the longest arrow, in metres. */
    show(details: DetailsAnswer | null, overlays: Overlays, theme: Theme, frame: Frame, length: number): void {
        const isFresh = details !== null && Math.abs(details.frame - frame.frame) <= maxAge;
        this.showContacts(isFresh && overlays.contacts ? details.contacts : [], theme, length);
        this.showVelocities(isFresh && overlays.velocities ? details.velocities : [], theme, frame, length);
        this.showJoints(isFresh && overlays.joints ? details : null, theme);
        this.showBoxes(isFresh && overlays.boxes ? details.boxes : [], theme);
    }

    dispose(): void {
        [this.contacts, this.velocities, this.joints].forEach((segments) => segments.dispose());
        this.boxGeometry.dispose();
        this.boxMaterial.dispose();
    }

    private showContacts(points: number[], theme: Theme, length: number): void {
        const colour = accents[theme].contact;
        let strongest = 0;
        for (let i = 6; i < points.length; i += 7) {
            strongest = Math.max(strongest, points[i]!);
        }
        this.contacts.begin((points.length / 7) * 2);
        for (let i = 0; i + 6 < points.length; i += 7) {
            const [x, y, z] = [points[i]!, points[i + 1]!, points[i + 2]!];
            // By the root, so that the weak contacts of a pile are visible beside the strong ones at its bottom.
            const size = length * (0.12 + 0.5 * Math.sqrt(strongest > 0 ? points[i + 6]! / strongest : 0));
            this.contacts.add(
                x,
                y,
                z,
                x + points[i + 3]! * size,
                y + points[i + 4]! * size,
                z + points[i + 5]! * size,
                colour,
                0.9,
                2,
                0.15,
            );
            this.contacts.add(x, y, z, x, y, z, colour, 1, 6);
        }
        this.contacts.finish();
    }

    private showVelocities(velocities: number[], theme: Theme, poses: Poses, length: number): void {
        const colour = accents[theme].velocity;
        let square = 0;
        for (let i = 0; i + 2 < velocities.length; i += 3) {
            square = Math.max(square, velocities[i]! ** 2 + velocities[i + 1]! ** 2 + velocities[i + 2]! ** 2);
        }
        // A power of two, so that the scale does not change with every frame.
        const longest = 2 ** Math.ceil(Math.log2(Math.max(Math.sqrt(square), 1e-3)));
        this.velocities.begin((velocities.length / 3) * 2);
        if (velocities.length === poses.positions.length) {
            for (let i = 0; i + 2 < velocities.length; i += 3) {
                const [vx, vy, vz] = [velocities[i]!, velocities[i + 1]!, velocities[i + 2]!];
                if (vx * vx + vy * vy + vz * vz > (0.01 * longest) ** 2) {
                    const [x, y, z] = [poses.positions[i]!, poses.positions[i + 1]!, poses.positions[i + 2]!];
                    const factor = length / longest;
                    this.velocities.addArrow(x, y, z, x + vx * factor, y + vy * factor, z + vz * factor, length * 0.1, colour, 0.95, 2);
                }
            }
        }
        this.velocities.finish();
    }

    private showJoints(details: DetailsAnswer | null, theme: Theme): void {
        const colour = accents[theme].joint;
        const joints = details?.joints ?? [];
        const marks = details?.jointMarks ?? [];
        this.joints.begin((joints.length / 6) * 3 + marks.length / 6);
        for (let i = 0; i + 5 < marks.length; i += 6) {
            this.joints.add(marks[i]!, marks[i + 1]!, marks[i + 2]!, marks[i + 3]!, marks[i + 4]!, marks[i + 5]!, colour, 0.55, 1.5);
        }
        for (let i = 0; i + 5 < joints.length; i += 6) {
            const [ax, ay, az, bx, by, bz] = joints.slice(i, i + 6) as [number, number, number, number, number, number];
            this.joints.add(ax, ay, az, bx, by, bz, colour, 0.8, 2);
            this.joints.add(ax, ay, az, ax, ay, az, colour, 1, 6);
            this.joints.add(bx, by, bz, bx, by, bz, colour, 1, 6);
        }
        this.joints.finish();
    }

    private showBoxes(boxes: number[], theme: Theme): void {
        this.boxes.visible = boxes.length > 0;
        if (boxes.length === 0) {
            return;
        }
        this.boxMaterial.color.setRGB(...accents[theme].box);
        const needed = (boxes.length / 6) * boxEdges.length * 3;
        let attribute = this.boxGeometry.getAttribute('position') as BufferAttribute | undefined;
        if (!attribute || attribute.array.length < needed) {
            this.boxGeometry.dispose();
            attribute = new BufferAttribute(new Float32Array(Math.ceil(needed * 1.25)), 3).setUsage(DynamicDrawUsage);
            this.boxGeometry.setAttribute('position', attribute);
        }
        const out = attribute.array;
        let at = 0;
        for (let i = 0; i + 5 < boxes.length; i += 6) {
            if (!(boxes[i + 3]! - boxes[i]! < infiniteSize)) {
                continue;
            }
            for (const corner of boxEdges) {
                out[at++] = boxes[i + 3 * corner[0]!]!;
                out[at++] = boxes[i + 3 * corner[1]! + 1]!;
                out[at++] = boxes[i + 3 * corner[2]! + 2]!;
            }
        }
        attribute.needsUpdate = true;
        this.boxGeometry.setDrawRange(0, at / 3);
    }
}
