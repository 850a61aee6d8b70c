// The protocol between a page and a session, which runs behind a WebSocket (apps/studio/server) or inside the page as WebAssembly
// (apps/studio/engine). Requests are JSON text and get exactly one answer with the same id; notifications come without a request. Frames
// are binary (see Frame). Times are frames.
//
// The frame on show, the speed, the branch and the bookmarks belong to the session and are the same for all pages; the camera, the
// selection and the overlays belong to each page.

/** Identifies an entity for its whole life: 64 bits as decimal digits, because numbers in JavaScript hold only 53. */
export type Key = string;
export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number]; // x, y, z, w

/** The first notification to a page, and again whenever another scene is opened. */
export interface Welcome {
    tell: 'welcome';
    protocol: 2;
    world: 'rigid' | 'hex' | 'circles';
    title: string;
    about: string;
    scene: string | null; // the name that opens it again
    timeStep: number; // seconds per frame
    view: { eye: Vector; target: Vector } | null;
    names: { key: Key; name: string }[];
    lanes: Lane[]; // of events, in display order
    quantities: Quantity[]; // that can be plotted
    canOpenScenes: boolean; // false in a standalone page
    canRecord: boolean;
    tiles: { name: string; color: string | null }[]; // the types of tiles of a hex world; empty in others
    blueprints: string[]; // names that can be spawned; empty where shapes are spawned
    walls: Wall[]; // of a world of circles; empty in others
    hasMaterials: boolean; // friction and restitution of a body can be changed
}

/** A circle if it has one point, otherwise a chain of straight edges without thickness. */
export interface Wall {
    name: string; // '' if the scene gives none
    points: number[]; // x, y of each
    radius: number; // of a circle
    isClosed: boolean; // of a chain: the last point is joined to the first
    kick: number; // more than 0: a bumper
    isSensor: boolean;
    color: string | null; // '#rrggbb', if the scene has one
}

export interface Lane {
    name: 'collisions' | 'destruction' | 'inputs' | 'keyframes' | 'sleep' | string;
    title: string;
}

export interface Quantity {
    name: string; // 'height', 'speed', 'energy', 'impulse'
    title: string;
    unit: string;
}

/** The status of the timeline. Sent when it changes, and a few times a second while the head moves. */
export interface Standing {
    tell: 'standing';
    branch: number; // the one on show
    tail: number; // the first known frame
    head: number; // the last known frame
    goal: number; // the frame at which the forecast ends
    shown: number; // the frame on show, with a fraction while playing slowly
    rate: number; // the playback speed; 0: paused, negative: backwards
    isForecasting: boolean;
    isRewriting: boolean; // an edit is being computed
    edition: number; // changes with every edit: plots and lanes have to be requested again
    branches: Branch[];
    compared: number | null; // the branch of frames with the role `other`; after an edit, the future before it
    canUndo: boolean;
    canRedo: boolean;
    bookmarks: Bookmark[];
    watchers: number;
}

export interface Branch {
    id: number;
    name: string;
    parted: number; // the frame at which it left its parent; the tail for the first branch
    parent: number | null;
    head: number;
    /** The future before an edit. It can be compared, and becomes an ordinary branch when it is switched to. */
    isGhost: boolean;
}

export interface Bookmark {
    id: number;
    frame: number;
    name: string;
}

/** Sent a few times a second. Times are milliseconds per step. */
export interface Performance {
    tell: 'performance';
    phases: { name: string; milliseconds: number }[];
    step: number;
    forecastSpeed: number; // simulated seconds per second
    trackBytes: number;
    eventBytes: number;
    keyframes: number;
    entities: number;
    refusedMessages: number;
}

/** Sent without a request. */
export type SessionNotification = Welcome | Standing | Performance;

/**
 * A frame, little endian, each part aligned to 4 bytes:
 *
 *     uint32   kind      1
 *     uint32   role      0: the frame on show; 1: the same frame of the branch that is compared
 *     float64  frame     with a fraction if it is interpolated
 *     uint32   branch
 *     uint32   census    its entities, see CensusAnswer; to be requested if it is unknown
 *     uint32   count     of entities, in the order of the census
 *     uint32   edition
 *     uint32   unused[2]
 *     float32  positions[3 * count]      of the centre of mass
 *     float32  orientations[4 * count]   x, y, z, w
 *     uint8    states[count]             1: asleep
 *
 * A page acknowledges each frame of the role 0 with `seen`; a session has at most two frames under way to a page.
 */
