// The view: a picture in an element of the page, with its camera and its tools.
import type { CensusAnswer, DetailsAnswer, Frame, Key, Vector, Welcome } from '../protocol';
import { FlatCamera } from './camera/flatCamera';
import { OrbitCamera, type PicturePoint } from './camera/orbitCamera';
import { DrawLoop } from './drawLoop';
import { pressKey } from './keys';
import { Paths } from './lines/paths';
import { makeRenderer } from './makeRenderer';
import { subtract } from './maths';
import { Painter } from './painter';
import type { Theme } from './palette';
import { Gestures } from './pointer/gestures';
import { PointerTools, type PointerHost } from './pointer/pointerTools';
import { ToolMarks } from './pointer/toolMarks';
import type { QualitySetting } from './quality';
import type { WorldRenderer } from './renderer';
import type { Camera, GhostPath, OtherMode, Overlays, Tool, View, ViewStatistics } from './view';

const zooming = 'plus and minus zoom, F frames the selection, Home frames everything.';
const labels = {
    deep: `The world in three dimensions. Arrow keys turn it, ${zooming}`,
    flat: `The world from above. Arrow keys move it, ${zooming}`,
};

export function createView(quality: QualitySetting = 'automatic'): View {
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
    private readonly divider = document.createElement('div'); // between two pictures side by side
    private readonly painter: Painter;
    private readonly paths: Paths;
    private readonly toolMarks: ToolMarks;
    private readonly loop: DrawLoop;
    private readonly pointerTools: PointerTools;
    private readonly gestures: Gestures;
    private readonly resizeObserver = new ResizeObserver(() => this.resize());
    private readonly disposal = new AbortController();
    private readonly reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

    private orbit = new OrbitCamera();
    private world: WorldRenderer | null = null;
    private theme: Theme = 'dark';
    private overlays: Overlays | null = null;
    private otherMode: OtherMode = 'hidden';
    private selection: Key | null = null;
    private followed: { key: Key; at: Vector | null } | null = null;
    private needsFraming = true;
    private width = 1;
    private height = 1;

    constructor(quality: QualitySetting) {
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
            cancel: () => this.pointerTools.cancel(),
        });
        this.listen();
        this.setTheme('dark');
    }

    welcome(welcome: Welcome): void {
        if (this.world) {
            this.painter.scene.remove(this.world.root);
            this.world.dispose();
        }
        this.world = makeRenderer(welcome);
        this.orbit = this.world.isFlat ? new FlatCamera() : new OrbitCamera();
        this.orbit.isSmooth = !this.reducedMotion.matches;
        this.canvas.setAttribute('aria-label', this.world.isFlat ? labels.flat : labels.deep);
        this.painter.scene.add(this.world.root);
        this.world.setTheme(this.theme);
        this.world.setOther(this.otherMode);
        if (this.overlays) {
            this.world.setOverlays(this.overlays);
        }
        this.selection = null;
        this.followed = null;
        this.paths.set([]);
        this.pointerTools.reset();
        this.needsFraming = welcome.view === null;
        if (welcome.view) {
            this.orbit.jumpTo(welcome.view);
        }
        this.loop.request();
    }

    census(census: CensusAnswer): void {
        this.world?.census(census);
        this.drawFirst();
    }

    frame(frame: Frame): void {
        if (this.world?.frame(frame)) {
            this.drawFirst();
        }
    }

    details(details: DetailsAnswer | null): void {
        this.change((world) => world.details(details));
    }

    setOverlays(overlays: Overlays): void {
        this.overlays = { ...overlays };
        this.change((world) => world.setOverlays(overlays));
    }

    setTool(tool: Tool): void {
        this.gestures.cancel();
        this.pointerTools.setTool(tool);
        this.canvas.style.cursor = tool === 'look' ? 'grab' : 'crosshair';
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
        this.loop.request();
    }

    setOther(mode: OtherMode): void {
        this.otherMode = mode;
        this.divider.style.display = mode === 'beside' ? 'block' : 'none';
        this.change((world) => world.setOther(mode));
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

    setCamera(camera: Camera): void {
        this.needsFraming = false;
        this.orbit.jumpTo(camera);
        this.loop.request();
    }

    follow(key: Key | null): void {
        const sphere = key === null ? null : (this.world?.boundingSphere(key) ?? null);
        this.followed = key === null ? null : { key, at: sphere?.center ?? null };
        if (sphere) {
            this.orbit.lookAt(sphere.center);
        }
        this.loop.request();
    }

    frameAll(): void {
        const bounds = this.world?.surroundings().bounds;
        if (bounds) {
            this.orbit.goTo(bounds, this.aspect());
            this.loop.request();
        }
    }

    frameSelection(): void {
        const sphere = this.selection === null ? null : (this.world?.boundingSphere(this.selection) ?? null);
        if (sphere) {
            this.orbit.goTo({ center: sphere.center, radius: sphere.radius * 3 }, this.aspect());
            this.loop.request();
        }
    }

    statistics(): ViewStatistics {
        const entities = this.world?.shown()?.entities ?? 0;
        return { framesPerSecond: this.painter.framesPerSecond(), entities, ...this.painter.counts };
    }

    dispose(): void {
        this.disposal.abort();
        this.resizeObserver.disconnect();
        this.loop.dispose();
        this.gestures.dispose();
        this.world?.dispose();
        this.paths.dispose();
        this.toolMarks.dispose();
        this.painter.dispose();
        this.element.remove();
    }

    // What pointer tools need of the view. The handlers may be replaced at any time.
    private host(): PointerHost {
        return {
            world: () => this.world,
            pictures: () => ({ roles: this.roles(), width: this.width, height: this.height }),
            requestDraw: () => this.loop.request(),
            follow: (key) => this.follow(key),
            onPick: (key) => this.onPick(key),
            onHover: (key, x, y) => this.onHover(key, x, y),
            onPush: (key, point, arrow, frame) => this.onPush(key, point, arrow, frame),
            onSpawn: (position, normal) => this.onSpawn(position, normal),
            onAim: (aim) => this.onAim(aim),
        };
    }

    private listen(): void {
        const { signal } = this.disposal;
        this.canvas.addEventListener(
            'webglcontextlost',
            (event) => {
                event.preventDefault(); // otherwise it is never restored
                this.painter.loseContext();
            },
            { signal },
        );
        this.canvas.addEventListener(
            'webglcontextrestored',
            () => {
                this.painter.restoreContext();
                this.loop.request();
            },
            { signal },
        );
        this.canvas.addEventListener('keydown', (event) => this.press(event), { signal });
        this.reducedMotion.addEventListener('change', () => (this.orbit.isSmooth = !this.reducedMotion.matches), { signal });
        this.orbit.isSmooth = !this.reducedMotion.matches;
        this.resizeObserver.observe(this.element);
    }

    private change(act: (world: WorldRenderer) => void): void {
        if (this.world) {
            act(this.world);
        }
        this.loop.request();
    }

    private move(act: () => void): void {
        act();
        this.loop.request();
    }

    // The first picture is framed so that everything is in it, unless the scene has a camera.
    private drawFirst(): void {
        if (this.world?.shown() && this.needsFraming) {
            this.needsFraming = false;
            this.resize(); // the resize observer may not have reported yet
            this.frameAll();
            this.orbit.arrive();
        }
        this.loop.request();
    }

    private resize(): void {
        this.width = Math.max(1, this.element.clientWidth);
        this.height = Math.max(1, this.element.clientHeight);
        this.painter.resize(this.width, this.height);
        this.loop.request();
    }

    private draw(seconds: number, isStill: boolean): boolean {
        const { world } = this;
        if (!world?.shown()) {
            return false;
        }
        this.followBody(world);
        const moves = this.orbit.advance(seconds);
        const camera = this.orbit.camera();
        const axes = this.orbit.axes();
        this.pointerTools.update();
        this.painter.draw(world, camera, axes.forward, this.roles(), isStill);
        this.paths.place(camera, axes, this.width / this.roles().length, this.height);
        return moves;
    }

    private followBody(world: WorldRenderer): void {
        const sphere = this.followed ? world.boundingSphere(this.followed.key) : null;
        if (!this.followed || !sphere) {
            return;
        }
        if (this.followed.at) {
            this.orbit.carry(subtract(sphere.center, this.followed.at));
        } else {
            this.orbit.lookAt(sphere.center);
        }
        this.followed.at = sphere.center;
    }

    private roles(): Frame['role'][] {
        return this.otherMode === 'beside' ? ['shown', 'other'] : ['shown'];
    }

    private aspect(): number {
        return this.width / this.roles().length / this.height;
    }

    // In the one of two pictures side by side that the pointer is in.
    private placeInPicture(x: number, y: number): PicturePoint {
        const width = this.width / this.roles().length;
        return { x: (2 * (x % width)) / width - 1, y: 1 - (2 * y) / this.height, aspect: this.aspect() };
    }

    private press(event: KeyboardEvent): void {
        const isHandled = pressKey(event, this.canvas.matches(':focus-visible'), {
            turn: (x, y) => this.move(() => this.orbit.turn(x, y, this.height)),
            zoom: (factor) => this.move(() => this.orbit.zoom(factor)),
            frameSelection: () => (this.selection === null ? this.frameAll() : this.frameSelection()),
            frameAll: () => this.frameAll(),
            cancelDrag: () => this.cancelDrag(),
        });
        if (isHandled) {
            event.preventDefault();
            event.stopPropagation();
        }
    }

    private cancelDrag(): boolean {
        const isGrabbing = this.pointerTools.isGrabbing();
        if (isGrabbing) {
            this.gestures.cancel();
        }
        return isGrabbing;
    }
}
