// What the renderers of flat worlds share: flashes, picking in the plane z = 0, and one order in which everything is drawn.
import type { Frame } from '../../protocol';
import type { Viewpoint } from '../camera/viewpoint';
import { BaseRenderer, type MaskedScene, type Outlined, type Scene } from '../common/baseRenderer';
import { boundsOf, unionOf } from '../common/bounds';
import type { Population, PopulationStore } from '../common/population';
import type { Bounds, Ray } from '../maths';
import { accents, type Theme } from '../palette';
import type { Picture, Surroundings, WorldHit } from '../renderer';
import { packColour, type Packed } from './colours';
import { Flashes, type Flash } from './flashes';
import { Motions, type Transition } from './motions';
import { paintOf, type Paint } from './paint';
import { flareLook, Spots } from './spots';
import { windowOf, type Window2D } from './window';

const flareOrder = 3; // over everything that moves
const minFocusRadius = 2;

export interface PlaneScene<P extends Population> extends Scene<P> {
    motions: Motions<P>;
    flashes: Flashes;
}

export abstract class PlaneRenderer<P extends Population> extends BaseRenderer<P, PlaneScene<P>> {
    readonly isFlat = true;
    private readonly flares = new Spots(flareLook, flareOrder);

    constructor(populations: PopulationStore<P>) {
        super(populations);
        this.root.add(this.flares.mesh, this.detailOverlays.group);
    }

    protected abstract drawBackdrop(view: Window2D): void;
    /** All bodies of a frame; null: there is no frame. */
    protected abstract drawScene(scene: PlaneScene<P> | null, view: Window2D, paint: Paint | null): void;
    /** The bodies of the compared branch that differ, in one tint; null: none. */
    protected abstract drawDifferences(differences: MaskedScene<Scene<P>> | null, view: Window2D, tint: Packed): void;
    protected abstract drawOutlines(outlined: Outlined[], scene: PlaneScene<P>, view: Window2D, paint: Paint | null): void;
    protected abstract flashesOf(transition: Transition<P>): Flash[];
    /** The index of the body at a point; -1: none. */
    protected abstract pickAt(scene: Scene<P>, x: number, y: number, pixel: number): number;
    /** The bounds of everything that never moves; null: there is nothing. */
    protected abstract fixedBounds(): Bounds | null;

    override setTheme(theme: Theme): void {
        super.setTheme(theme);
        this.flares.setLight(theme === 'light');
    }

    override prepare(picture: Picture): void {
        this.pictureSize.value.set(picture.width, picture.height);
        const view = windowOf(picture);
        const scene = this.scenes.get(picture.role);
        const paint = scene && picture.role === 'shown' ? paintOf(scene.frame, this.latestDetails, this.overlays) : null;
        this.drawBackdrop(view);
        this.drawScene(scene ?? null, view, paint);
        this.flares.showSpots(scene?.flashes.at(scene.frame.frame) ?? [], view);
        this.drawDifferences(this.differences(picture.role), view, packColour(accents[this.theme].other));
        if (scene) {
            this.drawOutlines(this.outlinesIn(scene.population), scene, view, paint);
        }
        this.showDetails(scene, picture);
    }

    override surroundings(): Surroundings {
        return { sun: null, isFlat: true, bounds: this.bounds(), bodies: this.scenes.get('shown')?.frame.count ?? 0 };
    }

    override pick(ray: Ray, viewpoint: Viewpoint, role: Frame['role']): WorldHit | null {
        const scene = this.scenes.get(role);
        if (!scene || ray.direction[2] >= 0) {
            return null;
        }
        const along = -ray.origin[2] / ray.direction[2];
        const x = ray.origin[0] + ray.direction[0] * along;
        const y = ray.origin[1] + ray.direction[1] * along;
        return this.hitOn(scene, this.pickAt(scene, x, y, viewpoint.eyeZ * viewpoint.pixel), [x, y, 0], [0, 0, 1], false);
    }

    override dispose(): void {
        super.dispose();
        this.flares.dispose();
    }

    protected override makeScene(frame: Frame, population: P, before: PlaneScene<P> | undefined): PlaneScene<P> {
        const { motions, flashes } = before ?? { motions: new Motions<P>(), flashes: new Flashes() };
        const transition = motions.update(frame, population);
        if (transition === null) {
            flashes.clear();
        } else if (transition !== 'same') {
            flashes.add(this.flashesOf(transition));
        }
        return { frame, population, motions, flashes };
    }

    protected override measureBounds({ frame, population }: PlaneScene<P>): Bounds | null {
        return unionOf(boundsOf(frame, population.radii), this.fixedBounds());
    }

    protected override focusRadius(radius: number): number {
        return Math.max(minFocusRadius, radius);
    }
}
