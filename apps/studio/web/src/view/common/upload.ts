// Buffers that are rewritten for every picture.
import type { BufferAttribute } from 'three';

/** Uploads the first `length` numbers with the next picture. */
export function markForUpload(attribute: BufferAttribute, length: number): void {
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(0, length);
    attribute.needsUpdate = true;
}
