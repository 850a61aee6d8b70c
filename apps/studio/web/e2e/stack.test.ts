// The engine embedded in pages has a stack of one megabyte. Scenes must stay far below it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Engine } from '../src/connection/engine';
import { unpack } from '../src/connection/packedBytes';
import { orrery } from './command';

const bound = 256 * 1024; // bytes; docs/running-worlds.md
const paint = 0xa5;

let folder: string;

beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'orrery-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** What an instance of the engine shows of itself; the page needs none of it. */
interface Inside {
    exports: { memory: WebAssembly.Memory; __stack_pointer: WebAssembly.Global };
}

/** The stack lies at the beginning of memory and grows down to address 0. */
function stackOf(engine: Engine): Uint8Array {
    const { memory, __stack_pointer } = (engine as unknown as Inside).exports;
    return new Uint8Array(memory.buffer, 0, __stack_pointer.value as number);
}

function carried(page: string, id: string): Promise<ArrayBuffer> {
    const start = page.indexOf(`id="${id}">`) + `id="${id}">`.length;
    return unpack(page.slice(start, page.indexOf('<', start)));
}

// Every kind of world, and what takes most: characters, vehicles, ragdolls, things that break, terrain of circles.
const scenes = ['character_course', 'vehicle', 'ragdolls', 'breaking_wall', 'pinball', 'two_fleets'];

test.each(scenes)('opening %s and computing its future takes at most a quarter of the stack', async (scene) => {
    const path = join(folder, 'page.html');
    await orrery('export', scene, '--frames', '10', '--html', path);
    const page = await readFile(path, 'utf8');
    const engine = await Engine.start(await carried(page, 'orrery-engine'));
    stackOf(engine).fill(paint);
    engine.openRecording(await carried(page, 'orrery-recording'));
    engine.join();
    for (let turn = 1; turn <= 5; ++turn) {
        engine.work(turn * 0.016);
    }
    const stack = stackOf(engine);
    const used = stack.length - stack.findIndex((byte) => byte !== paint);
    expect(used).toBeGreaterThan(1000);
    expect(used).toBeLessThanOrEqual(bound);
});
