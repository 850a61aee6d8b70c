// Draws a world of circles: discs among walls, over a grid.
import type { Wall } from '../../protocol';
import type { MaskedScene, Outlined, Scene } from '../common/baseRenderer';
import type { Bounds } from '../maths';
import { accents, type Theme } from '../palette';
import { packColour, type Packed } from '../plane/colours';
import type { Flash } from '../plane/flashes';
import { Grid, type Lattice } from '../plane/grid';
import { InstancedShape } from '../plane/instancedShape';
import type { Transition } from '../plane/motions';
import type { Paint } from '../plane/paint';
import { PlaneRenderer, type PlaneScene } from '../plane/planeRenderer';
import { RecentPopulations } from '../plane/recentPopulations';
import { ringLook, Spots } from '../plane/spots';
import type { Window2D } from '../plane/window';
import { discLook } from './discs';
import { flashesOf, type Bumper } from './hits';
import { emptyInstances, pack, type PackStyle } from './packing';
import { pickAt } from './picking';
import { populate, type Population } from './population';
import { trailLook } from './trails';
import { WallLayer } from './wallLayer';
import { boundsOfWalls, colourOfWall } from './walls';

const squares: Lattice = {
    toLine: 'vec2 q = abs(fract(p + 0.5) - 0.5); return min(q.x, q.y);',
    period: [1, 1],
    step: 10,
};
const solidStyle: PackStyle = { mask: null, tint: null, opacity: 1, paint: null };
const ringWidth = 2.4; // pixels
const minRingRadius = 6; // pixels
const ringGap = 1.2; // pixels

export class CirclesRenderer extends PlaneRenderer<Population> {
    private readonly grid = new Grid(squares, -19);
    private readonly wallLayer: WallLayer;
    private readonly wallBounds: Bounds | null;
    private readonly trails = new InstancedShape(trailLook, 0);
    private readonly faint = new InstancedShape(discLook, 1);
    private readonly solid = new InstancedShape(discLook, 2);
    private readonly rings = new Spots(ringLook, 6, { width: ringWidth });
    private readonly instances = emptyInstances();
    private readonly faintInstances = emptyInstances();
    private bumpers: Bumper[] = [];

    constructor(private readonly walls: Wall[]) {
        super(new RecentPopulations(populate));
        this.wallLayer = new WallLayer(walls);
        this.wallBounds = boundsOfWalls(walls);
        const discs = [this.trails, this.faint, this.solid, this.rings].map((part) => part.mesh);
        this.root.add(this.grid.mesh, this.wallLayer.group, ...discs);
    }

    override setTheme(theme: Theme): void {
        super.setTheme(theme);
        this.grid.setTheme(theme);
        this.wallLayer.setTheme(theme);
        this.bumpers = this.walls.filter((wall) => wall.kick > 0).map((wall) => ({ wall, colour: colourOfWall(wall, theme) }));
        [this.trails, this.faint, this.solid].forEach((part) => part.setLight(theme === 'light'));
    }

    override dispose(): void {
        super.dispose();
        [this.grid, this.wallLayer, this.trails, this.faint, this.solid, this.rings].forEach((part) => part.dispose());
    }

    protected override drawBackdrop(view: Window2D): void {
        this.grid.show(view);
        this.wallLayer.show(view);
    }

    protected override drawScene(scene: PlaneScene<Population> | null, view: Window2D, paint: Paint | null): void {
        if (!scene) {
            [this.trails, this.solid].forEach((part) => part.hide());
            return;
        }
        pack(scene.population, scene.frame, scene.motions.velocities, view, { ...solidStyle, paint }, this.instances);
        this.trails.show(this.instances.trails, view);
        this.solid.show(this.instances.discs, view);
    }

    protected override drawDifferences(differences: MaskedScene<Scene<Population>> | null, view: Window2D, tint: Packed): void {
        if (!differences) {
            this.faint.hide();
            return;
        }
        const { scene, mask } = differences;
        pack(scene.population, scene.frame, null, view, { mask, tint, opacity: 0.8, paint: null }, this.faintInstances);
        this.faint.show(this.faintInstances.discs, view);
    }

    protected override drawOutlines(outlined: Outlined[], { population, frame }: PlaneScene<Population>, view: Window2D): void {
        const rings = outlined.map(({ index, reason }) => ({
            x: frame.positions[3 * index]!,
            y: frame.positions[3 * index + 1]!,
            radius: Math.max(population.radii[index]! + ringGap * view.pixel, minRingRadius * view.pixel),
            age: 0,
            colour: packColour(accents[this.theme][reason]),
        }));
        this.rings.showSpots(rings, view);
    }

    protected override flashesOf(transition: Transition<Population>): Flash[] {
        return flashesOf(transition, this.bumpers);
    }

    protected override looksAlike(other: Population, otherIndex: number, shown: Population, shownIndex: number): boolean {
        return other.radii[otherIndex] === shown.radii[shownIndex] && other.isSensor[otherIndex] === shown.isSensor[shownIndex];
    }

    protected override pickAt({ population, frame }: Scene<Population>, x: number, y: number, pixel: number): number {
        return pickAt(population, frame, x, y, pixel);
    }

    protected override fixedBounds(): Bounds | null {
        return this.wallBounds;
    }
}
