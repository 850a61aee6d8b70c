// Makes the view: a picture in an element of the page, with the hands that reach into it.
import type { CensusAnswer, DetailsAnswer, Frame, Key, Vector, Welcome } from '../protocol';
import { DrawLoop } from './drawLoop';
import { FlatCamera } from './camera/flatCamera';
import { Gestures } from './pointer/gestures';
import { ToolMarks } from './pointer/toolMarks';
import { subtract } from './maths';
import { OrbitCamera, type PlaceInPicture } from './camera/orbitCamera';
import { Painter } from './painter';
import type { Theme } from './palette';
import type { QualityWish } from './quality';
import { Paths } from './lines/paths';
import { PointerTools, type PointerHost } from './pointer/pointerTools';
import { makeRenderer, type WorldRenderer } from './renderer';
import type { Camera, GhostPath, Overlays, Tool, View, ViewStatistics } from './view';

const zooming = 'plus and minus zoom, F frames the selection, Home frames everything.';
const labels = {
    deep: `The world in three dimensions. Arrow keys turn it, ${zooming}`,
    flat: `The world from above. Arrow keys move it, ${zooming}`,
};
const keyTurn = 40; // pixels that a key turns by

export function createView(quality: QualityWish = 'automatic'): View {
    return new StudioView(quality);
}

class StudioView implements View {
    readonly element = document.createElement('div');
    onPick: View['onPick'] = () => {};
    onHover: View['onHover'] = () => {};
    onPush: View['onPush'] = () => {};
    onAim: View['onAim'] = () => {};
    onSpawn: View['onSpawn'] = () => {};

    private readonly canvas = document.createElement('canvas');
    private readonly divider = document.createElement('div'); // between two pictures
    private readonly painter: Painter;
    private readonly paths: Paths;
    private readonly toolMarks: ToolMarks;
    private readonly loop: DrawLoop;
    private readonly pointerTools: PointerTools;
    private readonly gestures: Gestures;
    private readonly watcher = new ResizeObserver(() => this.resize());
    private readonly ending = new AbortController();
    private readonly calm = matchMedia('(prefers-reduced-motion: reduce)');

    private orbit = new OrbitCamera();
    private world: WorldRenderer | null = null;
    private theme: Theme = 'dark';
    private overlays: Overlays | null = null;
    private how: 'hidden' | 'faint' | 'beside' = 'hidden';
    private selection: Key | null = null;
    private followed: { key: Key; at: Vector | null } | null = null;
    private needsFraming = true;
    private width = 1;
    private height = 1;

    constructor(quality: QualityWish) {
        Object.assign(this.element.style, { position: 'relative', overflow: 'hidden', width: '100%', height: '100%' });
        Object.assign(this.canvas.style, {
            position: 'absolute',
            inset: '0',
            width: '100%',
            height: '100%',
            display: 'block',
            touchAction: 'none',
            cursor: 'grab',
        });
        this.canvas.tabIndex = 0;
        this.canvas.setAttribute('role', 'application');
        this.canvas.setAttribute('aria-label', labels.deep);
        this.element.append(this.canvas);
        this.painter = new Painter(this.element, this.canvas, quality);
        this.paths = new Paths(this.painter.pictureSize);
        this.toolMarks = new ToolMarks(this.painter.pictureSize);
        Object.assign(this.divider.style, {
            position: 'absolute',
            inset: '0 auto 0 50%',
            width: '1px',
            background: 'rgba(128, 136, 150, 0.5)',
            display: 'none',
        });
        this.element.append(this.paths.labels, this.divider);
        this.painter.scene.add(this.paths.group, this.toolMarks.group);
        this.loop = new DrawLoop({
            draw: (seconds, isStill) => this.draw(seconds, isStill),
            took: (milliseconds) => this.painter.took(milliseconds),
            wantsStill: () => this.painter.wantsStill(),
        });
        this.pointerTools = new PointerTools(this.host(), () => this.orbit, this.toolMarks);
        this.gestures = new Gestures(this.canvas, {
            turn: (x, y) => this.move(() => this.orbit.turn(x, y, this.height)),
            pan: (x, y) => this.move(() => this.orbit.pan(x, y, this.height)),
            zoom: (factor, x, y) => this.move(() => this.orbit.zoom(factor, this.placeInPicture(x, y))),
            click: (x, y) => this.pointerTools.click(x, y),
            doubleClick: (x, y) => this.pointerTools.doubleClick(x, y),
            hover: (x, y) => this.pointerTools.hover(x, y),
            leave: () => this.pointerTools.leave(),
            grab: (x, y) => this.pointerTools.grab(x, y),
            drag: (x, y) => this.pointerTools.drag(x, y),
            release: () => this.pointerTools.release(),
            cancel: () => this.pointerTools.letGo(),
        });
        this.listen();
        this.setTheme('dark');
    }

