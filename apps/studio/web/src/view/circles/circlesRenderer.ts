// Shows a world of circles: discs among walls, over a grid.
import type { Wall } from '../../protocol';
import type { Bounds } from '../maths';
import { accents, type Theme } from '../palette';
import { packColour, type Packed } from '../plane/colours';
import type { Flash } from '../plane/flashes';
import { Grid, type Lattice } from '../plane/grid';
import { InstancedShape } from '../plane/instancedShape';
import type { Moment, Passage } from '../plane/motions';
import type { Paint } from '../plane/paint';
import { PlaneRenderer, type Outlined, type Scene } from '../plane/planeRenderer';
import { Populations } from '../plane/population';
import { ringLook, Spots } from '../plane/spots';
import type { Window2D } from '../plane/window';
import { discLook } from './discs';
import { flashesOf, type Bumper } from './hits';
import { emptyInstances, pack, type PackStyle } from './packing';
import { pickAt } from './picking';
import { populate, type Population } from './population';
import { trailLook } from './trails';
import { WallLayer } from './wallLayer';
import { colourOfWall, roomOfWalls } from './walls';

const squares: Lattice = {
    toLine: 'vec2 q = abs(fract(p + 0.5) - 0.5); return min(q.x, q.y);',
    period: [1, 1],
    step: 10,
};
const solidStyle: PackStyle = { mask: null, tint: null, opacity: 1, paint: null };
const ringWidth = 2.4; // pixels
const leastRing = 6;

export class CirclesRenderer extends PlaneRenderer<Population> {
    private readonly grid = new Grid(squares, -19);
    private readonly wallLayer: WallLayer;
    private readonly wallRoom: Bounds | null;
    private readonly trails = new InstancedShape(trailLook, 0);
    private readonly faint = new InstancedShape(discLook, 1);
    private readonly solid = new InstancedShape(discLook, 2);
    private readonly rings = new Spots(ringLook, 6, { width: ringWidth });
    private readonly instances = emptyInstances();
    private readonly faintInstances = emptyInstances();
    private bumpers: Bumper[] = [];

    constructor(private readonly walls: Wall[]) {
        super(new Populations(populate));
        this.wallLayer = new WallLayer(walls);
        this.wallRoom = roomOfWalls(walls);
        const discs = [this.trails, this.faint, this.solid, this.rings].map((part) => part.mesh);
        this.root.add(this.grid.mesh, this.wallLayer.group, ...discs);
    }

    protected override drawTheme(theme: Theme): void {
        this.grid.setTheme(theme);
        this.wallLayer.setTheme(theme);
        this.bumpers = this.walls.filter((wall) => wall.kick > 0).map((wall) => ({ wall, colour: colourOfWall(wall, theme) }));
        [this.trails, this.faint, this.solid].forEach((part) => part.setLight(theme === 'light'));
    }

    protected override drawBackdrop(view: Window2D): void {
        this.grid.show(view);
        this.wallLayer.show(view);
    }

    protected override drawScene(scene: Scene<Population> | null, view: Window2D, paint: Paint | null): void {
        if (!scene) {
            [this.trails, this.solid].forEach((part) => part.hide());
            return;
        }
        pack(scene.population, scene.frame, scene.motions.velocities, view, { ...solidStyle, paint }, this.instances);
        this.trails.show(this.instances.trails, view);
        this.solid.show(this.instances.discs, view);
    }

    protected override drawFaint(other: Moment<Population> | null, view: Window2D, mask: Uint8Array, tint: Packed): void {
        if (!other) {
            this.faint.hide();
            return;
        }
        pack(other.population, other.frame, null, view, { mask, tint, opacity: 0.8, paint: null }, this.faintInstances);
        this.faint.show(this.faintInstances.discs, view);
    }

    protected override drawOutlines(
        which: Outlined[],
        { population, frame }: Scene<Population>,
        view: Window2D,
        _paint: Paint | null,
        theme: Theme,
    ): void {
        const rings = which.map(({ at, why }) => ({
            x: frame.positions[3 * at]!,
            y: frame.positions[3 * at + 1]!,
            size: Math.max(population.reach[at]! + 1.2 * view.pixel, leastRing * view.pixel),
            age: 0,
            colour: packColour(accents[theme][why]),
        }));
        this.rings.showSpots(rings, view);
    }

    protected override flashesOf(passage: Passage<Population>): Flash[] {
        return flashesOf(passage, this.bumpers);
    }

    protected override looksAlike(other: Population, i: number, shown: Population, same: number): boolean {
        return other.reach[i] === shown.reach[same] && other.isSensor[i] === shown.isSensor[same];
    }

    protected override pickAt({ population, frame }: Moment<Population>, x: number, y: number, pixel: number): number {
        return pickAt(population, frame, x, y, pixel);
    }

    protected override room(): Bounds | null {
        return this.wallRoom;
    }

    protected override disposeAll(): void {
        [this.grid, this.wallLayer, this.trails, this.faint, this.solid, this.rings].forEach((part) => part.dispose());
    }
}
