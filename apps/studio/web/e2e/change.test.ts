// Edits in the past: the future changes, and undo restores the old one bit for bit.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import type { SpawnAnswer, UndoAnswer } from '../src/protocol';
import { hashByCommand } from './command';
import { change, hashInPage, launchBrowser, showFrame, Studio, waitForFrame, watch, type Watcher } from './studio';

let browser: Browser;
let studio: Studio;
let watcher: Watcher;

beforeAll(async () => {
    browser = await launchBrowser();
    studio = await Studio.start('pyramid');
    watcher = await watch(browser, studio.address);
});

afterAll(async () => {
    await browser.close();
    await studio.stop();
});

/** Some body that forces move. */
async function somebody(): Promise<string> {
    return watcher.page.evaluate(() => {
        const census = window.orrery.census();
        const place = census?.entities.findIndex((entity) => entity.kind === 'dynamic') ?? -1;
        return census?.keys[place] ?? '';
    });
}

test('a push in the past changes the future, and undoing restores it', async () => {
    const { page } = watcher;
    const before = await hashInPage(page, 90);
    expect(before).toBe(await hashByCommand('pyramid', 90));
    await change(page, { do: 'push', key: await somebody(), frame: 20, impulse: [0, 0, 4000] });
    expect(await hashInPage(page, 15)).toBe(await hashByCommand('pyramid', 15));
    expect(await hashInPage(page, 90)).not.toBe(before);
    await change(page, { do: 'undo' });
    expect(await hashInPage(page, 90)).toBe(before);
    await change(page, { do: 'redo' });
    expect(await hashInPage(page, 90)).not.toBe(before);
    await change(page, { do: 'undo' });
});

test('what was before a change stays as a branch and can be compared', async () => {
    const { page } = watcher;
    await hashInPage(page, 90);
    const { ghost, difference } = await change(page, { do: 'push', key: await somebody(), frame: 40, impulse: [0, 4000, 0] });
    expect(difference.frame).toBe(41);
    const standing = await page.evaluate(() => window.orrery.standing());
    expect(standing.branches.find((branch) => branch.id === ghost)?.isGhost).toBe(true);
    expect(standing.compared).toBe(ghost);
    await hashInPage(page, 90);
    await page.evaluate(() => window.orrery.request({ do: 'compare', branch: null }));
    const compared = await page.evaluate((branch) => window.orrery.request<{ frame: number | null }>({ do: 'compare', branch }), ghost);
    expect(compared.frame).toBe(41);
    const { dropped } = await change<UndoAnswer>(page, { do: 'undo' });
    expect(dropped).toBe(ghost);
    expect(await page.evaluate(() => window.orrery.standing().compared)).toBeNull();
});

test('a drag is one request, whose answer says what is compared', async () => {
    const { page } = watcher;
    await hashInPage(page, 90);
    const key = await somebody();
    await page.evaluate((wanted) => window.orrery.select(wanted), key);
    watcher.sent.length = 0;
    await page.evaluate((wanted) => window.orrery.view.onPush(wanted, [0, 0, 0], [0, 3, 0], 40), key);
    await page.getByText(/^Pushed .* at frame 40/).waitFor();
    const { compared, branches } = await page.evaluate(() => window.orrery.standing());
    expect(branches.find((branch) => branch.id === compared)?.isGhost).toBe(true);
    expect(watcher.sent.filter((what) => what === 'push' || what === 'compare')).toEqual(['push']);
    await change(page, { do: 'undo' });
    await page.evaluate(() => window.orrery.select(null));
});

test('a body that is deleted is gone from then on, and one that is spawned is there', async () => {
    const { page } = watcher;
    const key = await somebody();
    await change(page, { do: 'delete', key, frame: 30 });
    await hashInPage(page, 60);
    expect(await page.evaluate(() => window.orrery.census()?.keys)).not.toContain(key);
    await showFrame(page, 30);
    await page.waitForFunction((wanted) => window.orrery.census()?.keys.includes(wanted), key);
    await change(page, { do: 'undo' });
    const made = await change<SpawnAnswer>(page, {
        do: 'spawn',
        frame: 30,
        shape: { kind: 'sphere', radius: 0.5 },
        position: [0, 30, 0],
        velocity: [0, 0, 0],
        density: 1000,
        friction: 0.5,
        restitution: 0,
    });
    await hashInPage(page, 60);
    await page.waitForFunction((wanted) => window.orrery.census()?.keys.includes(wanted), made.key);
    await change(page, { do: 'undo' });
});

test('a refusal is a sentence and changes nothing', async () => {
    const { page } = watcher;
    const before = await hashInPage(page, 60);
    for (const wrong of [
        { do: 'push', key: '999999', frame: 20, impulse: [0, 0, 1] },
        { do: 'show', frame: -3 },
        { do: 'nonsense' },
        { do: 'switch', branch: 12345 },
    ]) {
        const answer = await page.evaluate(
            (request) =>
                window.orrery.request(request).then(
                    () => '',
                    (problem: Error) => problem.message,
                ),
            wrong,
        );
        expect(answer, JSON.stringify(wrong)).not.toBe('');
    }
    expect(await hashInPage(page, 60)).toBe(before);
});