    welcome(what: Welcome): void {
        if (this.world) {
            this.painter.scene.remove(this.world.root);
            this.world.dispose();
        }
        this.world = makeRenderer(what);
        this.orbit = this.world.isFlat ? new FlatCamera() : new OrbitCamera();
        this.orbit.isSmooth = !this.calm.matches;
        this.canvas.setAttribute('aria-label', this.world.isFlat ? labels.flat : labels.deep);
        this.painter.scene.add(this.world.root);
        this.world.setTheme(this.theme);
        this.world.setOther(this.how);
        if (this.overlays) {
            this.world.setOverlays(this.overlays);
        }
        this.selection = null;
        this.followed = null;
        this.paths.set([]);
        this.pointerTools.reset();
        this.needsFraming = what.view === null;
        if (what.view) {
            this.orbit.jumpTo(what.view);
        }
        this.loop.ask();
    }

    census(what: CensusAnswer): void {
        this.world?.census(what);
        this.arrive();
    }

    frame(what: Frame): void {
        if (this.world?.frame(what)) {
            this.arrive();
        }
    }

    details(what: DetailsAnswer | null): void {
        this.change((world) => world.details(what));
    }

    setOverlays(what: Overlays): void {
        this.overlays = { ...what };
        this.change((world) => world.setOverlays(what));
    }

    setTool(what: Tool): void {
        this.gestures.cancel();
        this.pointerTools.setTool(what);
        this.canvas.style.cursor = what === 'look' ? 'grab' : 'crosshair';
    }

    setSelection(key: Key | null): void {
        this.selection = key;
        this.change((world) => world.setSelection(key));
    }

    setMarked(key: Key | null): void {
        this.change((world) => world.setMarked(key));
    }

    setPaths(paths: GhostPath[]): void {
        this.paths.set(paths);
        this.loop.ask();
    }

    setOther(how: 'hidden' | 'faint' | 'beside'): void {
        this.how = how;
        this.divider.style.display = how === 'beside' ? 'block' : 'none';
        this.change((world) => world.setOther(how));
    }

    setTheme(theme: Theme): void {
        this.theme = theme;
        this.painter.setTheme(theme);
        this.paths.setTheme(theme);
        this.toolMarks.setTheme(theme);
        this.change((world) => world.setTheme(theme));
    }

    camera(): Camera {
        return this.orbit.camera();
    }

    setCamera(what: Camera): void {
        this.needsFraming = false;
        this.orbit.jumpTo(what);
        this.loop.ask();
    }

    follow(key: Key | null): void {
        const place = key === null ? null : (this.world?.placeOf(key) ?? null);
        this.followed = key === null ? null : { key, at: place?.center ?? null };
        if (place) {
            this.orbit.lookAt(place.center);
        }
        this.loop.ask();
    }

    frameAll(): void {
        const bounds = this.world?.surroundings().bounds;
        if (bounds) {
            this.orbit.goTo(bounds, this.aspect());
            this.loop.ask();
        }
    }

    frameSelection(): void {
        const place = this.selection === null ? null : (this.world?.placeOf(this.selection) ?? null);
        if (place) {
            this.orbit.goTo({ center: place.center, radius: place.radius * 3 }, this.aspect());
            this.loop.ask();
        }
    }

    statistics(): ViewStatistics {
        const entities = this.world?.shown()?.entities ?? 0;
        return { framesPerSecond: this.painter.framesPerSecond(), entities, ...this.painter.counts };
    }

    dispose(): void {
        this.ending.abort();
        this.watcher.disconnect();
        this.loop.dispose();
        this.gestures.dispose();
        this.world?.dispose();
        this.paths.dispose();
        this.toolMarks.dispose();
        this.painter.dispose();
        this.element.remove();
    }

