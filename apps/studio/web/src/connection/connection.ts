// The connection of a page to its session, which is behind a socket or inside the page.
import type { Frame, Request, SessionNotification } from '../protocol';

export type ConnectionState = 'connecting' | 'open' | 'lost';

export interface Connection {
    /** Resolves with the answer; rejects with an Error that has the message of the session. */
    request<T extends object = object>(request: Request): Promise<T>;
    /** Opens a recording in the session. */
    openRecording(bytes: ArrayBuffer, name: string): Promise<void>;
    /** The open scene as an .orrery file. */
    recording(): Promise<Blob>;
    /** The open scene as a standalone page; null where that is not possible. */
    readonly exportPage: (() => Promise<Blob>) | null;

    onNotification: (notification: SessionNotification) => void;
    onFrame: (frame: Frame) => void;
    onState: (state: ConnectionState, reason: string) => void;

    close(): void;
}
