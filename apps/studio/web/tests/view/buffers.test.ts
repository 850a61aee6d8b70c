import { describe, expect, it } from 'vitest';
import { makeBuffers, type InstanceBuffers } from '../../src/view/plane/buffers';

const triangle = { corners: [0, 0, 2, 0, 0, 3], triangles: [0, 1, 2] };

function fill(buffers: InstanceBuffers, places: number[], colours: number[]): void {
    buffers.begin(colours.length);
    buffers.write('place', Float32Array.from(places), 2);
    buffers.write('colour', Uint32Array.from(colours), 4);
}

const numbersOf = (buffers: InstanceBuffers, name: string, count: number): number[] => [
    ...buffers.geometry.getAttribute(name).array.slice(0, count),
];

describe('instances', () => {
    it('are handed over once each where there is a device', () => {
        const buffers = makeBuffers(triangle, true);
        fill(buffers, [1, 2, 3, 4], [0x04030201, 0x08070605]);
        expect(numbersOf(buffers, 'place', 4)).toEqual([1, 2, 3, 4]);
        expect(numbersOf(buffers, 'colour', 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
        expect(buffers.geometry.getAttribute('position').count).toBe(3);
    });

    it('are written out for each corner where there is none', () => {
        const buffers = makeBuffers(triangle, false);
        fill(buffers, [1, 2, 3, 4], [0x04030201, 0x08070605]);
        expect(numbersOf(buffers, 'place', 12)).toEqual([1, 2, 1, 2, 1, 2, 3, 4, 3, 4, 3, 4]);
        expect(numbersOf(buffers, 'colour', 16)).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8]);
        expect(numbersOf(buffers, 'position', 18)).toEqual([0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 2, 0, 0, 0, 3, 0]);
        expect([...buffers.geometry.getIndex()!.array.slice(0, 6)]).toEqual([0, 1, 2, 3, 4, 5]);
        expect(buffers.geometry.drawRange.count).toBe(6);
    });

    it('can be more, and then fewer', () => {
        for (const isQuick of [true, false]) {
            const buffers = makeBuffers(triangle, isQuick);
            fill(buffers, [1, 2], [1]);
            fill(
                buffers,
                Array.from({ length: 40 }, (_, i) => i),
                Array.from({ length: 20 }, (_, i) => i),
            );
            fill(buffers, [7, 8, 9, 10], [1, 2]);
            expect(numbersOf(buffers, 'place', 2)).toEqual([7, 8]);
            expect(numbersOf(buffers, 'place', isQuick ? 4 : 12).at(-1)).toBe(10);
        }
    });
});
