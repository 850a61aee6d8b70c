// Shows a flat world of composites and particles.
import type { Welcome } from '../../protocol';
import type { Bounds } from '../maths';
import type { Theme } from '../palette';
import type { Packed } from '../plane/colours';
import type { Flash } from '../plane/flashes';
import type { Moment, Passage } from '../plane/motions';
import type { Paint } from '../plane/paint';
import { PlaneRenderer, type Outlined, type Scene } from '../plane/planeRenderer';
import type { Window2D } from '../plane/window';
import { tileColours } from './colours';
import { flashesOf } from './flashes';
import { Outlines } from './outlines';
import type { PackStyle } from './packing';
import { pickAt } from './picking';
import { Populations, type Population } from './population';
import { Sky } from './sky';
import { Swarm } from './swarm';

const solidStyle: PackStyle = { mask: null, tint: null, share: 0, opacity: 1, paint: null };

export class HexRenderer extends PlaneRenderer<Population> {
    private readonly sky = new Sky();
    private readonly faint = new Swarm(1);
    private readonly solid = new Swarm(2);
    private readonly outlines = new Outlines();

    constructor(tiles: Welcome['tiles']) {
        super(new Populations(tileColours(tiles)));
        this.root.add(this.sky.group, this.faint.group, this.solid.group, this.outlines.group);
    }

    protected override drawTheme(theme: Theme): void {
        this.sky.setTheme(theme);
        [this.faint, this.solid, this.outlines].forEach((part) => part.setLight(theme === 'light'));
    }

    protected override drawBackdrop(view: Window2D): void {
        this.sky.show(view);
    }

    protected override drawScene(scene: Scene<Population> | null, view: Window2D, paint: Paint | null): void {
        if (scene) {
            this.solid.show(scene.population, scene.frame, scene.motions.velocities, view, { ...solidStyle, paint });
        } else {
            this.solid.hide();
        }
    }

    protected override drawFaint(other: Moment<Population> | null, view: Window2D, mask: Uint8Array, tint: Packed): void {
        if (other) {
            this.faint.show(other.population, other.frame, null, view, { mask, tint, share: 0.55, opacity: 0.5, paint: null });
        } else {
            this.faint.hide();
        }
    }

    protected override drawOutlines(which: Outlined[], scene: Scene<Population>, view: Window2D, paint: Paint | null, theme: Theme): void {
        this.outlines.show(which, theme, scene.population, scene.frame, view, paint);
    }

    protected override flashesOf(passage: Passage<Population>): Flash[] {
        return flashesOf(passage);
    }

    protected override looksAlike(other: Population, i: number, shown: Population, same: number): boolean {
        return other.looks[i] === shown.looks[same];
    }

    protected override pickAt({ population, frame }: Moment<Population>, x: number, y: number, pixel: number): number {
        return pickAt(population, frame, x, y, pixel);
    }

    protected override room(): Bounds | null {
        return null;
    }

    protected override disposeAll(): void {
        [this.sky, this.faint, this.solid, this.outlines].forEach((part) => part.dispose());
    }
}
