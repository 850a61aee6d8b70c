// What shows a world. The page knows this much; each kind of world brings a renderer of its own behind it (renderer.ts).
import type { CensusAnswer, DetailsAnswer, Frame, Key, Vector, Welcome } from '../protocol';

export interface Overlays {
    contacts: boolean;
    islands: boolean; // as colours
    sleeping: boolean; // as colours
    velocities: boolean;
    boxes: boolean;
    joints: boolean;
}

/** What a drag or a click on a body means. */
export type Tool = 'look' | 'push' | 'spawn';

export interface Camera {
    eye: Vector;
    target: Vector;
}

/** Drawn as a line: where something goes. */
export interface GhostPath {
    points: number[]; // x, y, z
    style: 'future' | 'past' | 'other'; // `other`: of the branch that is compared, or of what was before a change
    marks: { at: Vector; label: string; kind: 'approach' | 'collision' }[];
}

export interface ViewStatistics {
    framesPerSecond: number;
    drawCalls: number;
    triangles: number;
    entities: number;
    lastFrame: number; // the frame that is drawn
    drawnAt: number; // performance.now() of its drawing
}

export interface View {
    readonly element: HTMLElement;

    welcome(what: Welcome): void;
    /** Frames whose census has not come yet are kept back and drawn when it has. */
    census(what: CensusAnswer): void;
    frame(what: Frame): void;
    details(what: DetailsAnswer | null): void;

    setOverlays(what: Overlays): void;
    setTool(what: Tool): void;
    setSelection(key: Key | null): void;
    /** The body at which two branches part first, or any other that someone shall look at. */
    setMarked(key: Key | null): void;
    setPaths(paths: GhostPath[]): void;
    /** Frames of the role `other`: not at all, as faint bodies where they differ, or in a second picture beside the first. */
    setOther(how: 'hidden' | 'faint' | 'beside'): void;
    setTheme(theme: 'light' | 'dark'): void;

    camera(): Camera;
    setCamera(what: Camera): void;
    follow(key: Key | null): void;
    /** Moves the camera so that everything, or the selection, is in the picture. */
    frameAll(): void;
    frameSelection(): void;

    statistics(): ViewStatistics;
    dispose(): void;

    onPick: (key: Key | null) => void;
    onHover: (key: Key | null, x: number, y: number) => void;
    /**
     * Someone has dragged an arrow, in metres, out of a body at a point of it; what impulse that means is for the page to say. The
     * frame is the one in which the point was taken hold of: a picture that plays has gone on since.
     */
    onPush: (key: Key, point: Vector, arrow: Vector, frame: number) => void;
    /** The arrow as it is being dragged, with the pointer at x, y; null when it has been let go. */
    onAim: (aim: { key: Key; arrow: Vector; x: number; y: number } | null) => void;
    /** Someone has clicked there. The normal is that of the surface, so that what is put there can lie on it. */
    onSpawn: (position: Vector, normal: Vector) => void;
}
