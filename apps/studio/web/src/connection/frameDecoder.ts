// Decodes frames in the layout of protocol.ts. The arrays are views into the bytes: nothing is copied.
import { frameHeaderBytes, type Frame } from '../protocol';

const frameKind = 1;

/** Throws an Error with the reason if the bytes are not a frame. */
export function decodeFrame(bytes: ArrayBuffer): Frame {
    if (bytes.byteLength < frameHeaderBytes) {
        throw new Error(`a frame has ${bytes.byteLength} bytes, expected at least ${frameHeaderBytes}`);
    }
    const header = new DataView(bytes);
    const kind = header.getUint32(0, true);
    if (kind !== frameKind) {
        throw new Error(`a binary message has the kind ${kind}, expected ${frameKind}`);
    }
    const role = header.getUint32(4, true);
    if (role > 1) {
        throw new Error(`a frame has the role ${role}, expected 0 or 1`);
    }
    const count = header.getUint32(24, true);
    const positionsAt = frameHeaderBytes;
    const orientationsAt = positionsAt + 12 * count;
    const statesAt = orientationsAt + 16 * count;
    if (bytes.byteLength < statesAt + count) {
        throw new Error(`a frame of ${count} entities has ${bytes.byteLength} bytes, expected ${statesAt + count}`);
    }
    return {
        role: role === 0 ? 'shown' : 'other',
        frame: header.getFloat64(8, true),
        branch: header.getUint32(16, true),
        census: header.getUint32(20, true),
        count,
        edition: header.getUint32(28, true),
        positions: new Float32Array(bytes, positionsAt, 3 * count),
        orientations: new Float32Array(bytes, orientationsAt, 4 * count),
        states: new Uint8Array(bytes, statesAt, count),
    };
}
