// The whole page: the bar, the picture with what floats over it, the panel beside it, and time underneath.
import { useEffect, useRef } from 'preact/hooks';
import { useStudio } from './context';
import { isNarrow } from './layout';
import { Bookmarks } from './panels/Bookmarks';
import { Branches } from './panels/Branches';
import { Dialogs } from './panels/Dialogs';
import { Inspector } from './panels/Inspector';
import { Banner, PointerLabel, Toasts } from './panels/Notices';
import { PerformanceOverlay } from './panels/PerformanceOverlay';
import { SpawnPanel } from './panels/SpawnPanel';
import { TopBar } from './panels/TopBar';
import { Transport } from './panels/Transport';
import { Timeline } from './timeline/Timeline';

export function App() {
    const { state } = useStudio();
    const isOpen = state.isSideOpen.value;
    return (
        <div class={`app ${isOpen ? 'side-open' : ''} ${isNarrow.value ? 'narrow' : ''} tool-${state.tool.value}`}>
            <TopBar />
            <main class="stage">
                <Picture />
                <PointerLabel />
                <Banner />
                <PerformanceOverlay />
                <Hint />
                <Toasts />
            </main>
            {isOpen && <Side />}
            <footer class="deck">
                <Transport />
                <Timeline />
            </footer>
            <Dialogs />
        </div>
    );
}

function Picture() {
    const { view } = useStudio();
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => {
        place.current?.append(view.element);
    }, []);
    return <div class="picture" ref={place} />;
}

function Side() {
    return (
        <aside class="side" aria-label="Inspector">
            <SpawnPanel />
            <Inspector />
            <Branches />
            <Bookmarks />
        </aside>
    );
}

const hints = {
    look: null,
    push: 'Drag an arrow out of a body: it is pushed at the shown frame, and the future is computed anew',
    spawn: 'Click where the new body shall be',
};

function Hint() {
    const { state } = useStudio();
    const hint = hints[state.tool.value];
    return hint ? <p class="hint">{hint}</p> : null;
}
