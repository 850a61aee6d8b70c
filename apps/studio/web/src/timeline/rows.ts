// The layout of the timeline: ruler, track, a row for each lane of events, a line for each other branch.
import type { Branch, Lane } from '../protocol';

export interface Row {
    top: number;
    height: number;
}

export interface LaneRow extends Row {
    lane: Lane;
}

export interface BranchRow {
    branch: Branch;
    parted: number; // the frame at which it and the branch on show, or its parent, separate
    y: number; // of its line
    parentY: number; // of the line that it leaves
}

export interface Rows {
    gutter: number; // on the left, with the names of the lanes
    ruler: Row;
    track: Row;
    lanes: LaneRow[];
    branches: BranchRow[];
    height: number;
}

const maxBranches = 6;

/** In a compact timeline lanes are thin stripes without names. */
export function layOut(lanes: Lane[], branches: Branch[], current: number, isCompact: boolean, width: number): Rows {
    const gutter = width >= 640 && !isCompact ? 116 : 0;
    const ruler = { top: 0, height: isCompact ? 20 : 26 };
    const track = { top: ruler.height, height: isCompact ? 16 : 22 };
    const laneHeight = isCompact ? 5 : 13;
    let y = track.top + track.height + (isCompact ? 3 : 6);

    const laneRows = lanes.map((lane) => {
        const row = { lane, top: y, height: laneHeight - 2 };
        y += laneHeight;
        return row;
    });

    const others = branches.filter((branch) => branch.id !== current).slice(-maxBranches);
    const trackY = track.top + track.height / 2;
    const lineOf = new Map<number, number>([[current, trackY]]);
    if (others.length > 0) {
        y += 5;
    }
    for (const branch of others) {
        lineOf.set(branch.id, y);
        y += isCompact ? 5 : 8;
    }
    const left = partings(branches, current);
    const branchRows = others.map((branch) => ({
        branch,
        parted: left.get(branch.id) ?? branch.parted,
        y: lineOf.get(branch.id) ?? trackY,
        parentY: (branch.parent === null ? undefined : lineOf.get(branch.parent)) ?? trackY,
    }));
    return { gutter, ruler, track, lanes: laneRows, branches: branchRows, height: y + 4 };
}

/** For each ancestor of a branch: the frame at which that branch, or the ancestor below, left it. */
function partings(branches: Branch[], current: number): Map<number, number> {
    const found = new Map<number, number>();
    let branch = branches.find((one) => one.id === current);
    while (branch && branch.parent !== null && !found.has(branch.parent)) {
        found.set(branch.parent, branch.parted);
        const { parent } = branch;
        branch = branches.find((one) => one.id === parent);
    }
    return found;
}

export function laneAt(rows: Rows, y: number): LaneRow | null {
    return rows.lanes.find((row) => y >= row.top - 1 && y < row.top + row.height + 1) ?? null;
}

export function branchAt(rows: Rows, y: number): BranchRow | null {
    return rows.branches.find((row) => Math.abs(row.y - y) <= 3.5) ?? null;
}

/** The opacity for a number of events: a single one is clearly visible, and many do not outshine few. */
export function glow(count: number, most: number): number {
    if (count <= 0 || most <= 0) {
        return 0;
    }
    return 0.35 + 0.65 * (Math.log1p(count) / Math.log1p(Math.max(most, 8)));
}
