// The studio with a fake session of bouncing balls.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { receiveFeed } from '../src/feed';
import type { EditAnswer, Request } from '../src/protocol';
import { blueprintOf, overlaysOf, unitOf, withUnit } from '../src/state';
import { extentOf, shapeOf, Studio } from '../src/studio';
import type { View } from '../src/view/view';
import { watchBody } from '../src/watchBody';
import { watchView } from '../src/watchView';
import { FakeConnection } from './fixture/fakeConnection';

/** A picture that only remembers what it was told. */
function blindView(): View & { told: Record<string, unknown[]> } {
    const told: Record<string, unknown[]> = {};
    const tell = (name: string) => (value: unknown) => void (told[name] ??= []).push(value);
    const nothing = (): void => {};
    return {
        told,
        element: null as unknown as HTMLElement,
        welcome: tell('welcome'),
        census: tell('census'),
        frame: tell('frame'),
        details: tell('details'),
        setOverlays: tell('setOverlays'),
        setTool: tell('setTool'),
        setSelection: tell('setSelection'),
        setMarked: tell('setMarked'),
        setPaths: tell('setPaths'),
        setOther: tell('setOther'),
        setTheme: tell('setTheme'),
        camera: () => ({ eye: [0, 0, 1], target: [0, 0, 0] }),
        setCamera: tell('setCamera'),
        follow: tell('follow'),
        frameAll: nothing,
        frameSelection: nothing,
        statistics: () => ({ framesPerSecond: 0, drawCalls: 0, triangles: 0, entities: 0, lastFrame: 0, drawnAt: 0 }),
        dispose: nothing,
        onPick: nothing,
        onHover: nothing,
        onPush: nothing,
        onAim: nothing,
        onSpawn: nothing,
    };
}

let connection: FakeConnection;
let view: ReturnType<typeof blindView>;
let studio: Studio;

async function settle(milliseconds = 20): Promise<void> {
    await vi.advanceTimersByTimeAsync(milliseconds);
}

function asked<K extends Request['do']>(what: K): Extract<Request, { do: K }>[] {
    return connection.asked.filter((one): one is Extract<Request, { do: K }> => one.do === what);
}

beforeEach(async () => {
    vi.useFakeTimers();
    vi.stubGlobal('document', { hidden: true, title: '' });
    connection = new FakeConnection();
    view = blindView();
    studio = new Studio(connection, view);
    receiveFeed(studio);
    watchView(studio);
    watchBody(studio);
    connection.branch.course.advance(600);
    connection.start(false);
    await settle();
});

afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
});

describe('frames', () => {
    it('are handed to the picture, and the census is asked for once', async () => {
        expect(view.told['frame']).toHaveLength(1);
        connection.tell();
        connection.tell();
        await settle();
        expect(asked('census')).toHaveLength(1);
        expect(view.told['census']).toHaveLength(1);
    });

    it('are each said to be seen', () => {
        expect(asked('seen')).toHaveLength(1);
        connection.tell();
        expect(asked('seen')).toHaveLength(2);
    });
});

