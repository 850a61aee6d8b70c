// How one reaches into the picture: what the pointer points at, and what clicks and drags mean with each tool. It draws the arrow of a
// push and the ring where something would be put.
import type { Frame, Key, Vector } from '../../protocol';
import { arrowTo } from './arrow';
import type { ToolMarks } from './toolMarks';
import { add, length, normalized, scale, type Ray } from '../maths';
import { rayThrough, type OrbitCamera } from '../camera/orbitCamera';
import { sightOf } from '../painter';
import type { WorldHit, WorldRenderer } from '../renderer';
import type { Tool, View } from '../view';

/** Whoever has the picture. */
export interface PointerHost extends Pick<View, 'onPick' | 'onHover' | 'onPush' | 'onSpawn' | 'onAim' | 'follow'> {
    world(): WorldRenderer | null;
    /** The pictures from left to right, and the size of all of them together. */
    pictures(): { roles: Frame['role'][]; width: number; height: number };
    /** Something is to be drawn anew. */
    ask(): void;
}

export class PointerTools {
    private tool: Tool = 'look';
    private hovered: Key | null = null;
    private grabbed: { hit: WorldHit; frame: number; arrow: Vector | null } | null = null;
    private pointer: { x: number; y: number } | null = null;

    constructor(
        private readonly host: PointerHost,
        private readonly orbit: () => OrbitCamera,
        private readonly toolMarks: ToolMarks,
    ) {}

    setTool(tool: Tool): void {
        this.tool = tool;
        this.letGo();
    }

    /** Forgets what was hovered and grabbed in another world. */
    reset(): void {
        this.hovered = null;
        this.letGo();
    }

    isGrabbing(): boolean {
        return this.grabbed !== null;
    }

    click(x: number, y: number): void {
        const hit = this.hitAt(x, y);
        if (this.tool === 'spawn') {
            const place = this.spawnPlace(x, y, hit);
            this.host.onSpawn(place.at, place.normal);
        } else {
            this.host.onPick(hit && !hit.isGround ? hit.key : null);
        }
    }

    doubleClick(x: number, y: number): void {
        if (this.tool !== 'spawn') {
            const hit = this.hitAt(x, y);
            this.host.follow(hit && !hit.isGround ? hit.key : null);
        }
    }

    hover(x: number, y: number): void {
        this.pointer = { x, y };
        if (this.tool === 'spawn') {
            this.host.ask(); // the ring moves
        } else {
            this.point();
        }
    }

    leave(): void {
        this.pointer = null;
        this.setHovered(null, 0, 0);
        if (!this.grabbed) {
            this.letGo();
        }
    }

    /** Finds what the pointer points at: before each picture, since the world moves too. */
    point(): void {
        if (!this.pointer || this.grabbed) {
            return;
        }
        const { x, y } = this.pointer;
        const hit = this.hitAt(x, y);
        if (this.tool === 'spawn') {
            const { at, normal } = this.spawnPlace(x, y, hit);
            this.toolMarks.showRing(at, normal, this.orbit().distance() * 0.02);
            this.setHovered(null, x, y);
            return;
        }
        const key = hit && !hit.isGround && (this.tool === 'look' || hit.canBePushed) ? hit.key : null;
        this.setHovered(key, x, y);
    }

    grab(x: number, y: number): boolean {
        const hit = this.tool === 'push' ? this.hitAt(x, y) : null;
        const frame = this.host.world()?.shown()?.frame;
        if (!hit?.canBePushed || frame === undefined) {
            return false;
        }
        this.grabbed = { hit, frame, arrow: null };
        this.host.onPick(hit.key);
        return true;
    }

    drag(x: number, y: number): void {
        if (!this.grabbed) {
            return;
        }
        const { hit } = this.grabbed;
        const arrow = arrowTo(hit.point, this.orbit().axes().forward, this.rayAt(x, y).ray);
        this.grabbed.arrow = arrow;
        if (arrow) {
            this.toolMarks.showArrow(hit.point, arrow, this.orbit().distance() * 0.03);
            this.host.onAim({ key: hit.key, arrow, x, y });
        }
        this.host.ask();
    }

    release(): void {
        const grabbed = this.grabbed;
        this.letGo();
        if (grabbed?.arrow && length(grabbed.arrow) > 0) {
            this.host.onPush(grabbed.hit.key, grabbed.hit.point, grabbed.arrow, grabbed.frame);
        }
    }

    letGo(): void {
        this.grabbed = null;
        this.host.onAim(null);
        this.toolMarks.hide();
        this.host.ask();
    }

    private rayAt(x: number, y: number): { ray: Ray; role: Frame['role'] } {
        const { roles, width: both, height } = this.host.pictures();
        const width = both / roles.length;
        const index = Math.min(roles.length - 1, Math.max(0, Math.floor(x / width)));
        const across = (2 * (x - index * width)) / width - 1;
        const ray = rayThrough(this.orbit().camera(), this.orbit().axes(), across, 1 - (2 * y) / height, width / height);
        return { ray, role: roles[index] ?? 'shown' };
    }

    private hitAt(x: number, y: number): WorldHit | null {
        const { ray, role } = this.rayAt(x, y);
        const sight = sightOf(this.orbit().camera(), this.orbit().axes().forward, this.host.pictures().height);
        return this.host.world()?.pick(ray, sight, role) ?? null;
    }

    private setHovered(key: Key | null, x: number, y: number): void {
        if (key !== this.hovered) {
            this.hovered = key;
            this.host.world()?.setHover(key);
            this.host.onHover(key, x, y);
            this.host.ask();
        }
    }

    // On what was hit, or, where there is nothing, as far away as the target.
    private spawnPlace(x: number, y: number, hit: WorldHit | null): { at: Vector; normal: Vector } {
        if (hit) {
            return { at: hit.point, normal: hit.normal };
        }
        const { target } = this.orbit().camera();
        const { forward } = this.orbit().axes();
        const offset = arrowTo(target, forward, this.rayAt(x, y).ray) ?? [0, 0, 0];
        return { at: add(target, offset), normal: normalized(scale(forward, -1)) };
    }
}
