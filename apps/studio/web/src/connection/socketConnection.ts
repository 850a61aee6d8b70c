// A session behind a server: messages through a WebSocket, recordings and exports by HTTP. A connection that breaks is opened
// again, at first at once, then more and more slowly.
import type { Frame, Request, SessionNotification } from '../protocol';
import type { Connection, ConnectionState } from './connection';
import { decodeFrame } from './frameDecoder';
import { RequestMatcher } from './requestMatcher';

const minRetryDelay = 250; // milliseconds
const maxRetryDelay = 5000;

export class SocketConnection implements Connection {
    onNotification: (notification: SessionNotification) => void = () => {};
    onFrame: (frame: Frame) => void = () => {};
    onState: (state: ConnectionState, reason: string) => void = () => {};

    readonly exportPage = (): Promise<Blob> => this.fetchBlob('export');

    private socket: WebSocket | null = null;
    private retryDelay = minRetryDelay;
    private retry: ReturnType<typeof setTimeout> | undefined;
    private isClosed = false;
    private readonly requests = new RequestMatcher(
        (text) => this.send(text),
        (notification) => this.onNotification(notification),
    );

    /** `base` is the address of the page. */
    constructor(private readonly base: string) {
        // Later, so that the caller can set its handlers first.
        this.retry = setTimeout(() => this.open(), 0);
    }

    request<T extends object = object>(request: Request): Promise<T> {
        if (this.socket?.readyState !== WebSocket.OPEN) {
            if (request.do === 'seen') {
                return Promise.resolve({} as T); // the session that waited for it is gone
            }
            return Promise.reject(new Error('there is no connection to the studio'));
        }
        return this.requests.request<T>(request);
    }

    async openRecording(bytes: ArrayBuffer, name: string): Promise<void> {
        const address = this.address('recording');
        address.searchParams.set('name', name);
        const answer = await fetch(address, { method: 'POST', body: bytes });
        if (!answer.ok) {
            throw new Error((await answer.text()).trim());
        }
    }

    recording(): Promise<Blob> {
        return this.fetchBlob('recording');
    }

    close(): void {
        this.isClosed = true;
        clearTimeout(this.retry);
        this.socket?.close();
    }

    private open(): void {
        this.onState('connecting', '');
        const address = this.address('session');
        address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
        const socket = new WebSocket(address);
        socket.binaryType = 'arraybuffer';
        socket.onopen = () => {
            this.retryDelay = minRetryDelay;
            this.onState('open', '');
        };
        socket.onmessage = (event: MessageEvent<string | ArrayBuffer>) => {
            if (typeof event.data === 'string') {
                this.requests.receive(event.data);
            } else {
                this.onFrame(decodeFrame(event.data));
            }
        };
        socket.onclose = (event) => this.lose(event.reason || 'the connection to the studio was lost');
        this.socket = socket;
    }

    private lose(reason: string): void {
        this.socket = null;
        this.requests.rejectAll(reason);
        if (this.isClosed) {
            return;
        }
        this.onState('lost', reason);
        this.retry = setTimeout(() => this.open(), this.retryDelay);
        this.retryDelay = Math.min(2 * this.retryDelay, maxRetryDelay);
    }

    private send(text: string): void {
        this.socket?.send(text);
    }

    private address(path: string): URL {
        const address = new URL(path, this.base);
        address.hash = '';
        return address;
    }

    private async fetchBlob(path: string): Promise<Blob> {
        const answer = await fetch(this.address(path));
        if (!answer.ok) {
            throw new Error((await answer.text()).trim());
        }
        return answer.blob();
    }
}
