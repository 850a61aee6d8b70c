// What tools draw while they are used: the arrow of a push, and the ring where a body would be spawned.
import { Group, type Vector2 } from 'three';
import type { Vector } from '../../protocol';
import { Segments } from '../lines/segments';
import { add, cross, perpendicularTo, scale } from '../maths';
import { accents, type Theme } from '../palette';

const ringSides = 40;

export class ToolMarks {
    readonly group = new Group();
    private readonly lines: Segments;
    private theme: Theme = 'dark';

    constructor(picture: { value: Vector2 }) {
        this.lines = new Segments(picture, true);
        this.lines.mesh.renderOrder = 5;
        this.group.add(this.lines.mesh);
    }

    setTheme(theme: Theme): void {
        this.theme = theme;
    }

    /** `head`: the length of its head, in metres. */
    showArrow(from: Vector, arrow: Vector, head: number): void {
        const colour = accents[this.theme].arrow;
        this.lines.begin(3);
        this.lines.add(...from, ...from, colour, 1, 9);
        this.lines.addArrow(...from, ...add(from, arrow), head, colour, 1, 4);
        this.lines.finish();
    }

    showRing(at: Vector, normal: Vector, radius: number): void {
        const colour = accents[this.theme].arrow;
        const side = perpendicularTo(normal);
        const other = cross(normal, side);
        const point = (i: number): Vector => {
            const angle = (2 * Math.PI * i) / ringSides;
            return add(at, add(scale(side, Math.cos(angle) * radius), scale(other, Math.sin(angle) * radius)));
        };
        this.lines.begin(ringSides + 2);
        for (let i = 0; i < ringSides; ++i) {
            this.lines.add(...point(i), ...point(i + 1), colour, 0.9, 2);
        }
        this.lines.add(...at, ...at, colour, 1, 5);
        this.lines.add(...at, ...add(at, scale(normal, radius)), colour, 0.9, 2, 0.1);
        this.lines.finish();
    }

    hide(): void {
        this.lines.clear();
    }

    dispose(): void {
        this.lines.dispose();
    }
}
