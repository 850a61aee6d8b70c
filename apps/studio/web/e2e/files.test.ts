// Recordings dropped on the page, and standalone pages with a recording.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { hashByCommand, orrery } from './command';
import { change, hashInPage, launchBrowser, Studio, watch } from './studio';

let browser: Browser;
let folder: string;
let recording: string;

beforeAll(async () => {
    browser = await launchBrowser();
    folder = await mkdtemp(join(tmpdir(), 'orrery-'));
    recording = join(folder, 'billiards.orrery');
    await orrery('run', 'billiards', '--frames', '150', '--record', recording);
});

afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
});

test('a recording that is dropped on the page is opened', async () => {
    const studio = await Studio.start('cradle');
    const { page, complaints } = await watch(browser, studio.address);
    const bytes = (await readFile(recording)).toString('base64');
    await page.evaluate((base64) => {
        const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const carried = new DataTransfer();
        carried.items.add(new File([content], 'billiards.orrery'));
        for (const type of ['dragenter', 'dragover', 'drop']) {
            document.body.dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }));
        }
    }, bytes);
    await page.waitForFunction(() => document.title.toLowerCase().includes('billiards'));
    for (const frame of [150, 40]) {
        expect(await hashInPage(page, frame)).toBe(await hashByCommand(recording, frame));
    }
    expect(complaints).toEqual([]);
    await studio.stop();
});

test('a page by itself scrubs, computes the same bits, and lets the past be changed', async () => {
    const exported = join(folder, 'billiards.html');
    await orrery('export', recording, '--html', exported);
    const { page, complaints } = await watch(browser, pathToFileURL(exported).href);
    for (const frame of [0, 120, 33]) {
        expect(await hashInPage(page, frame)).toBe(await hashByCommand(recording, frame));
    }
    const before = await hashInPage(page, 120);
    const key = await page.evaluate(() => {
        const census = window.orrery.census();
        return census?.keys[census.entities.findIndex((entity) => entity.kind === 'dynamic')] ?? '';
    });
    await change(page, { do: 'push', key, frame: 10, impulse: [0.2, 0, 0.1] });
    expect(await hashInPage(page, 120)).not.toBe(before);
    await change(page, { do: 'undo' });
    expect(await hashInPage(page, 120)).toBe(before);
    expect(complaints).toEqual([]);
});
