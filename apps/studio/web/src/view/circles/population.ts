// The discs of a census: their radii and colours. Pure.
import type { CensusAnswer } from '../../protocol';
import type { Population as BasePopulation } from '../common/population';
import { bodyColours, hashOfKey } from '../palette';
import { mixPacked, packColour, packHex, type Packed } from '../plane/colours';

export interface Population extends BasePopulation {
    colours: Uint32Array;
    isSensor: Uint8Array;
}

const sensorColour = '#6fc7f2';
const shades = 5;

// A few shades of each body colour, so that discs of the same colour can be told apart.
const palette: Packed[] = bodyColours.flatMap((colour) => {
    const packed = packColour(colour);
    return Array.from({ length: shades }, (_, shade) => {
        const lighter = (shade - (shades - 1) / 2) * 0.06;
        return mixPacked(packed, lighter < 0 ? 0x000000 : 0xffffff, Math.abs(lighter));
    });
});

/** The colour of a disc for its whole life: the scene's, or one that follows from its key. */
export function colourOfDisc(key: string, sceneColour: string | null, isSensor: boolean): Packed {
    if (sceneColour !== null) {
        return packHex(sceneColour);
    }
    return isSensor ? packHex(sensorColour) : palette[hashOfKey(key) % palette.length]!;
}

export function populate(census: CensusAnswer): Population {
    const count = census.keys.length;
    const population: Population = {
        census,
        radii: new Float32Array(count),
        colours: new Uint32Array(count),
        isSensor: new Uint8Array(count),
    };
    for (let i = 0; i < count; ++i) {
        const { shape: shapeIndex, color, isSensor } = census.entities[i]!;
        const shape = shapeIndex === null ? undefined : census.shapes[shapeIndex];
        if (shape?.kind === 'disc') {
            population.radii[i] = shape.radius;
            population.colours[i] = colourOfDisc(census.keys[i]!, color, isSensor);
            population.isSensor[i] = isSensor ? 1 : 0;
        }
    }
    return population;
}
