import { describe, expect, it } from 'vitest';
import { asleep, colourOfBody, colourOfIsland, fromHex, fromOklch, hashOfKey } from '../../src/view/palette';

describe('colours of bodies', () => {
    it('takes the colour of the scene where there is one', () => {
        expect(colourOfBody('7', 'dynamic', '#ff0000')).toEqual([1, 0, 0]);
        expect(fromHex('#808080')[0]).toBeCloseTo(0.2159, 3);
    });

    it('gives a body the same colour for life', () => {
        expect(colourOfBody('18446744073709551615', 'dynamic', null)).toEqual(colourOfBody('18446744073709551615', 'dynamic', null));
    });

    it('gives neighbours different colours more often than not', () => {
        let alike = 0;
        for (let key = 1; key < 1000; ++key) {
            const [a, b] = [colourOfBody(String(key), 'dynamic', null), colourOfBody(String(key + 1), 'dynamic', null)];
            alike += Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < 0.05 ? 1 : 0;
        }
        expect(alike).toBeLessThan(200);
    });

    it('spreads the hashes of keys over the whole range', () => {
        const halves = Array.from({ length: 1000 }, (_, key) => hashOfKey(String(key)) >>> 31);
        const upper = halves.reduce((sum, half) => sum + half, 0);
        expect(upper).toBeGreaterThan(400);
        expect(upper).toBeLessThan(600);
    });

    it('tells islands that follow each other apart', () => {
        for (let island = 1; island < 100; ++island) {
            const [a, b] = [colourOfIsland(island), colourOfIsland(island + 1)];
            expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeGreaterThan(0.15);
        }
    });

    it('shows what is in no island in grey', () => {
        const [r, g, b] = colourOfIsland(0);
        expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(0.1);
    });

    it('takes most of the colour from what sleeps', () => {
        const [r, g, b] = asleep([1, 0, 0]);
        expect(r - Math.min(g, b)).toBeLessThan(0.1);
        expect(r).toBeLessThan(1);
    });

    it('turns Oklch into the known red of sRGB', () => {
        const [r, g, b] = fromOklch(0.627955, 0.257683, 29.2339 / 360);
        expect(r).toBeCloseTo(1, 2);
        expect(g).toBeCloseTo(0, 2);
        expect(b).toBeCloseTo(0, 2);
    });
});