describe('censuses', () => {
    /** A frame with another census, which differs by what `gone` and the base say. */
    function tellChanged(census: number, count: number): void {
        connection.onFrame({ ...studio.state.frame.value!, census, count });
    }

    function answerCensusesWith(answer: (what: Extract<Request, { do: 'census' }>) => object | Promise<object>): void {
        const request = connection.request.bind(connection);
        connection.request = ((what: Request) => {
            if (what.do !== 'census') {
                return request(what);
            }
            connection.asked.push(what);
            return Promise.resolve(answer(what));
        }) as typeof connection.request;
    }

    it('are asked for with the last one that the page has, and the picture gets them whole', async () => {
        const first = studio.state.frame.value!.census;
        const { keys } = studio.state.censuses.value.get(first)!;
        answerCensusesWith(({ census, have }) => ({ census, base: have, gone: [keys[2]], keys: [], shapes: [], entities: [] }));
        tellChanged(5, keys.length - 1);
        await settle();
        expect(asked('census').at(-1)).toEqual({ do: 'census', census: 5, have: first });
        const rest = keys.filter((_, place) => place !== 2);
        expect(view.told['census']!.at(-1)).toMatchObject({ census: 5, base: null, keys: rest });
        expect(studio.state.censuses.value.get(5)!.keys).toEqual(rest);
    });

    it('hold back the next frame until they have come', async () => {
        const first = studio.state.censuses.value.get(studio.state.frame.value!.census)!;
        let come = (_: object): void => {};
        answerCensusesWith(() => new Promise((resolve) => (come = resolve)));
        const before = asked('seen').length;
        tellChanged(5, first.keys.length);
        await settle();
        expect(asked('seen')).toHaveLength(before);
        come({ ...first, census: 5 });
        await settle();
        expect(asked('seen')).toHaveLength(before + 1);
    });

    it('that come late leave the picture with that of the frame on show', async () => {
        const first = studio.state.censuses.value.get(studio.state.frame.value!.census)!;
        let come = (_: object): void => {};
        answerCensusesWith(() => new Promise((resolve) => (come = resolve)));
        tellChanged(5, first.keys.length);
        tellChanged(first.census, first.keys.length);
        come({ ...first, census: 5 });
        await settle();
        expect(view.told['census']!.at(-1)).toBe(first);
    });

    it('are handed to the picture again when it comes back to one', async () => {
        const first = studio.state.frame.value!;
        const whole = studio.state.censuses.value.get(first.census)!;
        answerCensusesWith(({ census }) => ({ ...whole, census }));
        tellChanged(5, first.count);
        await settle();
        connection.onFrame(first);
        expect(view.told['census']!.map((census) => (census as { census: number }).census)).toEqual([first.census, 5, first.census]);
    });

    it('of what was open before are not taken for those of what is open now', async () => {
        const first = studio.state.censuses.value.get(studio.state.frame.value!.census)!;
        let come = (_: object): void => {};
        answerCensusesWith(() => new Promise((resolve) => (come = resolve)));
        tellChanged(5, first.keys.length);
        connection.onNotification({ ...connection.welcome(), title: 'Another', scene: 'another' });
        come({ ...first, census: 5 });
        await settle();
        expect(studio.state.censuses.value.has(5)).toBe(false);
        tellChanged(5, first.keys.length);
        expect(asked('census').at(-1)).toEqual({ do: 'census', census: 5, have: null });
    });
});

describe('a welcome', () => {
    it('to the same world again changes neither camera nor selection', () => {
        studio.select('11');
        connection.onNotification(connection.welcome());
        expect(studio.state.selection.value).toBe('11');
        expect(view.told['setCamera']).toEqual([view.camera()]);
    });

    it('to another world begins anew', () => {
        studio.select('11');
        connection.onNotification({ ...connection.welcome(), title: 'Another', scene: 'another' });
        expect(studio.state.selection.value).toBeNull();
        expect(view.told['setCamera']).toBeUndefined();
    });
});

describe('scrubbing', () => {
    it('has one request under way and ends at the newest frame', async () => {
        for (let frame = 10; frame <= 200; ++frame) {
            studio.seek(frame);
        }
        expect(studio.state.shown.value).toBe(200);
        await settle();
        expect(asked('show').map((one) => one.frame)).toEqual([10, 200]);
        expect(connection.shown).toBe(200);
        expect(studio.state.wanted.value).toBeNull();
    });

    it('stays within what is known', async () => {
        studio.seek(1e9);
        expect(studio.state.shown.value).toBe(600);
        studio.seek(-5);
        await settle();
        expect(connection.shown).toBe(0);
    });

    it('steps on from where the last step was going', async () => {
        studio.step(1);
        studio.step(1);
        studio.step(10);
        await settle();
        expect(connection.shown).toBe(12);
    });

    it('lets go of the handle when someone else plays', async () => {
        studio.seek(100);
        await settle();
        connection.shown = 300;
        connection.tell();
        expect(studio.state.shown.value).toBe(300);
    });
});

