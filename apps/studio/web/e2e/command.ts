// Runs the command `orrery`, with whose results pages are compared.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Where the build has put the command. */
export const program = process.env.ORRERY_PROGRAM ?? '';
if (program === '') {
    throw new Error('ORRERY_PROGRAM must name the command orrery, as ./dev test does');
}

const run = promisify(execFile);

export async function orrery(...parts: string[]): Promise<string> {
    const { stdout } = await run(program, parts, { maxBuffer: 64 << 20 });
    return stdout;
}

/** The hash of a frame of a scene or a recording, as the command computes it. */
export async function hashByCommand(what: string, frame: number): Promise<string> {
    const text = await orrery('query', what, '--frame', String(frame), '--hash');
    const hash = /[0-9a-f]{16}/.exec(text);
    if (hash === null) {
        throw new Error(`'orrery query ${what} --frame ${frame} --hash' answered '${text}'`);
    }
    return hash[0];
}

export async function shippedScenes(): Promise<string[]> {
    const listed = JSON.parse(await orrery('scenes', '--json')) as { name: string }[];
    return listed.map((scene) => scene.name);
}
