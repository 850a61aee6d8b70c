// The range of frames that the timeline and the plots show, and the conversion between frames and pixels.

export interface TimeAxis {
    from: number; // the frame at the left edge
    framesPerPixel: number;
    width: number; // in pixels
}

export interface TimeLimits {
    first: number;
    last: number;
}

/** Pixels. */
const maxFrameWidth = 48;
/** The share of the width that is empty on each side of the whole timeline. */
const marginShare = 0.04;

export function frameAt(axis: TimeAxis, x: number): number {
    return axis.from + x * axis.framesPerPixel;
}

export function pixelOf(axis: TimeAxis, frame: number): number {
    return (frame - axis.from) / axis.framesPerPixel;
}

export function endOf(axis: TimeAxis): number {
    return frameAt(axis, axis.width);
}

/** The whole timeline, with a margin on both sides. */
export function fitted(width: number, limits: TimeLimits): TimeAxis {
    const span = Math.max(limits.last - limits.first, 1);
    const usable = Math.max(width, 1) * (1 - 2 * marginShare);
    const framesPerPixel = Math.max(span / usable, 1 / maxFrameWidth);
    return { from: limits.first - Math.max(width, 1) * marginShare * framesPerPixel, framesPerPixel, width };
}

/** An axis that does not extend beyond the limits. */
export function limited(axis: TimeAxis, limits: TimeLimits): TimeAxis {
    const whole = fitted(axis.width, limits);
    const framesPerPixel = Math.min(Math.max(axis.framesPerPixel, 1 / maxFrameWidth), whole.framesPerPixel);
    const highest = endOf(whole) - axis.width * framesPerPixel;
    const from = Math.max(Math.min(axis.from, highest), whole.from);
    return { from, framesPerPixel, width: axis.width };
}

/** Keeps the frame at a pixel in place. A factor above one shows more frames. */
export function zoomed(axis: TimeAxis, x: number, factor: number, limits: TimeLimits): TimeAxis {
    const whole = fitted(axis.width, limits);
    const framesPerPixel = Math.min(Math.max(axis.framesPerPixel * factor, 1 / maxFrameWidth), whole.framesPerPixel);
    const held = frameAt(axis, x);
    return limited({ from: held - x * framesPerPixel, framesPerPixel, width: axis.width }, limits);
}

/** Moves the timeline with the pointer: a positive number of pixels shows earlier frames. */
export function panned(axis: TimeAxis, pixels: number, limits: TimeLimits): TimeAxis {
    return limited({ ...axis, from: axis.from - pixels * axis.framesPerPixel }, limits);
}

/** Moves the axis as little as possible, so that a frame is at least `margin` pixels inside. */
export function revealing(axis: TimeAxis, frame: number, margin: number, limits: TimeLimits): TimeAxis {
    const x = pixelOf(axis, frame);
    if (x < margin) {
        return panned(axis, margin - x, limits);
    }
    if (x > axis.width - margin) {
        return panned(axis, axis.width - margin - x, limits);
    }
    return axis;
}

/**
 * The end of the whole timeline: at or a little after `last`, in steps, so that a head that moves does not change the scale all the
 * time.
 */
export function steadyEnd(first: number, last: number): number {
    const span = Math.max(last - first, 60);
    const step = 2 ** Math.max(Math.floor(Math.log2(span)) - 3, 0);
    return first + Math.ceil(span / step) * step;
}
