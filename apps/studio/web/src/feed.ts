// Takes in what the session sends by itself: tidings and frames.
import { batch } from '@preact/signals';
import type { CensusAnswer, Frame, Standing, Tidings, Welcome } from './protocol';
import type { Studio } from './studio';
import { complain } from './toasts';

/** Censuses that are kept: who there is changes rarely, and going back and forth must not ask again. */
const mostCensuses = 64;

export function takeIn(studio: Studio): void {
    const { connection, state, view } = studio;
    const asked = new Set<number>();

    async function learnCensus(census: number): Promise<void> {
        if (state.censuses.value.has(census) || asked.has(census)) {
            return;
        }
        asked.add(census);
        try {
            const answer = await connection.request<CensusAnswer>({ do: 'census', census });
            const known = new Map(state.censuses.value);
            known.set(census, answer);
            const oldest = known.keys().next();
            if (known.size > mostCensuses && !oldest.done) {
                known.delete(oldest.value);
            }
            state.censuses.value = known;
            view.census(answer);
        } catch (error) {
            complain(state, error);
        } finally {
            asked.delete(census);
        }
    }

    function takeWelcome(welcome: Welcome): void {
        batch(() => {
            // The same again after a lost connection: one goes on looking at what one looked at.
            const before = state.welcome.value;
            const isSame = before !== null && before.scene === welcome.scene && before.title === welcome.title;
            const camera = isSame ? view.camera() : null;
            state.welcome.value = welcome;
            state.censuses.value = new Map();
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
        void learnCensus(frame.census);
        view.frame(frame);
        if (frame.role !== 'shown') {
            return;
        }
        batch(() => {
            state.frame.value = frame;
            studio.haveArrived();
        });
        // The session may send the next one when this one has been drawn; a page in the background draws nothing.
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
