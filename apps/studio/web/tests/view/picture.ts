// Shows a fake world in a real view, so that a person, or a script that takes pictures, can look at it. What is shown comes from the
// address: world, quality, theme, eye, target, tool, other, selected, moving, ended and a list of overlays.
import type { Vector } from '../../src/protocol';
import { createView } from '../../src/view/createView';
import type { View } from '../../src/view/view';
import { circleField, pinball, pit } from './fakeCircles';
import { field, fleets } from './fakeHex';
import { detailsOf, heap, otherFrame, pyramid, solarSystem } from './fakeWorld';

declare global {
    interface Window {
        view: View;
        said: unknown[];
        animate: (frames: number) => Promise<number>;
    }
}

const asked = new URLSearchParams(location.search);
const worlds = { pyramid, solarSystem, heap, fleets, field, pit, pinball, circleField };
const make = worlds[(asked.get('world') ?? 'pyramid') as keyof typeof worlds];
const world = asked.has('count') ? make(Number(asked.get('count'))) : make();
const view = createView(asked.get('quality') === 'best' ? 'best' : 'automatic');
window.view = view;
window.said = [];
view.onPick = (key) => {
    window.said.push(['pick', key]);
    view.setSelection(key);
};
view.onHover = (key) => window.said.push(['hover', key]);
view.onPush = (key, point, arrow) => window.said.push(['push', key, point, arrow]);
view.onSpawn = (position, normal) => window.said.push(['spawn', position, normal]);
document.body.append(view.element);

view.setTheme(asked.get('theme') === 'light' ? 'light' : 'dark');
view.welcome(world.welcome);
view.census(world.census);
if (asked.has('moving')) {
    // Those of the first shape were elsewhere two frames ago, and on the way there before, so that they are seen to move and to turn.
    const positionsAt = (frame: number): Float32Array =>
        world.frame.positions.map((part, i) => {
            const isMoving = world.census.entities[Math.floor(i / 3)]?.shape === 0 && i % 3 < 2;
            return isMoving ? part + (i % 2 === 0 ? 0.8 : -0.8) * (i % 3 === 0 ? frame : Math.abs(frame + 2) - 2) : part;
        });
    view.frame({ ...world.frame, frame: -4, positions: positionsAt(-4) });
    view.frame({ ...world.frame, frame: -2, positions: positionsAt(-2) });
}
view.frame(world.frame);
if (asked.has('ended')) {
    // Every so many have ceased to be, a few frames ago.
    const stays = (i: number): boolean => i % Number(asked.get('ended')) !== 3;
    const members = world.census.keys.map((_, i) => i).filter(stays);
    const { keys, entities } = world.census;
    const { positions, orientations } = world.frame;
    const rest = {
        ...world.frame,
        census: 2,
        count: members.length,
        positions: Float32Array.from(members.flatMap((i) => [...positions.subarray(3 * i, 3 * i + 3)])),
        orientations: Float32Array.from(members.flatMap((i) => [...orientations.subarray(4 * i, 4 * i + 4)])),
    };
    view.census({ ...world.census, census: 2, keys: members.map((i) => keys[i]!), entities: members.map((i) => entities[i]!) });
    view.frame({ ...rest, frame: 1 });
    view.frame({ ...rest, frame: 5 });
}
const other = asked.get('other');
if (other === 'faint' || other === 'beside') {
    view.frame(otherFrame(world, 9));
    view.setOther(other);
    view.setMarked('10');
}
const overlays = (asked.get('overlays') ?? '').split(',');
view.setOverlays({
    contacts: overlays.includes('contacts'),
    islands: overlays.includes('islands'),
    sleeping: overlays.includes('sleeping'),
    velocities: overlays.includes('velocities'),
    boxes: overlays.includes('boxes'),
    joints: overlays.includes('joints'),
});
view.details(detailsOf(world));
view.setSelection(asked.get('selected'));
const [eye, target] = ['eye', 'target'].map((name) => (asked.get(name) ?? '').split(',').map(Number));
if (eye?.length === 3 && target?.length === 3) {
    view.setCamera({ eye: eye as Vector, target: target as Vector });
}
const tool = asked.get('tool');
view.setTool(tool === 'push' || tool === 'spawn' ? tool : 'look');
if (asked.has('path')) {
    const points = Array.from({ length: 120 }, (_, i) => [-4 + i * 0.08, 0.7 + 4 * Math.sin((i / 119) * Math.PI), 3.2 - i * 0.02]).flat();
    view.setPaths([
        {
            points,
            style: 'future',
            marks: [
                { at: [0, 4.7, 2.4], label: 'crate 7 · 1.2 m at 144', kind: 'approach' },
                { at: [5.5, 0.7, 0.8], label: 'ground · 12 N s at 203', kind: 'collision' },
            ],
        },
        { points: points.map((part, i) => (i % 3 === 1 ? part * 0.6 : part)), style: 'other', marks: [] },
    ]);
}

/** Draws so many frames one after another, each with all bodies elsewhere; returns how many there were in a second. */
window.animate = (frames) =>
    new Promise((resolve) => {
        const start = performance.now();
        const first = world.frame.positions.slice();
        let done = 0;
        const next = (): void => {
            const positions = first.map((part, i) => (i % 3 === 1 && i > 2 ? part + 0.2 * Math.sin(done * 0.1 + i) : part));
            view.frame({ ...world.frame, frame: ++done, positions });
            if (done < frames) {
                requestAnimationFrame(next);
            } else {
                resolve((1000 * frames) / (performance.now() - start));
            }
        };
        requestAnimationFrame(next);
    });
