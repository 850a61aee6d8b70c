// The interface of the page for end-to-end tests: `window.orrery`.
//
//   await page.waitForFunction(() => window.orrery?.ready)      the frame on show has been drawn
//   window.orrery.standing()      the last status of the timeline that the session has sent
//   window.orrery.frame()         the frame on show; its number is frame().frame
//   window.orrery.census()        the entities in it
//   await window.orrery.hash()    the hash of the state on show, as the command line gives it
//   window.orrery.statistics()    what was drawn last, and when
//   await window.orrery.request({ do: 'show', frame: 120 })
//   window.orrery.select('12')
//   window.orrery.view            the view itself
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
    request<T extends object = object>(request: object): Promise<T>;
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
                throw new Error('The session has not sent its status yet.');
            }
            return standing;
        },
        frame: () => state.frame.peek(),
        census,
        hash: async () => (await connection.request<DetailsAnswer>({ do: 'details' })).hash,
        statistics: () => view.statistics(),
        request: <T extends object>(request: object) => connection.request<T>(request as Request), // tests send invalid ones, too
        select: (key) => studio.select(key),
        view,
    };
}