describe('playing', () => {
    it('goes on at the rate it had before the pause', async () => {
        studio.play(-4);
        await settle();
        studio.togglePlay();
        await settle();
        expect(connection.rate).toBe(0);
        studio.togglePlay();
        await settle();
        expect(connection.rate).toBe(-4);
    });

    it('follows the head until someone goes elsewhere', async () => {
        studio.followHead(true);
        await settle();
        connection.branch.course.advance(700);
        connection.tell();
        await settle();
        expect(connection.shown).toBe(700);
        studio.seek(5);
        connection.branch.course.advance(800);
        connection.tell();
        await settle();
        expect(connection.shown).toBe(5);
    });
});

describe('a frame that someone names', () => {
    it('and that is not there leads to the nearest one, and is told', async () => {
        const { tail, head } = studio.state.standing.value!;
        studio.goTo(99999);
        await settle();
        expect(connection.shown).toBe(head);
        expect(studio.state.toasts.value.at(-1)?.text).toBe(`Frame 99999 is not computed yet; went to frame ${head}, the last`);
        studio.goTo(-7);
        await settle();
        expect(connection.shown).toBe(tail);
        expect(studio.state.toasts.value.at(-1)?.text).toContain('does not exist');
    });
});

describe('overlays', () => {
    it('are those that show something in this kind of world', () => {
        const welcome = studio.state.welcome.value!;
        expect(overlaysOf({ ...welcome, world: 'rigid' })).toContain('joints');
        for (const world of ['hex', 'circles'] as const) {
            expect(overlaysOf({ ...welcome, world })).toEqual(['contacts', 'islands', 'velocities', 'boxes']);
        }
    });
});

