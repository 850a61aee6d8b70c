// Handles what the session sends without a request: notifications and frames.
import { batch } from '@preact/signals';
import { wholeCensus } from './census';
import type { CensusAnswer, Frame, SessionNotification, Standing, Welcome } from './protocol';
import type { Studio } from './studio';
import { complain } from './toasts';

/** Censuses that are kept, so that going back and forth in time does not request them again. */
const maxCensuses = 64;

export function receiveFeed(studio: Studio): void {
    const { connection, state, view } = studio;
    let pending = new Map<number, Promise<void>>();
    let latest: number | null = null; // the last census that came: the next one is likely to differ little from it
    let viewed: CensusAnswer | null = null; // the last one that the view was given

    async function requestCensus(census: number): Promise<void> {
        const mine = pending;
        try {
            const have = latest !== null && state.censuses.value.has(latest) ? latest : null;
            const answer = await connection.request<CensusAnswer>({ do: 'census', census, have });
            if (mine !== pending) {
                return; // another scene was opened meanwhile, and its censuses have the same numbers
            }
            const whole = wholeCensus(answer, state.censuses.value);
            const known = new Map(state.censuses.value);
            known.set(census, whole);
            const oldest = known.keys().next();
            if (known.size > maxCensuses && !oldest.done) {
                known.delete(oldest.value);
            }
            latest = census;
            state.censuses.value = known;
            passOn(whole);
            // The frame on show may have come later, with a known census.
            const shown = known.get(state.frame.value?.census ?? census);
            if (shown) {
                passOn(shown);
            }
        } catch (error) {
            complain(state, error);
        } finally {
            mine.delete(census);
        }
    }

    // Also when the view had it before another one: views keep only the populations that they draw.
    function passOn(census: CensusAnswer): void {
        if (census !== viewed) {
            viewed = census;
            view.census(census);
        }
    }

    /** Makes sure that the view gets a census; null if it is known already. */
    function provideCensus(census: number): Promise<void> | null {
        const known = state.censuses.value.get(census);
        if (known) {
            passOn(known);
            return null;
        }
        const request = pending.get(census) ?? requestCensus(census);
        pending.set(census, request);
        return request;
    }

    function takeWelcome(welcome: Welcome): void {
        batch(() => {
            // After a lost connection the same scene is welcomed again: the camera and the selection stay.
            const before = state.welcome.value;
            const isSame = before !== null && before.scene === welcome.scene && before.title === welcome.title;
            const camera = isSame ? view.camera() : null;
            state.welcome.value = welcome;
            state.censuses.value = new Map();
            pending = new Map();
            viewed = null;
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
            if (state.comparison.value && standing.compared !== state.comparison.value.branch) {
                state.comparison.value = null; // undone, dropped, or another page compares something else
            }
            studio.keepAtHead();
        });
    }

    function takeFrame(frame: Frame): void {
        const request = provideCensus(frame.census);
        view.frame(frame);
        if (frame.role !== 'shown') {
            return;
        }
        batch(() => {
            state.frame.value = frame;
            studio.frameArrived();
        });
        if (request) {
            void request.then(acknowledge);
        } else {
            acknowledge();
        }
    }

    // The session may send the next frame when this one has been drawn. A page in the background draws nothing.
    function acknowledge(): void {
        if (document.hidden) {
            void connection.request({ do: 'seen' });
        } else {
            requestAnimationFrame(() => void connection.request({ do: 'seen' }));
        }
    }

    connection.onFrame = takeFrame;
    connection.onNotification = (notification: SessionNotification) => {
        switch (notification.tell) {
            case 'welcome':
                return takeWelcome(notification);
            case 'standing':
                return takeStanding(notification);
            case 'performance':
                state.performance.value = notification;
        }
    };
    connection.onState = (connectionState, reason) => {
        state.connection.value = { state: connectionState, reason };
    };
}
