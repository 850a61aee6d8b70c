// The actions behind every button, key and gesture: they send requests and write signals. Notifications are handled by feed.ts; watchView.ts
// and watchBody.ts react to the state.
import { batch } from '@preact/signals';
import type { Connection } from './connection/connection';
import type { BranchAnswer, CompareAnswer, EditAnswer, Key, Request, SpawnAnswer, SpawnShape, Vector } from './protocol';
import type { SpawnSettings, State } from './state';
import { blueprintOf, createState, hasGroups, nameOf } from './state';
import { createLatest } from './time/latest';
import { shuttled, stepped } from './time/rates';
import { complain, say } from './toasts';
import type { View } from './view/view';

/** A push gives the body the velocity that covers the arrow in so many frames. */
const framesAlongArrow = 30;

export class Studio {
    readonly state: State = createState();

    private readonly seeking = createLatest<number>(
        async (frame) => {
            await this.connection.request({ do: 'show', frame });
            this.frameArrived();
        },
        0,
        (error) => {
            this.state.wanted.value = null;
            complain(this.state, error);
        },
    );

    constructor(
        readonly connection: Connection,
        readonly view: View,
    ) {}

    /** Goes to a frame. May be called at any rate: while a request is under way, only the newest target is kept. */
    seek(frame: number): void {
        const standing = this.state.standing.value;
        if (!standing) {
            return;
        }
        const target = Math.round(Math.min(Math.max(frame, standing.tail), standing.head));
        this.state.followsHead.value = false;
        this.show(target);
    }

    /** Goes to a frame that was typed in, with a message if it is out of range. */
    goTo(frame: number): void {
        const standing = this.state.standing.value;
        if (standing && frame > standing.head) {
            say(this.state, `Frame ${Math.round(frame)} is not computed yet; went to frame ${standing.head}, the last`);
        } else if (standing && frame < standing.tail) {
            say(this.state, `Frame ${Math.round(frame)} does not exist; went to frame ${standing.tail}, the first`);
        }
        this.seek(frame);
    }

    step(frames: number): void {
        const shown = this.state.shown.value;
        this.seek(frames > 0 ? Math.floor(shown + 1e-6) + frames : Math.ceil(shown - 1e-6) + frames);
    }

    play(rate: number): void {
        this.state.followsHead.value = false;
        this.state.wanted.value = null;
        this.seeking.clear();
        this.ask({ do: 'play', rate });
    }

    togglePlay(): void {
        this.play(this.state.rate.value === 0 ? this.lastRate : 0);
    }

    shuttle(direction: 1 | -1): void {
        this.play(shuttled(this.state.rate.value, direction));
    }

    changeSpeed(by: 1 | -1): void {
        this.lastRate = stepped(this.state.rate.value || this.lastRate, by);
        if (this.state.rate.value !== 0) {
            this.play(this.lastRate);
        } else {
            say(this.state, `Playback speed: ${Math.abs(this.lastRate)}×`);
        }
    }

    /** The playback speed after a pause. */
    lastRate = 1;

    followHead(on: boolean): void {
        this.state.followsHead.value = on;
        const standing = this.state.standing.value;
        if (on && standing) {
            this.show(standing.head);
        }
    }

    /** To be called when a frame has come: releases the handle when it is the requested one. */
    frameArrived(): void {
        const { wanted, frame } = this.state;
        if (wanted.value === null || !frame.value) {
            return;
        }
        if (!this.seeking.isBusy || Math.abs(frame.value.frame - wanted.value) < 0.5) {
            wanted.value = null;
        }
    }

    /** To be called when the head has moved. */
    keepAtHead(): void {
        const standing = this.state.standing.value;
        if (this.state.followsHead.value && standing && standing.shown !== standing.head) {
            this.show(standing.head);
        }
    }

    bookmark(frame: number): void {
        const rounded = Math.round(frame);
        this.ask({ do: 'bookmark', frame: rounded, name: `frame ${rounded}` });
    }

    select(key: Key | null): void {
        const { selection, series, path } = this.state;
        if (selection.value !== key) {
            batch(() => {
                selection.value = key;
                series.value = null;
                path.value = null;
            });
        }
    }

    follow(key: Key | null): void {
        this.state.followed.value = key;
        this.view.follow(key);
    }

    /** Pushes a body so that it covers the arrow in half a second, whatever its mass. The point is on the body in that frame. */
    async pushAlong(key: Key, point: Vector, arrow: Vector, frame: number): Promise<void> {
        const velocity = this.velocityAlong(arrow);
        await this.edit({ do: 'push', key, frame, velocity, point }, `Pushed ${nameOf(this.state, key)} at frame ${frame}`);
    }

    /** The change of velocity for an arrow. */
    velocityAlong(arrow: Vector): Vector {
        const seconds = framesAlongArrow * this.state.timeStep.value;
        return [arrow[0] / seconds, arrow[1] / seconds, arrow[2] / seconds];
    }

