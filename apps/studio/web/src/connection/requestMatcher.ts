// Matches answers with the requests they are for, and sorts out what comes unasked. How messages travel is the business of
// those who use it: a socket or an engine inside the page.
import type { Answer, Request, Tidings } from '../protocol';

interface Waiting {
    resolve: (answer: object) => void;
    reject: (why: Error) => void;
}

export class RequestMatcher {
    private readonly waiting = new Map<number, Waiting>();
    private nextId = 1;

    constructor(
        private readonly send: (text: string) => void,
        private readonly onTidings: (what: Tidings) => void,
    ) {}

    request<T extends object>(what: Request): Promise<T> {
        if (what.do === 'seen') {
            this.send(JSON.stringify(what));
            return Promise.resolve({} as T);
        }
        const id = this.nextId++;
        return new Promise<T>((resolve, reject) => {
            this.waiting.set(id, { resolve: (answer) => resolve(answer as T), reject });
            this.send(JSON.stringify({ id, ...what }));
        });
    }

    receive(text: string): void {
        const message = JSON.parse(text) as Tidings | Answer;
        if ('tell' in message) {
            this.onTidings(message);
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

    /** No answers will come any more to what was asked so far. */
    giveUp(why: string): void {
        const all = [...this.waiting.values()];
        this.waiting.clear();
        for (const each of all) {
            each.reject(new Error(why));
        }
    }
}
