// The keyboard shortcuts, in one table for the handler and for the list of shortcuts.
import type { Studio } from './studio';

export interface Shortcut {
    keys: string; // as shown in the list
    title: string;
    matches: (event: KeyboardEvent) => boolean;
    run: (studio: Studio) => void;
}

const plain = (...keys: string[]) => {
    return (event: KeyboardEvent): boolean => keys.includes(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
};
const shifted = (key: string) => (event: KeyboardEvent) => plain(key)(event) && event.shiftKey;
const unshifted = (key: string) => (event: KeyboardEvent) => plain(key)(event) && !event.shiftKey;
const control = (key: string, withShift: boolean) => (event: KeyboardEvent) =>
    event.key.toLowerCase() === key && (event.ctrlKey || event.metaKey) && event.shiftKey === withShift;

function second(studio: Studio): number {
    return Math.max(1, Math.round(1 / studio.state.timeStep.value));
}

function undoIfPossible(studio: Studio): void {
    if (studio.state.standing.value?.canUndo) {
        studio.undo();
    }
}

function redoIfPossible(studio: Studio): void {
    if (studio.state.standing.value?.canRedo) {
        studio.redo();
    }
}

function clear(studio: Studio): void {
    const { state } = studio;
    if (state.dialog.value !== 'none') {
        state.dialog.value = 'none';
    } else if (state.tool.value !== 'look') {
        state.tool.value = 'look';
    } else {
        studio.select(null);
    }
}

export const shortcuts: Shortcut[] = [
    { keys: 'Space', title: 'Play or pause', matches: plain(' '), run: (studio) => studio.togglePlay() },
    { keys: 'J', title: 'Play backwards; press again to double the speed', matches: plain('j', 'J'), run: (studio) => studio.shuttle(-1) },
    { keys: 'K', title: 'Stop', matches: plain('k', 'K'), run: (studio) => studio.play(0) },
    { keys: 'L', title: 'Play forwards; press again to double the speed', matches: plain('l', 'L'), run: (studio) => studio.shuttle(1) },
    { keys: '[', title: 'Slower', matches: plain('['), run: (studio) => studio.changeSpeed(-1) },
    { keys: ']', title: 'Faster', matches: plain(']'), run: (studio) => studio.changeSpeed(1) },
    { keys: '←', title: 'One frame back', matches: unshifted('ArrowLeft'), run: (studio) => studio.step(-1) },
    { keys: '→', title: 'One frame forward', matches: unshifted('ArrowRight'), run: (studio) => studio.step(1) },
    { keys: 'Shift ←', title: 'Ten frames back', matches: shifted('ArrowLeft'), run: (studio) => studio.step(-10) },
    { keys: 'Shift →', title: 'Ten frames forward', matches: shifted('ArrowRight'), run: (studio) => studio.step(10) },
    { keys: 'Page up', title: 'One second back', matches: plain('PageUp'), run: (studio) => studio.step(-second(studio)) },
    { keys: 'Page down', title: 'One second forward', matches: plain('PageDown'), run: (studio) => studio.step(second(studio)) },
    { keys: 'Home', title: 'Go to the first frame', matches: plain('Home'), run: (studio) => studio.seek(-Infinity) },
    { keys: 'End', title: 'Go to the last frame', matches: plain('End'), run: (studio) => studio.seek(Infinity) },
    { keys: 'G', title: 'Go to a frame or a time', matches: plain('g', 'G'), run: () => press('jump') },
    { keys: 'B', title: 'Bookmark this frame', matches: plain('b', 'B'), run: (studio) => studio.bookmark(studio.state.shown.value) },
    { keys: '1', title: 'Tool: look', matches: plain('1'), run: (studio) => void (studio.state.tool.value = 'look') },
    { keys: '2', title: 'Tool: push', matches: plain('2'), run: (studio) => void (studio.state.tool.value = 'push') },
    { keys: '3', title: 'Tool: spawn', matches: plain('3'), run: (studio) => void (studio.state.tool.value = 'spawn') },
    { keys: 'F', title: 'Frame the selection', matches: plain('f', 'F'), run: (studio) => showSelection(studio) },
    { keys: 'Delete', title: 'Delete the selected body', matches: plain('Delete'), run: (studio) => removeSelected(studio) },
    { keys: 'Ctrl Z', title: 'Undo', matches: control('z', false), run: undoIfPossible },
    { keys: 'Ctrl Shift Z', title: 'Redo', matches: control('z', true), run: redoIfPossible },
    { keys: 'Esc', title: 'Close, or clear the selection', matches: plain('Escape'), run: clear },
    { keys: '?', title: 'Show the shortcuts', matches: plain('?'), run: (studio) => void (studio.state.dialog.value = 'shortcuts') },
];

function showSelection(studio: Studio): void {
    if (studio.state.selection.value === null) {
        studio.view.frameAll();
    } else {
        studio.view.frameSelection();
    }
}

function removeSelected(studio: Studio): void {
    const key = studio.state.selection.value;
    if (key !== null) {
        void studio.remove(key);
    }
}

function press(action: string): void {
    document.querySelector<HTMLElement>(`[data-action="${action}"]`)?.click();
}

/** Keys that are typed into fields, or that press the focused button, are not shortcuts. */
function isForElement(event: KeyboardEvent): boolean {
    const { target } = event;
    if (!(target instanceof HTMLElement)) {
        return false;
    }
    if (target.matches('input, select, textarea')) {
        return event.key !== 'Escape' || target.matches('.place');
    }
    return target.matches('button, a, summary') && (event.key === ' ' || event.key === 'Enter');
}

export function listenToKeys(studio: Studio): () => void {
    const listen = (event: KeyboardEvent): void => {
        if (event.defaultPrevented || isForElement(event)) {
            return;
        }
        const found = shortcuts.find((shortcut) => shortcut.matches(event));
        if (found) {
            event.preventDefault();
            found.run(studio);
        }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
}
