// The way from a page to a session, whether that is behind a socket or inside the page.
import type { Frame, Request, Tidings } from '../protocol';

export type ConnectionState = 'connecting' | 'open' | 'lost';

export interface Connection {
    /** Resolves with the answer; rejects with an Error whose message is the session's sentence. */
    request<T extends object = object>(what: Request): Promise<T>;
    /** Opens a recording that someone has dropped on the page. */
    openRecording(bytes: ArrayBuffer, name: string): Promise<void>;
    /** What is open, as the bytes of an .orrery file. */
    recording(): Promise<Blob>;
    /** What is open as a page that needs nothing else; null where that cannot be had. */
    readonly exportPage: (() => Promise<Blob>) | null;

    onTidings: (what: Tidings) => void;
    onFrame: (what: Frame) => void;
    onState: (state: ConnectionState, why: string) => void;

    close(): void;
}
