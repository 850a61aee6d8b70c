// What is drawn of those who are in a census: how large they are and their colours. Pure.
import type { CensusAnswer } from '../../protocol';
import { bodyColours, hashOfKey } from '../palette';
import { mixPacked, packColour, packHex, type Packed } from '../plane/colours';
import * as plane from '../plane/population';

/** `reach` is the radius of each disc. */
export interface Population extends plane.Population {
    colours: Uint32Array;
    isSensor: Uint8Array;
}

const sensorColour = '#6fc7f2';
const shades = 5;

// Each colour of bodies in a few shades, so that many discs of one are still told apart.
const palette: Packed[] = bodyColours.flatMap((colour) => {
    const packed = packColour(colour);
    return Array.from({ length: shades }, (_, shade) => {
        const lighter = (shade - (shades - 1) / 2) * 0.06;
        return mixPacked(packed, lighter < 0 ? 0x000000 : 0xffffff, Math.abs(lighter));
    });
});

/** The colour of a disc for life: the scene's, or one that follows from its key. */
export function colourOfDisc(key: string, ofScene: string | null, isSensor: boolean): Packed {
    if (ofScene !== null) {
        return packHex(ofScene);
    }
    return isSensor ? packHex(sensorColour) : palette[hashOfKey(key) % palette.length]!;
}

export function populate(census: CensusAnswer): Population {
    const count = census.keys.length;
    const population: Population = {
        census,
        reach: new Float32Array(count),
        colours: new Uint32Array(count),
        isSensor: new Uint8Array(count),
    };
    for (let i = 0; i < count; ++i) {
        const { shape: place, color, isSensor } = census.entities[i]!;
        const shape = place === null ? undefined : census.shapes[place];
        if (shape?.kind === 'disc') {
            population.reach[i] = shape.radius;
            population.colours[i] = colourOfDisc(census.keys[i]!, color, isSensor);
            population.isSensor[i] = isSensor ? 1 : 0;
        }
    }
    return population;
}
