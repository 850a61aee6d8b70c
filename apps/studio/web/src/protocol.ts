// What a page and a session say to each other. The session is behind a WebSocket (apps/studio/server) or inside the page as
// WebAssembly (apps/studio/engine); the messages are the same. Requests are JSON text and get exactly one answer with the same
// id; tidings come unasked. Frames are bytes (see FrameLayout). Everything about time counts frames.
//
// The frame on show, its speed, the branch and the bookmarks belong to the session and are the same for all who watch;
// the camera, the selection and the overlays belong to each page.

/** The name of an entity for life: 64 bits, as decimal digits, because numbers in JavaScript hold only 53. */
export type Key = string;
export type Vector = [number, number, number];
export type Quaternion = [number, number, number, number]; // x, y, z, w

// ---------------------------------------------------------------- tidings

/** The first thing a page hears, and again whenever something else has been opened. */
export interface Welcome {
    tell: 'welcome';
    protocol: 1;
    world: 'rigid' | 'hex' | 'circles'; // which renderer
    title: string;
    about: string;
    scene: string | null; // the name that opens it again
    timeStep: number; // seconds a frame
    view: { eye: Vector; target: Vector } | null;
    names: { key: Key; name: string }[];
    lanes: Lane[]; // of events, in the order in which to show them
    quantities: Quantity[]; // that can be plotted
    canOpenScenes: boolean; // false in a page by itself
    canRecord: boolean;
    tiles: { name: string; color: string | null }[]; // of a hex world: what tiles there are; empty in others
    blueprints: string[]; // what can be spawned by name; empty where shapes are spawned
    walls: Wall[]; // of a world of circles: what does not move; empty in others
    hasMaterials: boolean; // friction and restitution can be changed, one by one
}

/** A circle if it has one point, else a chain of straight edges, as thin as a line. */
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

/** How time stands. Sent when any of it has changed, and a few times a second while the head moves. */
export interface Standing {
    tell: 'standing';
    branch: number; // the one on show
    tail: number; // the first frame that is known
    head: number; // the last
    goal: number; // up to which the forecast runs
    shown: number; // with a fraction while playing slowly
    rate: number; // frames shown for each that passes; 0: it stands still, negative: it runs backwards
    isForecasting: boolean;
    isRewriting: boolean; // a change of the past is being computed
    edition: number; // another one after every change of what was known: plots and lanes are to be asked for anew
    branches: Branch[];
    compared: number | null; // the branch that frames with the role `other` are of
    canUndo: boolean;
    canRedo: boolean;
    bookmarks: Bookmark[];
    watchers: number;
}

export interface Branch {
    id: number;
    name: string;
    parted: number; // the frame at which it left its parent; the tail for the first
    parent: number | null;
    head: number;
    /** What a change left behind: how it would have gone on. It can be looked at and compared, and becomes a real branch when it is switched to. */
    isGhost: boolean;
}

export interface Bookmark {
    id: number;
    frame: number;
    name: string;
}

/** A few times a second. Times are milliseconds a step. */
export interface Performance {
    tell: 'performance';
    phases: { name: string; milliseconds: number }[];
    step: number;
    forecastSpeed: number; // simulated seconds a second
    trackBytes: number;
    eventBytes: number;
    keyframes: number;
    entities: number;
    refusedMessages: number;
}

export type Tidings = Welcome | Standing | Performance;

// ---------------------------------------------------------------- frames, as bytes

/**
 * A frame, little endian, each part aligned to 4 bytes:
 *
 *     uint32   kind      1
 *     uint32   role      0: the frame on show; 1: the same frame of the branch that is compared
 *     float64  frame     with a fraction when it lies between two
 *     uint32   branch
 *     uint32   census    who there is, see CensusAnswer: to be asked for when it is not known
 *     uint32   count     of entities, in the order of the census
 *     uint32   edition
 *     uint32   unused[2]
 *     float32  positions[3 * count]      of the centre of mass
 *     float32  orientations[4 * count]   x, y, z, w
 *     uint8    states[count]             1: asleep
 *
 * After each frame with the role 0 a page says `seen`; a session has no more than two frames under way to a page.
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

// ---------------------------------------------------------------- requests

export type Request =
    | { do: 'seen' } // no answer
    // time
    | { do: 'show'; frame: number } // stops playing
    | { do: 'play'; rate: number }
    | { do: 'horizon'; frames: number } // how far ahead to compute
    | { do: 'bookmark'; frame: number; name: string }
    | { do: 'unbookmark'; bookmark: number }
    // what there is
    | { do: 'census'; census: number; have: number | null } // CensusAnswer; `have`: the last one that the page knows
    | { do: 'details' } // DetailsAnswer, of the frame on show: computed, so not to be asked for at 60 Hz
    | { do: 'inspect'; key: Key; frame: number } // InspectAnswer
    | { do: 'series'; key: Key | null; quantities: string[]; from: number; to: number; points: number; branch?: number } // SeriesAnswer; null: of the whole world
    | { do: 'path'; key: Key; from: number; to: number; points: number; branch?: number } // PathAnswer
    // the frame `to` counts, too
    | { do: 'events'; from: number; to: number; buckets: number } // EventsAnswer
    | { do: 'happenings'; lane: string; from: number; to: number; most: number; key?: Key } // HappeningsAnswer
    // changes, at any frame, past or future; the frame on show stays
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
    | { do: 'undo' }
    | { do: 'redo' }
    // branches
    | { do: 'branch'; frame: number; name: string } // a new one, which is then on show; BranchAnswer
    | { do: 'switch'; branch: number }
    | { do: 'rename'; branch: number; name: string }
    | { do: 'drop'; branch: number } // not the one on show
    | { do: 'compare'; branch: number | null } // null: no more; CompareAnswer
    // what is open
    | { do: 'scenes' } // ScenesAnswer
    | { do: 'open'; scene: string };

export type SpawnShape =
    | { kind: 'sphere'; radius: number }
    | { kind: 'box'; halfExtents: Vector }
    | { kind: 'capsule' | 'cylinder'; radius: number; halfHeight: number }
    | { kind: 'blueprint'; name: string; group: number };

/** What was asked for, or one sentence. */
export type Answer<T = object> = ({ id: number; ok: true } & T) | { id: number; ok: false; error: string };

