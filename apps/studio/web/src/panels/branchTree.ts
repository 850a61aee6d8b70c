// Branches in tree order: each below its parent, with its depth.
import type { Branch } from '../protocol';

export interface BranchEntry {
    branch: Branch;
    depth: number;
}

/** A branch without its parent is a root. */
export function branchTree(branches: Branch[]): BranchEntry[] {
    const ids = new Set(branches.map((branch) => branch.id));
    const entries: BranchEntry[] = [];
    const seen = new Set<number>();
    function add(branch: Branch, depth: number): void {
        if (seen.has(branch.id)) {
            return;
        }
        seen.add(branch.id);
        entries.push({ branch, depth });
        for (const child of branches) {
            if (child.parent === branch.id) {
                add(child, depth + 1);
            }
        }
    }
    for (const branch of branches) {
        if (branch.parent === null || !ids.has(branch.parent)) {
            add(branch, 0);
        }
    }
    for (const branch of branches) {
        add(branch, 0);
    }
    return entries;
}
