// Every shipped scene opens, draws something, and has the state that the command computes.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { hashByCommand, shippedScenes } from './command';
import { hashInPage, launchBrowser, Studio, watch, type Watcher } from './studio';

const scenes = await shippedScenes();
/** What each scene looked like, for people: tests do not compare pictures. */
const pictures = fileURLToPath(new URL('../../../../build/browser/', import.meta.url));
let browser: Browser;
let studio: Studio;
let watcher: Watcher;

beforeAll(async () => {
    browser = await launchBrowser();
    studio = await Studio.start();
    watcher = await watch(browser, studio.address);
});

afterAll(async () => {
    await browser.close();
    await studio.stop();
});

test('the scenes that are promised are there', () => {
    for (const name of [
        'solar_system',
        'billiards',
        'cradle',
        'pyramid',
        'domino_run',
        'breaking_wall',
        'falling_shapes',
        'vehicle',
        'ragdolls',
        'crane',
        'gear_train',
        'character_course',
        'five_hundred_islands',
        'asteroid_field',
        'two_fleets',
        'rapid_fire',
        'ball_pit',
        'pinball',
        'circle_gas',
    ]) {
        expect(scenes).toContain(name);
    }
});

test.each(scenes)('%s is in the state that the command computes', async (name) => {
    const { page } = watcher;
    await page.evaluate((scene) => window.orrery.request({ do: 'open', scene }), name);
    for (const frame of [30, 7]) {
        expect(await hashInPage(page, frame)).toBe(await hashByCommand(name, frame));
    }
    const drawn = await page.evaluate(() => window.orrery.statistics());
    expect(drawn.entities).toBeGreaterThan(0);
    expect(drawn.drawCalls).toBeGreaterThan(0);
    expect(drawn.drawCalls).toBeLessThan(100);
    await page.screenshot({ path: `${pictures}${name}.png` });
});

test('nothing was complained of', () => {
    expect(watcher.complaints).toEqual([]);
});
