// Links to a scene, a frame, a camera and a selection.
import { describe, expect, it } from 'vitest';
import { hashToPlace, placeToHash } from '../src/share';

describe('a share link', () => {
    it('leads back to the same scene, frame, camera and selection', () => {
        const place = {
            scene: 'five hundred islands & more',
            frame: 1234,
            camera: { eye: [1.5, -2, 3e-3] as [number, number, number], target: [0, 0, 12345.6] as [number, number, number] },
            selection: '18446744073709551615',
        };
        expect(hashToPlace(placeToHash(place))).toEqual(place);
    });

    it('may lack anything', () => {
        const nothing = { scene: null, frame: null, camera: null, selection: null };
        expect(placeToHash(nothing)).toBe('');
        expect(hashToPlace('')).toEqual(nothing);
        expect(hashToPlace('#frame=7')).toEqual({ ...nothing, frame: 7 });
    });

    it('loses only what is damaged', () => {
        const place = hashToPlace('#scene=%E0%A4%A&frame=-3&eye=1,2&target=0,0,0&select=abc&&=x');
        expect(place).toEqual({ scene: null, frame: null, camera: null, selection: null });
        expect(hashToPlace('#scene=cradle&frame=x&eye=1,,3').scene).toBe('cradle');
    });
});
