// The engine embedded in pages computes the same bits as the command. No browser is needed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '../src/connection/engine';
import { decodeFrame } from '../src/connection/frameDecoder';
import { unpack } from '../src/connection/packedBytes';
import type { Answer, CensusAnswer, DetailsAnswer, EditAnswer, Request, SessionNotification, Standing } from '../src/protocol';
import { hashByCommand, orrery } from './command';

const scene = 'pyramid';
const frames = 90;

let folder: string;
let session: InnerSession;

/** A session without a page: calls the engine until what was asked for has come. */
class InnerSession {
    standing: Standing | null = null;
    census = 0; // of the frame on show
    private readonly answers = new Map<number, Answer>();
    private nextId = 1;
    private seconds = 0;

    constructor(private readonly engine: Engine) {
        engine.join();
    }

    /** Lets the session work until it has come to this. */
    until(isReached: () => boolean): void {
        for (let turns = 0; !isReached(); ++turns) {
            if (turns > 100_000) {
                throw new Error('the session does not get there');
            }
            this.seconds += 0.016;
            this.engine.work(this.seconds);
            this.hear();
        }
    }

    ask<T extends object>(what: Request): T {
        const id = this.nextId++;
        this.engine.receive(JSON.stringify({ id, ...what }));
        this.hear();
        this.until(() => this.answers.has(id));
        const answer = this.answers.get(id);
        if (!answer?.ok) {
            throw new Error(answer?.error);
        }
        return answer as T;
    }

    change(what: Request): void {
        const { edition } = this.ask<EditAnswer>(what);
        expect(this.standing?.edition).toBe(edition);
    }

    hash(frame: number): string {
        this.until(() => (this.standing?.head ?? 0) >= frame && this.standing?.isRewriting === false);
        this.ask({ do: 'show', frame });
        return this.ask<DetailsAnswer>({ do: 'details' }).hash;
    }

    recording(): ArrayBuffer {
        return this.engine.recording();
    }

    openRecording(bytes: ArrayBuffer): void {
        this.engine.openRecording(bytes);
        this.hear();
    }

    private hear(): void {
        for (let each = this.engine.nextMessage(); each !== undefined; each = this.engine.nextMessage()) {
            if (typeof each !== 'string') {
                this.census = decodeFrame(each).census;
                this.engine.receive('{"do":"seen"}');
                continue;
            }
            const message = JSON.parse(each) as Answer | SessionNotification;
            if (!('tell' in message)) {
                this.answers.set(message.id, message);
            } else if (message.tell === 'standing') {
                this.standing = message;
            }
        }
    }
}

function carried(page: string, id: string): Promise<ArrayBuffer> {
    const start = page.indexOf(`id="${id}">`) + `id="${id}">`.length;
    return unpack(page.slice(start, page.indexOf('<', start)));
}

beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'orrery-'));
    const path = join(folder, 'page.html');
    await orrery('export', scene, '--frames', String(frames), '--html', path);
    const page = await readFile(path, 'utf8');
    const engine = await Engine.start(await carried(page, 'orrery-engine'));
    engine.openRecording(await carried(page, 'orrery-recording'));
    session = new InnerSession(engine);
});

afterAll(() => rm(folder, { recursive: true }));

test('every frame it was given, and those it computes beyond, have the hash that the command gives', async () => {
    for (const frame of [0, 1, 45, frames, frames + 60]) {
        expect(session.hash(frame)).toBe(await hashByCommand(scene, frame));
    }
});

test('a push in the past changes the future, and undoing it brings back the same bits', () => {
    const before = session.hash(frames);
    const key = session.ask<CensusAnswer>({ do: 'census', census: session.census, have: null }).keys.at(-1) ?? '';
    session.change({ do: 'push', key, frame: 10, impulse: [50, 0, 0] });
    expect(session.hash(frames)).not.toBe(before);
    session.change({ do: 'undo' });
    expect(session.hash(frames)).toBe(before);
});

test('what it hands out as a recording it can open again', () => {
    const before = session.hash(60);
    const bytes = session.recording();
    session.openRecording(bytes);
    expect(session.hash(60)).toBe(before);
});

test('what is no recording is refused with a sentence, and what is open stays', () => {
    const before = session.hash(60);
    expect(() => session.openRecording(new TextEncoder().encode('no recording').buffer as ArrayBuffer)).toThrow('recording');
    expect(session.hash(60)).toBe(before);
});
