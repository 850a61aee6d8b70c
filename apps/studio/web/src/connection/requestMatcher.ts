// Matches answers with their requests and passes notifications on. The transport is up to its user: a socket, or an engine inside the page.
import type { Answer, Request, SessionNotification } from '../protocol';

interface Waiting {
    resolve: (answer: object) => void;
    reject: (reason: Error) => void;
}

export class RequestMatcher {
    private readonly waiting = new Map<number, Waiting>();
    private nextId = 1;

    constructor(
        private readonly send: (text: string) => void,
        private readonly onNotification: (notification: SessionNotification) => void,
    ) {}

    request<T extends object>(request: Request): Promise<T> {
        if (request.do === 'seen') {
            this.send(JSON.stringify(request));
            return Promise.resolve({} as T);
        }
        const id = this.nextId++;
        return new Promise<T>((resolve, reject) => {
            this.waiting.set(id, { resolve: (answer) => resolve(answer as T), reject });
            this.send(JSON.stringify({ id, ...request }));
        });
    }

    receive(text: string): void {
        const message = JSON.parse(text) as SessionNotification | Answer;
        if ('tell' in message) {
            this.onNotification(message);
            return;
        }
        const waiting = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        if (message.ok) {
            waiting?.resolve(message);
        } else {
            waiting?.reject(new Error(message.error));
        }
    }

    /** Rejects all requests without an answer. */
    rejectAll(reason: string): void {
        const all = [...this.waiting.values()];
        this.waiting.clear();
        for (const { reject } of all) {
            reject(new Error(reason));
        }
    }
}
