// Starts a studio and opens pages in a browser. Tests query the state of the page (window.orrery) instead of pixels.
import { spawn, type ChildProcess } from 'node:child_process';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { EditAnswer } from '../src/protocol';
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
    sent: string[]; // what was requested, in order
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
    const sent: string[] = [];
    page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => void sent.push((JSON.parse(payload.toString()) as { do: string }).do)),
    );
    await page.goto(address);
    await page.waitForFunction(() => window.orrery?.ready === true, undefined, { timeout: patience });
    return { page, complaints, sent };
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

/** Asks for an edit or its undo. Its answer comes when it has been made, after a status that says so. */
export async function change<T extends object = EditAnswer>(page: Page, request: object): Promise<T> {
    const [answer, known] = await page.evaluate(async (asked) => {
        const made = await window.orrery.request<{ edition: number }>(asked);
        return [made, window.orrery.standing().edition] as const;
    }, request);
    if (known < answer.edition) {
        throw new Error(`edition ${answer.edition} is answered, but the page has been told of edition ${known} only`);
    }
    return answer as unknown as T;
}
