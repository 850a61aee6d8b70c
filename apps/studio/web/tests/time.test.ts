// The time axis, ticks, times as text, speeds and derived requests.
import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { endOf, fitted, frameAt, limited, panned, pixelOf, revealing, steadyEnd, zoomed } from '../src/time/axis';
import { formatBytes, formatNumber, formatTime, parseJump } from '../src/time/format';
import { hasSameFields, onDerived } from '../src/time/derived';
import { createLatest } from '../src/time/latest';
import { formatRate, shuttled, stepped } from '../src/time/rates';
import { niceStep, ticks } from '../src/time/ticks';

const limits = { first: 0, last: 1000 };

describe('the axis of time', () => {
    it('gives back the frame it has drawn at a pixel', () => {
        const axis = { from: 120, framesPerPixel: 0.37, width: 800 };
        for (const frame of [120, 121.5, 300, 416]) {
            expect(frameAt(axis, pixelOf(axis, frame))).toBeCloseTo(frame, 9);
        }
    });

    it('shows everything with air on both sides when it is fitted', () => {
        const axis = fitted(500, limits);
        expect(pixelOf(axis, 0)).toBeCloseTo(20, 6);
        expect(pixelOf(axis, 1000)).toBeCloseTo(480, 6);
    });

    it('keeps the frame under the pointer in place while it zooms', () => {
        let axis = fitted(500, limits);
        const held = frameAt(axis, 333);
        for (let turn = 0; turn < 6; ++turn) {
            axis = zoomed(axis, 333, 0.7, limits);
            expect(frameAt(axis, 333)).toBeCloseTo(held, 6);
        }
        expect(axis.framesPerPixel).toBeLessThan(fitted(500, limits).framesPerPixel / 5);
    });

    it('never shows more than there is and never less than some frames', () => {
        const whole = fitted(500, limits);
        expect(zoomed(whole, 100, 10, limits)).toEqual(whole);
        let axis = whole;
        for (let turn = 0; turn < 100; ++turn) {
            axis = zoomed(axis, 250, 0.5, limits);
        }
        expect(endOf(axis) - axis.from).toBeGreaterThan(10);
    });

    it('cannot be pushed beyond the ends', () => {
        const axis = zoomed(fitted(500, limits), 250, 0.1, limits);
        expect(panned(axis, 1e6, limits).from).toBeCloseTo(fitted(500, limits).from, 6);
        expect(endOf(panned(axis, -1e6, limits))).toBeCloseTo(endOf(fitted(500, limits)), 6);
    });

    it('moves no further than it must to reveal a frame', () => {
        const axis = limited({ from: 400, framesPerPixel: 0.1, width: 500 }, limits);
        expect(revealing(axis, 420, 30, limits)).toBe(axis);
        expect(pixelOf(revealing(axis, 600, 30, limits), 600)).toBeCloseTo(470, 6);
        expect(pixelOf(revealing(axis, 200, 30, limits), 200)).toBeCloseTo(30, 6);
    });

    it('ends in steps while the head moves on', () => {
        const ends = new Set<number>();
        for (let head = 1000; head < 2000; ++head) {
            const end = steadyEnd(0, head);
            expect(end).toBeGreaterThanOrEqual(head);
            expect(end).toBeLessThan(head * 1.15);
            ends.add(end);
        }
        expect(ends.size).toBeLessThan(20);
    });
});

describe('ticks', () => {
    it('stand on round times and are labelled about as often as there is room', () => {
        const axis = { from: -20, framesPerPixel: 1, width: 960 };
        const found = ticks(axis, 1 / 60);
        const labels = found.filter((tick) => tick.label !== null);
        expect(labels.map((tick) => tick.label)).toEqual(['0:00', '0:02', '0:04', '0:06', '0:08', '0:10', '0:12', '0:14']);
        expect(found.every((tick) => tick.frame >= 0)).toBe(true);
    });

    it('tell hundredths apart when zoomed in', () => {
        const labels = ticks({ from: 600, framesPerPixel: 1 / 40, width: 400 }, 1 / 60).filter((tick) => tick.label !== null);
        expect(labels[1]?.label).toBe('0:10.05');
    });

    it('know how long a nice step is', () => {
        expect([0.011, 1.5, 20, 61, 50000].map(niceStep)).toEqual([0.02, 2, 30, 120, 72000]);
    });
});

describe('times in words', () => {
    it('are written as minutes, seconds and milliseconds', () => {
        expect(formatTime(75.25)).toBe('1:15.250');
        expect(formatTime(3675.25)).toBe('1:01:15.250');
        expect(formatTime(59.9996)).toBe('1:00.000');
        expect(formatTime(-2)).toBe('−0:02.000');
        expect(formatTime(-0.0001)).toBe('0:00.000');
    });

    it('are read as frames, as steps or as times', () => {
        const step = 1 / 60;
        expect(parseJump(' 120 ', 7, step)).toBe(120);
        expect(parseJump('+10', 7, step)).toBe(17);
        expect(parseJump('-3', 7.4, step)).toBe(4);
        expect(parseJump('2.5', 7, step)).toBe(150);
        expect(parseJump('2 s', 7, step)).toBe(120);
        expect(parseJump('1:02.5', 7, step)).toBe(3750);
        expect(parseJump('1:00:00', 7, step)).toBe(216000);
        for (const nonsense of ['', 'soon', '1:2:3:4', '1e9', '--3', '.']) {
            expect(parseJump(nonsense, 7, step)).toBeNull();
        }
    });

    it('keep the digits that matter', () => {
        expect([0, 1234.5, 12.345, 0.12345, 1.5e7, -2].map(formatNumber)).toEqual(['0', '1235', '12.35', '0.1235', '1.50e7', '−2.000']);
        expect([12, 1500, 2.5e8, 3e10].map(formatBytes)).toEqual(['12 B', '1.5 KB', '250 MB', '30.0 GB']);
    });
});