    async push(key: Key, impulse: Vector): Promise<void> {
        const frame = Math.round(this.state.shown.value);
        await this.edit({ do: 'push', key, frame, impulse }, `Pushed ${nameOf(this.state, key)} at frame ${frame}`);
    }

    async remove(key: Key): Promise<void> {
        const frame = Math.round(this.state.shown.value);
        await this.edit({ do: 'delete', key, frame }, `Deleted ${nameOf(this.state, key)} at frame ${frame}`);
    }

    async changeMaterial(key: Key, friction: number, restitution: number): Promise<void> {
        const frame = Math.round(this.state.shown.value);
        const text = `Changed the material of ${nameOf(this.state, key)} at frame ${frame}`;
        await this.edit({ do: 'material', key, frame, friction, restitution }, text);
    }

    /** Spawns a body that rests on the surface at a point. */
    async spawnAt(point: Vector, normal: Vector): Promise<void> {
        const frame = Math.round(this.state.shown.value);
        const { velocity, density, friction, restitution } = this.state.spawn.value;
        const name = blueprintOf(this.state);
        const group = hasGroups(this.state) ? this.state.spawn.value.group : 0;
        const shape = shapeOf(this.state.spawn.value, name === null ? null : { name, group });
        const lift = extentOf(shape, normal);
        const position: Vector = [point[0] + normal[0] * lift, point[1] + normal[1] * lift, point[2] + normal[2] * lift];
        const request: Request = { do: 'spawn', frame, shape, position, velocity, density, friction, restitution };
        const answer = await this.edit<SpawnAnswer>(
            request,
            `Spawned a ${shape.kind === 'blueprint' ? shape.name : shape.kind} at frame ${frame}`,
        );
        if (answer) {
            this.select(answer.key);
        }
    }

    undo(): void {
        void this.ask({ do: 'undo' });
    }

    redo(): void {
        void this.edit({ do: 'redo' });
    }

    async branchHere(): Promise<void> {
        const frame = Math.round(this.state.shown.value);
        const answer = await this.ask<BranchAnswer>({ do: 'branch', frame, name: `from frame ${frame}` });
        if (answer) {
            say(this.state, `Switched to a new branch from frame ${frame}`);
        }
    }

    async compare(branch: number, mode: 'faint' | 'beside'): Promise<void> {
        const answer = await this.ask<CompareAnswer>({ do: 'compare', branch });
        if (answer) {
            this.state.comparison.value = { ...answer, branch, mode };
        }
    }

    stopComparing(): void {
        this.state.comparison.value = null;
        this.ask({ do: 'compare', branch: null });
    }

    /** Sends a request. If it fails, the message is shown and the answer is null. */
    async ask<T extends object = object>(request: Request): Promise<T | null> {
        try {
            return await this.connection.request<T>(request);
        } catch (error) {
            complain(this.state, error);
            return null;
        }
    }

    private show(target: number): void {
        this.state.wanted.value = target;
        this.seeking.offer(target);
    }

    /** Asks for an edit. The future before it is drawn faintly, unless something else was compared or shown meanwhile. */
    private async edit<T extends EditAnswer = EditAnswer>(request: Request, text: string | null = null): Promise<T | null> {
        const branch = this.state.standing.value?.branch;
        const answer = await this.ask<T>(request);
        if (!answer) {
            return null;
        }
        const standing = this.state.standing.value;
        const isOnShow = standing?.branch === branch;
        if (isOnShow && standing?.compared === answer.ghost) {
            this.state.comparison.value = { ...answer.difference, branch: answer.ghost, mode: 'faint' };
        }
        if (text !== null) {
            say(this.state, text, isOnShow ? { title: 'Undo', run: () => this.undo() } : null);
        }
        return answer;
    }
}

/** A capsule or a cylinder is twice as high as it is wide. */
export function shapeOf(settings: SpawnSettings, blueprint: { name: string; group: number } | null): SpawnShape {
    const { kind, size } = settings;
    if (blueprint !== null) {
        return { kind: 'blueprint', ...blueprint };
    }
    switch (kind) {
        case 'sphere':
            return { kind, radius: size };
        case 'box':
            return { kind, halfExtents: [size, size, size] };
        default:
            return { kind, radius: size, halfHeight: size };
    }
}

/** The extent of an upright shape from its centre in a direction. */
export function extentOf(shape: SpawnShape, direction: Vector): number {
    const [x, y, z] = direction.map(Math.abs) as Vector;
    switch (shape.kind) {
        case 'sphere':
            return shape.radius;
        case 'box':
            return shape.halfExtents[0] * x + shape.halfExtents[1] * y + shape.halfExtents[2] * z;
        case 'capsule':
            return shape.radius + shape.halfHeight * y;
        case 'cylinder':
            return shape.radius * Math.hypot(x, z) + shape.halfHeight * y;
        case 'blueprint':
            return 0; // worlds with blueprints are flat: there is no surface to rest on
    }
}
