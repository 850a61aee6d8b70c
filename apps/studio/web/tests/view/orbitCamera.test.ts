import { describe, expect, it } from 'vitest';
import { OrbitCamera, project, rayThrough } from '../../src/view/camera/orbitCamera';
import { add, length, scale, subtract } from '../../src/view/maths';
import { arrowTo } from '../../src/view/pointer/arrow';

function settle(orbit: OrbitCamera): void {
    for (let i = 0; i < 500 && orbit.advance(1 / 60); ++i);
}

describe('the camera', () => {
    it('is where it was put', () => {
        const orbit = new OrbitCamera();
        orbit.jumpTo({ eye: [3, 4, 5], target: [1, 2, 1] });
        const { eye, target } = orbit.camera();
        [3, 4, 5].forEach((part, i) => expect(eye[i]).toBeCloseTo(part, 6));
        expect(target).toEqual([1, 2, 1]);
    });

    it('turns around its target and keeps its distance', () => {
        const orbit = new OrbitCamera();
        orbit.jumpTo({ eye: [0, 3, 4], target: [0, 0, 0] });
        orbit.turn(100, 30, 400);
        settle(orbit);
        const { eye, target } = orbit.camera();
        expect(length(subtract(eye, target))).toBeCloseTo(5, 6);
        expect(eye[0]).toBeLessThan(-1);
    });

    it('does not go over the top', () => {
        const orbit = new OrbitCamera();
        orbit.jumpTo({ eye: [0, 3, 4], target: [0, 0, 0] });
        orbit.turn(0, 5000, 400);
        settle(orbit);
        expect(orbit.camera().eye[1]).toBeCloseTo(5, 3);
        expect(orbit.axes().right[0]).toBeCloseTo(1, 6);
    });

    it('keeps what is under the pointer under it while panning', () => {
        const orbit = new OrbitCamera();
        orbit.jumpTo({ eye: [2, 3, 14], target: [0, 0, 0] });
        orbit.pan(120, -45, 400);
        settle(orbit);
        const place = project(orbit.camera(), orbit.axes(), [0, 0, 0], 2);
        expect((place!.x * 2 * 400) / 2).toBeCloseTo(120, 3);
        expect((place!.y * 400) / 2).toBeCloseTo(45, 3);
    });

    it('comes to rest, and at once for people who want less motion', () => {
        const orbit = new OrbitCamera();
        orbit.zoom(3);
        expect(orbit.advance(1 / 60)).toBe(true);
        settle(orbit);
        expect(orbit.advance(1 / 60)).toBe(false);
        orbit.isSmooth = false;
        const before = orbit.distance();
        orbit.zoom(2);
        orbit.advance(1 / 60);
        expect(orbit.distance()).toBeCloseTo(2 * before, 6);
    });

    it('has a ball in the picture after going to it', () => {
        for (const aspect of [0.5, 1, 2]) {
            const orbit = new OrbitCamera();
            orbit.goTo({ center: [10, 2, 3], radius: 4 }, aspect);
            settle(orbit);
            const { up, right } = orbit.axes();
            for (const side of [up, scale(up, -1), right, scale(right, -1)]) {
                const place = project(orbit.camera(), orbit.axes(), add([10, 2, 3], scale(side, 3.6)), aspect);
                expect(Math.max(Math.abs(place!.x), Math.abs(place!.y))).toBeLessThan(1);
            }
        }
    });

    it('goes along with what it follows without lagging behind', () => {
        const orbit = new OrbitCamera();
        const before = orbit.camera();
        orbit.carry([5, 0, -2]);
        expect(subtract(orbit.camera().eye, before.eye).map((part) => Math.round(part * 1e6) / 1e6)).toEqual([5, 0, -2]);
    });

    it('sends rays through the points it projects to', () => {
        const orbit = new OrbitCamera();
        orbit.jumpTo({ eye: [5, 6, 7], target: [1, 0, 0] });
        const point: [number, number, number] = [2, 1, -3];
        const place = project(orbit.camera(), orbit.axes(), point, 1.6)!;
        const ray = rayThrough(orbit.camera(), orbit.axes(), place.x, place.y, 1.6);
        const along = length(subtract(point, ray.origin));
        expect(length(subtract(add(ray.origin, scale(ray.direction, along)), point))).toBeLessThan(1e-6);
        expect(project(orbit.camera(), orbit.axes(), [9, 12, 14], 1.6)).toBeNull();
    });
});

describe('the arrow of a push', () => {
    it('lies in the plane that faces the camera and ends under the pointer', () => {
        const ray = rayThrough(
            { eye: [0, 0, 10], target: [0, 0, 0] },
            { right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, -1] },
            0.5,
            0.25,
            2,
        );
        const arrow = arrowTo([1, 1, 2], [0, 0, -1], ray)!;
        expect(arrow[2]).toBeCloseTo(0);
        const end = add([1, 1, 2], arrow);
        const place = project({ eye: [0, 0, 10], target: [0, 0, 0] }, { right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, -1] }, end, 2)!;
        expect(place.x).toBeCloseTo(0.5);
        expect(place.y).toBeCloseTo(0.25);
    });

    it('is none where the plane is behind the eye', () => {
        expect(arrowTo([0, 0, 20], [0, 0, -1], { origin: [0, 0, 10], direction: [0, 0, -1] })).toBeNull();
    });
});
