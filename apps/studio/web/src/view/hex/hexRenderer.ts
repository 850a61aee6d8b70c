// Shows a flat world of composites and particles: it has the frames and who is in them, and tells layers and overlays what to draw.
import { Group, Vector2 } from 'three';
import type { CensusAnswer, DetailsAnswer, Frame, Key, Welcome } from '../../protocol';
import type { Bounds, Ray, Sphere } from '../maths';
import { accents, type Theme } from '../palette';
import type { Picture, Surroundings, WorldHit, WorldRenderer } from '../renderer';
import { boundsOf } from '../rigid/bounds';
import { DetailOverlays } from '../rigid/overlays';
import type { Sight } from '../rigid/packing';
import type { Overlays } from '../view';
import { packColour, tileColours } from './colours';
import { markDifferences, matchPopulations } from './differences';
import { Flares } from './flares';
import { Motions } from './motions';
import { Outlines, type Reason } from './outlines';
import type { PackStyle, Paint, Window2D } from './packing';
import { paintOf } from './paint';
import { pickAt } from './picking';
import { placeIn, Populations, type Population } from './population';
import { Sky } from './sky';
import { Swarm } from './swarm';

const boundsAge = 400; // milliseconds for which the room that things take is taken to be the same
const mostWaiting = 4; // frames whose census is under way
const solidStyle: PackStyle = { mask: null, tint: null, share: 0, opacity: 1, paint: null };

interface Scene {
    frame: Frame;
    population: Population;
    motions: Motions;
}

export class HexRenderer implements WorldRenderer {
    readonly root = new Group();
    readonly isFlat = true;
    private readonly populations: Populations;
    private readonly sky = new Sky();
    private readonly faint = new Swarm(1);
    private readonly solid = new Swarm(2);
    private readonly flares = new Flares(3);
    private readonly pictureSize = { value: new Vector2(1, 1) };
    private readonly outlines = new Outlines(this.pictureSize);
    private readonly overlay = new DetailOverlays(this.pictureSize);
    private readonly scenes = new Map<Frame['role'], Scene>();
    private readonly outlined: Record<Reason, Key | null> = { hover: null, marked: null, selection: null };
    private waiting: Frame[] = [];
    private matched: { other: Population; shown: Population; match: Int32Array; mask: Uint8Array } | null = null;
    private answer: DetailsAnswer | null = null;
    private overlays: Overlays = { contacts: false, islands: false, sleeping: false, velocities: false, boxes: false, joints: false };
    private how: 'hidden' | 'faint' | 'beside' = 'hidden';
    private theme: Theme = 'dark';
    private bounds: { at: number; bounds: Bounds | null } | null = null;

    constructor(tiles: Welcome['tiles']) {
        this.populations = new Populations(tileColours(tiles));
        this.root.add(this.sky.group, this.faint.group, this.solid.group, this.flares.mesh, this.outlines.group, this.overlay.group);
    }

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
        const scene = this.scenes.get(what.role) ?? { frame: what, population, motions: new Motions() };
        scene.frame = what;
        scene.population = population;
        scene.motions.update(what, population);
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
        const isLight = theme === 'light';
        this.sky.setTheme(theme);
        [this.faint, this.solid, this.flares, this.outlines].forEach((part) => part.setLight(isLight));
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

    prepare(picture: Picture): void {
        this.pictureSize.value.set(picture.width, picture.height);
        const view = windowOf(picture);
        const scene = this.scenes.get(picture.role);
        this.sky.show(view);
        this.overlay.group.visible = picture.role === 'shown' && scene !== undefined;
        if (!scene) {
            [this.solid, this.faint, this.flares].forEach((part) => part.hide());
            return;
        }
        const { frame, population, motions } = scene;
        const isShown = picture.role === 'shown';
        const paint = isShown ? paintOf(population, frame, this.answer, this.overlays) : null;
        this.solid.show(population, frame, motions.velocities, view, { ...solidStyle, paint });
        this.flares.show(motions.flashes.at(frame.frame), frame.frame, view);
        this.showFaint(picture.role, view);
        this.showOutlines(scene, view, paint);
        this.overlay.show(this.answer, this.overlays, this.theme, frame, frame.frame, picture.distance * 0.12);
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
        const { population, frame } = scene;
        const at = pickAt(population, frame, x, y, sight.eyeZ * sight.pixel);
        const key = population.census.keys[at];
        if (key === undefined) {
            return null;
        }
        const canBePushed = role === 'shown' && population.census.entities[at]?.kind === 'dynamic';
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
        [this.sky, this.faint, this.solid, this.flares, this.outlines, this.overlay].forEach((part) => part.dispose());
    }

    // Those of the compared branch that are elsewhere, in the picture of what is shown.
    private showFaint(role: Frame['role'], view: Window2D): void {
        const shown = this.scenes.get('shown');
        const other = this.scenes.get('other');
        if (this.how !== 'faint' || role !== 'shown' || !shown || !other) {
            this.faint.hide();
            return;
        }
        if (this.matched?.other !== other.population || this.matched.shown !== shown.population) {
            const match = matchPopulations(other.population, shown.population);
            this.matched = { other: other.population, shown: shown.population, match, mask: new Uint8Array(match.length) };
        }
        const { match, mask } = this.matched;
        markDifferences(other.population, other.frame, shown.population, shown.frame, match, mask);
        const tint = packColour(accents[this.theme].other);
        this.faint.show(other.population, other.frame, null, view, { mask, tint, share: 0.55, opacity: 0.5, paint: null });
    }

    private showOutlines(scene: Scene, view: Window2D, paint: Paint | null): void {
        const which = (['hover', 'marked', 'selection'] as const).flatMap((why) => {
            const at = placeIn(scene.population, this.outlined[why]);
            return at < 0 ? [] : [{ at, why }];
        });
        this.outlines.show(which, this.theme, scene.population, scene.frame, view, paint);
    }

    private boundsNow(): Bounds | null {
        const scene = this.scenes.get('shown');
        if (!scene) {
            return null;
        }
        const now = performance.now();
        if (!this.bounds || now - this.bounds.at > boundsAge) {
            this.bounds = { at: now, bounds: boundsOf(scene.frame, scene.population.reach) };
        }
        return this.bounds.bounds;
    }
}

function windowOf(picture: Picture): Window2D {
    const pixel = picture.sight.pixel * picture.distance;
    const [x, y] = picture.target;
    const texel = pixel / picture.pixelRatio;
    const fewTiles = picture.isQuick ? 150_000 : 25_000;
    return { x, y, halfWidth: (picture.width / 2) * pixel, halfHeight: (picture.height / 2) * pixel, pixel, texel, fewTiles };
}
