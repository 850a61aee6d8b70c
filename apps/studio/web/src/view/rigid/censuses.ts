// All censuses of the open scene, and the populations of those in use. A scene that creates bodies all the time has a census for nearly
// every frame, so equal keys and shapes are stored once. Pure.
import type { CensusAnswer, Key, Shape } from '../../protocol';
import type { Population as BasePopulation, PopulationStore } from '../common/population';
import { colourOfBody, fromHex } from '../palette';
import { partsOf, type CensusParts } from './parts';

export interface Population extends BasePopulation, CensusParts {
    colours: Float32Array; // 3 for each body, the same for its whole life
    sceneColours: (string | null)[]; // as the scene sets them
    attractors: number[]; // indices of attractors with a bounding radius
    movable: number[]; // indices of bodies with a bounding radius that are not fixed
    bright: number[]; // indices of the large attractors
}

const maxKept = 4; // populations: the one on show, the compared one, and the last two before them
const brightColour = fromHex('#ffcf70'); // of bright bodies without a colour of their own

export class Censuses implements PopulationStore<Population> {
    private readonly all = new Map<number, CensusAnswer>();
    private readonly keys = new Map<Key, Key>();
    private readonly shapes = new Map<string, Shape>();
    private readonly heldShapes = new WeakMap<Shape, Shape>(); // by the objects that came: writing one as text is slow
    private readonly sources = new WeakSet<CensusAnswer>();
    private recent: Population[] = [];

    add(census: CensusAnswer): void {
        if (this.sources.has(census)) {
            return;
        }
        this.sources.add(census);
        this.all.set(census.census, {
            ...census,
            keys: census.keys.map((key) => hold(this.keys, key, key)),
            shapes: census.shapes.map((shape) => this.holdShape(shape)),
        });
        this.recent = this.recent.filter((population) => population.census.census !== census.census);
    }

    private holdShape(shape: Shape): Shape {
        let held = this.heldShapes.get(shape);
        if (!held) {
            held = hold(this.shapes, shape.kind === 'mesh' ? shape.id : JSON.stringify(shape), shape);
            this.heldShapes.set(shape, held);
        }
        return held;
    }

    get(census: number): Population | null {
        const found = this.recent.find((population) => population.census.census === census);
        if (found) {
            return found;
        }
        const answer = this.all.get(census);
        if (!answer) {
            return null;
        }
        const population = populate(answer);
        this.recent = [population, ...this.recent].slice(0, maxKept);
        return population;
    }
}

function hold<K, V>(map: Map<K, V>, name: K, value: V): V {
    const held = map.get(name);
    if (held !== undefined) {
        return held;
    }
    map.set(name, value);
    return value;
}

function populate(census: CensusAnswer): Population {
    const colours = new Float32Array(3 * census.keys.length);
    census.keys.forEach((key, index) => {
        const entity = census.entities[index];
        if (entity) {
            colours.set(colourOfBody(key, entity.kind, entity.color), 3 * index);
        }
    });
    const sceneColours = census.entities.map((entity) => entity.color);
    const made = {
        census,
        colours,
        sceneColours,
        bright: [] as number[],
        movable: [] as number[],
        attractors: [] as number[],
        ...partsOf(census),
    };
    for (const batch of made.parts.batches) {
        if (batch.look === 'bright') {
            made.bright.push(...new Set(made.parts.owner.subarray(batch.begin, batch.end)));
        }
    }
    for (const index of made.bright) {
        if (census.entities[index]?.color === null) {
            colours.set(brightColour, 3 * index);
        }
    }
    census.entities.forEach((entity, index) => {
        if ((made.radii[index] ?? 0) > 0) {
            if (entity.attracts) {
                made.attractors.push(index);
            }
            if (entity.kind !== 'fixed') {
                made.movable.push(index);
            }
        }
    });
    return made;
}
