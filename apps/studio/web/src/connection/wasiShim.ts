// The imports of a WebAssembly program that was compiled for WASI: a clock and its standard streams. All other calls fail with an error
// code.

const noError = 0;
const badFile = 8;
const notSupported = 52;
const standardError = 2;

/** `memory` is a function because the memory is created together with the instance. */
export function wasiShim(module: WebAssembly.Module, memory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
    const view = (): DataView => new DataView(memory().buffer);
    const known: Record<string, (...values: never[]) => number> = {
        clock_time_get: (_clock: number, _precision: bigint, result: number): number => {
            view().setBigUint64(result, BigInt(Math.round(performance.now() * 1e6)), true);
            return noError;
        },
        fd_write: (file: number, pieces: number, count: number, result: number): number => {
            if (file > standardError) {
                return badFile;
            }
            let text = '';
            let written = 0;
            for (let i = 0; i < count; ++i) {
                const at = view().getUint32(pieces + 8 * i, true);
                const size = view().getUint32(pieces + 8 * i + 4, true);
                text += new TextDecoder().decode(new Uint8Array(memory().buffer, at, size));
                written += size;
            }
            view().setUint32(result, written, true);
            console.error(text.trimEnd());
            return noError;
        },
        environ_sizes_get: (count: number, size: number): number => {
            view().setUint32(count, 0, true);
            view().setUint32(size, 0, true);
            return noError;
        },
        environ_get: (): number => noError,
        fd_prestat_get: (): number => badFile,
        fd_close: (): number => badFile,
        fd_seek: (): number => badFile,
        proc_exit: (code: number): number => {
            throw new Error(`the engine exited with code ${code}`);
        },
    };
    const wanted = WebAssembly.Module.imports(module).filter((entry) => entry.module === 'wasi_snapshot_preview1');
    return Object.fromEntries(wanted.map((entry) => [entry.name, known[entry.name] ?? (() => notSupported)]));
}
