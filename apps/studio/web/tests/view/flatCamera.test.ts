import { describe, expect, it } from 'vitest';
import type { Vector } from '../../src/protocol';
import { FlatCamera } from '../../src/view/camera/flatCamera';
import { OrbitCamera, project, rayThrough } from '../../src/view/camera/orbitCamera';

function settle(camera: OrbitCamera): void {
    for (let i = 0; i < 500 && camera.advance(1 / 60); ++i);
}

/** The point of the plane that is at a place of the picture. */
function under(camera: OrbitCamera, x: number, y: number, aspect: number): Vector {
    const { origin, direction } = rayThrough(camera.camera(), camera.axes(), x, y, aspect);
    const along = -origin[2] / direction[2];
    return [origin[0] + direction[0] * along, origin[1] + direction[1] * along, 0];
}

describe('the camera over a flat world', () => {
    it('looks straight down, wherever it was put', () => {
        const camera = new FlatCamera();
        camera.jumpTo({ eye: [30, 40, 50], target: [10, 20, 5] });
        expect(camera.axes().forward[2]).toBeCloseTo(-1, 9);
        expect(camera.axes().up[1]).toBeCloseTo(1, 9);
        expect(camera.camera().target).toEqual([10, 20, 0]);
    });

    it('moves where one would turn another, and what is under the pointer stays under it', () => {
        const camera = new FlatCamera();
        camera.turn(120, -45, 400);
        settle(camera);
        expect(camera.axes().forward[2]).toBeCloseTo(-1, 9);
        const place = project(camera.camera(), camera.axes(), [0, 0, 0], 2);
        expect((place!.x * 2 * 400) / 2).toBeCloseTo(120, 3);
        expect((place!.y * 400) / 2).toBeCloseTo(45, 3);
    });

    it('keeps what is under the pointer there while one zooms, on the way as well', () => {
        const camera = new FlatCamera();
        const at = { x: 0.6, y: -0.4, aspect: 1.6 };
        const before = under(camera, at.x, at.y, at.aspect);
        camera.zoom(0.2, at);
        for (let i = 0; i < 200; ++i) {
            camera.advance(1 / 60);
            const now = under(camera, at.x, at.y, at.aspect);
            expect(now[0]).toBeCloseTo(before[0], 2);
            expect(now[1]).toBeCloseTo(before[1], 2);
        }
        expect(camera.distance()).toBeCloseTo(20, 3);
    });

    it('does not go through the plane', () => {
        const camera = new FlatCamera();
        camera.zoom(1e-9, { x: 0.5, y: 0.5, aspect: 1 });
        settle(camera);
        expect(camera.distance()).toBeGreaterThanOrEqual(1);
    });

    it('frames a wide field as wide as it is', () => {
        const camera = new FlatCamera();
        camera.goTo({ center: [5, 6, 0], radius: 103, half: [100, 25, 0] }, 2);
        settle(camera);
        const corner = project(camera.camera(), camera.axes(), [105, 6, 0], 2)!;
        expect(corner.x).toBeGreaterThan(0.85);
        expect(corner.x).toBeLessThan(1);
    });
});
