// What can be done in the studio: the actions behind every button, key and gesture. It sends requests and writes signals; what
// comes back by itself is taken in by feed.ts and followed up by watchView.ts, watchBody.ts and watchChange.ts.
import { batch } from '@preact/signals';
import type { Connection } from './connection/connection';
import type { BranchAnswer, CompareAnswer, InspectAnswer, Key, Request, SpawnAnswer, SpawnShape, Vector } from './protocol';
import type { SpawnSettings, State } from './state';
import { blueprintOf, createState, hasGroups, nameOf } from './state';
import { createLatest } from './time/latest';
import { shuttled, stepped } from './time/rates';
import { complain, say } from './toasts';
import type { View } from './view/view';

/** A push by an arrow gives the speed that leads along the arrow within so many frames. */
const framesAlongArrow = 30;

export class Studio {
    readonly state: State = createState();
    /** Branches there were before a change; the ghost that comes next is what the change left behind. */
    knownBeforeChange: { branches: Set<number>; key: Key | null } | null = null;

    private readonly seeking = createLatest<number>(
        async (frame) => {
            await this.connection.request({ do: 'show', frame });
            this.haveArrived();
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

    // ------------------------------------------------------------ time

    /** Goes to a frame. As often as one likes: only the newest wish is sent once the one before is done. */
    seek(frame: number): void {
        const standing = this.state.standing.value;
        if (!standing) {
            return;
        }
        const target = Math.round(Math.min(Math.max(frame, standing.tail), standing.head));
        this.state.followsHead.value = false;
        this.show(target);
    }

    /** Goes to a frame that someone has named, and says so when it is not there. */
    goTo(frame: number): void {
        const standing = this.state.standing.value;
        if (standing && frame > standing.head) {
            say(this.state, `Frame ${Math.round(frame)} is not computed yet: this is frame ${standing.head}, the last`);
        } else if (standing && frame < standing.tail) {
            say(this.state, `Frame ${Math.round(frame)} is not there: this is frame ${standing.tail}, the first`);
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
            say(this.state, `Plays at ${Math.abs(this.lastRate)}× when it plays`);
        }
    }

    /** The rate to go on with after a pause. */
    lastRate = 1;

    followHead(on: boolean): void {
        this.state.followsHead.value = on;
        const standing = this.state.standing.value;
        if (on && standing) {
            this.show(standing.head);
        }
    }

    /** Called when a frame has come: the handle need not wait for the one that was asked for any more. */
    haveArrived(): void {
        const { wanted, frame } = this.state;
        if (wanted.value === null || !frame.value) {
            return;
        }
        if (!this.seeking.isBusy || Math.abs(frame.value.frame - wanted.value) < 0.5) {
            wanted.value = null;
        }
    }

    /** Called when the head has moved. */
    keepUp(): void {
        const standing = this.state.standing.value;
        if (this.state.followsHead.value && standing && standing.shown !== standing.head) {
            this.show(standing.head);
        }
    }

    bookmark(frame: number): void {
        const place = Math.round(frame);
        this.ask({ do: 'bookmark', frame: place, name: `frame ${place}` });
    }

    // ------------------------------------------------------------ selecting

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

    // ------------------------------------------------------------ changing the past

    /** The arrow says where the body shall get within half a second or so, whatever it weighs; the point is one of it in that frame. */
    async pushAlong(key: Key, point: Vector, arrow: Vector, frame: number): Promise<void> {
        try {
            const body = await this.connection.request<InspectAnswer>({ do: 'inspect', key, frame });
            if (body.mass === null) {
                say(this.state, `${this.titled(key)} does not move when pushed`);
                return;
            }
            const [x, y, z] = this.speedAlong(arrow);
            await this.push(key, [x * body.mass, y * body.mass, z * body.mass], point, frame);
        } catch (error) {
            complain(this.state, error);
        }
    }

    /** The change of velocity that an arrow stands for. */
    speedAlong(arrow: Vector): Vector {
        const seconds = framesAlongArrow * this.state.timeStep.value;
        return [arrow[0] / seconds, arrow[1] / seconds, arrow[2] / seconds];
    }

    async push(key: Key, impulse: Vector, point?: Vector, frame = Math.round(this.state.shown.value)): Promise<void> {
        const request: Request = point ? { do: 'push', key, frame, impulse, point } : { do: 'push', key, frame, impulse };
        await this.change(request, key, `Pushed ${nameOf(this.state, key)} at frame ${frame}`);
    }

    async remove(key: Key): Promise<void> {
        const frame = Math.round(this.state.shown.value);
        await this.change({ do: 'delete', key, frame }, key, `Deleted ${nameOf(this.state, key)} at frame ${frame}`);
    }

    async changeMaterial(key: Key, friction: number, restitution: number): Promise<void> {
        const frame = Math.round(this.state.shown.value);
        const text = `Changed the material of ${nameOf(this.state, key)} from frame ${frame} on`;
        await this.change({ do: 'material', key, frame, friction, restitution }, key, text);
    }

    /** On a surface: the body is lifted along its normal until it lies on it. */
    async spawnAt(place: Vector, normal: Vector): Promise<void> {
        const frame = Math.round(this.state.shown.value);
        const { velocity, density, friction, restitution } = this.state.spawn.value;
        const name = blueprintOf(this.state);
        const group = hasGroups(this.state) ? this.state.spawn.value.group : 0;
        const shape = shapeOf(this.state.spawn.value, name === null ? null : { name, group });
        const lift = reachOf(shape, normal);
        const position: Vector = [place[0] + normal[0] * lift, place[1] + normal[1] * lift, place[2] + normal[2] * lift];
        const request: Request = { do: 'spawn', frame, shape, position, velocity, density, friction, restitution };
        const answer = await this.change<SpawnAnswer>(
            request,
            null,
            `Spawned a ${shape.kind === 'blueprint' ? shape.name : shape.kind} at frame ${frame}`,
        );
        if (answer) {
            this.select(answer.key);
        }
    }

    undo(): void {
        this.goBackOrForth({ do: 'undo' });
    }

    redo(): void {
        this.goBackOrForth({ do: 'redo' });
    }

    // ------------------------------------------------------------ branches

    async branchHere(): Promise<void> {
        const frame = Math.round(this.state.shown.value);
        const answer = await this.ask<BranchAnswer>({ do: 'branch', frame, name: `from frame ${frame}` });
        if (answer) {
            say(this.state, `A new branch leaves at frame ${frame} and is on show`);
        }
    }

    async compare(branch: number, how: 'faint' | 'beside'): Promise<void> {
        const answer = await this.ask<CompareAnswer>({ do: 'compare', branch });
        if (answer) {
            this.state.comparison.value = { ...answer, branch, how };
        }
    }

    stopComparing(): void {
        this.state.comparison.value = null;
        this.ask({ do: 'compare', branch: null });
    }

    // ------------------------------------------------------------ asking

    /** Sends a request; when it is refused, the sentence is shown and the answer is null. */
    async ask<T extends object = object>(what: Request): Promise<T | null> {
        try {
            return await this.connection.request<T>(what);
        } catch (error) {
            complain(this.state, error);
            return null;
        }
    }

    private show(target: number): void {
        this.state.wanted.value = target;
        this.seeking.offer(target);
    }

    private titled(key: Key): string {
        const name = nameOf(this.state, key);
        return name.charAt(0).toUpperCase() + name.slice(1);
    }

    private async change<T extends object = object>(what: Request, key: Key | null, text: string): Promise<T | null> {
        const branches = new Set(this.state.standing.value?.branches.map((branch) => branch.id));
        this.knownBeforeChange = { branches, key };
        const answer = await this.ask<T>(what);
        if (answer) {
            say(this.state, text, { title: 'Undo', run: () => this.undo() });
        } else {
            this.knownBeforeChange = null;
        }
        return answer;
    }

    private goBackOrForth(what: Request): void {
        this.knownBeforeChange = null;
        if (this.state.comparison.value) {
            this.stopComparing();
        }
        this.ask(what);
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

/** How far a shape that stands upright reaches from its centre in a direction. */
export function reachOf(shape: SpawnShape, direction: Vector): number {
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
            return 0; // worlds that have them are flat: nothing lies on anything
    }
}