// ---------------------------------------------------------------- answers

/** Who there is, or how that differs from a census that the page has. */
export interface CensusAnswer {
    census: number;
    base: number | null; // the census from which those of `gone` have to be taken and to which `keys` are to be added; null: `keys` are all
    gone: Key[]; // ascending
    keys: Key[]; // ascending; with a base, those that came or look different now
    shapes: Shape[]; // each that occurs among the entities once
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
 * A surface of triangles, seen from where their corners run counter-clockwise. Of a large one it is a picture of its heights: there are
 * never more than 20 000 triangles.
 */
export interface MeshShape {
    kind: 'mesh';
    id: string; // the same for the same surface
    vertices: number[];
    triangles: number[];
    materials: number[]; // friction and restitution of each vertex; empty if the surface has none of its own
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
    health: number[]; // 0 .. 1: what is left of its hit points; 0: being added
}

export interface Appearance {
    shape: number | null; // in `shapes`
    kind: 'dynamic' | 'kinematic' | 'fixed';
    isSensor: boolean;
    attracts: boolean;
    group: number; // those of one do not meet; 0: none
    color: string | null; // '#rrggbb', if the scene has one
    offset: Vector; // of the shape's frame from the centre of mass, in the body's frame
    turn: Quaternion; // of the shape's frame
}

/** What only the whole world can tell. */
export interface DetailsAnswer {
    frame: number;
    hash: string; // 16 hexadecimal digits: the same that `orrery query --hash` prints
    contacts: number[]; // for each point: x, y, z, normal x, y, z, impulse (N s)
    joints: number[]; // for each line from a body to where it is joined: from x, y, z, to x, y, z
    jointMarks?: number[]; // likewise, what a joint does: its axis, how far it may go, the way of its rope
    jointValues?: JointValues[];
    islands: number[]; // for each key of the census: the number of its island; 0: none
    boxes: number[]; // for each key: lower x, y, z, upper x, y, z; empty ones are all zero
    velocities: number[]; // for each key: x, y, z
    asleep: number;
    energy: { kinetic: number; potential: number };
}

/** What is measured of a joint. */
export interface JointValues {
    kind: string; // 'hinge', 'wheel' ...
    a: Key | null; // null: the world
    b: Key | null;
    values: { name: string; value: number; unit: string }[];
}

export interface InspectAnswer {
    key: Key;
    name: string | null;
    isThere: boolean; // false: not in that frame; the rest is then empty
    born: number | null;
    died: number | null;
    motion: { position: Vector; orientation: Quaternion; linearVelocity: Vector; angularVelocity: Vector } | null;
    mass: number | null; // kg; none: it is not moved by forces
    energy: number | null;
    isAsleep: boolean;
    material: { friction: number; restitution: number } | null;
    components: { name: string; fields: { name: string; value: string; about: string }[] }[];
    touching: { key: Key | null; name: string | null; since: number }[]; // a wall has no key, but always a name
}

export interface SeriesAnswer {
    from: number;
    step: number; // frames from one value to the next
    series: { quantity: string; values: (number | null)[] }[]; // null: it was not there
}

export interface PathAnswer {
    from: number;
    step: number;
    points: number[]; // x, y, z; ends where it ceases to be
    approaches: { key: Key; name: string | null; frame: number; distance: number; at: Vector }[]; // the few nearest, still to come after `from`
    collisions: { key: Key | null; name: string | null; frame: number; at: Vector; impulse: number }[]; // without a key: with a wall
}

export interface EventsAnswer {
    from: number;
    step: number; // frames a bucket
    lanes: { name: string; counts: number[] }[];
}

export interface HappeningsAnswer {
    happenings: Happening[];
    isAll: boolean; // there were no more than asked for
}

export interface Happening {
    frame: number;
    last: number; // of an interval; the same as `frame` of what happens at once
    what: string; // 'touches', 'breaks', 'push' ...
    a: Key | null;
    b: Key | null;
    at: Vector | null;
    impulse: number | null;
}

export interface SpawnAnswer {
    key: Key;
}

export interface BranchAnswer {
    branch: number;
}

export interface CompareAnswer {
    frame: number | null; // of the first difference; null: there is none
    key: Key | null;
    what: string; // one sentence
}

export interface ScenesAnswer {
    scenes: { name: string; title: string; about: string }[];
}
