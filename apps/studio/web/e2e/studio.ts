// Starts a studio and opens pages in a browser. Tests query the state of the page (window.orrery) instead of pixels.
import { spawn, type ChildProcess } from 'node:child_process';
import { chromium, type Browser, type Page } from 'playwright-core';
import type {} from '../src/testing'; // window.orrery
import { program } from './command';

const patience = 60_000;

/** A browser whose WebGL is computed by the processor, so that machines without a display can be asked. */
export function launchBrowser(): Promise<Browser> {
    return chromium.launch({
        executablePath: process.env.ORRERY_BROWSER ?? '/usr/bin/chromium',
        args: [
            '--no-sandbox',
            '--use-gl=angle',
            '--use-angle=swiftshader',
            '--enable-unsafe-swiftshader',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            '--no-first-run',
            '--disable-quic',
        ],
    });
}

export class Studio {
    private constructor(
        private readonly process: ChildProcess,
        readonly address: string,
    ) {}

    /** Starts `orrery studio` on a free port and waits until it has said its address. */
    static start(...parts: string[]): Promise<Studio> {
        const process = spawn(program, ['studio', ...parts, '--port', '0', '--no-open'], { stdio: ['ignore', 'pipe', 'pipe'] });
        return new Promise((resolve, reject) => {
            let said = '';
            const hear = (text: Buffer): void => {
                said += text.toString();
                const address = /https?:\/\/\S+/.exec(said);
                if (address !== null) {
                    resolve(new Studio(process, address[0]));
                }
            };
            process.stdout?.on('data', hear);
            process.stderr?.on('data', hear);
            process.on('exit', (code) => reject(new Error(`the studio ended with code ${code}: ${said}`)));
        });
    }

    stop(): Promise<void> {
        return new Promise((resolve) => {
            this.process.removeAllListeners('exit');
            this.process.on('exit', () => resolve());
            this.process.kill('SIGINT');
        });
    }
}

/** A page that is ready, and what it has complained of. */
export interface Watcher {
    page: Page;
    complaints: string[];
}

export async function watch(
    browser: Browser,
    address: string,
    size = { width: 640, height: 360 },
    colorScheme: 'dark' | 'light' = 'dark',
): Promise<Watcher> {
    const context = await browser.newContext({ viewport: size, colorScheme });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
            complaints.push(message.text());
        }
    });
    page.on('pageerror', (problem) => complaints.push(problem.message));
    await page.goto(address);
    await page.waitForFunction(() => window.orrery?.ready === true, undefined, { timeout: patience });
    return { page, complaints };
}

/** Waits until a frame is known, shows it, and answers with its hash when it is on the screen. */
export async function hashInPage(page: Page, frame: number): Promise<string> {
    await page.waitForFunction((wanted) => window.orrery.standing().head >= wanted && !window.orrery.standing().isRewriting, frame, {
        timeout: patience,
    });
    await showFrame(page, frame);
    return page.evaluate(() => window.orrery.hash());
}

export async function showFrame(page: Page, frame: number): Promise<void> {
    await page.evaluate((wanted) => window.orrery.request({ do: 'show', frame: wanted }), frame);
    await waitForFrame(page, frame);
}

/** Until the picture is of this frame. */
export async function waitForFrame(page: Page, frame: number): Promise<void> {
    await page.waitForFunction(
        (wanted) => window.orrery.frame()?.frame === wanted && window.orrery.statistics().lastFrame === wanted,
        frame,
        { timeout: patience },
    );
}

/** A change of the past has been made when this is another number than before. */
export function edition(page: Page): Promise<number> {
    return page.evaluate(() => window.orrery.standing().edition);
}

/** Asks for a change and waits until it has been computed. */
export async function change(page: Page, what: object): Promise<void> {
    const before = await edition(page);
    await page.evaluate((request) => window.orrery.request(request), what);
    await page.waitForFunction((old) => window.orrery.standing().edition !== old && !window.orrery.standing().isRewriting, before, {
        timeout: patience,
    });
}
