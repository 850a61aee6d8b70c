// A session behind a server: messages through a WebSocket, recordings and exports by HTTP. A connection that breaks is opened
// again, at first at once, then more and more slowly.
import type { Frame, Request, Tidings } from '../protocol';
import type { Connection, ConnectionState } from './connection';
import { RequestMatcher } from './requestMatcher';
import { decodeFrame } from './frameDecoder';

const firstPause = 250; // milliseconds
const longestPause = 5000;

export class SocketConnection implements Connection {
    onTidings: (what: Tidings) => void = () => {};
    onFrame: (what: Frame) => void = () => {};
    onState: (state: ConnectionState, why: string) => void = () => {};

    readonly exportPage = (): Promise<Blob> => this.fetchBlob('export');

    private socket: WebSocket | null = null;
    private pause = firstPause;
    private retry: ReturnType<typeof setTimeout> | undefined;
    private isClosed = false;
    private readonly requests = new RequestMatcher(
        (text) => this.send(text),
        (what) => this.onTidings(what),
    );

    /** `base` is the address of the page. */
    constructor(private readonly base: string) {
        // Whoever made it can say first what to do with what arrives.
        this.retry = setTimeout(() => this.open(), 0);
    }

    request<T extends object = object>(what: Request): Promise<T> {
        if (this.socket?.readyState !== WebSocket.OPEN) {
            if (what.do === 'seen') {
                return Promise.resolve({} as T); // whoever waited for that is gone, too
            }
            return Promise.reject(new Error('there is no connection to the studio'));
        }
        return this.requests.request<T>(what);
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
            this.pause = firstPause;
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

    private lose(why: string): void {
        this.socket = null;
        this.requests.giveUp(why);
        if (this.isClosed) {
            return;
        }
        this.onState('lost', why);
        this.retry = setTimeout(() => this.open(), this.pause);
        this.pause = Math.min(2 * this.pause, longestPause);
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
