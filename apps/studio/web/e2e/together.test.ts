// Two pages watch one session and stay synchronised.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { change, hashInPage, launchBrowser, showFrame, Studio, waitForFrame, watch, type Watcher } from './studio';

let browser: Browser;
let studio: Studio;
let one: Watcher;
let other: Watcher;

beforeAll(async () => {
    browser = await launchBrowser();
    studio = await Studio.start('cradle');
    one = await watch(browser, studio.address);
    other = await watch(browser, studio.address);
});

afterAll(async () => {
    await browser.close();
    await studio.stop();
});

test('what one shows, the other shows', async () => {
    await hashInPage(one.page, 100);
    await showFrame(one.page, 42);
    await waitForFrame(other.page, 42);
    await showFrame(other.page, 17);
    await waitForFrame(one.page, 17);
    expect(await one.page.evaluate(() => window.orrery.standing().watchers)).toBe(2);
});

test('what one changes, the other sees changed', async () => {
    const before = await hashInPage(one.page, 80);
    const key = await one.page.evaluate(() => {
        const census = window.orrery.census();
        return census?.keys[census.entities.findIndex((entity) => entity.kind === 'dynamic')] ?? '';
    });
    await change(one.page, { do: 'push', key, frame: 20, impulse: [50, 0, 0] });
    const after = await hashInPage(other.page, 80);
    expect(after).not.toBe(before);
    expect(await hashInPage(one.page, 80)).toBe(after);
    await change(other.page, { do: 'undo' });
    expect(await hashInPage(one.page, 80)).toBe(before);
});

test('two edits at once are each answered with what they have left behind', async () => {
    await hashInPage(one.page, 80);
    const [first, second] = await one.page.evaluate(() =>
        window.orrery
            .census()!
            .entities.flatMap((entity, index) => (entity.kind === 'dynamic' ? [window.orrery.census()!.keys[index]!] : [])),
    );
    const [mine, theirs] = await Promise.all([
        change(one.page, { do: 'push', key: first, frame: 20, velocity: [1, 0, 0] }),
        change(other.page, { do: 'push', key: second, frame: 30, velocity: [1, 0, 0] }),
    ]);
    expect(mine.ghost).not.toBe(theirs.ghost);
    expect(mine.edition).not.toBe(theirs.edition);
    const last = mine.edition > theirs.edition ? mine : theirs;
    for (const { page } of [one, other]) {
        await page.waitForFunction((edition) => window.orrery.standing().edition === edition, last.edition);
        const standing = await page.evaluate(() => window.orrery.standing());
        expect(standing.compared).toBe(last.ghost);
        expect(standing.branches.filter((branch) => branch.isGhost).map((branch) => branch.id)).toEqual(
            [mine.ghost, theirs.ghost].sort((a, b) => a - b),
        );
    }
    await change(one.page, { do: 'undo' });
    await change(one.page, { do: 'undo' });
});

test('neither has complained', () => {
    expect([...one.complaints, ...other.complaints]).toEqual([]);
});
