// Draws a world of composites and particles.
import type { Welcome } from '../../protocol';
import type { MaskedScene, Outlined, Scene } from '../common/baseRenderer';
import type { Bounds } from '../maths';
import type { Theme } from '../palette';
import type { Packed } from '../plane/colours';
import type { Flash } from '../plane/flashes';
import type { Transition } from '../plane/motions';
import type { Paint } from '../plane/paint';
import { PlaneRenderer, type PlaneScene } from '../plane/planeRenderer';
import type { Window2D } from '../plane/window';
import { tileColours } from './colours';
import { flashesOf } from './flashes';
import { Outlines } from './outlines';
import type { PackStyle } from './packing';
import { pickAt } from './picking';
import { HexPopulations, type Population } from './population';
import { Sky } from './sky';
import { Swarm } from './swarm';

const solidStyle: PackStyle = { mask: null, tint: null, share: 0, opacity: 1, paint: null };

export class HexRenderer extends PlaneRenderer<Population> {
    private readonly sky = new Sky();
    private readonly faint = new Swarm(1);
    private readonly solid = new Swarm(2);
    private readonly outlines = new Outlines();

    constructor(tiles: Welcome['tiles']) {
        super(new HexPopulations(tileColours(tiles)));
        this.root.add(this.sky.group, this.faint.group, this.solid.group, this.outlines.group);
    }

    override setTheme(theme: Theme): void {
        super.setTheme(theme);
        this.sky.setTheme(theme);
        [this.faint, this.solid, this.outlines].forEach((part) => part.setLight(theme === 'light'));
    }

    override dispose(): void {
        super.dispose();
        [this.sky, this.faint, this.solid, this.outlines].forEach((part) => part.dispose());
    }

    protected override drawBackdrop(view: Window2D): void {
        this.sky.show(view);
    }

    protected override drawScene(scene: PlaneScene<Population> | null, view: Window2D, paint: Paint | null): void {
        if (scene) {
            this.solid.show(scene.population, scene.frame, scene.motions.velocities, view, { ...solidStyle, paint });
        } else {
            this.solid.hide();
        }
    }

    protected override drawDifferences(differences: MaskedScene<Scene<Population>> | null, view: Window2D, tint: Packed): void {
        if (differences) {
            const { scene, mask } = differences;
            this.faint.show(scene.population, scene.frame, null, view, { mask, tint, share: 0.55, opacity: 0.5, paint: null });
        } else {
            this.faint.hide();
        }
    }

    protected override drawOutlines(outlined: Outlined[], scene: PlaneScene<Population>, view: Window2D, paint: Paint | null): void {
        this.outlines.show(outlined, this.theme, scene.population, scene.frame, view, paint);
    }

    protected override flashesOf(transition: Transition<Population>): Flash[] {
        return flashesOf(transition);
    }

    protected override looksAlike(other: Population, otherIndex: number, shown: Population, shownIndex: number): boolean {
        return other.looks[otherIndex] === shown.looks[shownIndex];
    }

    protected override pickAt({ population, frame }: Scene<Population>, x: number, y: number, pixel: number): number {
        return pickAt(population, frame, x, y, pixel);
    }

    protected override fixedBounds(): Bounds | null {
        return null;
    }
}