test('the keyboard moves through time', async () => {
    const { page } = watcher;
    await hashInPage(page, 60);
    await page.keyboard.press('ArrowRight');
    await waitForFrame(page, 61);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await waitForFrame(page, 59);
    await page.keyboard.press('Home');
    await waitForFrame(page, 0);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => (window.orrery.frame()?.frame ?? 0) > 10);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => window.orrery.standing().rate === 0);
});

test('dragging along the timeline scrubs', async () => {
    const { page } = watcher;
    await page.waitForFunction(() => window.orrery.standing().head > 2500);
    const place = await page.getByRole('slider', { name: 'Time' }).boundingBox();
    const x = (part: number): number => (place?.x ?? 0) + (place?.width ?? 0) * part;
    const y = (place?.y ?? 0) + (place?.height ?? 0) / 2;
    await page.mouse.move(x(0.5), y);
    await page.mouse.down();
    await page.mouse.move(x(0.4), y, { steps: 5 });
    await page.waitForFunction(() => window.orrery.standing().shown > 500);
    await page.mouse.move(x(0.1), y, { steps: 5 });
    await page.waitForFunction(() => window.orrery.standing().shown < 500);
    await page.mouse.up();
});

test('a ship that is pushed in the past of a battle changes it, and undoing brings the battle back', async () => {
    const { page } = watcher;
    await page.evaluate(() => window.orrery.request({ do: 'open', scene: 'two_fleets' }));
    await page.waitForFunction(() => window.orrery.census()?.shapes.some((shape) => shape.kind === 'tiles'));
    const before = await hashInPage(page, 150);
    expect(before).toBe(await hashByCommand('two_fleets', 150));
    const ship = await page.evaluate(() => {
        const census = window.orrery.census();
        const place = census?.entities.findIndex((one) => one.group !== 0 && census.shapes[one.shape ?? -1]?.kind === 'tiles') ?? -1;
        return census?.keys[place] ?? '';
    });
    await change(page, { do: 'push', key: ship, frame: 30, velocity: [0, 20, 0] });
    expect(await hashInPage(page, 25)).toBe(await hashByCommand('two_fleets', 25));
    expect(await hashInPage(page, 150)).not.toBe(before);
    await change(page, { do: 'undo' });
    expect(await hashInPage(page, 150)).toBe(before);
});

test('who there is in a battle is known from differences as if it had been asked for as a whole', async () => {
    const { page } = watcher;
    for (const frame of [10, 60, 110, 150, 40]) {
        await showFrame(page, frame);
        await page.waitForFunction(() => window.orrery.census()?.census === window.orrery.frame()?.census);
        const [gathered, asked] = await page.evaluate(async () => {
            type Census = NonNullable<ReturnType<typeof window.orrery.census>>;
            const seen = ({ keys, entities, shapes }: Census): string =>
                JSON.stringify(keys.map((key, i) => [key, entities[i]?.group, shapes[entities[i]?.shape ?? -1]]));
            const census = window.orrery.census() as Census;
            const whole = await window.orrery.request<Census>({ do: 'census', census: census.census, have: null });
            return [seen(census), seen(whole)];
        });
        expect(gathered).toBe(asked);
    }
});

test('from one frame of a battle to the next only what differs is sent', async () => {
    const { page } = watcher;
    const censusAt = async (frame: number): Promise<number> => {
        await showFrame(page, frame);
        return page.evaluate(() => window.orrery.frame()?.census ?? -1);
    };
    const have = await censusAt(120);
    const census = await censusAt(140);
    expect(census).not.toBe(have);
    const [answer, everybody] = await page.evaluate(
        async (asked) => {
            const told = await window.orrery.request<{ base: number | null; keys: string[] }>({ do: 'census', ...asked });
            return [told, window.orrery.census()?.keys.length ?? 0] as const;
        },
        { census, have },
    );
    expect(answer.base).toBe(have);
    expect(answer.keys.length).toBeLessThan(everybody / 2);
});

test('a ball that is pushed in the past of a game of pinball changes the game, and undoing brings it back', async () => {
    const { page } = watcher;
    await page.evaluate(() => window.orrery.request({ do: 'open', scene: 'pinball' }));
    await page.waitForFunction(() => window.orrery.census()?.shapes.some((shape) => shape.kind === 'disc'));
    const before = await hashInPage(page, 200);
    expect(before).toBe(await hashByCommand('pinball', 200));
    const ball = await somebody();
    await change(page, { do: 'push', key: ball, frame: 110, velocity: [15, 0, 0] });
    expect(await hashInPage(page, 105)).toBe(await hashByCommand('pinball', 105));
    expect(await hashInPage(page, 200)).not.toBe(before);
    await change(page, { do: 'undo' });
    expect(await hashInPage(page, 200)).toBe(before);
});

test('nothing was complained of', () => {
    expect(watcher.complaints).toEqual([]);
});
