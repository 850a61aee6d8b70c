// Keyboard shortcuts.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { shortcuts } from '../src/keyboard';
import { Studio } from '../src/studio';
import type { View } from '../src/view/view';
import { FakeConnection } from './fixture/fakeConnection';

let connection: FakeConnection;
let studio: Studio;

interface Modifiers {
    shiftKey?: boolean;
    ctrlKey?: boolean;
}

function press(key: string, modifiers: Modifiers = {}): void {
    const event = { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers } as KeyboardEvent;
    shortcuts.find((shortcut) => shortcut.matches(event))?.run(studio);
}

function playedAt(): number[] {
    return connection.asked.flatMap((one) => (one.do === 'play' ? [one.rate] : []));
}

beforeEach(() => {
    connection = new FakeConnection();
    connection.branch.course.advance(600);
    const { state } = (studio = new Studio(connection, null as unknown as View));
    connection.onNotification = (notification) => {
        if (notification.tell === 'standing') {
            state.standing.value = notification;
        } else if (notification.tell === 'welcome') {
            state.welcome.value = notification;
        }
    };
    connection.start(false);
});

describe('the keyboard', () => {
    it('steps by a frame, by ten and by a second', () => {
        press('PageDown');
        expect(studio.state.shown.value).toBe(60);
        press('ArrowRight');
        expect(studio.state.shown.value).toBe(61);
        press('ArrowLeft', { shiftKey: true });
        expect(studio.state.shown.value).toBe(51);
        press('End');
        expect(studio.state.shown.value).toBe(600);
        press('Home');
        expect(studio.state.shown.value).toBe(0);
    });

    it('doubles the speed when J or L is pressed again', async () => {
        press('l');
        await vi.waitFor(() => expect(studio.state.rate.value).toBe(1));
        press('L');
        await vi.waitFor(() => expect(studio.state.rate.value).toBe(2));
        press('j');
        press('k');
        await vi.waitFor(() => expect(studio.state.rate.value).toBe(0));
        expect(playedAt()).toEqual([1, 2, -1, 0]);
    });

    it('undoes only what can be undone, and tells undo and redo apart', () => {
        press('z', { ctrlKey: true });
        expect(connection.asked).toEqual([]);
        studio.state.standing.value = { ...connection.standing(), canUndo: true, canRedo: true };
        press('z', { ctrlKey: true });
        press('Z', { ctrlKey: true, shiftKey: true });
        expect(connection.asked.map((one) => one.do)).toEqual(['undo', 'redo']);
    });

    it('leaves what browsers do with Control alone', () => {
        for (const key of ['l', 'j', 'b', 'f', '1', 'ArrowLeft']) {
            press(key, { ctrlKey: true });
        }
        expect(connection.asked).toEqual([]);
        expect(studio.state.shown.value).toBe(0);
    });

    it('has one meaning for each key', () => {
        const named = shortcuts.map((shortcut) => shortcut.keys);
        expect(new Set(named).size).toBe(named.length);
    });
});
