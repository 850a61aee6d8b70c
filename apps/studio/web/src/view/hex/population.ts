// What is drawn of those who are in a census. In a battle there is a new census for nearly every frame, so this is one pass over
// arrays, and whatever belongs to a shape is worked out once for each shape. Pure.
import type { CensusAnswer, Shape, TileShape } from '../../protocol';
import { mixPacked, packHex, type Packed } from '../plane/colours';
import * as plane from '../plane/population';
import { colourOfGroup, colourOfParticle } from './colours';
import { lookOf, type TileLook } from './looks';

export interface Population extends plane.Population {
    looks: (TileLook | null)[]; // null: a particle, or nothing to be seen
    isParticle: Uint8Array;
    rims: Uint32Array; // the colour of its outline, and of a particle itself
    tints: Float32Array; // how much of that colour its tiles have
    distant: Uint32Array; // its colour from afar
    tileCount: number; // of all of them
}

/** How far a particle reaches, in cells. */
export const particleReach = 0.16;

const groupTint = 0.22;
const distantTint = 0.5;
const groupShare = 0.65; // of the colour of something that has one of its own as well

export class Populations extends plane.Populations<Population> {
    private readonly looks = new WeakMap<Shape, TileLook>();

    constructor(private readonly tileColours: Packed[]) {
        super((census) => this.populateFrom(census));
    }

    private lookOf(shape: TileShape): TileLook {
        let look = this.looks.get(shape);
        if (!look) {
            look = lookOf(shape, this.tileColours);
            this.looks.set(shape, look);
        }
        return look;
    }

    private populateFrom(census: CensusAnswer): Population {
        const count = census.keys.length;
        const population: Population = {
            census,
            looks: new Array<TileLook | null>(count).fill(null),
            isParticle: new Uint8Array(count),
            reach: new Float32Array(count),
            rims: new Uint32Array(count),
            tints: new Float32Array(count),
            distant: new Uint32Array(count),
            tileCount: 0,
        };
        const groups = new Map<number, { hull: Packed; particle: Packed }>();
        for (let i = 0; i < count; ++i) {
            const { shape: place, group, color } = census.entities[i]!;
            const shape = place === null ? undefined : census.shapes[place];
            let ofGroup = groups.get(group);
            if (!ofGroup) {
                ofGroup = { hull: colourOfGroup(group), particle: colourOfParticle(group) };
                groups.set(group, ofGroup);
            }
            const own = color === null ? null : packHex(color);
            // Whom it belongs to matters more than what the scene has it look like.
            const both = (ofIt: Packed): Packed => (own === null ? ofIt : group === 0 ? own : mixPacked(own, ofIt, groupShare));
            if (shape?.kind === 'particle') {
                population.isParticle[i] = 1;
                population.reach[i] = particleReach;
                population.rims[i] = both(ofGroup.particle);
            } else if (shape?.kind === 'tiles') {
                const look = this.lookOf(shape);
                const hasTint = own !== null || group !== 0;
                population.looks[i] = look;
                population.tileCount += look.count;
                population.reach[i] = look.reach;
                population.rims[i] = both(group === 0 ? mixPacked(look.colour, 0xffffff, 0.35) : ofGroup.hull);
                population.tints[i] = hasTint ? groupTint : 0;
                population.distant[i] = hasTint ? mixPacked(look.colour, population.rims[i]!, distantTint) : look.colour;
            }
        }
        return population;
    }
}
