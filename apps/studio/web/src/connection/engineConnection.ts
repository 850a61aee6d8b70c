// A session inside the page: the engine runs between two pictures, for as long as one of its calls of work() takes.
import type { Frame, Request, Tidings } from '../protocol';
import type { Connection, ConnectionState } from './connection';
import { Engine } from './engine';
import { RequestMatcher } from './requestMatcher';
import { decodeFrame } from './frameDecoder';

export class EngineConnection implements Connection {
    onTidings: (what: Tidings) => void = () => {};
    onFrame: (what: Frame) => void = () => {};
    onState: (state: ConnectionState, why: string) => void = () => {};

    /** The page is the export already. */
    readonly exportPage = null;

    private isHandingOut = false;
    private isClosed = false;
    private readonly requests = new RequestMatcher(
        (text) => {
            this.engine.receive(text);
            this.handOut();
        },
        (what) => this.onTidings(what),
    );

    private constructor(private readonly engine: Engine) {}

    static async start(program: ArrayBuffer, recording: ArrayBuffer): Promise<EngineConnection> {
        const engine = await Engine.start(program);
        engine.openRecording(recording);
        const connection = new EngineConnection(engine);
        // Whoever made it can say first what to do with what arrives.
        setTimeout(() => connection.begin(), 0);
        return connection;
    }

    request<T extends object = object>(what: Request): Promise<T> {
        return this.requests.request<T>(what);
    }

    async openRecording(bytes: ArrayBuffer): Promise<void> {
        this.engine.openRecording(bytes);
        this.handOut();
    }

    async recording(): Promise<Blob> {
        return new Blob([this.engine.recording()], { type: 'application/octet-stream' });
    }

    close(): void {
        this.isClosed = true;
        this.requests.giveUp('the page has closed its session');
    }

    private begin(): void {
        this.onState('open', '');
        this.engine.join();
        this.handOut();
        this.goOn();
    }

    private goOn(): void {
        if (this.isClosed) {
            return;
        }
        this.engine.work(performance.now() / 1000);
        this.handOut();
        requestAnimationFrame(() => this.goOn());
    }

    /** Those who hear of something may ask at once; what that brings is handed out after it, in turn. */
    private handOut(): void {
        if (this.isHandingOut) {
            return;
        }
        this.isHandingOut = true;
        for (let each = this.engine.nextMessage(); each !== undefined; each = this.engine.nextMessage()) {
            if (typeof each === 'string') {
                this.requests.receive(each);
            } else {
                this.onFrame(decodeFrame(each));
            }
        }
        this.isHandingOut = false;
    }
}
