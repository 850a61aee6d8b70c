// Pieces of shaders that several materials share.

/** A vector whose x goes along a unit direction and whose y to the left of it, in the frame of that direction. */
export const rotation = `
    vec2 rotated(vec2 v, vec2 direction) {
        return direction * v.x + vec2(-direction.y, direction.x) * v.y;
    }`;

/**
 * Corners from -1 to 1 become those of a rectangle around a line that begins at the origin and runs along x: from `back` before its
 * beginning to `front` behind it, and `side` to both sides.
 */
export const cornersOfLine = `
    vec2 cornerOfLine(float back, float front, float side) {
        return vec2(mix(-back, front, position.x * 0.5 + 0.5), position.y * side);
    }`;

/** The distance to a line from the origin along x. */
export const distanceToLine = `
    float distanceToLine(vec2 p, float size) {
        return length(vec2(p.x - clamp(p.x, 0.0, size), p.y));
    }`;
