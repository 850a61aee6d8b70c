// The state of the page, as signals. The part of the session (status, frames, censuses) is written by feed.ts only; the rest belongs to
// this page alone.
import type { ReadonlySignal, Signal } from '@preact/signals';
import { computed, signal } from '@preact/signals';
import type { ConnectionState } from './connection/connection';
import type {
    CensusAnswer,
    CompareAnswer,
    DetailsAnswer,
    EventsAnswer,
    Frame,
    Happening,
    InspectAnswer,
    Key,
    PathAnswer,
    Performance,
    SeriesAnswer,
    SpawnShape,
    Standing,
    Vector,
    Welcome,
} from './protocol';
import type { TimeAxis } from './time/axis';
import { noOverlays, type Overlays, type Tool } from './view/view';

export type Theme = 'light' | 'dark';
export type Dialog = 'none' | 'shortcuts' | 'scenes' | 'drop';

export interface Toast {
    id: number;
    text: string;
    isError: boolean;
    action: { title: string; run: () => void } | null;
}

/** The settings for the next body to spawn. */
export interface SpawnSettings {
    kind: Exclude<SpawnShape['kind'], 'blueprint'>;
    size: number; // metres: radius, or half the height of a box
    blueprint: string; // an unknown name stands for the first blueprint
    group: number;
    density: number;
    friction: number;
    restitution: number;
    velocity: Vector;
}

/** The compared branch, and the first difference from it. */
export interface Comparison extends CompareAnswer {
    branch: number;
    mode: 'faint' | 'beside';
}

export interface State {
    connection: Signal<{ state: ConnectionState; reason: string }>;
    welcome: Signal<Welcome | null>;
    standing: Signal<Standing | null>;
    performance: Signal<Performance | null>;
    censuses: Signal<ReadonlyMap<number, CensusAnswer>>;
    frame: Signal<Frame | null>;
    details: Signal<DetailsAnswer | null>;

    selection: Signal<Key | null>;
    followed: Signal<Key | null>;
    inspected: Signal<InspectAnswer | null>;
    series: Signal<SeriesAnswer | null>;
    path: Signal<PathAnswer | null>;
    pathFrames: Signal<number>; // the length of the path to draw
    comparison: Signal<Comparison | null>;

    axis: Signal<TimeAxis>;
    isFitted: Signal<boolean>; // the axis shows the whole timeline
    events: Signal<EventsAnswer | null>;
    singles: Signal<ReadonlyMap<string, Happening[]>>; // single events by lane, when zoomed in
    wanted: Signal<number | null>; // the frame that was requested and is not on show yet
    followsHead: Signal<boolean>;

    hovered: Signal<{ key: Key; x: number; y: number } | null>; // in the picture
    aim: Signal<{ key: Key; arrow: Vector; x: number; y: number } | null>; // the arrow of a push, while it is dragged
    tool: Signal<Tool>;
    overlays: Signal<Overlays>;
    spawn: Signal<SpawnSettings>;
    theme: Signal<Theme>;
    isSideOpen: Signal<boolean>;
    showsPerformance: Signal<boolean>;
    dialog: Signal<Dialog>;
    toasts: Signal<Toast[]>;

    /** The frame at the handle of the timeline: the one on show, or the one that was requested. */
    shown: ReadonlySignal<number>;
    timeStep: ReadonlySignal<number>;
    rate: ReadonlySignal<number>;
}

/** The overlays that a world has: bodies of flat worlds neither sleep nor have joints. */
export function overlaysOf(welcome: Welcome | null): (keyof Overlays)[] {
    const everywhere: (keyof Overlays)[] = ['contacts', 'islands', 'velocities', 'boxes'];
    return welcome === null || welcome.world === 'rigid' ? [...everywhere, 'sleeping', 'joints'] : everywhere;
}

export function createState(): State {
    const welcome = signal<Welcome | null>(null);
    const standing = signal<Standing | null>(null);
    const frame = signal<Frame | null>(null);
    const wanted = signal<number | null>(null);
    return {
        connection: signal({ state: 'connecting', reason: '' }),
        welcome,
        standing,
        performance: signal(null),
        censuses: signal(new Map()),
        frame,
        details: signal(null),
        selection: signal(null),
        followed: signal(null),
        inspected: signal(null),
        series: signal(null),
        path: signal(null),
        pathFrames: signal(1800),
        comparison: signal(null),
        axis: signal({ from: 0, framesPerPixel: 1, width: 600 }),
        isFitted: signal(true),
        events: signal(null),
        singles: signal(new Map()),
        wanted,
        followsHead: signal(false),
        hovered: signal(null),
        aim: signal(null),
        tool: signal('look'),
        overlays: signal(noOverlays),
        spawn: signal({
            kind: 'sphere',
            size: 0.5,
            blueprint: '',
            group: 0,
            density: 1000,
            friction: 0.5,
            restitution: 0.3,
            velocity: [0, 0, 0],
        }),
        theme: signal('dark'),
        isSideOpen: signal(true),
        showsPerformance: signal(false),
        dialog: signal('none'),
        toasts: signal([]),
        shown: computed(() => wanted.value ?? frame.value?.frame ?? standing.value?.shown ?? 0),
        timeStep: computed(() => welcome.value?.timeStep ?? 1 / 60),
        rate: computed(() => standing.value?.rate ?? 0),
    };
}

const metric: Record<string, string> = { height: 'm', mass: 'kg', speed: 'm/s', energy: 'J', impulse: 'N s' };

/** The unit of a quantity: that of the session, or SI in a world of rigid bodies. */
export function unitOf(state: State, quantity: 'height' | 'mass' | 'speed' | 'energy' | 'impulse'): string {
    const welcome = state.welcome.value;
    const unit = welcome?.quantities.find(({ name }) => name === quantity)?.unit;
    return unit ?? (welcome?.world === 'rigid' ? (metric[quantity] ?? '') : '');
}

/** Whether the world is flat, so that positions and directions have two components. */
export function isFlat(state: State): boolean {
    return state.welcome.value !== null && state.welcome.value.world !== 'rigid';
}

/** Whether the group of a spawned body can be chosen; blueprints of circles define their own. */
export function hasGroups(state: State): boolean {
    return state.welcome.value?.world === 'hex';
}

/** A number with its unit, if it has one. */
export function withUnit(text: string, unit: string): string {
    return unit === '' ? text : `${text} ${unit}`;
}

/** The blueprint to spawn next; null where shapes are spawned. */
export function blueprintOf(state: State): string | null {
    const known = state.welcome.value?.blueprints ?? [];
    const { blueprint } = state.spawn.value;
    return known.includes(blueprint) ? blueprint : (known[0] ?? null);
}

/** The display name of an entity: its name, or the end of its key. */
export function nameOf(state: State, key: Key | null): string {
    if (key === null) {
        return 'a wall';
    }
    const named = state.welcome.value?.names.find((entry) => entry.key === key);
    if (named) {
        return named.name;
    }
    return key.length > 8 ? `body …${key.slice(-6)}` : `body ${key}`;
}
