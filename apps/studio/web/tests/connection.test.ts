// Frames as bytes, answers to requests, and data embedded in a page.
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { RequestMatcher } from '../src/connection/requestMatcher';
import { decodeFrame } from '../src/connection/frameDecoder';
import { unpack } from '../src/connection/packedBytes';
import { frameHeaderBytes, type Standing } from '../src/protocol';

function frameBytes(count: number, kind = 1, role = 0): ArrayBuffer {
    const bytes = new ArrayBuffer(frameHeaderBytes + 29 * count);
    const view = new DataView(bytes);
    view.setUint32(0, kind, true);
    view.setUint32(4, role, true);
    view.setFloat64(8, 120.25, true);
    view.setUint32(16, 3, true);
    view.setUint32(20, 4_000_000_000, true);
    view.setUint32(24, count, true);
    view.setUint32(28, 7, true);
    for (let i = 0; i < 7 * count; ++i) {
        view.setFloat32(frameHeaderBytes + 4 * i, i + 0.5, true);
    }
    for (let i = 0; i < count; ++i) {
        view.setUint8(frameHeaderBytes + 28 * count + i, i % 2);
    }
    return bytes;
}

describe('a frame', () => {
    it('is read as it was written', () => {
        const frame = decodeFrame(frameBytes(2));
        expect(frame).toMatchObject({ role: 'shown', frame: 120.25, branch: 3, census: 4_000_000_000, count: 2, edition: 7 });
        expect([...frame.positions]).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, 5.5]);
        expect([...frame.orientations]).toEqual([6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5, 13.5]);
        expect([...frame.states]).toEqual([0, 1]);
    });

    it('may be of the branch that is compared, and may be empty', () => {
        expect(decodeFrame(frameBytes(0, 1, 1))).toMatchObject({ role: 'other', count: 0 });
    });

    it('is refused when it is cut off, of another kind, or of an unknown role', () => {
        expect(() => decodeFrame(new ArrayBuffer(8))).toThrow('8 bytes');
        expect(() => decodeFrame(frameBytes(3).slice(0, -1))).toThrow('3 entities');
        expect(() => decodeFrame(frameBytes(1, 2))).toThrow('kind 2');
        expect(() => decodeFrame(frameBytes(1, 1, 9))).toThrow('role 9');
    });
});

describe('requests', () => {
    const make = () => {
        const sent: string[] = [];
        const notification = vi.fn();
        return { sent, notification, exchange: new RequestMatcher((text) => sent.push(text), notification) };
    };

    it('get the answers that are theirs, in whatever order those come', async () => {
        const { sent, exchange } = make();
        const first = exchange.request<{ branch: number }>({ do: 'branch', frame: 1, name: 'a' });
        const second = exchange.request({ do: 'undo' });
        expect(sent.map((each) => JSON.parse(each))).toEqual([
            { id: 1, do: 'branch', frame: 1, name: 'a' },
            { id: 2, do: 'undo' },
        ]);
        exchange.receive('{"id":2,"ok":false,"error":"there is nothing to undo"}');
        exchange.receive('{"id":1,"ok":true,"branch":5}');
        await expect(first).resolves.toMatchObject({ branch: 5 });
        await expect(second).rejects.toThrow('there is nothing to undo');
    });

    it('that get no answer do not wait for one', async () => {
        const { sent, exchange } = make();
        await exchange.request({ do: 'seen' });
        expect(sent).toEqual(['{"do":"seen"}']);
    });

    it('are given up when the connection is lost', async () => {
        const { exchange } = make();
        const lost = exchange.request({ do: 'redo' });
        exchange.rejectAll('the connection was lost');
        await expect(lost).rejects.toThrow('the connection was lost');
        exchange.receive('{"id":1,"ok":true}'); // too late, and no harm
    });

    it('are told from what comes unasked', () => {
        const { notification, exchange } = make();
        const standing: Partial<Standing> = { tell: 'standing', head: 60 };
        exchange.receive(JSON.stringify(standing));
        expect(notification).toHaveBeenCalledWith(standing);
    });
});

describe('what a page carries inside', () => {
    it('is unpacked to the bytes it was', async () => {
        const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => (i * i) % 251);
        const carried = gzipSync(bytes).toString('base64');
        expect(new Uint8Array(await unpack(carried))).toEqual(bytes);
    });
});
