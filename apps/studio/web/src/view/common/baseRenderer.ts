// What the renderers of all kinds of world share: frames that wait for their census, the differences from a compared branch, outlines,
// the overlays of a frame's details, and bounds. How bodies look is up to each kind of world.
import { Group, Vector2 } from 'three';
import type { CensusAnswer, DetailsAnswer, Frame, Key, Vector } from '../../protocol';
import type { Viewpoint } from '../camera/viewpoint';
import type { Bounds, Ray, Sphere } from '../maths';
import type { Theme } from '../palette';
import type { Picture, Surroundings, WorldHit, WorldRenderer } from '../renderer';
import { noOverlays, type OtherMode, type Overlays } from '../view';
import { DetailOverlays } from './detailOverlays';
import { markDifferences } from './differences';
import { indexIn, matchPopulations, type Population, type PopulationStore } from './population';
import { positionOf } from './poses';

const maxBoundsAge = 400; // milliseconds
const maxWaiting = 4; // frames whose census is under way
const arrowShare = 0.12; // of the distance to the target: the length of the longest arrow

/** In the order in which outlines are drawn. */
const outlineReasons = ['hover', 'marked', 'selection'] as const;
export type OutlineReason = (typeof outlineReasons)[number];

export interface Outlined {
    index: number; // in the population
    reason: OutlineReason;
}

/** A frame and the bodies in it. */
export interface Scene<P extends Population> {
    frame: Frame;
    population: P;
}

/** A scene of which only the bodies with 1 in the mask are to be drawn. */
export interface MaskedScene<S> {
    scene: S;
    mask: Uint8Array;
}

export abstract class BaseRenderer<P extends Population, S extends Scene<P> = Scene<P>> implements WorldRenderer {
    readonly root = new Group();
    abstract readonly isFlat: boolean;
    protected readonly pictureSize = { value: new Vector2(1, 1) };
    protected readonly detailOverlays = new DetailOverlays(this.pictureSize);
    protected readonly scenes = new Map<Frame['role'], S>();
    protected latestDetails: DetailsAnswer | null = null;
    protected overlays: Overlays = noOverlays;
    protected theme: Theme = 'dark';
    private readonly outlined: Record<OutlineReason, Key | null> = { hover: null, marked: null, selection: null };
    private waiting: Frame[] = [];
    private otherMode: OtherMode = 'hidden';
    private matched: { other: P; shown: P; match: Int32Array; mask: Uint8Array } | null = null;
    private measured: { time: number; bounds: Bounds | null } | null = null;

    constructor(private readonly populations: PopulationStore<P>) {}

    abstract prepare(picture: Picture): void;
    abstract surroundings(): Surroundings;
    abstract pick(ray: Ray, viewpoint: Viewpoint, role: Frame['role']): WorldHit | null;

    protected abstract makeScene(frame: Frame, population: P, before: S | undefined): S;
    /** Whether a body that is in two branches looks the same in both. */
    protected abstract looksAlike(other: P, otherIndex: number, shown: P, shownIndex: number): boolean;
    protected abstract measureBounds(scene: S): Bounds | null;
    /** The radius to bring into the picture for a body with this bounding radius. */
    protected abstract focusRadius(radius: number): number;

    census(census: CensusAnswer): void {
        this.populations.add(census);
        const waiting = this.waiting;
        this.waiting = [];
        waiting.forEach((frame) => this.frame(frame));
    }

    frame(frame: Frame): boolean {
        const population = this.populations.get(frame.census);
        if (!population || population.census.keys.length !== frame.count) {
            this.waiting = [...this.waiting, frame].slice(-maxWaiting);
            return false;
        }
        // A frame that waited while this one came must not replace it when its census comes.
        this.waiting = this.waiting.filter((other) => other.role !== frame.role);
        this.scenes.set(frame.role, this.makeScene(frame, population, this.scenes.get(frame.role)));
        return true;
    }

    details(details: DetailsAnswer | null): void {
        this.latestDetails = details;
    }

    setOverlays(overlays: Overlays): void {
        this.overlays = { ...overlays };
    }

    setOther(mode: OtherMode): void {
        this.otherMode = mode;
    }

    setTheme(theme: Theme): void {
        this.theme = theme;
    }

    setSelection(key: Key | null): void {
        this.outlined.selection = key;
    }

    setHover(key: Key | null): void {
        this.outlined.hover = key;
    }

    setMarked(key: Key | null): void {
        this.outlined.marked = key;
    }

    boundingSphere(key: Key): Sphere | null {
        const scene = this.scenes.get('shown');
        const index = scene ? indexIn(scene.population, key) : -1;
        if (!scene || index < 0) {
            return null;
        }
        return { center: positionOf(scene.frame, index), radius: this.focusRadius(scene.population.radii[index] ?? 0) };
    }

    shown(): { frame: number; entities: number } | null {
        const scene = this.scenes.get('shown');
        return scene ? { frame: scene.frame.frame, entities: scene.frame.count } : null;
    }

    dispose(): void {
        this.detailOverlays.dispose();
    }

    protected outlinesIn(population: P): Outlined[] {
        return outlineReasons.flatMap((reason) => {
            const index = indexIn(population, this.outlined[reason]);
            return index < 0 ? [] : [{ index, reason }];
        });
    }

    /** The bodies of the compared branch that differ; null unless they are to be drawn faintly in a picture of this role. */
    protected differences(role: Frame['role']): MaskedScene<S> | null {
        const shown = this.scenes.get('shown');
        const other = this.scenes.get('other');
        if (this.otherMode !== 'faint' || role !== 'shown' || !shown || !other) {
            return null;
        }
        if (this.matched?.other !== other.population || this.matched.shown !== shown.population) {
            const match = matchPopulations(other.population, shown.population, (...pair) => this.looksAlike(...pair));
            this.matched = { other: other.population, shown: shown.population, match, mask: new Uint8Array(match.length) };
        }
        const { match, mask } = this.matched;
        markDifferences(other.frame, shown.frame, match, other.population.radii, mask);
        return { scene: other, mask };
    }

    /** Details are of the frame on show only. */
    protected showDetails(scene: S | undefined, picture: Picture): void {
        this.detailOverlays.group.visible = scene !== undefined && picture.role === 'shown';
        if (scene && picture.role === 'shown') {
            this.detailOverlays.show(this.latestDetails, this.overlays, this.theme, scene.frame, picture.distance * arrowShare);
        }
    }

    protected hitOn(scene: S, index: number, point: Vector, normal: Vector, isGround: boolean): WorldHit | null {
        const { keys, entities } = scene.population.census;
        const key = keys[index];
        if (key === undefined) {
            return null;
        }
        const canBePushed = scene.frame.role === 'shown' && entities[index]?.kind === 'dynamic';
        return { key, point, normal, canBePushed, isGround };
    }

    /** Of the frame on show, and measured now and then only. */
    protected bounds(): Bounds | null {
        const scene = this.scenes.get('shown');
        if (!scene) {
            return null;
        }
        const now = performance.now();
        if (!this.measured || now - this.measured.time > maxBoundsAge) {
            this.measured = { time: now, bounds: this.measureBounds(scene) };
        }
        return this.measured.bounds;
    }

    protected forgetBounds(): void {
        this.measured = null;
    }
}