describe('speeds', () => {
    it('double with each press of J or L and turn round at once', () => {
        expect(shuttled(0, 1)).toBe(1);
        expect(shuttled(1, 1)).toBe(2);
        expect(shuttled(16, 1)).toBe(16);
        expect(shuttled(4, -1)).toBe(-1);
        expect(shuttled(-1, -1)).toBe(-2);
    });

    it('go up and down in the same direction', () => {
        expect(stepped(1, 1)).toBe(2);
        expect(stepped(-1, 1)).toBe(-2);
        expect(stepped(-1, -1)).toBe(-0.5);
        expect(stepped(0.25, -1)).toBe(0.25);
        expect(stepped(16, 1)).toBe(16);
    });

    it('are written shortly', () => {
        expect([0.25, 0.5, 1, -2].map(formatRate)).toEqual(['¼×', '½×', '1×', '−2×']);
    });
});

describe('requests of which only the newest matters', () => {
    it('have one under way, then the newest', async () => {
        const asked: number[] = [];
        const answers: (() => void)[] = [];
        const latest = createLatest<number>((value) => {
            asked.push(value);
            return new Promise((resolve) => answers.push(resolve));
        });
        for (const value of [1, 2, 3, 4]) {
            latest.offer(value);
        }
        expect(asked).toEqual([1]);
        answers[0]?.();
        await Promise.resolve();
        await Promise.resolve();
        expect(asked).toEqual([1, 4]);
        answers[1]?.();
        await Promise.resolve();
        await Promise.resolve();
        expect(latest.isBusy).toBe(false);
    });

    it('rest longer the longer an answer took', async () => {
        vi.useFakeTimers();
        const asked: number[] = [];
        const latest = createLatest<number>(async (value) => {
            asked.push(value);
            await new Promise((resolve) => setTimeout(resolve, 100));
        }, 50);
        latest.offer(1);
        latest.offer(2);
        await vi.advanceTimersByTimeAsync(450);
        expect(asked).toEqual([1]);
        await vi.advanceTimersByTimeAsync(100);
        expect(asked).toEqual([1, 2]);
        expect(latest.took).toBe(100);
        vi.useRealTimers();
    });

    it('go on after one has failed', async () => {
        const errors: string[] = [];
        const asked: number[] = [];
        const latest = createLatest<number>(
            (value) => {
                asked.push(value);
                return value === 1 ? Promise.reject(new Error('no')) : Promise.resolve();
            },
            0,
            (error) => errors.push(error.message),
        );
        latest.offer(1);
        latest.offer(2);
        await new Promise((resolve) => setTimeout(resolve, 0));
        expect(asked).toEqual([1, 2]);
        expect(errors).toEqual(['no']);
    });
});

describe('derived requests', () => {
    it('are handed on only when they differ from the one before', () => {
        const frame = signal(10.2);
        const key = signal<string | null>('7');
        const seen: ({ key: string; frame: number } | null)[] = [];
        const stop = onDerived(
            () => (key.value === null ? null : { key: key.value, frame: Math.round(frame.value) }),
            (request) => seen.push(request),
        );
        frame.value = 10.4;
        expect(seen).toEqual([{ key: '7', frame: 10 }]);
        frame.value = 11;
        key.value = null;
        frame.value = 12;
        expect(seen).toEqual([{ key: '7', frame: 10 }, { key: '7', frame: 11 }, null]);
        stop();
    });

    it('begin with null where there is none', () => {
        const seen: unknown[] = [];
        onDerived<{ key: string }>(
            () => null,
            (request) => seen.push(request),
        )();
        expect(seen).toEqual([null]);
    });

    it('do not follow the signals that are read where they are handed on', () => {
        const followed = signal(1);
        const other = signal(1);
        let calls = 0;
        const stop = onDerived(
            () => ({ value: followed.value }),
            () => (calls += other.value),
        );
        other.value = 5;
        expect(calls).toBe(1);
        stop();
    });

    it('are compared by all fields', () => {
        expect(hasSameFields({ a: 1, b: 'x' }, { a: 1, b: 'x' })).toBe(true);
        expect(hasSameFields({ a: 1, b: 'x' }, { a: 2, b: 'x' })).toBe(false);
        expect(hasSameFields({ a: 1 }, null)).toBe(false);
        expect(hasSameFields<{ a: number }>(null, null)).toBe(true);
    });
});
