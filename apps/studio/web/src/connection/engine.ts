// A session as a WebAssembly program (apps/studio/engine). Its messages are collected while a call runs and delivered afterwards, because
// their receivers may call the engine again.
import { wasiShim } from './wasiShim';

interface EngineExports extends WebAssembly.Exports {
    memory: WebAssembly.Memory;
    _initialize: () => void;
    allocate: (size: number) => number;
    release: (at: number) => void;
    open_recording: (at: number, size: number) => number;
    recording: () => number;
    join: () => number;
    receive: (client: number, at: number, size: number) => void;
    work: (seconds: number) => number;
}

export type EngineMessage = string | ArrayBuffer;

export class Engine {
    private readonly inbox: EngineMessage[] = [];
    private output = new ArrayBuffer(0);
    private client = 0;
    private exports!: EngineExports;

    private constructor() {}

    static async start(bytes: ArrayBuffer): Promise<Engine> {
        const engine = new Engine();
        const module = await WebAssembly.compile(bytes);
        const memory = (): WebAssembly.Memory => engine.exports.memory;
        const copy = (at: number, size: number): ArrayBuffer => memory().buffer.slice(at, at + size) as ArrayBuffer;
        const instance = await WebAssembly.instantiate(module, {
            wasi_snapshot_preview1: wasiShim(module, memory),
            orrery: {
                send_text: (_client: number, at: number, size: number) => {
                    engine.inbox.push(new TextDecoder().decode(copy(at, size)));
                },
                send_bytes: (_client: number, at: number, size: number) => {
                    engine.inbox.push(copy(at, size));
                },
                hand_over: (at: number, size: number) => {
                    engine.output = copy(at, size);
                },
            },
        });
        engine.exports = instance.exports as EngineExports;
        engine.exports._initialize();
        return engine;
    }

    /** Throws an Error with the message of the session if the bytes are not a recording. */
    openRecording(bytes: ArrayBuffer): void {
        const succeeded = this.withBytes(new Uint8Array(bytes), (at, size) => this.exports.open_recording(at, size));
        if (succeeded === 0) {
            throw new Error(this.takeText());
        }
    }

    recording(): ArrayBuffer {
        if (this.exports.recording() === 0) {
            throw new Error(this.takeText());
        }
        return this.takeBytes();
    }

    join(): void {
        this.client = this.exports.join();
    }

    receive(text: string): void {
        const bytes = new TextEncoder().encode(text);
        this.withBytes(bytes, (at, size) => this.exports.receive(this.client, at, size));
    }

    /** Returns the seconds until there is something to do again. */
    work(seconds: number): number {
        return this.exports.work(seconds);
    }

    /** The next message of the session; undefined if there is none. */
    nextMessage(): EngineMessage | undefined {
        return this.inbox.shift();
    }

    private withBytes<T>(bytes: Uint8Array, call: (at: number, size: number) => T): T {
        const at = this.exports.allocate(bytes.length);
        new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
        const answer = call(at, bytes.length);
        this.exports.release(at);
        return answer;
    }

    private takeBytes(): ArrayBuffer {
        const bytes = this.output;
        this.output = new ArrayBuffer(0);
        return bytes;
    }

    private takeText(): string {
        return new TextDecoder().decode(this.takeBytes());
    }
}
