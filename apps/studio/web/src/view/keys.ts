// The keys of the picture while it has the focus.

export interface KeyActions {
    /** By pixels, as in a drag. */
    turn(x: number, y: number): void;
    zoom(factor: number): void;
    frameSelection(): void;
    frameAll(): void;
    /** False if there is no drag to cancel. */
    cancelDrag(): boolean;
}

const keyTurn = 40; // pixels of a drag that turns the camera as far
const turns: Record<string, [x: number, y: number]> = {
    ArrowLeft: [keyTurn, 0],
    ArrowRight: [-keyTurn, 0],
    ArrowUp: [0, keyTurn],
    ArrowDown: [0, -keyTurn],
};

/**
 * True if the key belongs to the picture. After a click into the picture the arrow keys still move time; after the focus has come by the
 * Tab key (`byKeyboard`) they move the camera.
 */
export function pressKey(event: KeyboardEvent, byKeyboard: boolean, actions: KeyActions): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) {
        return false;
    }
    const turn = byKeyboard ? turns[event.key] : undefined;
    if (turn) {
        actions.turn(...turn);
    } else if (event.key === 'f' || event.key === 'F') {
        actions.frameSelection();
    } else if (event.key === 'Home' && byKeyboard) {
        actions.frameAll();
    } else if (event.key === '+' || event.key === '-') {
        actions.zoom(event.key === '+' ? 0.8 : 1.25);
    } else if (event.key === 'Escape') {
        return actions.cancelDrag();
    } else {
        return false;
    }
    return true;
}
