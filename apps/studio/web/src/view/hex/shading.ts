// How things of a hex world are lit.

/** Light comes from above and the left, however a composite is turned. */
export const light = 'vec2(-0.5, 0.86)';
