// What all flat worlds have in common when they are shown: the frames and who is in them, what another branch has elsewhere, what is
// outlined, and the overlays. What things look like is for each kind of world to say.
import { Group, Vector2 } from 'three';
import type { CensusAnswer, DetailsAnswer, Frame, Key } from '../../protocol';
import type { Bounds, Ray, Sphere } from '../maths';
import { accents, type Theme } from '../palette';
import type { Picture, Surroundings, WorldHit, WorldRenderer } from '../renderer';
import { boundsOf } from '../common/bounds';
import { markDifferences } from '../common/differences';
import { DetailOverlays } from '../common/detailOverlays';
import type { Sight } from '../rigid/packing';
import type { Overlays } from '../view';
import { packColour, type Packed } from './colours';
import { Flashes, type Flash } from './flashes';
import { Motions, type Moment, type Passage } from './motions';
import { paintOf, type Paint } from './paint';
import { matchPopulations, placeIn, type Population, type Populations } from './population';
import { flareLook, Spots } from './spots';
import { windowOf, type Window2D } from './window';

const boundsAge = 400; // milliseconds for which the room that things take is taken to be the same
const mostWaiting = 4; // frames whose census is under way
const flareOrder = 3; // over everything that moves

export type Reason = 'hover' | 'marked' | 'selection';

/** Someone, by the place in the population, and why there is an outline. */
export interface Outlined {
    at: number;
    why: Reason;
}

export interface Scene<P extends Population> extends Moment<P> {
    motions: Motions<P>;
    flashes: Flashes;
}

export abstract class PlaneRenderer<P extends Population> implements WorldRenderer {
    readonly root = new Group();
    readonly isFlat = true;
    private readonly pictureSize = { value: new Vector2(1, 1) };
    private readonly overlay = new DetailOverlays(this.pictureSize);
    private readonly flares = new Spots(flareLook, flareOrder);
    private readonly scenes = new Map<Frame['role'], Scene<P>>();
    private readonly outlined: Record<Reason, Key | null> = { hover: null, marked: null, selection: null };
    private waiting: Frame[] = [];
    private matched: { other: P; shown: P; match: Int32Array; mask: Uint8Array } | null = null;
    private answer: DetailsAnswer | null = null;
    private overlays: Overlays = { contacts: false, islands: false, sleeping: false, velocities: false, boxes: false, joints: false };
    private how: 'hidden' | 'faint' | 'beside' = 'hidden';
    private theme: Theme = 'dark';
    private bounds: { at: number; bounds: Bounds | null } | null = null;

    constructor(private readonly populations: Populations<P>) {
        this.root.add(this.flares.mesh, this.overlay.group);
    }

    // ------------------------------------------------------------ what a kind of world says

    protected abstract drawTheme(theme: Theme): void;
    protected abstract drawBackdrop(view: Window2D): void;
    /** All of a frame; null: there is none. */
    protected abstract drawScene(scene: Scene<P> | null, view: Window2D, paint: Paint | null): void;
    /** Those of another branch that the mask does not leave out, in one tint; null: none. */
    protected abstract drawFaint(other: Moment<P> | null, view: Window2D, mask: Uint8Array, tint: Packed): void;
    protected abstract drawOutlines(which: Outlined[], scene: Scene<P>, view: Window2D, paint: Paint | null, theme: Theme): void;
    protected abstract flashesOf(passage: Passage<P>): Flash[];
    protected abstract looksAlike(other: P, i: number, shown: P, same: number): boolean;
    /** Whoever is at a point, by the place in the population; -1: nobody. */
    protected abstract pickAt(moment: Moment<P>, x: number, y: number, pixel: number): number;
    /** All that stands, besides what moves; null: nothing does. */
    protected abstract room(): Bounds | null;
    protected abstract disposeAll(): void;

    // ------------------------------------------------------------ what it is told

    census(what: CensusAnswer): void {
        this.populations.add(what);
        const waiting = this.waiting;
        this.waiting = [];
        waiting.forEach((frame) => this.frame(frame));
    }

    frame(what: Frame): boolean {
        const population = this.populations.get(what.census);
        if (!population || population.census.keys.length !== what.count) {
            this.waiting = [...this.waiting, what].slice(-mostWaiting);
            return false;
        }
        // One that waited while this one came must not take its place when its census comes.
        this.waiting = this.waiting.filter((one) => one.role !== what.role);
        const scene = this.scenes.get(what.role) ?? { frame: what, population, motions: new Motions(), flashes: new Flashes() };
        scene.frame = what;
        scene.population = population;
        const passage = scene.motions.update(what, population);
        if (passage === null) {
            scene.flashes.clear();
        } else if (passage !== 'still') {
            scene.flashes.add(this.flashesOf(passage));
        }
        this.scenes.set(what.role, scene);
        return true;
    }

    details(what: DetailsAnswer | null): void {
        this.answer = what;
    }

    setOverlays(what: Overlays): void {
        this.overlays = { ...what };
    }

