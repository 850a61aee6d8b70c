// Draws a world of rigid bodies.
import type { Frame } from '../../protocol';
import { depthOf, type Viewpoint } from '../camera/viewpoint';
import { BaseRenderer, type Scene as BaseScene } from '../common/baseRenderer';
import { boundsOfMoving } from '../common/bounds';
import { orientationOf, positionOf } from '../common/poses';
import { add, multiply, rotate, type Bounds, type Ray } from '../maths';
import { accents, type Theme } from '../palette';
import type { Picture, Surroundings, WorldHit } from '../renderer';
import { towardsSun } from '../stage';
import { Censuses, type Population } from './censuses';
import { Glow } from './glow';
import { Ground } from './ground';
import { GeometryShelf, Layer } from './layer';
import { paint, tinted } from './paint';
import { pick } from './picking';
import { Spots } from './spots';

const minPixels = 1.8; // a body is never drawn with a smaller radius
const minPickPixels = 4; // and never picked by a smaller one
const outlinePixels = 2;
const faintShare = 0.4; // of the tint of bodies of the compared branch

type Scene = BaseScene<Population>;

export class RigidRenderer extends BaseRenderer<Population> {
    readonly isFlat = false;
    private readonly shelf = new GeometryShelf();
    private readonly solid = new Layer(this.shelf, 'solid');
    private readonly faint = new Layer(this.shelf, 'faint');
    private readonly outlines = new Layer(this.shelf, 'outline');
    private readonly wires = new Layer(this.shelf, 'wire');
    private readonly ground = new Ground();
    private readonly spots = new Spots();
    private readonly glow = new Glow();
    private readonly painted = { colours: new Float32Array(0) };
    private faintColours: { population: Population; theme: Theme; colours: Float32Array } | null = null;
    private outlineMask = new Uint8Array(0);
    private outlineColours = new Float32Array(0);

    constructor() {
        super(new Censuses());
        this.root.add(
            this.ground.mesh,
            this.spots.mesh,
            this.solid.group,
            this.faint.group,
            this.outlines.group,
            this.wires.group,
            this.glow.mesh,
            this.detailOverlays.group,
        );
    }

    override setTheme(theme: Theme): void {
        super.setTheme(theme);
        this.ground.setTheme(theme);
        this.glow.setTheme(theme);
    }

    override prepare(picture: Picture): void {
        this.pictureSize.value.set(picture.width, picture.height);
        const scene = this.scenes.get(picture.role);
        this.root.visible = scene !== undefined;
        if (!scene) {
            return;
        }
        const { frame, population } = scene;
        const { viewpoint, target, distance } = picture;
        const isShown = picture.role === 'shown';
        const colours = isShown ? paint(population, frame, this.latestDetails, this.overlays, this.painted) : population.colours;
        this.solid.show(population.parts, frame, colours, viewpoint, { minPixels, grow: 0, mask: null });
        this.showDifferences(picture);
        this.showOutlines(scene, viewpoint);
        this.showGlow(scene, viewpoint);
        this.ground.show(population.planes, population.sceneColours, frame, target, distance, this.bounds()?.radius ?? 0);
        this.showSpots(scene, picture);
        this.showDetails(scene, picture);
    }

    override surroundings(): Surroundings {
        const scene = this.scenes.get('shown');
        const bright = scene?.population.bright[0];
        const isSpace = scene !== undefined && bright !== undefined && scene.population.planes.length === 0;
        const sun = isSpace ? positionOf(scene.frame, bright) : null;
        return { sun, isFlat: false, bounds: this.bounds(), bodies: scene?.frame.count ?? 0 };
    }

    override pick(ray: Ray, viewpoint: Viewpoint, role: Frame['role']): WorldHit | null {
        const scene = this.scenes.get(role);
        const hit = scene ? pick(scene.population, scene.frame, ray, viewpoint, minPickPixels) : null;
        return scene && hit ? this.hitOn(scene, hit.body, hit.point, hit.normal, hit.isGround) : null;
    }

    override dispose(): void {
        super.dispose();
        [this.solid, this.faint, this.outlines, this.wires, this.ground, this.spots, this.glow, this.shelf].forEach((part) =>
            part.dispose(),
        );
    }

    protected override makeScene(frame: Frame, population: Population, before: Scene | undefined): Scene {
        if (before?.population !== population) {
            this.forgetBounds();
        }
        return { frame, population };
    }

    protected override looksAlike(): boolean {
        return true; // a body that has changed its shape is drawn where it differs in place
    }

    protected override measureBounds({ frame, population }: Scene): Bounds | null {
        return boundsOfMoving(frame, population.radii, population.census.entities);
    }

    protected override focusRadius(radius: number): number {
        return radius || 1;
    }

    private showDifferences(picture: Picture): void {
        const differences = this.differences(picture.role);
        if (!differences) {
            this.faint.hide();
            return;
        }
        const { scene, mask } = differences;
        const { population, frame } = scene;
        if (this.faintColours?.population !== population || this.faintColours.theme !== this.theme) {
            const colours = tinted(population.colours, accents[this.theme].other, faintShare);
            this.faintColours = { population, theme: this.theme, colours };
        }
        this.faint.show(population.parts, frame, this.faintColours.colours, picture.viewpoint, { minPixels, grow: 0, mask });
    }

    private showOutlines(scene: Scene, viewpoint: Viewpoint): void {
        const { frame, population } = scene;
        const outlined = this.outlinesIn(population);
        if (outlined.length === 0) {
            this.outlines.hide();
            this.wires.hide();
            return;
        }
        if (this.outlineMask.length < frame.count) {
            this.outlineMask = new Uint8Array(frame.count);
            this.outlineColours = new Float32Array(3 * frame.count);
        }
        this.outlineMask.fill(0);
        for (const { index, reason } of outlined) {
            this.outlineMask[index] = 1;
            this.outlineColours.set(accents[this.theme][reason], 3 * index);
        }
        const mask = this.outlineMask;
        this.outlines.show(population.parts, frame, this.outlineColours, viewpoint, { minPixels, grow: outlinePixels, mask });
        this.wires.show(population.parts, frame, this.outlineColours, viewpoint, { minPixels, grow: 0, mask });
    }

    // On the first plane only: it is the ground, and walls have no shadows worth the time.
    private showSpots(scene: Scene, picture: Picture): void {
        const { frame, population } = scene;
        const plane = population.planes[0];
        if (!plane || picture.hasShadows) {
            this.spots.hide();
            return;
        }
        const orientation = orientationOf(frame, plane.owner);
        const origin = add(positionOf(frame, plane.owner), rotate(orientation, plane.position));
        const normal = rotate(multiply(orientation, plane.orientation), [0, 1, 0]);
        this.spots.show(population.movable, frame, population.radii, origin, normal, towardsSun);
    }

    private showGlow(scene: Scene, viewpoint: Viewpoint): void {
        const { frame, population } = scene;
        const balls: number[] = [];
        const colours: number[] = [];
        const bright = new Set(population.bright);
        for (const body of population.attractors) {
            const [x, y, z] = positionOf(frame, body);
            const pixel = Math.max(0, depthOf(viewpoint, x, y, z)) * viewpoint.pixel;
            const radius = Math.max(population.radii[body] ?? 0, minPixels * pixel);
            balls.push(x, y, z, radius * (bright.has(body) ? 6 : 2.4));
            colours.push(...population.colours.subarray(3 * body, 3 * body + 3));
        }
        this.glow.show(balls, colours);
    }
}