    // What hands need of the view, with the handlers as they are at the time.
    private host(): PointerHost {
        return {
            world: () => this.world,
            pictures: () => ({ roles: this.roles(), width: this.width, height: this.height }),
            ask: () => this.loop.ask(),
            follow: (key) => this.follow(key),
            onPick: (key) => this.onPick(key),
            onHover: (key, x, y) => this.onHover(key, x, y),
            onPush: (key, point, arrow, frame) => this.onPush(key, point, arrow, frame),
            onSpawn: (position, normal) => this.onSpawn(position, normal),
            onAim: (aim) => this.onAim(aim),
        };
    }

    private listen(): void {
        const { signal } = this.ending;
        this.canvas.addEventListener(
            'webglcontextlost',
            (event) => {
                event.preventDefault(); // otherwise it is not given back
                this.painter.lose();
            },
            { signal },
        );
        this.canvas.addEventListener(
            'webglcontextrestored',
            () => {
                this.painter.regain();
                this.loop.ask();
            },
            { signal },
        );
        this.canvas.addEventListener('keydown', (event) => this.press(event), { signal });
        this.calm.addEventListener('change', () => (this.orbit.isSmooth = !this.calm.matches), { signal });
        this.orbit.isSmooth = !this.calm.matches;
        this.watcher.observe(this.element);
    }

    // ------------------------------------------------------------ drawing

    private change(how: (world: WorldRenderer) => void): void {
        if (this.world) {
            how(this.world);
        }
        this.loop.ask();
    }

    private move(how: () => void): void {
        how();
        this.loop.ask();
    }

    private arrive(): void {
        if (this.world?.shown() && this.needsFraming) {
            this.needsFraming = false;
            this.resize(); // what it is framed for must be known, even if nobody has told yet
            this.frameAll();
            this.orbit.arrive();
        }
        this.loop.ask();
    }

    private resize(): void {
        this.width = Math.max(1, this.element.clientWidth);
        this.height = Math.max(1, this.element.clientHeight);
        this.painter.resize(this.width, this.height);
        this.loop.ask();
    }

    private draw(seconds: number, isStill: boolean): boolean {
        const { world } = this;
        if (!world?.shown()) {
            return false;
        }
        this.goAlong(world);
        const moves = this.orbit.advance(seconds);
        const camera = this.orbit.camera();
        const axes = this.orbit.axes();
        this.pointerTools.point();
        this.painter.draw(world, camera, axes.forward, this.roles(), isStill);
        this.paths.place(camera, axes, this.width / this.roles().length, this.height);
        return moves;
    }

    // With the body that is followed.
    private goAlong(world: WorldRenderer): void {
        const place = this.followed ? world.placeOf(this.followed.key) : null;
        if (!this.followed || !place) {
            return;
        }
        if (this.followed.at) {
            this.orbit.carry(subtract(place.center, this.followed.at));
        } else {
            this.orbit.lookAt(place.center);
        }
        this.followed.at = place.center;
    }

    private roles(): Frame['role'][] {
        return this.how === 'beside' ? ['shown', 'other'] : ['shown'];
    }

    private aspect(): number {
        return this.width / this.roles().length / this.height;
    }

    // In that of the pictures beside each other which the pointer is in.
    private placeInPicture(x: number, y: number): PlaceInPicture {
        const width = this.width / this.roles().length;
        return { x: (2 * (x % width)) / width - 1, y: 1 - (2 * y) / this.height, aspect: this.aspect() };
    }

    // ------------------------------------------------------------ keys

    private press(event: KeyboardEvent): void {
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        // Someone who has clicked into the picture still means the timeline with the arrow keys; someone who has come by
        // the tabulator means the picture.
        const byKeyboard = this.canvas.matches(':focus-visible');
        const turns: Record<string, [number, number]> = {
            ArrowLeft: [keyTurn, 0],
            ArrowRight: [-keyTurn, 0],
            ArrowUp: [0, keyTurn],
            ArrowDown: [0, -keyTurn],
        };
        const turn = byKeyboard ? turns[event.key] : undefined;
        if (turn) {
            this.move(() => this.orbit.turn(...turn, this.height));
        } else if (event.key === 'f' || event.key === 'F') {
            if (this.selection === null) {
                this.frameAll();
            } else {
                this.frameSelection();
            }
        } else if (event.key === 'Home' && byKeyboard) {
            this.frameAll();
        } else if (event.key === '+' || event.key === '-') {
            this.move(() => this.orbit.zoom(event.key === '+' ? 0.8 : 1.25));
        } else if (event.key === 'Escape' && this.pointerTools.isGrabbing()) {
            this.gestures.cancel();
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }
}