export const frameHeaderBytes = 40;
export interface Frame {
    role: 'shown' | 'other';
    frame: number;
    branch: number;
    census: number;
    count: number;
    edition: number;
    positions: Float32Array;
    orientations: Float32Array;
    states: Uint8Array;
}

export type Request =
    | { do: 'seen' } // no answer
    // time
    | { do: 'show'; frame: number } // stops playing
    | { do: 'play'; rate: number }
    | { do: 'horizon'; frames: number } // how far ahead to compute
    | { do: 'bookmark'; frame: number; name: string }
    | { do: 'unbookmark'; bookmark: number }
    // queries
    | { do: 'census'; census: number; have: number | null } // CensusAnswer; `have`: the last one that the page has
    | { do: 'details' } // DetailsAnswer, of the frame on show; takes time to compute, so not at 60 Hz
    | { do: 'inspect'; key: Key; frame: number } // InspectAnswer
    | { do: 'series'; key: Key | null; quantities: string[]; from: number; to: number; points: number; branch?: number } // SeriesAnswer; null: of the whole world
    | { do: 'path'; key: Key; from: number; to: number; points: number; branch?: number } // PathAnswer
    // `to` is inclusive
    | { do: 'events'; from: number; to: number; buckets: number } // EventsAnswer
    | { do: 'happenings'; lane: string; from: number; to: number; most: number; key?: Key } // HappeningsAnswer
    // edits, at any frame, past or future; the frame on show stays. EditAnswer
    | { do: 'push'; key: Key; frame: number; velocity: Vector; point?: Vector } // the change of velocity, for any mass
    | { do: 'push'; key: Key; frame: number; impulse: Vector; point?: Vector }
    | { do: 'delete'; key: Key; frame: number }
    | {
          do: 'spawn';
          frame: number;
          shape: SpawnShape;
          position: Vector;
          velocity: Vector;
          density: number;
          friction: number;
          restitution: number;
      } // SpawnAnswer
    | { do: 'material'; key: Key; frame: number; friction: number; restitution: number }
    | { do: 'undo' } // UndoAnswer
    | { do: 'redo' } // EditAnswer
    // branches
    | { do: 'branch'; frame: number; name: string } // creates a branch and switches to it; BranchAnswer
    | { do: 'switch'; branch: number }
    | { do: 'rename'; branch: number; name: string }
    | { do: 'drop'; branch: number } // not the one on show
    | { do: 'compare'; branch: number | null } // null: stop comparing; CompareAnswer
    // scenes
    | { do: 'scenes' } // ScenesAnswer
    | { do: 'open'; scene: string };

export type SpawnShape =
    | { kind: 'sphere'; radius: number }
    | { kind: 'box'; halfExtents: Vector }
    | { kind: 'capsule' | 'cylinder'; radius: number; halfHeight: number }
    | { kind: 'blueprint'; name: string; group: number };

/** The answer to a request, or an error message. */
export type Answer<T = object> = ({ id: number; ok: true } & T) | { id: number; ok: false; error: string };

/** The entities of a frame, or how they differ from a census that the page has. */
export interface CensusAnswer {
    census: number;
    base: number | null; // the census from which `gone` are removed and to which `keys` are added; null: `keys` are all entities
    gone: Key[]; // ascending
    keys: Key[]; // ascending; with a base, those that are new or look different
    shapes: Shape[]; // each that occurs among the entities, once
    entities: Appearance[]; // one for each key
}

export type Shape =
    | { kind: 'sphere'; radius: number }
    | { kind: 'capsule' | 'cylinder'; radius: number; halfHeight: number } // along y
    | { kind: 'box'; halfExtents: Vector }
    | { kind: 'plane' } // the half space below y = 0
    | { kind: 'hull'; vertices: number[]; triangles: number[] }
    | MeshShape
    | { kind: 'compound'; children: { shape: Shape; position: Vector; orientation: Quaternion }[] }
    | { kind: 'particle' } // a point of a hex world
    | { kind: 'disc'; radius: number } // of a world of circles
    | TileShape;

/**
 * A surface of triangles, visible from the side on which their corners run counter-clockwise. A large one is replaced by a height map of
 * at most 20 000 triangles.
 */
export interface MeshShape {
    kind: 'mesh';
    id: string; // the same for the same surface
    vertices: number[];
    triangles: number[];
    materials: number[]; // friction and restitution of each vertex; empty if the surface has no materials
}

