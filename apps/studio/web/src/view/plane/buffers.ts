// Instances as a graphics device reads them: once each, where there is one; or written out for every corner where a program computes the
// picture, since that takes as long for an instance as for dozens of corners. Arrays are rewritten for every picture and grow now and then.
import {
    BufferAttribute,
    BufferGeometry,
    DynamicDrawUsage,
    InstancedBufferAttribute,
    InstancedBufferGeometry,
    type TypedArray,
} from 'three';
import { markForUpload } from '../common/upload';

/** What there is of each instance: corners at x, y, and triangles between them. */
export interface Outline {
    corners: number[];
    triangles: number[];
}

export interface InstanceBuffers {
    readonly geometry: BufferGeometry;
    /** So many are to be drawn. */
    begin(count: number): void;
    /** The first of them have these numbers, so many each. Whole numbers are read as 0 to 1, and colours as their bytes. */
    write(name: string, array: TypedArray, size: number): void;
}

export function makeBuffers(outline: Outline, isQuick: boolean): InstanceBuffers {
    return isQuick ? new InstancedBuffers(outline) : new CornerBuffers(outline);
}

class InstancedBuffers implements InstanceBuffers {
    readonly geometry = new InstancedBufferGeometry();

    constructor({ corners, triangles }: Outline) {
        this.geometry.setAttribute('position', new BufferAttribute(repeated(corners, 1), 3));
        this.geometry.setIndex(triangles);
    }

    begin(count: number): void {
        this.geometry.instanceCount = count;
    }

    write(name: string, array: TypedArray, size: number): void {
        let attribute = this.geometry.getAttribute(name) as InstancedBufferAttribute | undefined;
        if (attribute?.array.buffer !== array.buffer) {
            this.geometry.dispose(); // the old buffers are given back
            attribute = new InstancedBufferAttribute(readable(array), size, isWhole(array));
            this.geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
        }
        markForUpload(attribute, this.geometry.instanceCount * size);
    }
}

class CornerBuffers implements InstanceBuffers {
    readonly geometry = new BufferGeometry();
    private readonly arrays = new Map<string, TypedArray>();
    private room = 0;
    private count = 0;

    constructor(private readonly outline: Outline) {}

    begin(count: number): void {
        const { corners, triangles } = this.outline;
        this.count = count;
        if (count > this.room) {
            this.room = Math.ceil(1.25 * count);
            this.geometry.dispose();
            [...this.arrays.keys()].forEach((name) => this.geometry.deleteAttribute(name));
            this.arrays.clear();
            this.geometry.setAttribute('position', new BufferAttribute(repeated(corners, this.room), 3));
            const index = new Uint32Array(this.room * triangles.length);
            index.forEach((_, i) => {
                const instance = Math.floor(i / triangles.length);
                index[i] = triangles[i % triangles.length]! + (instance * corners.length) / 2;
            });
            this.geometry.setIndex(new BufferAttribute(index, 1));
        }
        this.geometry.setDrawRange(0, count * triangles.length);
    }

    write(name: string, array: TypedArray, size: number): void {
        const corners = this.outline.corners.length / 2;
        const whole = array instanceof Uint32Array ? 1 : size; // numbers of the array for each instance
        let target = this.arrays.get(name);
        if (!target) {
            target = new (array.constructor as new (length: number) => TypedArray)(this.room * corners * whole);
            this.arrays.set(name, target);
            const attribute = new BufferAttribute(readable(target), size, isWhole(target));
            this.geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
        }
        for (let i = 0, at = 0; i < this.count; ++i) {
            for (let corner = 0; corner < corners; ++corner) {
                for (let part = 0; part < whole; ++part) {
                    target[at++] = array[i * whole + part]!;
                }
            }
        }
        markForUpload(this.geometry.getAttribute(name) as BufferAttribute, this.count * corners * size);
    }
}

function repeated(corners: number[], times: number): Float32Array {
    const places = new Float32Array((times * corners.length * 3) / 2);
    for (let i = 0; 3 * i < places.length; ++i) {
        const corner = (2 * i) % corners.length;
        places[3 * i] = corners[corner]!;
        places[3 * i + 1] = corners[corner + 1]!;
    }
    return places;
}

// Colours are written as whole numbers and read as their bytes.
function readable(array: TypedArray): TypedArray {
    return array instanceof Uint32Array ? new Uint8Array(array.buffer) : array;
}

function isWhole(array: TypedArray): boolean {
    return !(array instanceof Float32Array);
}
