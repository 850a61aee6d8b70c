// The layout of the timeline, and the range of events that it requests.
import { describe, expect, it } from 'vitest';
import type { Branch, Lane } from '../src/protocol';
import { countWithin, showsSingles, rangeFor } from '../src/timeline/buckets';
import { branchAt, glow, laneAt, layOut } from '../src/timeline/rows';

const lanes: Lane[] = [
    { name: 'collisions', title: 'Collisions' },
    { name: 'inputs', title: 'Inputs' },
];
const branches: Branch[] = [
    { id: 0, name: 'first', parted: 0, parent: null, head: 900, isGhost: false },
    { id: 1, name: 'before: push', parted: 120, parent: 0, head: 800, isGhost: true },
    { id: 4, name: 'what if', parted: 300, parent: 1, head: 700, isGhost: false },
];

describe('rows of the timeline', () => {
    it('do not overlap and all lie within its height', () => {
        for (const isCompact of [false, true]) {
            const rows = layOut(lanes, branches, 0, isCompact, 900);
            const all = [rows.ruler, rows.track, ...rows.lanes];
            for (let index = 1; index < all.length; ++index) {
                expect(all[index]!.top).toBeGreaterThanOrEqual(all[index - 1]!.top + all[index - 1]!.height);
            }
            const last = all[all.length - 1]!;
            expect(rows.branches[0]!.y).toBeGreaterThan(last.top + last.height);
            expect(rows.branches[1]!.y).toBeLessThan(rows.height);
        }
    });

    it('are found again under the pointer', () => {
        const rows = layOut(lanes, branches, 0, false, 900);
        expect(laneAt(rows, rows.lanes[1]!.top + 3)?.lane.name).toBe('inputs');
        expect(laneAt(rows, 2)).toBeNull();
        expect(branchAt(rows, rows.branches[1]!.y + 2)?.branch.id).toBe(4);
    });

    it('let each branch part from the line of its parent', () => {
        const rows = layOut(lanes, branches, 0, false, 900);
        expect(rows.branches[0]!.parentY).toBe(rows.track.top + rows.track.height / 2);
        expect(rows.branches[1]!.parentY).toBe(rows.branches[0]!.y);
    });

    it('let the branch that the one on show has left part where it was left', () => {
        const rows = layOut(lanes, branches, 4, false, 900);
        expect(rows.branches.map((row) => [row.branch.id, row.parted])).toEqual([
            [0, 120],
            [1, 300],
        ]);
    });

    it('have no names where there is no room', () => {
        expect(layOut(lanes, branches, 0, true, 380).gutter).toBe(0);
    });
});

describe('buckets of events', () => {
    it('keep their borders while time is panned', () => {
        const one = rangeFor({ from: 100, framesPerPixel: 1.5, width: 800 }, 0, 100000)!;
        const other = rangeFor({ from: 117, framesPerPixel: 1.5, width: 800 }, 0, 100000)!;
        const size = (one.to - one.from) / one.buckets;
        expect(size).toBe(8);
        expect((other.to - other.from) / other.buckets).toBe(size);
        expect((other.from - one.from) % size).toBe(0);
    });

    it('cover what is seen, and nothing that is not known', () => {
        const stretch = rangeFor({ from: 100, framesPerPixel: 1, width: 800 }, 90, 700)!;
        expect(stretch.from).toBeLessThanOrEqual(100);
        expect(stretch.to).toBeGreaterThanOrEqual(701);
        expect(stretch.to).toBeLessThan(720);
        expect(rangeFor({ from: 2000, framesPerPixel: 0.1, width: 100 }, 0, 700)).toBeNull();
    });

    it('are never smaller than a frame', () => {
        const stretch = rangeFor({ from: 100, framesPerPixel: 1 / 40, width: 400 }, 0, 700)!;
        expect((stretch.to - stretch.from) / stretch.buckets).toBe(1);
        expect(showsSingles({ from: 100, framesPerPixel: 1 / 40, width: 400 })).toBe(true);
    });

    it('are summed up between two frames', () => {
        const answer = { from: 64, step: 4, lanes: [{ name: 'collisions', counts: [1, 2, 3, 4] }] };
        expect(countWithin(answer, 'collisions', 68, 76)).toBe(5);
        expect(countWithin(answer, 'collisions', 0, 1000)).toBe(10);
        expect(countWithin(answer, 'inputs', 0, 1000)).toBe(0);
    });

    it('glow more the more there are, and well with one', () => {
        expect(glow(0, 100)).toBe(0);
        expect(glow(1, 100)).toBeGreaterThan(0.4);
        expect(glow(50, 100)).toBeGreaterThan(glow(5, 100));
        expect(glow(100, 100)).toBeCloseTo(1, 6);
    });
});