/**
 * A composite of a hex world. A cell is 1 across; cell (i, j) lies at `origin` + i (1, 0) + j (-1/2, -sqrt(3)/2) from the centre
 * of mass: a page's y points up, where that of a hex world points down.
 */
export interface TileShape {
    kind: 'tiles';
    origin: [number, number];
    cells: number[]; // i, j of each
    types: number[]; // in `tiles` of the welcome
    health: number[]; // 0 .. 1: the remaining share of its hit points; 0: being added
}

export interface Appearance {
    shape: number | null; // in `shapes`
    kind: 'dynamic' | 'kinematic' | 'fixed';
    isSensor: boolean;
    attracts: boolean;
    group: number; // entities of the same group do not collide; 0: none
    color: string | null; // '#rrggbb', if the scene has one
    offset: Vector; // of the shape's frame from the centre of mass, in the body's frame
    turn: Quaternion; // of the shape's frame
}

/** Values that have to be computed from the whole world. */
export interface DetailsAnswer {
    frame: number;
    hash: string; // 16 hexadecimal digits: the same that `orrery query --hash` prints
    contacts: number[]; // for each point: x, y, z, normal x, y, z, impulse (N s)
    joints: number[]; // lines from bodies to their anchors: from x, y, z, to x, y, z
    jointMarks?: number[]; // lines that show axes, limits and ropes of joints
    jointValues?: JointValues[];
    islands: number[]; // for each key of the census: the index of its island, from 1; 0: none
    boxes: number[]; // for each key: lower x, y, z, upper x, y, z; empty ones are all zero
    velocities: number[]; // for each key: x, y, z
    asleep: number;
    energy: { kinetic: number; potential: number };
}

/** The measured values of a joint. */
export interface JointValues {
    kind: string; // 'hinge', 'wheel' ...
    a: Key | null; // null: the world
    b: Key | null;
    values: { name: string; value: number; unit: string }[];
}

export interface InspectAnswer {
    key: Key;
    name: string | null;
    isThere: boolean; // false: not in that frame; the other values are then empty
    born: number | null;
    died: number | null;
    motion: { position: Vector; orientation: Quaternion; linearVelocity: Vector; angularVelocity: Vector } | null;
    mass: number | null; // kg; null: forces do not move it
    energy: number | null;
    isAsleep: boolean;
    material: { friction: number; restitution: number } | null;
    components: { name: string; fields: { name: string; value: string; about: string }[] }[];
    touching: { key: Key | null; name: string | null; since: number }[]; // a wall has a name instead of a key
}

export interface SeriesAnswer {
    from: number;
    step: number; // frames from one value to the next
    series: { quantity: string; values: (number | null)[] }[]; // null: the entity does not exist there
}

export interface PathAnswer {
    from: number;
    step: number;
    points: number[]; // x, y, z; ends where the entity is removed
    approaches: { key: Key; name: string | null; frame: number; distance: number; at: Vector }[]; // the few nearest after `from`
    collisions: { key: Key | null; name: string | null; frame: number; at: Vector; impulse: number }[]; // key null: with a wall
}

export interface EventsAnswer {
    from: number;
    step: number; // frames per bucket
    lanes: { name: string; counts: number[] }[];
}

export interface HappeningsAnswer {
    happenings: Happening[];
    isAll: boolean; // false: there are more than requested
}

export interface Happening {
    frame: number;
    last: number; // of an interval; the same as `frame` for an instant
    what: string; // 'touches', 'breaks', 'push' ...
    a: Key | null;
    b: Key | null;
    at: Vector | null;
    impulse: number | null;
}

/**
 * The edit has been made, and the session compares the branch on show with the future before it (Standing.compared). Sent after a status
 * that has this edition, and when the first frame after the edit has been computed.
 */
export interface EditAnswer {
    edition: number;
    ghost: number; // the branch that holds the future before the edit
    difference: CompareAnswer; // from that branch
}

export interface SpawnAnswer extends EditAnswer {
    key: Key;
}

/** The edit has been undone, and nothing is compared any more. */
export interface UndoAnswer {
    edition: number;
    dropped: number | null; // the branch that held the future before the edit; null: it had been dropped or restored before
}

export interface BranchAnswer {
    branch: number;
}

export interface CompareAnswer {
    frame: number | null; // of the first difference; null: none
    key: Key | null;
    what: string; // one sentence
}

export interface ScenesAnswer {
    scenes: { name: string; title: string; about: string }[];
}
