// All censuses of what is open, and what is derived from those in use. A scene in which things are born all the time has a census for
// nearly every frame, so equal keys and shapes are held once. Pure.
import type { CensusAnswer, Key, Shape } from '../../protocol';
import { colourOfBody, fromHex } from '../palette';
import { partsOf, type CensusParts } from './parts';

/** A census that is in use. */
export interface Population extends CensusParts {
    census: CensusAnswer;
    indexOf: Map<Key, number>;
    colours: Float32Array; // 3 for each body: those it has for life
    sceneColours: (string | null)[]; // those the scene gives
    attractors: number[]; // places of those that have a shape
    movable: number[]; // places of those that are not fixed and have a shape with an end
    bright: number[]; // the great ones among them
}

const kept = 4; // populations: what is shown, what is compared, and those one has just come from
const shine = fromHex('#ffcf70'); // what shines and has no colour of its own

export class Censuses {
    private readonly all = new Map<number, CensusAnswer>();
    private readonly keys = new Map<Key, Key>();
    private readonly shapes = new Map<string, Shape>();
    private readonly heldShapes = new WeakMap<Shape, Shape>(); // by those that came: to write one out costs much
    private readonly sources = new WeakSet<CensusAnswer>();
    private recent: Population[] = [];

    add(what: CensusAnswer): void {
        if (this.sources.has(what)) {
            return;
        }
        this.sources.add(what);
        this.all.set(what.census, {
            ...what,
            keys: what.keys.map((key) => hold(this.keys, key, key)),
            shapes: what.shapes.map((shape) => this.holdShape(shape)),
        });
        this.recent = this.recent.filter((population) => population.census.census !== what.census);
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
        this.recent = [population, ...this.recent].slice(0, kept);
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
    const indexOf = new Map<Key, number>();
    census.keys.forEach((key, index) => {
        indexOf.set(key, index);
        const entity = census.entities[index];
        if (entity) {
            colours.set(colourOfBody(key, entity.kind, entity.color), 3 * index);
        }
    });
    const sceneColours = census.entities.map((entity) => entity.color);
    const made = {
        census,
        indexOf,
        colours,
        sceneColours,
        bright: [] as number[],
        movable: [] as number[],
        attractors: [] as number[],
        ...partsOf(census),
    };
    for (const batch of made.parts.batches) {
        if (batch.look === 'bright') {
            made.bright.push(...new Set(made.parts.owner.subarray(batch.start, batch.end)));
        }
    }
    for (const index of made.bright) {
        if (census.entities[index]?.color === null) {
            colours.set(shine, 3 * index);
        }
    }
    census.entities.forEach((entity, index) => {
        if ((made.reach[index] ?? 0) > 0) {
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
