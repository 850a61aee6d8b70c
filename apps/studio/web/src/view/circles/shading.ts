// Pieces of shaders that discs and walls share.

/** Light comes from above and the left, however a disc is turned. */
export const light = 'vec2(-0.42, 0.91)';

/** The inside of solid walls, from the colour of their edge. */
export const solidTone = `
    vec3 solidTone(vec3 edge) {
        return isLight ? mix(edge, vec3(1.0), 0.62) : mix(vec3(0.055, 0.075, 0.115), edge, 0.36);
    }`;
