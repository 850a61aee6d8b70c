// Runs a WebAssembly program with a main function: node --no-warnings run_wasm.mjs PROGRAM.wasm [ARGUMENTS...]
// It sees the arguments, the environment, the standard streams and the current folder, and no other files.
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
exit(wasi.start(instance));
