// What each kind of world implements to be drawn. The view has the camera, the lights and the pointer; a renderer has the bodies.
import type { Object3D } from 'three';
import type { CensusAnswer, DetailsAnswer, Frame, Key, Vector } from '../protocol';
import type { Viewpoint } from './camera/viewpoint';
import type { Bounds, Ray, Sphere } from './maths';
import type { Theme } from './palette';
import type { OtherMode, Overlays } from './view';

/** The picture that is about to be drawn. */
export interface Picture {
    role: Frame['role'];
    viewpoint: Viewpoint;
    target: Vector;
    distance: number; // from the eye to the target
    hasShadows: boolean; // from a shadow map; a renderer may draw something simpler where there is none
    width: number; // in pixels of the page
    height: number;
    pixelRatio: number; // pixels of the picture for each of the page
    isQuick: boolean; // drawn by a graphics device, or with time to spare
}

export interface WorldHit {
    key: Key;
    point: Vector;
    normal: Vector;
    canBePushed: boolean;
    isGround: boolean; // a plane or a landscape: not something to select
}

/** What lights and backdrop depend on. */
export interface Surroundings {
    sun: Vector | null; // the light source of a world in space
    isFlat: boolean; // drawn without lights, in front of stars
    bounds: Bounds | null;
    bodies: number;
}

export interface WorldRenderer {
    readonly root: Object3D;
    /** All bodies lie in the plane z = 0 and are seen from above. */
    readonly isFlat: boolean;

    census(census: CensusAnswer): void;
    /** True if the frame can be drawn, false if its census has not come yet. */
    frame(frame: Frame): boolean;
    details(details: DetailsAnswer | null): void;

    setOverlays(overlays: Overlays): void;
    setOther(mode: OtherMode): void;
    setTheme(theme: Theme): void;
    setSelection(key: Key | null): void;
    setHover(key: Key | null): void;
    setMarked(key: Key | null): void;

    /** Updates everything under `root` for this picture. */
    prepare(picture: Picture): void;
    surroundings(): Surroundings;
    pick(ray: Ray, viewpoint: Viewpoint, role: Frame['role']): WorldHit | null;
    /** Null if the body is not in the frame on show. */
    boundingSphere(key: Key): Sphere | null;
    /** The frame that is drawn; null before the first. */
    shown(): { frame: number; entities: number } | null;

    dispose(): void;
}
