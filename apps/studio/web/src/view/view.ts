// The interface of the picture. Behind it each kind of world has a renderer of its own (renderer.ts).
import type { CensusAnswer, DetailsAnswer, Frame, Key, Vector, Welcome } from '../protocol';

export interface Overlays {
    contacts: boolean;
    islands: boolean; // as colours
    sleeping: boolean; // as colours
    velocities: boolean;
    boxes: boolean;
    joints: boolean;
}

export const noOverlays: Overlays = {
    contacts: false,
    islands: false,
    sleeping: false,
    velocities: false,
    boxes: false,
    joints: false,
};

/** How the compared branch is drawn: not at all, as faint bodies where they differ, or in a second picture beside the first. */
export type OtherMode = 'hidden' | 'faint' | 'beside';

/** What a drag or a click on a body means. */
export type Tool = 'look' | 'push' | 'spawn';

export interface Camera {
    eye: Vector;
    target: Vector;
}

/** The path of a body, drawn as a line. */
export interface GhostPath {
    points: number[]; // x, y, z
    style: 'future' | 'past' | 'other'; // `other`: in the compared branch
    marks: { at: Vector; label: string; kind: 'approach' | 'collision' }[];
}

export interface ViewStatistics {
    framesPerSecond: number;
    drawCalls: number;
    triangles: number;
    entities: number;
    lastFrame: number; // the frame of the last picture
    drawnAt: number; // performance.now() when it was drawn
}

export interface View {
    readonly element: HTMLElement;

    welcome(welcome: Welcome): void;
    /** Frames whose census has not come yet wait for it. */
    census(census: CensusAnswer): void;
    frame(frame: Frame): void;
    details(details: DetailsAnswer | null): void;

    setOverlays(overlays: Overlays): void;
    setTool(tool: Tool): void;
    setSelection(key: Key | null): void;
    /** The body that differs first in the compared branch. */
    setMarked(key: Key | null): void;
    setPaths(paths: GhostPath[]): void;
    setOther(mode: OtherMode): void;
    setTheme(theme: 'light' | 'dark'): void;

    camera(): Camera;
    setCamera(camera: Camera): void;
    follow(key: Key | null): void;
    /** Moves the camera so that everything is in the picture. */
    frameAll(): void;
    frameSelection(): void;

    statistics(): ViewStatistics;
    dispose(): void;

    onPick: (key: Key | null) => void;
    onHover: (key: Key | null, x: number, y: number) => void;
    /**
     * An arrow, in metres, was dragged from a point of a body; the page decides on the impulse. The frame is the one in which the drag
     * began: a picture that plays has moved on since.
     */
    onPush: (key: Key, point: Vector, arrow: Vector, frame: number) => void;
    /** The arrow while it is dragged, with the pointer at x, y; null when it is released. */
    onAim: (aim: { key: Key; arrow: Vector; x: number; y: number } | null) => void;
    /** A click with the spawn tool, with the normal of the surface that was hit. */
    onSpawn: (position: Vector, normal: Vector) => void;
}
