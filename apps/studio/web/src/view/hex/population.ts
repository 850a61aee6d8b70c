// The bodies of a census as they are drawn. A battle has a new census for nearly every frame, so this is one pass over arrays, and
// whatever depends on a shape only is computed once for each shape. Pure.
import type { CensusAnswer, Shape, TileShape } from '../../protocol';
import type { Population as BasePopulation } from '../common/population';
import { mixPacked, packHex, type Packed } from '../plane/colours';
import { RecentPopulations } from '../plane/recentPopulations';
import { colourOfGroup, colourOfParticle } from './colours';
import { lookOf, type TileLook } from './looks';

export interface Population extends BasePopulation {
    looks: (TileLook | null)[]; // null: a particle, or nothing visible
    isParticle: Uint8Array;
    rims: Uint32Array; // the colour of the outline of a composite, or of a particle
    tints: Float32Array; // the share of that colour in the tiles
    distant: Uint32Array; // the colour from afar
    tileCount: number; // of all composites
}

/** In cells. */
export const particleRadius = 0.16;

const groupTint = 0.22;
const distantTint = 0.5;
const groupShare = 0.65; // of the group's colour, where the scene sets a colour as well

export class HexPopulations extends RecentPopulations<Population> {
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
            radii: new Float32Array(count),
            rims: new Uint32Array(count),
            tints: new Float32Array(count),
            distant: new Uint32Array(count),
            tileCount: 0,
        };
        const groups = new Map<number, { hull: Packed; particle: Packed }>();
        for (let i = 0; i < count; ++i) {
            const { shape: shapeIndex, group, color } = census.entities[i]!;
            const shape = shapeIndex === null ? undefined : census.shapes[shapeIndex];
            let colours = groups.get(group);
            if (!colours) {
                colours = { hull: colourOfGroup(group), particle: colourOfParticle(group) };
                groups.set(group, colours);
            }
            const own = color === null ? null : packHex(color);
            // The group's colour counts for more than the scene's.
            const blend = (groupColour: Packed): Packed =>
                own === null ? groupColour : group === 0 ? own : mixPacked(own, groupColour, groupShare);
            if (shape?.kind === 'particle') {
                population.isParticle[i] = 1;
                population.radii[i] = particleRadius;
                population.rims[i] = blend(colours.particle);
            } else if (shape?.kind === 'tiles') {
                const look = this.lookOf(shape);
                const hasTint = own !== null || group !== 0;
                population.looks[i] = look;
                population.tileCount += look.count;
                population.radii[i] = look.radius;
                population.rims[i] = blend(group === 0 ? mixPacked(look.colour, 0xffffff, 0.35) : colours.hull);
                population.tints[i] = hasTint ? groupTint : 0;
                population.distant[i] = hasTint ? mixPacked(look.colour, population.rims[i]!, distantTint) : look.colour;
            }
        }
        return population;
    }
}
