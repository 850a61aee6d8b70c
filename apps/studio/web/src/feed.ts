// Takes in what the session sends by itself: tidings and frames.
import { batch } from '@preact/signals';
import { wholeCensus } from './census';
import type { CensusAnswer, Frame, Standing, Tidings, Welcome } from './protocol';
import type { Studio } from './studio';
import { complain } from './toasts';

/** Censuses that are kept: who there is changes rarely, and going back and forth must not ask again. */
const mostCensuses = 64;

export function takeIn(studio: Studio): void {
    const { connection, state, view } = studio;
    let asked = new Map<number, Promise<void>>();
    let latest: number | null = null; // the census that came last: the next one is likely to differ little from it
    let given: CensusAnswer | null = null; // to the picture, last

    async function askForCensus(census: number): Promise<void> {
        const mine = asked;
        try {
            const have = latest !== null && state.censuses.value.has(latest) ? latest : null;
            const answer = await connection.request<CensusAnswer>({ do: 'census', census, have });
            if (mine !== asked) {
                return; // something else has been opened meanwhile, whose censuses have the same numbers
            }
            const whole = wholeCensus(answer, state.censuses.value);
            const known = new Map(state.censuses.value);
            known.set(census, whole);
            const oldest = known.keys().next();
            if (known.size > mostCensuses && !oldest.done) {
                known.delete(oldest.value);
            }
            latest = census;
            state.censuses.value = known;
            give(whole);
            // The frame on show may have come later, with a census that was known already.
            const shown = known.get(state.frame.value?.census ?? census);
            if (shown) {
                give(shown);
            }
        } catch (error) {
            complain(state, error);
        } finally {
            mine.delete(census);
        }
    }

    // Again when another one was used in between: the picture need not remember more than it draws.
    function give(census: CensusAnswer): void {
        if (census !== given) {
            given = census;
            view.census(census);
        }
    }

    /** Sees to it that the picture knows a census; null if it does already. */
    function learnCensus(census: number): Promise<void> | null {
        const known = state.censuses.value.get(census);
        if (known) {
            give(known);
            return null;
        }
        const asking = asked.get(census) ?? askForCensus(census);
        asked.set(census, asking);
        return asking;
    }

    function takeWelcome(welcome: Welcome): void {
        batch(() => {
            // The same again after a lost connection: one goes on looking at what one looked at.
            const before = state.welcome.value;
            const isSame = before !== null && before.scene === welcome.scene && before.title === welcome.title;
            const camera = isSame ? view.camera() : null;
            state.welcome.value = welcome;
            state.censuses.value = new Map();
            asked = new Map();
            given = null;
            latest = null;
            state.frame.value = null;
            state.details.value = null;
            state.events.value = null;
            state.series.value = null;
            state.path.value = null;
            state.comparison.value = null;
            state.wanted.value = null;
            state.isFitted.value = true;
            if (before && !isSame) {
                state.selection.value = null;
                state.followed.value = null;
            }
            document.title = `${welcome.title} – Orrery`;
            view.welcome(welcome);
            if (camera) {
                view.setCamera(camera);
            }
        });
    }

    function takeStanding(standing: Standing): void {
        batch(() => {
            state.standing.value = standing;
            if (standing.rate !== 0) {
                studio.lastRate = standing.rate;
            }
            const comparison = state.comparison.value;
            if (comparison && !standing.branches.some((branch) => branch.id === comparison.branch)) {
                state.comparison.value = null;
            }
            studio.keepUp();
        });
    }

    function takeFrame(frame: Frame): void {
        const learning = learnCensus(frame.census);
        view.frame(frame);
        if (frame.role !== 'shown') {
            return;
        }
        batch(() => {
            state.frame.value = frame;
            studio.haveArrived();
        });
        if (learning) {
            void learning.then(saySeen);
        } else {
            saySeen();
        }
    }

    // The session may send the next frame when this one has been drawn; a page in the background draws nothing.
    function saySeen(): void {
        if (document.hidden) {
            void connection.request({ do: 'seen' });
        } else {
            requestAnimationFrame(() => void connection.request({ do: 'seen' }));
        }
    }

    connection.onFrame = takeFrame;
    connection.onTidings = (tidings: Tidings) => {
        switch (tidings.tell) {
            case 'welcome':
                return takeWelcome(tidings);
            case 'standing':
                return takeStanding(tidings);
            case 'performance':
                state.performance.value = tidings;
        }
    };
    connection.onState = (connectionState, why) => {
        state.connection.value = { state: connectionState, why };
    };
}
