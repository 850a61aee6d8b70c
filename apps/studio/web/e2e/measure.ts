// Measures latencies: from the command to the first picture, and from a drag along the timeline to the picture of that frame. Also the
// size of the page. `./dev bench studio` runs it.
//
//     vite-node e2e/measure.ts -- [--check] [--json FILE]
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { orrery } from './command';
import { launchBrowser, showFrame, Studio, watch } from './studio';

interface Row {
    name: string;
    value: number;
    unit: string;
    peer: null;
    ratio: null;
    required: number | null; // at most
}

const hour = 216_000; // frames
const folder = process.env.ORRERY_BENCH_FOLDER ?? '.';

function share(sorted: number[], part: number): number {
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Made once and kept: an hour of two thousand bodies takes minutes to compute. */
async function recordingOfAnHour(): Promise<string> {
    const path = join(folder, 'hour_of_2000.orrery');
    if (!existsSync(path)) {
        await mkdir(folder, { recursive: true });
        await orrery('run', new URL('./hour_of_2000.json', import.meta.url).pathname, '--frames', String(hour), '--record', path);
    }
    return path;
}

async function firstPicture(browser: Browser): Promise<number> {
    const begin = performance.now();
    const studio = await Studio.start('solar_system');
    const { page } = await watch(browser, studio.address);
    await page.waitForFunction(() => window.orrery.statistics().entities > 0, undefined, { polling: 10 });
    const taken = performance.now() - begin;
    await page.context().close();
    await studio.stop();
    return taken;
}

/** Bytes that travel, all files of the page together. */
async function pageWeight(browser: Browser): Promise<number> {
    const studio = await Studio.start('solar_system');
    const { page } = await watch(browser, studio.address);
    const bytes = await page.evaluate(() =>
        [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize)
            .reduce((sum, each) => sum + each, 0),
    );
    await page.context().close();
    await studio.stop();
    return bytes;
}

/** Milliseconds from a movement of the pointer to the end of the drawing of another frame. */
async function dragOnce(page: Page, x: number, y: number): Promise<number> {
    await page.evaluate(() => {
        const state = window as unknown as { waited: Promise<number> };
        state.waited = new Promise((resolve) => {
            const old = window.orrery.statistics().lastFrame;
            window.addEventListener(
                'pointermove',
                () => {
                    const begin = performance.now();
                    const look = (): void => {
                        const now = window.orrery.statistics();
                        if (now.lastFrame !== old && now.drawnAt > begin) {
                            resolve(now.drawnAt - begin);
                        } else {
                            setTimeout(look, 1);
                        }
                    };
                    look();
                },
                { capture: true, once: true },
            );
        });
    });
    await page.mouse.move(x, y);
    return page.evaluate(() => (window as unknown as { waited: Promise<number> }).waited);
}

async function scrubLatency(browser: Browser): Promise<number[]> {
    const studio = await Studio.start(await recordingOfAnHour());
    const { page } = await watch(browser, studio.address);
    await page.waitForFunction((head) => window.orrery.standing().head >= head, hour);
    await showFrame(page, hour / 2);
    const place = await page.getByRole('slider', { name: /time/i }).boundingBox();
    if (place === null) {
        throw new Error('the page has no timeline');
    }
    const height = place.y + place.height / 2;
    const times: number[] = [];
    await page.mouse.move(place.x + place.width / 2, height);
    await page.mouse.down();
    for (let count = 0; count < 200; ++count) {
        // All over the hour, near and far: the golden ratio never repeats itself.
        const part = (count * 0.618034) % 1;
        times.push(await dragOnce(page, place.x + place.width * (0.05 + 0.9 * part), height));
    }
    await page.mouse.up();
    await page.context().close();
    await studio.stop();
    return times.sort((a, b) => a - b);
}

const browser = await launchBrowser();
await firstPicture(browser); // so that files are in memory, as they are for who uses it daily
const starts = [await firstPicture(browser), await firstPicture(browser), await firstPicture(browser)].sort((a, b) => a - b);
const weight = await pageWeight(browser);
const drags = await scrubLatency(browser);
await browser.close();

const row = (name: string, value: number, unit: string, required: number | null = null): Row => ({
    name,
    value,
    unit,
    peer: null,
    ratio: null,
    required,
});
const rows = [
    row('from the command to the first picture, median of 3', share(starts, 0.5) / 1000, 's', 2),
    row('page, compressed', weight / 1e6, 'MB', 1),
    row('drag to picture, 2000 bodies, one hour, median', share(drags, 0.5), 'ms'),
    row('drag to picture, 2000 bodies, one hour, p95', share(drags, 0.95), 'ms', 50),
];
for (const each of rows) {
    const wanted = each.required === null ? '' : `  at most ${each.required}`;
    console.log(`${each.name.padEnd(52)} ${each.value.toFixed(3).padStart(9)} ${each.unit.padEnd(3)}${wanted}`);
}
const json = process.argv.indexOf('--json');
if (json >= 0) {
    await writeFile(process.argv[json + 1] ?? 'bench_studio.json', `${JSON.stringify(rows, null, 2)}\n`);
}
const missed = rows.filter((each) => each.required !== null && !(each.value <= each.required));
for (const each of missed) {
    console.error(`missed: ${each.name} is ${each.value.toFixed(3)} ${each.unit}, at most ${each.required} is required`);
}
if (process.argv.includes('--check') && missed.length > 0) {
    process.exitCode = 1;
}
