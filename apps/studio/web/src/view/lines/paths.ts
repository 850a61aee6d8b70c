// Paths of bodies: their future, their past, and their future in another branch. They fade along the path. Events on it are marked with
// symbols and labels of a constant size.
import { Group, type Vector2 } from 'three';
import type { Vector } from '../../protocol';
import { project } from '../camera/orbitCamera';
import { accents, type Theme } from '../palette';
import type { Camera, GhostPath } from '../view';
import { opacityAlong } from './opacity';
import { Segments } from './segments';

const maxLabels = 12;

export class Paths {
    readonly group = new Group();
    readonly labels: HTMLElement = document.createElement('div');
    private readonly lines: Segments;
    private paths: GhostPath[] = [];
    private shownLabels: { element: HTMLElement; at: Vector }[] = [];
    private theme: Theme = 'dark';

    constructor(picture: { value: Vector2 }) {
        this.lines = new Segments(picture, false);
        this.group.add(this.lines.mesh);
        Object.assign(this.labels.style, { position: 'absolute', inset: '0', overflow: 'hidden', pointerEvents: 'none' });
    }

    set(paths: GhostPath[]): void {
        this.paths = paths;
        this.rebuild();
    }

    setTheme(theme: Theme): void {
        this.theme = theme;
        this.rebuild();
    }

    /** Moves the labels to their points in a picture of this size. */
    place(camera: Camera, axes: { right: Vector; up: Vector; forward: Vector }, width: number, height: number): void {
        for (const { element, at } of this.shownLabels) {
            const point = project(camera, axes, at, width / height);
            const isInside = point !== null && Math.abs(point.x) < 1.05 && Math.abs(point.y) < 1.05;
            element.style.display = isInside ? 'flex' : 'none';
            if (isInside) {
                const x = ((point.x + 1) / 2) * width;
                const y = ((1 - point.y) / 2) * height;
                element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
            }
        }
    }

    dispose(): void {
        this.lines.dispose();
        this.labels.remove();
    }

    private rebuild(): void {
        const total = this.paths.reduce((sum, path) => sum + path.points.length / 3, 0);
        this.lines.begin(total);
        for (const path of this.paths) {
            const colour = accents[this.theme][path.style];
            const count = path.points.length / 3 - 1;
            for (let i = 0; i < count; ++i) {
                // The path in the other branch is dashed.
                if (path.style === 'other' && i % 4 === 3) {
                    continue;
                }
                const [ax, ay, az, bx, by, bz] = path.points.slice(3 * i, 3 * i + 6) as [number, number, number, number, number, number];
                const width = path.style === 'past' ? 1.6 : 2.4;
                this.lines.add(
                    ax,
                    ay,
                    az,
                    bx,
                    by,
                    bz,
                    colour,
                    opacityAlong(path.style, i / count),
                    width,
                    opacityAlong(path.style, (i + 1) / count),
                );
            }
        }
        this.lines.finish();
        this.rebuildLabels();
    }

    private rebuildLabels(): void {
        this.labels.replaceChildren();
        this.shownLabels = [];
        for (const mark of this.paths.flatMap((path) => path.marks).slice(0, maxLabels)) {
            const element = makeLabel(mark.kind, mark.label, this.theme);
            this.labels.append(element);
            this.shownLabels.push({ element, at: mark.at });
        }
    }
}

// A diamond at a closest approach, a cross at a collision. The symbol is at the point and the text beside it.
function makeLabel(kind: 'approach' | 'collision', text: string, theme: Theme): HTMLElement {
    const colour = kind === 'approach' ? (theme === 'dark' ? '#7fd7ff' : '#0b79b5') : theme === 'dark' ? '#ff8a5c' : '#d1471b';
    const element = document.createElement('div');
    element.dataset['mark'] = kind;
    Object.assign(element.style, {
        position: 'absolute',
        left: '0',
        top: '0',
        display: 'none',
        alignItems: 'center',
        gap: '5px',
        font: '11px/1 system-ui, sans-serif',
        willChange: 'transform',
    });
    const symbol = document.createElement('span');
    symbol.textContent = kind === 'approach' ? '◆' : '✕';
    Object.assign(symbol.style, {
        color: colour,
        fontSize: '13px',
        width: '14px',
        margin: '-7px 0 0 -7px',
        textAlign: 'center',
        fontWeight: '700',
        textShadow: theme === 'dark' ? '0 0 4px #000' : '0 0 4px #fff',
    });
    const caption = document.createElement('span');
    caption.textContent = text;
    Object.assign(caption.style, {
        padding: '3px 6px',
        margin: '-7px 0 0 0',
        borderRadius: '5px',
        whiteSpace: 'nowrap',
        color: theme === 'dark' ? '#dfe7f2' : '#27303d',
        background: theme === 'dark' ? 'rgba(16, 21, 30, 0.72)' : 'rgba(255, 255, 255, 0.8)',
    });
    element.append(symbol, caption);
    return element;
}
