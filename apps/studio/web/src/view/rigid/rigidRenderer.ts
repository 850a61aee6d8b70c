// Shows a world of rigid bodies: it has the frames and the censuses, and tells layers and overlays what to draw of them.
import { Group, Vector2 } from 'three';
import type { CensusAnswer, DetailsAnswer, Frame, Key } from '../../protocol';
import { add, multiply, rotate, type Bounds, type Ray, type Sphere } from '../maths';
import { accents, type Theme } from '../palette';
import type { Picture, Surroundings, WorldHit, WorldRenderer } from '../renderer';
import { towardsSun } from '../stage';
import type { Overlays } from '../view';
import { roomOf } from '../common/bounds';
import { Censuses, type Population } from './censuses';
import { markDifferences, matchBodies } from '../common/differences';
import { Glow } from './glow';
import { Ground } from './ground';
import { GeometryShelf, Layer } from './layer';
import { DetailOverlays } from '../common/detailOverlays';
import type { Sight } from './packing';
import { paint, tinted } from './paint';
import { pick } from './picking';
import { Spots } from './spots';

const smallest = 1.8; // pixels: a body is never drawn with a smaller radius
const outline = 2; // pixels
const boundsAge = 400; // milliseconds for which the room that bodies take is taken to be the same

interface Scene {
    frame: Frame;
    population: Population;
}

export class RigidRenderer implements WorldRenderer {
    readonly root = new Group();
    readonly isFlat = false;
    private readonly censuses = new Censuses();
    private readonly shelf = new GeometryShelf();
    private readonly solid = new Layer(this.shelf, 'solid');
    private readonly faint = new Layer(this.shelf, 'faint');
    private readonly outlines = new Layer(this.shelf, 'outline');
    private readonly wires = new Layer(this.shelf, 'wire');
    private readonly ground = new Ground();
    private readonly spots = new Spots();
    private readonly glow = new Glow();
    private readonly pictureSize = { value: new Vector2(1, 1) };
    private readonly overlay = new DetailOverlays(this.pictureSize);
    private readonly waiting = new Map<Frame['role'], Frame>();
    private readonly scenes = new Map<Frame['role'], Scene>();
    private readonly painted = { colours: new Float32Array(0) };
    private matched: { other: Population; shown: Population; match: Int32Array; mask: Uint8Array; colours: Float32Array } | null = null;
    private answer: DetailsAnswer | null = null;
    private overlays: Overlays = { contacts: false, islands: false, sleeping: false, velocities: false, boxes: false, joints: false };
    private how: 'hidden' | 'faint' | 'beside' = 'hidden';
    private theme: Theme = 'dark';
    private outlined: Record<'hover' | 'selection' | 'marked', Key | null> = { hover: null, selection: null, marked: null };
    private outlineMask = new Uint8Array(0);
    private outlineColours = new Float32Array(0);
    private bounds: { of: Population; at: number; sphere: Bounds | null } | null = null;

    constructor() {
        this.root.add(
            this.ground.mesh,
            this.spots.mesh,
            this.solid.group,
            this.faint.group,
            this.outlines.group,
            this.wires.group,
            this.glow.mesh,
            this.overlay.group,
        );
    }

    census(what: CensusAnswer): void {
        this.censuses.add(what);
        this.waiting.forEach((frame) => this.frame(frame));
    }

    frame(what: Frame): boolean {
        const population = this.censuses.get(what.census);
        if (!population || population.census.keys.length !== what.count) {
            this.waiting.set(what.role, what);
            return false;
        }
        this.waiting.delete(what.role);
        this.scenes.set(what.role, { frame: what, population });
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
        this.matched = null; // its colours are of the other theme
        this.ground.setTheme(theme);
        this.glow.setTheme(theme);
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
        const scene = this.scenes.get(picture.role);
        if (!scene) {
            this.root.visible = false;
            return;
        }
        this.root.visible = true;
        const { frame, population } = scene;
        const colours = picture.role === 'shown' ? paint(population, frame, this.answer, this.overlays, this.painted) : population.colours;
        this.solid.show(population.parts, frame, colours, picture.sight, { smallest, grow: 0, mask: null });
        this.showFaint(picture);
        this.showOutlines(scene, picture);
        this.showGlow(scene, picture.sight);
        this.ground.show(
            population.planes,
            population.sceneColours,
            frame,
            picture.target,
            picture.distance,
            this.boundsNow()?.radius ?? 0,
        );
        this.showSpots(scene, picture);
        this.overlay.group.visible = picture.role === 'shown';
        this.overlay.show(this.answer, this.overlays, this.theme, frame, frame.frame, picture.distance * 0.12);
    }

    surroundings(): Surroundings {
        const scene = this.scenes.get('shown');
        const bright = scene?.population.bright[0];
        const isSpace = scene !== undefined && bright !== undefined && scene.population.planes.length === 0;
        const [x = 0, y = 0, z = 0] = isSpace ? scene.frame.positions.subarray(3 * bright, 3 * bright + 3) : [];
        return { sun: isSpace ? [x, y, z] : null, isFlat: false, bounds: this.boundsNow(), bodies: scene?.frame.count ?? 0 };
    }