describe('a change of the past', () => {
    it('gives a body the speed that leads along the arrow in half a second', async () => {
        studio.seek(120);
        await settle();
        view.onPush('11', [0, 0, 0], [1, 0, 0], 120);
        await settle();
        const [push] = asked('push');
        expect(push?.frame).toBe(120);
        expect(push).toMatchObject({ velocity: [expect.closeTo(2, 9), 0, 0], point: [0, 0, 0] }); // m/s
        expect(studio.state.selection.value).toBe('11');
    });

    it('is one request for a drag, and its answer says what is compared', async () => {
        studio.select('11');
        studio.seek(120);
        await settle(900); // panels have requested what they show
        connection.asked.length = 0;
        view.onPush('11', [0, 0, 0], [1, 0, 0], 120);
        expect(connection.asked.map((one) => one.do)).toEqual(['push']);
        await settle(900);
        expect(asked('push')).toHaveLength(1);
        expect(asked('compare')).toHaveLength(0);
        expect(studio.state.comparison.value).toMatchObject({ branch: connection.compared, mode: 'faint', frame: 121 });
    });

    it('is compared with the future before it, also when another page changes something at once', async () => {
        studio.seek(120);
        await settle();
        const own = studio.push('11', [5, 0, 0]);
        const other = connection.request<EditAnswer>({ do: 'push', key: '12', frame: 60, impulse: [1, 0, 0] });
        await Promise.all([own, other, settle(50)]);
        // The other page came last: what the session compares is not what this page has changed.
        expect(connection.compared).toBe((await other).ghost);
        expect(studio.state.comparison.value).toBeNull();

        const before = connection.request<EditAnswer>({ do: 'push', key: '12', frame: 70, impulse: [1, 0, 0] });
        const last = studio.push('11', [5, 0, 0]);
        await Promise.all([before, last, settle(50)]);
        expect(studio.state.comparison.value?.branch).toBe(connection.compared);
        expect(studio.state.comparison.value?.branch).not.toBe((await before).ghost);
        expect(studio.state.comparison.value?.key).toBe('11');
    });

    it('that is answered on another branch is neither compared nor offered to be undone', async () => {
        const request = connection.request.bind(connection);
        connection.request = (async (what: Request) => {
            const answer = await request(what);
            connection.onNotification({ ...connection.standing(), branch: 77 }); // another page has switched before the answer came
            return answer;
        }) as typeof connection.request;
        await Promise.all([studio.push('11', [5, 0, 0]), settle(50)]);
        expect(studio.state.toasts.value.at(-1)).toMatchObject({ text: 'Pushed birch at frame 0', action: null });
        expect(studio.state.comparison.value).toBeNull();
    });

    it('acts in the frame in which the body was taken hold of, while the picture goes on', async () => {
        studio.seek(120);
        await settle();
        view.onPush('11', [0, 0, 0], [1, 0, 0], 119.8);
        for (connection.shown = 150; connection.shown < 160; ++connection.shown) {
            connection.tell(); // as while it plays
            await Promise.resolve();
        }
        await settle();
        expect(studio.state.shown.value).toBeGreaterThan(140);
        expect(asked('push').map((one) => one.frame)).toEqual([120]);
    });

    it('is announced with a way back, and what would have been is laid over it', async () => {
        studio.seek(120);
        await settle();
        await Promise.all([studio.push('11', [5, 0, 0]), settle(50)]);
        const ghost = connection.branches.find((branch) => branch.isGhost);
        expect(studio.state.toasts.value[0]?.text).toBe('Pushed birch at frame 120');
        expect(studio.state.comparison.value).toMatchObject({ branch: ghost?.id, mode: 'faint', frame: 121 });
        expect(view.told['setOther']?.at(-1)).toBe('faint');

        studio.state.toasts.value[0]?.action?.run();
        await settle(50);
        expect(asked('undo')).toHaveLength(1);
        expect(studio.state.comparison.value).toBeNull();
        expect(view.told['setOther']?.at(-1)).toBe('hidden');

        studio.redo();
        await settle(50);
        expect(studio.state.comparison.value).toMatchObject({ branch: connection.compared, mode: 'faint', frame: 121 });
    });

    it('is compared no more when another page stops comparing', async () => {
        await Promise.all([studio.push('11', [5, 0, 0]), settle(50)]);
        expect(studio.state.comparison.value).not.toBeNull();
        await Promise.all([connection.request({ do: 'compare', branch: null }), settle(50)]);
        expect(studio.state.comparison.value).toBeNull();
    });

    it('is not offered to be undone on another branch', async () => {
        await Promise.all([studio.push('11', [5, 0, 0]), settle(50)]);
        expect(studio.state.toasts.value.some((toast) => toast.action?.title === 'Undo')).toBe(true);
        await Promise.all([studio.branchHere(), settle(50)]);
        expect(studio.state.toasts.value.some((toast) => toast.action?.title === 'Undo')).toBe(false);
        expect(studio.state.toasts.value.some((toast) => toast.text.includes('new branch'))).toBe(true);
    });

    it('draws where the body goes and where it would have gone', async () => {
        studio.select('11');
        await settle(500);
        expect(paths()).toEqual(['future']);
        await Promise.all([studio.push('11', [5, 0, 0]), settle(900)]);
        expect(paths()).toEqual(['future', 'other']);
        studio.select(null);
        expect(paths()).toEqual([]);
    });

    it('that is refused is told in one sentence and leaves no comparison', async () => {
        await Promise.all([studio.push('99', [1, 0, 0]), settle(50)]);
        expect(studio.state.toasts.value[0]).toMatchObject({ text: 'There is no entity 99.', isError: true });
        expect(studio.state.comparison.value).toBeNull();
    });

    it('selects what was spawned', async () => {
        await Promise.all([studio.spawnAt([0, 3, 0], [0, 1, 0]), settle(50)]);
        expect(studio.state.selection.value).toBe(connection.branch.course.balls.at(-1)?.key);
    });

    function paths(): string[] {
        return (view.told['setPaths']?.at(-1) as { style: string }[]).map((path) => path.style);
    }
});

