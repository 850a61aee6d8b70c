// Branches in tree order.
import { describe, expect, it } from 'vitest';
import { branchTree } from '../src/panels/branchTree';
import type { Branch } from '../src/protocol';

function branch(id: number, parent: number | null): Branch {
    return { id, name: `b${id}`, parted: 0, parent, head: 10, isGhost: false };
}

describe('the tree of branches', () => {
    it('puts each below the one it left', () => {
        const entries = branchTree([branch(0, null), branch(1, 0), branch(2, 0), branch(3, 1)]);
        expect(entries.map((entry) => [entry.branch.id, entry.depth])).toEqual([
            [0, 0],
            [1, 1],
            [3, 2],
            [2, 1],
        ]);
    });

    it('loses none whose parent is gone, nor any in a ring', () => {
        const entries = branchTree([branch(5, 99), branch(6, 7), branch(7, 6)]);
        expect(entries.map((entry) => entry.branch.id).sort()).toEqual([5, 6, 7]);
    });
});