    pick(ray: Ray, sight: Sight, role: Frame['role']): WorldHit | null {
        const scene = this.scenes.get(role);
        const hit = scene ? pick(scene.population, scene.frame, ray, sight, 4) : null;
        const key = hit ? scene?.population.census.keys[hit.body] : undefined;
        if (!scene || !hit || key === undefined) {
            return null;
        }
        const canBePushed = role === 'shown' && scene.population.census.entities[hit.body]?.kind === 'dynamic';
        return { key, point: hit.point, normal: hit.normal, canBePushed, isGround: hit.isGround };
    }

    placeOf(key: Key): Sphere | null {
        const scene = this.scenes.get('shown');
        const body = scene?.population.indexOf.get(key);
        if (!scene || body === undefined) {
            return null;
        }
        const [x = 0, y = 0, z = 0] = scene.frame.positions.subarray(3 * body, 3 * body + 3);
        return { center: [x, y, z], radius: scene.population.reach[body] || 1 };
    }

    shown(): { frame: number; entities: number } | null {
        const scene = this.scenes.get('shown');
        return scene ? { frame: scene.frame.frame, entities: scene.frame.count } : null;
    }

    dispose(): void {
        [this.solid, this.faint, this.outlines, this.wires, this.ground, this.spots, this.glow, this.overlay, this.shelf].forEach((part) =>
            part.dispose(),
        );
    }

    // Bodies of the compared branch that are elsewhere, in the picture of what is shown.
    private showFaint(picture: Picture): void {
        const shown = this.scenes.get('shown');
        const other = this.scenes.get('other');
        if (this.how !== 'faint' || picture.role !== 'shown' || !shown || !other) {
            this.faint.hide();
            return;
        }
        if (this.matched?.other !== other.population || this.matched.shown !== shown.population) {
            const match = matchBodies(other.population, shown.population);
            const colours = tinted(other.population.colours, accents[this.theme].other, 0.4);
            this.matched = { other: other.population, shown: shown.population, match, mask: new Uint8Array(match.length), colours };
        }
        const { match, mask, colours } = this.matched;
        markDifferences(other.frame, shown.frame, match, other.population.reach, mask);
        this.faint.show(other.population.parts, other.frame, colours, picture.sight, { smallest, grow: 0, mask });
    }

    private showOutlines(scene: Scene, picture: Picture): void {
        const { frame, population } = scene;
        const bodies = (['hover', 'marked', 'selection'] as const).flatMap((why) => {
            const key = this.outlined[why];
            const body = key === null ? undefined : population.indexOf.get(key);
            return body === undefined ? [] : [{ body, colour: accents[this.theme][why] }];
        });
        if (bodies.length === 0) {
            this.outlines.hide();
            this.wires.hide();
            return;
        }
        if (this.outlineMask.length < frame.count) {
            this.outlineMask = new Uint8Array(frame.count);
            this.outlineColours = new Float32Array(3 * frame.count);
        }
        this.outlineMask.fill(0);
        for (const { body, colour } of bodies) {
            this.outlineMask[body] = 1;
            this.outlineColours.set(colour, 3 * body);
        }
        const mask = this.outlineMask;
        this.outlines.show(population.parts, frame, this.outlineColours, picture.sight, { smallest, grow: outline, mask });
        this.wires.show(population.parts, frame, this.outlineColours, picture.sight, { smallest, grow: 0, mask });
    }

    // On the first plane only: it is the ground, and walls have no shadows worth the time.
    private showSpots(scene: Scene, picture: Picture): void {
        const { frame, population } = scene;
        const plane = population.planes[0];
        if (!plane || picture.hasShadows) {
            this.spots.hide();
            return;
        }
        const body = plane.owner;
        const [x = 0, y = 0, z = 0] = frame.positions.subarray(3 * body, 3 * body + 3);
        const [i = 0, j = 0, k = 0, w = 1] = frame.orientations.subarray(4 * body, 4 * body + 4);
        const origin = add([x, y, z], rotate([i, j, k, w], plane.position));
        const normal = rotate(multiply([i, j, k, w], plane.orientation), [0, 1, 0]);
        this.spots.show(population.movable, frame, population.reach, origin, normal, towardsSun);
    }

    private showGlow(scene: Scene, sight: Sight): void {
        const { frame, population } = scene;
        const balls: number[] = [];
        const colours: number[] = [];
        const bright = new Set(population.bright);
        for (const body of population.attractors) {
            const [x = 0, y = 0, z = 0] = frame.positions.subarray(3 * body, 3 * body + 3);
            const depth = (x - sight.eyeX) * sight.forwardX + (y - sight.eyeY) * sight.forwardY + (z - sight.eyeZ) * sight.forwardZ;
            const reach = Math.max(population.reach[body] ?? 0, smallest * Math.max(0, depth) * sight.pixel);
            balls.push(x, y, z, reach * (bright.has(body) ? 6 : 2.4));
            colours.push(...population.colours.subarray(3 * body, 3 * body + 3));
        }
        this.glow.show(balls, colours);
    }

    private boundsNow(): Bounds | null {
        const scene = this.scenes.get('shown');
        if (!scene) {
            return null;
        }
        const now = performance.now();
        if (this.bounds?.of !== scene.population || now - this.bounds.at > boundsAge) {
            this.bounds = {
                of: scene.population,
                at: now,
                sphere: roomOf(scene.frame, scene.population.reach, scene.population.census.entities),
            };
        }
        return this.bounds.sphere;
    }
}
