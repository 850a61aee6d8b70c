// Creates a studio from a connection and a view.
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './App';
import type { Connection } from './connection/connection';
import { StudioContext } from './context';
import { acceptDrops } from './files';
import { receiveFeed } from './feed';
import { listenToKeys } from './keyboard';
import { isNarrow } from './layout';
import { hashToPlace } from './share';
import { Studio } from './studio';
import './styles/index.css';
import { offerTesting } from './testing';
import { watchTheme } from './theme';
import { watchEvents } from './timeline/watchEvents';
import type { View } from './view/view';
import { watchBody } from './watchBody';
import { watchView } from './watchView';

export function startStudio(root: HTMLElement, connection: Connection, view: View): Studio {
    const studio = new Studio(connection, view);
    studio.state.isSideOpen.value = !isNarrow.value;
    watchTheme(studio.state);
    receiveFeed(studio);
    watchView(studio);
    watchBody(studio);
    watchEvents(studio);
    acceptDrops(studio);
    listenToKeys(studio);
    offerTesting(studio);
    render(
        <StudioContext.Provider value={studio}>
            <App />
        </StudioContext.Provider>,
        root,
    );
    followLink(studio);
    window.addEventListener('hashchange', () => followLink(studio));
    return studio;
}

/** Applies the scene, the frame, the camera and the selection of a link as soon as they are available. */
function followLink(studio: Studio): void {
    const { state } = studio;
    const place = hashToPlace(location.hash);
    let isSceneRequested = false;
    const stop = effect(() => {
        const welcome = state.welcome.value;
        const standing = state.standing.value;
        if (!welcome || !standing) {
            return;
        }
        if (place.scene !== null && welcome.scene !== place.scene) {
            if (!isSceneRequested && welcome.canOpenScenes) {
                isSceneRequested = true;
                void studio.ask({ do: 'open', scene: place.scene });
            }
            return;
        }
        // The frame may not be computed yet.
        if (place.frame !== null && standing.head < place.frame && standing.isForecasting) {
            return;
        }
        queueMicrotask(() => {
            stop();
            if (place.camera) {
                studio.view.setCamera(place.camera);
            }
            if (place.selection !== null) {
                studio.select(place.selection);
            }
            if (place.frame !== null) {
                studio.seek(place.frame);
            }
        });
    });
}
