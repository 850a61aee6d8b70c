// Runs a WebAssembly program with a main function: node --no-warnings run_wasm.mjs PROGRAM.wasm [ARGUMENTS...]
// It sees the arguments, the environment, the standard streams and the current folder, and no other files. With
// ORRERY_STACK_REPORT set, the last line on the standard error stream says how many bytes of its stack were used.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";
import { argv, cwd, env, exit } from "node:process";

const program = argv[2];
if (program === undefined) {
    console.error("run_wasm: name the program to run");
    exit(2);
}
const wasi = new WASI({ version: "preview1", args: argv.slice(2), env, preopens: { ".": cwd() } });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });

// The stack is the first thing in memory and grows down to address 0. It is painted, and what is no longer paint was used.
const paint = 0xa5;
const stackSize = instance.exports.__stack_pointer?.value ?? 0;
const stack = () => new Uint8Array(instance.exports.memory.buffer, 0, stackSize);
if (env.ORRERY_STACK_REPORT) {
    stack().fill(paint);
}
const code = wasi.start(instance);
if (env.ORRERY_STACK_REPORT) {
    const untouched = stack().findIndex((byte) => byte !== paint);
    console.error(`stack: ${untouched < 0 ? 0 : stackSize - untouched} of ${stackSize} bytes`);
}
exit(code);
