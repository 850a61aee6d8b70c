// The tools of the pointer: what it points at, and what clicks and drags mean with each tool. Draws the arrow of a push and the ring where
// a body would be spawned.
import type { Frame, Key, Vector } from '../../protocol';
import { rayThrough, type OrbitCamera } from '../camera/orbitCamera';
import { viewpointOf } from '../camera/viewpoint';
import { add, length, normalized, scale, type Ray } from '../maths';
import type { WorldHit, WorldRenderer } from '../renderer';
import type { Tool, View } from '../view';
import { arrowTo } from './arrow';
import type { ToolMarks } from './toolMarks';

/** The view that the tools work in. */
export interface PointerHost extends Pick<View, 'onPick' | 'onHover' | 'onPush' | 'onSpawn' | 'onAim' | 'follow'> {
    world(): WorldRenderer | null;
    /** The roles of the pictures from left to right, and the size of all of them together. */
    pictures(): { roles: Frame['role'][]; width: number; height: number };
    requestDraw(): void;
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
        this.cancel();
    }

    /** Forgets what was hovered and grabbed; for a new world. */
    reset(): void {
        this.hovered = null;
        this.cancel();
    }

    isGrabbing(): boolean {
        return this.grabbed !== null;
    }

    click(x: number, y: number): void {
        const hit = this.hitAt(x, y);
        if (this.tool === 'spawn') {
            const { position, normal } = this.spawnPlace(x, y, hit);
            this.host.onSpawn(position, normal);
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
            this.host.requestDraw(); // the ring moves
        } else {
            this.update();
        }
    }

    leave(): void {
        this.pointer = null;
        this.setHovered(null, 0, 0);
        if (!this.grabbed) {
            this.cancel();
        }
    }

    /** Finds the body under the pointer. To be called before each picture, because bodies move too. */
    update(): void {
        if (!this.pointer || this.grabbed) {
            return;
        }
        const { x, y } = this.pointer;
        const hit = this.hitAt(x, y);
        if (this.tool === 'spawn') {
            const { position, normal } = this.spawnPlace(x, y, hit);
            this.toolMarks.showRing(position, normal, this.orbit().distance() * 0.02);
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
        this.host.requestDraw();
    }

    release(): void {
        const grabbed = this.grabbed;
        this.cancel();
        if (grabbed?.arrow && length(grabbed.arrow) > 0) {
            this.host.onPush(grabbed.hit.key, grabbed.hit.point, grabbed.arrow, grabbed.frame);
        }
    }

    cancel(): void {
        this.grabbed = null;
        this.host.onAim(null);
        this.toolMarks.hide();
        this.host.requestDraw();
    }

    private rayAt(x: number, y: number): { ray: Ray; role: Frame['role'] } {
        const { roles, width: totalWidth, height } = this.host.pictures();
        const width = totalWidth / roles.length;
        const index = Math.min(roles.length - 1, Math.max(0, Math.floor(x / width)));
        const across = (2 * (x - index * width)) / width - 1;
        const ray = rayThrough(this.orbit().camera(), this.orbit().axes(), across, 1 - (2 * y) / height, width / height);
        return { ray, role: roles[index] ?? 'shown' };
    }

    private hitAt(x: number, y: number): WorldHit | null {
        const { ray, role } = this.rayAt(x, y);
        const viewpoint = viewpointOf(this.orbit().camera(), this.orbit().axes().forward, this.host.pictures().height);
        return this.host.world()?.pick(ray, viewpoint, role) ?? null;
    }

    private setHovered(key: Key | null, x: number, y: number): void {
        if (key !== this.hovered) {
            this.hovered = key;
            this.host.world()?.setHover(key);
            this.host.onHover(key, x, y);
            this.host.requestDraw();
        }
    }

    // On the body that was hit; where there is none, at the distance of the target.
    private spawnPlace(x: number, y: number, hit: WorldHit | null): { position: Vector; normal: Vector } {
        if (hit) {
            return { position: hit.point, normal: hit.normal };
        }
        const { target } = this.orbit().camera();
        const { forward } = this.orbit().axes();
        const offset = arrowTo(target, forward, this.rayAt(x, y).ray) ?? [0, 0, 0];
        return { position: add(target, offset), normal: normalized(scale(forward, -1)) };
    }
}
