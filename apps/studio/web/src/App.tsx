// The whole page: the bar, the picture with what floats over it, the panel beside it, and time underneath.
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

/** Which branch is which when two are side by side. */
function BesideNames() {
    const { state } = useStudio();
    const standing = state.standing.value;
    const comparison = state.comparison.value;
    if (!standing || comparison?.how !== 'beside') {
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
    push: 'Drag an arrow out of a body: it is pushed at the shown frame, and the future is computed anew',
    spawn: 'Click where the new body shall be',
};

function Hint() {
    const { state } = useStudio();
    const hint = hints[state.tool.value];
    return hint ? <p class="hint">{hint}</p> : null;
}
