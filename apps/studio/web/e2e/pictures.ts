// Takes the pictures for the README and the documentation in a real studio. `./dev pictures` runs it.
//
//     vite-node e2e/pictures.ts -- FOLDER
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { change, hashInPage, launchBrowser, showFrame, Studio, watch } from './studio';

const folder = process.argv.at(-1) ?? '.';
const browser = await launchBrowser();

/** The key of a body that its scene has given a name. */
async function keyOf(page: Page, name: string): Promise<string> {
    const key = await page.evaluate(async (wanted) => {
        for (const each of window.orrery.census()?.keys ?? []) {
            const found = await window.orrery.request<{ name: string | null }>({ do: 'inspect', key: each, frame: 0 });
            if (found.name === wanted) {
                return each;
            }
        }
        return '';
    }, name);
    if (key === '') {
        throw new Error(`no body is called '${name}'`);
    }
    return key;
}

async function open(
    scene: string,
    theme: 'dark' | 'light',
    size: { width: number; height: number },
): Promise<{ page: Page; close: () => Promise<void> }> {
    const studio = await Studio.start(scene);
    const { page } = await watch(browser, `${studio.address}${studio.address.includes('?') ? '&' : '?'}quality=best`, size, theme);
    return {
        page,
        close: async () => {
            await page.context().close();
            await studio.stop();
        },
    };
}

/** Seen from where the ball comes past on its way. */
async function lookAcross(page: Page): Promise<void> {
    await page.evaluate(() => window.orrery.view.setCamera({ eye: [-16, 9, 24], target: [-3, 2.5, 1] }));
}

/** What would have been, as faint bodies: the session compares with the future before an edit. */
async function drawFutureBefore(page: Page): Promise<void> {
    await page.evaluate(() => window.orrery.view.setOther('faint'));
}

/** The camera has come to rest and plots have arrived. */
async function settle(page: Page): Promise<void> {
    await page.waitForTimeout(2500);
}

async function probeBeforeTheSlingshot(): Promise<void> {
    const { page, close } = await open('solar_system', 'dark', { width: 1280, height: 720 });
    await hashInPage(page, 600);
    await page.evaluate((key) => window.orrery.select(key), await keyOf(page, 'probe'));
    await showFrame(page, 240);
    await settle(page);
    await page.screenshot({ path: join(folder, 'studio_solar_system.png') });
    await close();
}

async function pushedPyramid(): Promise<void> {
    const { page, close } = await open('pyramid', 'light', { width: 1280, height: 720 });
    await hashInPage(page, 300);
    const ball = await keyOf(page, 'ball');
    await page.evaluate((key) => window.orrery.select(key), ball);
    await change(page, { do: 'push', key: ball, frame: 125, impulse: [0, 0, 400_000] });
    await hashInPage(page, 300);
    await lookAcross(page);
    await showFrame(page, 152);
    await settle(page);
    await page.screenshot({ path: join(folder, 'studio_pyramid.png') });
    await close();
}

/** Something in a flat world was made faster by so much a while ago; where all would be otherwise is faint. */
async function otherHistory(
    scene: string,
    name: string,
    pushed: { frame: number; faster: [number, number] },
    shown: { frame: number; eye: [number, number, number] },
): Promise<void> {
    const { page, close } = await open(scene, 'dark', { width: 1280, height: 720 });
    const known = shown.frame + 60;
    await hashInPage(page, known);
    const key = await keyOf(page, name);
    await page.evaluate((wanted) => window.orrery.select(wanted), key);
    await change(page, { do: 'push', key, frame: pushed.frame, velocity: [...pushed.faster, 0] });
    await hashInPage(page, known);
    await drawFutureBefore(page);
    await page.evaluate(
        ([eyeX, eyeY, far]) => window.orrery.view.setCamera({ eye: [eyeX, eyeY, far], target: [eyeX, eyeY, 0] }),
        shown.eye,
    );
    // One frame after another, so that what is fast is seen to be.
    for (let frame = shown.frame - 10; frame <= shown.frame; frame += 2) {
        await showFrame(page, frame);
    }
    await settle(page);
    await page.screenshot({ path: join(folder, `studio_${scene}.png`) });
    await close();
}

/** Forwards, backwards along the timeline, and forwards again into another future. */
async function movingPicture(): Promise<void> {
    const frames = await mkdtemp(join(tmpdir(), 'orrery-'));
    const { page, close } = await open('pyramid', 'dark', { width: 800, height: 450 });
    await hashInPage(page, 260);
    const ball = await keyOf(page, 'ball');
    await page.evaluate((key) => window.orrery.select(key), ball);
    await lookAcross(page);
    let count = 0;
    const take = async (frame: number): Promise<void> => {
        await showFrame(page, frame);
        await page.screenshot({ path: join(frames, `${String(count++).padStart(4, '0')}.png`) });
    };
    for (let frame = 120; frame <= 216; frame += 4) {
        await take(frame);
    }
    for (let frame = 210; frame >= 119; frame -= 7) {
        await take(frame);
    }
    await change(page, { do: 'push', key: ball, frame: 121, impulse: [0, 0, 1_300_000] });
    await hashInPage(page, 220);
    await drawFutureBefore(page);
    for (let frame = 121; frame <= 216; frame += 4) {
        await take(frame);
    }
    await close();
    const raw = join(frames, 'raw.gif');
    execFileSync('convert', ['-delay', '9', '-loop', '0', join(frames, '*.png'), raw]);
    execFileSync('gifsicle', ['-O3', '--lossy=40', '--colors', '128', raw, '-o', join(folder, 'studio.gif')]);
    await rm(frames, { recursive: true });
}

await probeBeforeTheSlingshot();
await pushedPyramid();
await otherHistory('two_fleets', 'ship 1', { frame: 200, faster: [10, 10] }, { frame: 340, eye: [-48, 32, 130] });
await otherHistory('pinball', 'ball 1', { frame: 110, faster: [15, 0] }, { frame: 200, eye: [21.5, 35.5, 130] });
await movingPicture();
await browser.close();
