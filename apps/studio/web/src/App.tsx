// The whole page: the top bar, the picture with its overlays, the side panel, and the timeline at the bottom.
import { useEffect, useRef } from 'preact/hooks';
import { useStudio } from './context';
import { isNarrow } from './layout';
import { Bookmarks } from './panels/Bookmarks';
import { Branches } from './panels/Branches';
import { Dialogs } from './panels/Dialogs';
import { Future } from './panels/Future';
import { Parts, Subject } from './panels/Inspector';
import { Banner, PointerLabel, Toasts } from './panels/Notices';
import { PerformanceOverlay } from './panels/PerformanceOverlay';
import { Plots } from './panels/Plots';
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
                <BesideNames />
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

/** The names of two branches side by side. */
function BesideNames() {
    const { state } = useStudio();
    const standing = state.standing.value;
    const comparison = state.comparison.value;
    if (!standing || comparison?.mode !== 'beside') {
        return null;
    }
    const nameOf = (id: number): string => standing.branches.find((branch) => branch.id === id)?.name ?? '';
    return (
        <div class="beside-names">
            <span class="grow">{nameOf(standing.branch)}</span>
            <span class="grow">{nameOf(comparison.branch)}</span>
        </div>
    );
}

function Side() {
    return (
        <aside class="side" aria-label="Inspector">
            <SpawnPanel />
            <Subject />
            <Plots />
            <Future />
            <Parts />
            <Branches />
            <Bookmarks />
        </aside>
    );
}

const hints = {
    look: null,
    push: 'Drag from a body to push it at the current frame; its future is recomputed',
    spawn: 'Click where to spawn the new body',
};

function Hint() {
    const { state } = useStudio();
    const hint = hints[state.tool.value];
    return hint ? <p class="hint">{hint}</p> : null;
}
