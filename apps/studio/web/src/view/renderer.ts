// What each kind of world brings to be shown. The view has the camera, the lights and the hands; a renderer has the things.
import type { Object3D } from 'three';
import type { CensusAnswer, DetailsAnswer, Frame, Key, Vector, Welcome } from '../protocol';
import type { Bounds, Ray, Sphere } from './maths';
import type { Theme } from './palette';
import { CirclesRenderer } from './circles/circlesRenderer';
import { HexRenderer } from './hex/hexRenderer';
import { RigidRenderer } from './rigid/rigidRenderer';
import type { Sight } from './rigid/packing';
import type { Overlays } from './view';

/** One picture that is about to be drawn. */
export interface Picture {
    role: Frame['role'];
    sight: Sight;
    target: Vector;
    distance: number; // from the eye to the target
    hasShadows: boolean; // real ones: where there are none, a renderer may make do
    width: number; // in pixels of the page
    height: number;
    pixelRatio: number; // pixels of the picture for each of the page
    isQuick: boolean; // there is a device to draw it, or time
}

export interface WorldHit {
    key: Key;
    point: Vector;
    normal: Vector;
    canBePushed: boolean;
    isGround: boolean; // a plane or a landscape: it is not something to select
}

/** What lights and backdrop depend on. */
export interface Surroundings {
    sun: Vector | null; // it shines from there, and it is dark around
    isFlat: boolean; // without lights, and among stars
    bounds: Bounds | null;
    bodies: number;
}

export interface WorldRenderer {
    readonly root: Object3D;
    /** All there is lies in the plane z = 0 and is looked at from above. */
    readonly isFlat: boolean;

    census(what: CensusAnswer): void;
    /** True if it can be drawn, false if its census has not come yet. */
    frame(what: Frame): boolean;
    details(what: DetailsAnswer | null): void;

    setOverlays(what: Overlays): void;
    setOther(how: 'hidden' | 'faint' | 'beside'): void;
    setTheme(theme: Theme): void;
    setSelection(key: Key | null): void;
    setHover(key: Key | null): void;
    setMarked(key: Key | null): void;

    /** Puts everything where it is in this picture. */
    prepare(picture: Picture): void;
    surroundings(): Surroundings;
    pick(ray: Ray, sight: Sight, role: Frame['role']): WorldHit | null;
    /** Where a body is and how large; null if it is not there. */
    placeOf(key: Key): Sphere | null;
    /** Of the frame that is drawn; null before the first. */
    shown(): { frame: number; entities: number } | null;

    dispose(): void;
}

const makers: Record<Welcome['world'], (what: Welcome) => WorldRenderer> = {
    rigid: () => new RigidRenderer(),
    hex: (what) => new HexRenderer(what.tiles),
    circles: (what) => new CirclesRenderer(what.walls),
};

export function makeRenderer(what: Welcome): WorldRenderer {
    return makers[what.world](what);
}
