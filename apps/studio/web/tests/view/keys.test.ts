import { beforeEach, describe, expect, it } from 'vitest';
import { pressKey, type KeyActions } from '../../src/view/keys';

let done: unknown[];
let isDragging: boolean;
const actions: KeyActions = {
    turn: (x, y) => void done.push(['turn', x, y]),
    zoom: (factor) => void done.push(['zoom', factor]),
    frameSelection: () => void done.push('selection'),
    frameAll: () => void done.push('all'),
    cancelDrag: () => isDragging,
};

function press(key: string, byKeyboard: boolean, more: Partial<KeyboardEvent> = {}): boolean {
    const event = { key, ctrlKey: false, metaKey: false, altKey: false, ...more } as KeyboardEvent;
    return pressKey(event, byKeyboard, actions);
}

beforeEach(() => {
    done = [];
    isDragging = false;
});

describe('keys in the picture', () => {
    it('turn the camera only after the focus has come by the keyboard', () => {
        expect(press('ArrowLeft', false)).toBe(false);
        expect(press('ArrowLeft', true)).toBe(true);
        expect(press('ArrowDown', true)).toBe(true);
        expect(done).toEqual([
            ['turn', 40, 0],
            ['turn', 0, -40],
        ]);
    });

    it('zoom and frame in any case', () => {
        expect([press('+', false), press('-', false), press('f', false), press('Home', false), press('Home', true)]).toEqual([
            true,
            true,
            true,
            false,
            true,
        ]);
        expect(done).toEqual([['zoom', 0.8], ['zoom', 1.25], 'selection', 'all']);
    });

    it('are left to the page and the browser otherwise', () => {
        expect(press('Escape', true)).toBe(false);
        expect(press('f', true, { ctrlKey: true })).toBe(false);
        expect(press('x', true)).toBe(false);
        isDragging = true;
        expect(press('Escape', true)).toBe(true);
        expect(done).toEqual([]);
    });
});