describe('details', () => {
    it('are asked for only while an overlay needs them', async () => {
        expect(asked('details')).toHaveLength(0);
        studio.state.overlays.value = { ...studio.state.overlays.value, contacts: true };
        await settle(300);
        expect(asked('details')).toHaveLength(1);
        studio.state.overlays.value = { ...studio.state.overlays.value, contacts: false };
        connection.tell();
        await settle(300);
        expect(asked('details')).toHaveLength(1);
        expect(studio.state.details.value).toBeNull();
    });
});

describe('what is spawned by name', () => {
    const flat = (blueprints: string[]) => ({ ...connection.welcome(), world: 'hex' as const, blueprints, quantities: [] });

    it('is the blueprint that was chosen, of the group that was chosen, where one has clicked', async () => {
        connection.onNotification(flat(['frigate', 'cruiser']));
        studio.state.spawn.value = { ...studio.state.spawn.value, blueprint: 'cruiser', group: 3 };
        void studio.spawnAt([4, 5, 0], [0, 0, 1]);
        await settle();
        expect(asked('spawn').at(-1)).toMatchObject({ shape: { kind: 'blueprint', name: 'cruiser', group: 3 }, position: [4, 5, 0] });
    });

    it('has no group in a world without groups, whatever was chosen in another one', async () => {
        connection.onNotification({ ...flat(['ball', 'marble']), world: 'circles' });
        studio.state.spawn.value = { ...studio.state.spawn.value, blueprint: 'marble', group: 3 };
        void studio.spawnAt([4, 5, 0], [0, 0, 1]);
        await settle();
        expect(asked('spawn').at(-1)).toMatchObject({ shape: { kind: 'blueprint', name: 'marble', group: 0 } });
    });

    it('is the first blueprint where the one that was chosen is not known', () => {
        connection.onNotification(flat(['frigate', 'cruiser']));
        studio.state.spawn.value = { ...studio.state.spawn.value, blueprint: 'pyramid' };
        expect(blueprintOf(studio.state)).toBe('frigate');
        connection.onNotification(flat([]));
        expect(blueprintOf(studio.state)).toBeNull();
    });
});

describe('units', () => {
    it('are those that the session tells', () => {
        connection.onNotification({ ...connection.welcome(), quantities: [{ name: 'speed', title: 'Speed', unit: 'cells/s' }] });
        expect(unitOf(studio.state, 'speed')).toBe('cells/s');
        expect(unitOf(studio.state, 'mass')).toBe('kg');
    });

    it('are left out of a world that has none', () => {
        connection.onNotification({ ...connection.welcome(), world: 'circles', quantities: [] });
        expect(withUnit('5', unitOf(studio.state, 'impulse'))).toBe('5');
    });
});

describe('what is spawned', () => {
    it('has the shape that was chosen', () => {
        const { spawn } = studio.state;
        expect(shapeOf({ ...spawn.value, kind: 'box', size: 2 }, null)).toEqual({ kind: 'box', halfExtents: [2, 2, 2] });
        expect(shapeOf({ ...spawn.value, kind: 'capsule', size: 2 }, null)).toEqual({ kind: 'capsule', radius: 2, halfHeight: 2 });
    });

    it('lies on the surface it was put on', async () => {
        expect(extentOf({ kind: 'box', halfExtents: [1, 2, 3] }, [0, -1, 0])).toBe(2);
        expect(extentOf({ kind: 'capsule', radius: 1, halfHeight: 2 }, [0, 1, 0])).toBe(3);
        expect(extentOf({ kind: 'capsule', radius: 1, halfHeight: 2 }, [1, 0, 0])).toBe(1);
        expect(extentOf({ kind: 'cylinder', radius: 1, halfHeight: 2 }, [0, 1, 0])).toBe(2);
        studio.state.spawn.value = { ...studio.state.spawn.value, kind: 'sphere', size: 0.5 };
        await Promise.all([studio.spawnAt([1, 0, 2], [0, 1, 0]), settle(50)]);
        expect(asked('spawn')[0]?.position).toEqual([1, 0.5, 2]);
    });
});
