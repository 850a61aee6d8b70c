import { beforeEach, describe, expect, it } from 'vitest';
import type { Frame } from '../../src/protocol';
import { HexRenderer } from '../../src/view/hex/hexRenderer';
import type { Picture, WorldRenderer } from '../../src/view/renderer';
import { RigidRenderer } from '../../src/view/rigid/rigidRenderer';
import { fleets } from './fakeHex';
import { otherFrame, pyramid, type FakeWorld } from './fakeWorld';

const picture: Picture = {
    role: 'shown',
    viewpoint: { eyeX: 0, eyeY: 0, eyeZ: 100, forwardX: 0, forwardY: 0, forwardZ: -1, pixel: 0.001 },
    target: [0, 0, 0],
    distance: 100,
    hasShadows: false,
    width: 640,
    height: 360,
    pixelRatio: 1,
    isQuick: true,
};

describe.each([
    ['rigid bodies', (): [WorldRenderer, FakeWorld] => [new RigidRenderer(), pyramid(4)]],
    ['composites and particles', (): [WorldRenderer, FakeWorld] => [new HexRenderer([]), fleets()]],
])('a renderer of %s', (_, make) => {
    let renderer: WorldRenderer;
    let world: FakeWorld;

    beforeEach(() => {
        [renderer, world] = make();
    });

    const frameAt = (frame: number, census = 1): Frame => ({ ...world.frame, frame, census });

    it('holds a frame back until its census has come', () => {
        expect(renderer.frame(frameAt(7))).toBe(false);
        expect(renderer.shown()).toBeNull();
        renderer.census(world.census);
        expect(renderer.shown()).toEqual({ frame: 7, entities: world.frame.count });
    });

    it('does not go back to a frame that waited longer than the one it draws', () => {
        renderer.census(world.census);
        expect(renderer.frame(frameAt(7, 2))).toBe(false);
        expect(renderer.frame(frameAt(8))).toBe(true);
        renderer.census({ ...world.census, census: 2 });
        expect(renderer.shown()?.frame).toBe(8);
    });

    it('draws frames in the order in which they came when their censuses come late', () => {
        renderer.frame(frameAt(7, 1));
        renderer.frame(frameAt(8, 2));
        renderer.census(world.census);
        expect(renderer.shown()?.frame).toBe(7);
        renderer.census({ ...world.census, census: 2 });
        expect(renderer.shown()?.frame).toBe(8);
    });

    it('knows the bounding spheres of the bodies in the frame on show only', () => {
        renderer.census(world.census);
        renderer.frame(world.frame);
        const key = world.census.keys[3]!;
        expect(renderer.boundingSphere(key)?.center[0]).toBe(world.frame.positions[9]);
        expect(renderer.boundingSphere('999999')).toBeNull();
    });

    it('prepares pictures with outlines and with the differences from another branch', () => {
        renderer.census(world.census);
        renderer.prepare(picture);
        renderer.frame(world.frame);
        renderer.frame(otherFrame(world, 5));
        renderer.setOther('faint');
        renderer.setSelection(world.census.keys[3]!);
        expect(() => renderer.prepare(picture)).not.toThrow();
        expect(() => renderer.prepare({ ...picture, role: 'other' })).not.toThrow();
        expect(renderer.surroundings().bounds?.radius).toBeGreaterThan(1);
        renderer.dispose();
    });
});
