// A session inside the page: the engine runs between two pictures, for the time of one call of work().
import type { Frame, Request, SessionNotification } from '../protocol';
import type { Connection, ConnectionState } from './connection';
import { Engine } from './engine';
import { decodeFrame } from './frameDecoder';
import { RequestMatcher } from './requestMatcher';

export class EngineConnection implements Connection {
    onNotification: (notification: SessionNotification) => void = () => {};
    onFrame: (frame: Frame) => void = () => {};
    onState: (state: ConnectionState, reason: string) => void = () => {};

    /** This page is an export already. */
    readonly exportPage = null;

    private isDelivering = false;
    private isClosed = false;
    private readonly requests = new RequestMatcher(
        (text) => {
            this.engine.receive(text);
            this.deliver();
        },
        (notification) => this.onNotification(notification),
    );

    private constructor(private readonly engine: Engine) {}

    static async start(program: ArrayBuffer, recording: ArrayBuffer): Promise<EngineConnection> {
        const engine = await Engine.start(program);
        engine.openRecording(recording);
        const connection = new EngineConnection(engine);
        // Later, so that the caller can set its handlers first.
        setTimeout(() => connection.begin(), 0);
        return connection;
    }

    request<T extends object = object>(request: Request): Promise<T> {
        return this.requests.request<T>(request);
    }

    async openRecording(bytes: ArrayBuffer): Promise<void> {
        this.engine.openRecording(bytes);
        this.deliver();
    }

    async recording(): Promise<Blob> {
        return new Blob([this.engine.recording()], { type: 'application/octet-stream' });
    }

    close(): void {
        this.isClosed = true;
        this.requests.rejectAll('the page has closed its session');
    }

    private begin(): void {
        this.onState('open', '');
        this.engine.join();
        this.deliver();
        this.run();
    }

    private run(): void {
        if (this.isClosed) {
            return;
        }
        this.engine.work(performance.now() / 1000);
        this.deliver();
        requestAnimationFrame(() => this.run());
    }

    /** Receivers may send requests at once; the messages that follow from them are delivered in order. */
    private deliver(): void {
        if (this.isDelivering) {
            return;
        }
        this.isDelivering = true;
        for (let message = this.engine.nextMessage(); message !== undefined; message = this.engine.nextMessage()) {
            if (typeof message === 'string') {
                this.requests.receive(message);
            } else {
                this.onFrame(decodeFrame(message));
            }
        }
        this.isDelivering = false;
    }
}
