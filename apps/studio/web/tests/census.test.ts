import { describe, expect, it } from 'vitest';
import { compareKeys, matchKeys, indexOfKey, wholeCensus } from '../src/census';
import type { Appearance, CensusAnswer, Key, Shape } from '../src/protocol';

const particle: Shape = { kind: 'particle' };

function tiles(...types: number[]): Shape {
    return { kind: 'tiles', origin: [0, 0], cells: types.flatMap((_, i) => [i, 0]), types, health: types.map(() => 1) };
}

function looks(shape: number | null, group = 0): Appearance {
    const offset: [number, number, number] = [0, 0, 0];
    return { shape, kind: 'dynamic', isSensor: false, attracts: false, group, color: null, offset, turn: [0, 0, 0, 1] };
}

function whole(census: number, members: [Key, Shape][]): CensusAnswer {
    const shapes = [...new Set(members.map(([, shape]) => shape))];
    const entities = members.map(([, shape]) => looks(shapes.indexOf(shape)));
    return { census, base: null, gone: [], keys: members.map(([key]) => key), shapes, entities };
}

function difference(census: number, base: number, gone: Key[], members: [Key, Shape][]): CensusAnswer {
    return { ...whole(census, members), base, gone };
}

/** What is to be seen of a census: who there is, and as what. */
function seen(census: CensusAnswer): [Key, Shape | undefined][] {
    return census.keys.map((key, i) => [key, census.shapes[census.entities[i]!.shape ?? -1]]);
}

const ship = tiles(0, 1, 1);
const rock = tiles(2);
const first = whole(1, [
    ['2', ship],
    ['9', rock],
    ['10', particle],
    ['18446744073709551615', rock],
]);
const known = new Map([[1, first]]);

describe('a census', () => {
    it('that is whole stays as it came', () => {
        expect(wholeCensus(first, new Map())).toBe(first);
    });

    it('that differs is that from which it differs, without those who went, and with those who came in their places', () => {
        const hurt = tiles(0, 1);
        const answer = difference(
            2,
            1,
            ['9'],
            [
                ['1', rock],
                ['2', hurt],
                ['11', particle],
            ],
        );
        const now = wholeCensus(answer, known);
        expect(seen(now)).toEqual([
            ['1', rock],
            ['2', hurt],
            ['10', particle],
            ['11', particle],
            ['18446744073709551615', rock],
        ]);
        expect([now.census, now.base, now.gone]).toEqual([2, null, []]);
    });

    it('leaves the one from which it was made as it was', () => {
        const before = JSON.stringify(first);
        wholeCensus(difference(2, 1, ['2', '10'], [['9', ship]]), known);
        expect(JSON.stringify(first)).toBe(before);
    });

    it('can lose everybody, and can be the same', () => {
        expect(seen(wholeCensus(difference(2, 1, first.keys, []), known))).toEqual([]);
        expect(seen(wholeCensus(difference(2, 1, [], []), known))).toEqual(seen(first));
    });

    it('is refused when that from which it differs is not there', () => {
        expect(() => wholeCensus(difference(3, 2, [], []), known)).toThrow('census 3 differs from census 2');
    });

    it('does not gather shapes that nobody has any more', () => {
        let now = first;
        for (let census = 2; census < 1000; ++census) {
            now = wholeCensus(difference(census, now.census, [], [['2', tiles(census)]]), new Map([[now.census, now]]));
        }
        expect(now.shapes.length).toBeLessThan(80);
        expect(seen(now)).toEqual([['2', tiles(999)], ...seen(first).slice(1)]);
    });

    it('has one shape for all particles', () => {
        const now = wholeCensus(
            difference(
                2,
                1,
                [],
                [
                    ['11', { kind: 'particle' }],
                    ['12', { kind: 'particle' }],
                ],
            ),
            known,
        );
        expect(now.shapes.filter((shape) => shape.kind === 'particle')).toHaveLength(1);
    });

    it('is the same whether it comes in a hundred differences or at once', () => {
        let state = 5;
        const random = (below: number): number => {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            return state % below;
        };
        const truth = new Map<Key, Shape>(seen(first) as [Key, Shape][]);
        let now = first;
        for (let census = 2; census < 102; ++census) {
            const gone = now.keys.filter(() => random(5) === 0);
            const came = new Map<Key, Shape>();
            for (let i = random(4); i > 0; --i) {
                came.set(String(random(60)), random(2) === 0 ? particle : tiles(random(9), random(9)));
            }
            const members = [...came].sort(([a], [b]) => compareKeys(a, b));
            const went = gone.filter((key) => !came.has(key));
            went.forEach((key) => truth.delete(key));
            members.forEach(([key, shape]) => truth.set(key, shape));
            now = wholeCensus(difference(census, now.census, went, members), new Map([[now.census, now]]));
            expect(seen(now)).toEqual([...truth].sort(([a], [b]) => compareKeys(a, b)));
        }
    });
});

describe('keys', () => {
    it('ascend as numbers', () => {
        expect(['100', '9', '18446744073709551615', '18446744073709551614'].sort(compareKeys)).toEqual([
            '9',
            '100',
            '18446744073709551614',
            '18446744073709551615',
        ]);
    });

    it('are found where they are', () => {
        expect(first.keys.map((key) => indexOfKey(first.keys, key))).toEqual([0, 1, 2, 3]);
        expect(indexOfKey(first.keys, '3')).toBe(-1);
        expect(indexOfKey([], '3')).toBe(-1);
    });

    it('are matched with those of another census', () => {
        expect([...matchKeys(['1', '2', '9', '10'], ['2', '3', '10', '11'])]).toEqual([-1, 0, -1, 2]);
    });
});
