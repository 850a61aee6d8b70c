// Buffers of instances. A graphics device gets each instance once; a software renderer, for which an instance takes as long as dozens of
// corners, gets a copy for every corner. Buffers are rewritten for every picture and grow when necessary.
import {
    BufferAttribute,
    BufferGeometry,
    DynamicDrawUsage,
    InstancedBufferAttribute,
    InstancedBufferGeometry,
    type TypedArray,
} from 'three';
import { markForUpload } from '../common/upload';

/** The outline of an instance: corners at x, y, and the triangles between them. */
export interface Outline {
    corners: number[];
    triangles: number[];
}

export interface InstanceBuffers {
    readonly geometry: BufferGeometry;
    /** Sets the number of instances to draw. */
    begin(count: number): void;
    /** Writes an attribute of the instances, with `size` components each. Integers are read as 0 to 1, and colours as their bytes. */
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
            this.geometry.dispose(); // releases the old buffers
            attribute = new InstancedBufferAttribute(readable(array), size, isInteger(array));
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
        const stride = array instanceof Uint32Array ? 1 : size; // elements of the array per instance
        let target = this.arrays.get(name);
        if (!target) {
            target = new (array.constructor as new (length: number) => TypedArray)(this.room * corners * stride);
            this.arrays.set(name, target);
            const attribute = new BufferAttribute(readable(target), size, isInteger(target));
            this.geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
        }
        for (let i = 0, at = 0; i < this.count; ++i) {
            for (let corner = 0; corner < corners; ++corner) {
                for (let part = 0; part < stride; ++part) {
                    target[at++] = array[i * stride + part]!;
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

// Colours are written as integers and read as their bytes.
function readable(array: TypedArray): TypedArray {
    return array instanceof Uint32Array ? new Uint8Array(array.buffer) : array;
}

function isInteger(array: TypedArray): boolean {
    return !(array instanceof Float32Array);
}
