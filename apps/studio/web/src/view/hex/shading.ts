// Pieces of shaders that tiles and blobs share.

/** Light comes from above and the left, however a composite is turned. */
export const light = 'vec2(-0.5, 0.86)';
