// Data embedded in a page: gzipped bytes as base64, in a script element that is not executed.

/** Null if the page has no element with this id. */
export async function packedBytes(id: string): Promise<ArrayBuffer | null> {
    const element = document.getElementById(id);
    return element === null ? null : unpack(element.textContent ?? '');
}

export async function unpack(base64: string): Promise<ArrayBuffer> {
    const letters = atob(base64);
    const packed = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; ++i) {
        packed[i] = letters.charCodeAt(i);
    }
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Response(unpacked).arrayBuffer();
}
