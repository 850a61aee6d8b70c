// What end-to-end tests may ask a page: it stands as `window.orrery`.
//
//   await page.waitForFunction(() => window.orrery?.ready)      there is a picture of the frame on show
//   window.orrery.standing()      how time stands, as the session has said last
//   window.orrery.frame()         the frame on show; its number is frame().frame
//   window.orrery.census()        who is in it
//   await window.orrery.hash()    the hash of the state on show, as the command line gives it
//   window.orrery.statistics()    what the picture drew last, and when
//   await window.orrery.request({ do: 'show', frame: 120 })
//   window.orrery.select('12')
//   window.orrery.view            the picture itself
import type { CensusAnswer, DetailsAnswer, Frame, Key, Request, Standing } from './protocol';
import type { Studio } from './studio';
import type { View, ViewStatistics } from './view/view';

export interface Testing {
    readonly ready: boolean;
    standing(): Standing;
    frame(): Frame | null;
    census(): CensusAnswer | null;
    hash(): Promise<string>;
    statistics(): ViewStatistics;
    request<T extends object = object>(what: object): Promise<T>;
    select(key: Key | null): void;
    readonly view: View;
}

declare global {
    interface Window {
        orrery: Testing;
    }
}

export function offerTesting(studio: Studio): void {
    const { state, view, connection } = studio;
    const census = (): CensusAnswer | null => state.censuses.peek().get(state.frame.peek()?.census ?? -1) ?? null;
    window.orrery = {
        get ready() {
            return state.standing.peek() !== null && census() !== null && view.statistics().drawnAt > 0;
        },
        standing: () => {
            const standing = state.standing.peek();
            if (!standing) {
                throw new Error('The session has not said yet how time stands.');
            }
            return standing;
        },
        frame: () => state.frame.peek(),
        census,
        hash: async () => (await connection.request<DetailsAnswer>({ do: 'details' })).hash,
        statistics: () => view.statistics(),
        request: <T extends object>(what: object) => connection.request<T>(what as Request), // wrong ones are tried, too
        select: (key) => studio.select(key),
        view,
    };
}