    setOther(how: 'hidden' | 'faint' | 'beside'): void {
        this.how = how;
    }

    setTheme(theme: Theme): void {
        this.theme = theme;
        this.flares.setLight(theme === 'light');
        this.drawTheme(theme);
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

    // ------------------------------------------------------------ pictures

    prepare(picture: Picture): void {
        this.pictureSize.value.set(picture.width, picture.height);
        const view = windowOf(picture);
        const scene = this.scenes.get(picture.role) ?? null;
        const isShown = picture.role === 'shown';
        const paint = isShown && scene ? paintOf(scene.frame, this.answer, this.overlays) : null;
        this.overlay.group.visible = isShown && scene !== null;
        this.drawBackdrop(view);
        this.drawScene(scene, view, paint);
        this.flares.showSpots(scene?.flashes.at(scene.frame.frame) ?? [], view);
        this.showFaint(picture.role, view);
        if (scene) {
            this.drawOutlines(this.outlinesOf(scene), scene, view, paint, this.theme);
            this.overlay.show(this.answer, this.overlays, this.theme, scene.frame, scene.frame.frame, picture.distance * 0.12);
        }
    }

    surroundings(): Surroundings {
        return { sun: null, isFlat: true, bounds: this.boundsNow(), bodies: this.scenes.get('shown')?.frame.count ?? 0 };
    }

    pick(ray: Ray, sight: Sight, role: Frame['role']): WorldHit | null {
        const scene = this.scenes.get(role);
        if (!scene || ray.direction[2] >= 0) {
            return null;
        }
        const along = -ray.origin[2] / ray.direction[2];
        const x = ray.origin[0] + ray.direction[0] * along;
        const y = ray.origin[1] + ray.direction[1] * along;
        const { census } = scene.population;
        const at = this.pickAt(scene, x, y, sight.eyeZ * sight.pixel);
        const key = census.keys[at];
        if (key === undefined) {
            return null;
        }
        const canBePushed = role === 'shown' && census.entities[at]?.kind === 'dynamic';
        return { key, point: [x, y, 0], normal: [0, 0, 1], canBePushed, isGround: false };
    }

    placeOf(key: Key): Sphere | null {
        const scene = this.scenes.get('shown');
        const at = scene ? placeIn(scene.population, key) : -1;
        if (!scene || at < 0) {
            return null;
        }
        const [x = 0, y = 0] = scene.frame.positions.subarray(3 * at, 3 * at + 2);
        return { center: [x, y, 0], radius: Math.max(2, scene.population.reach[at]!) };
    }

    shown(): { frame: number; entities: number } | null {
        const scene = this.scenes.get('shown');
        return scene ? { frame: scene.frame.frame, entities: scene.frame.count } : null;
    }

    dispose(): void {
        this.overlay.dispose();
        this.flares.dispose();
        this.disposeAll();
    }

    // Those of the compared branch that are elsewhere, in the picture of what is shown.
    private showFaint(role: Frame['role'], view: Window2D): void {
        const shown = this.scenes.get('shown');
        const other = this.scenes.get('other');
        if (this.how !== 'faint' || role !== 'shown' || !shown || !other) {
            this.drawFaint(null, view, new Uint8Array(0), 0);
            return;
        }
        if (this.matched?.other !== other.population || this.matched.shown !== shown.population) {
            const match = matchPopulations(other.population, shown.population, this.looksAlike);
            this.matched = { other: other.population, shown: shown.population, match, mask: new Uint8Array(match.length) };
        }
        const { match, mask } = this.matched;
        markDifferences(other.frame, shown.frame, match, other.population.reach, mask);
        this.drawFaint(other, view, mask, packColour(accents[this.theme].other));
    }

    private outlinesOf(scene: Scene<P>): Outlined[] {
        return (['hover', 'marked', 'selection'] as const).flatMap((why) => {
            const at = placeIn(scene.population, this.outlined[why]);
            return at < 0 ? [] : [{ at, why }];
        });
    }

    private boundsNow(): Bounds | null {
        const scene = this.scenes.get('shown');
        if (!scene) {
            return null;
        }
        const now = performance.now();
        if (!this.bounds || now - this.bounds.at > boundsAge) {
            this.bounds = { at: now, bounds: around(boundsOf(scene.frame, scene.population.reach), this.room()) };
        }
        return this.bounds.bounds;
    }
}

/** A box around both. */
function around(a: Bounds | null, b: Bounds | null): Bounds | null {
    if (!a || !b) {
        return a ?? b;
    }
    const ends = [0, 1, 2].map((axis) => {
        const low = Math.min(a.center[axis]! - a.half[axis]!, b.center[axis]! - b.half[axis]!);
        const high = Math.max(a.center[axis]! + a.half[axis]!, b.center[axis]! + b.half[axis]!);
        return { middle: (low + high) / 2, half: (high - low) / 2 };
    });
    const half = ends.map((end) => end.half) as Bounds['half'];
    return { center: ends.map((end) => end.middle) as Bounds['center'], half, radius: Math.hypot(...half) };
}
