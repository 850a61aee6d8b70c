// The part of time that the timeline and the plots show, and how frames and pixels belong together there.

export interface TimeAxis {
    from: number; // the frame at the left edge
    framesPerPixel: number;
    width: number; // in pixels
}

export interface TimeLimits {
    first: number;
    last: number;
}

/** One frame is never wider than this many pixels. */
const widestFrame = 48;
/** How much of the width may be empty beside what there is. */
const slack = 0.04;

export function frameAt(axis: TimeAxis, x: number): number {
    return axis.from + x * axis.framesPerPixel;
}

export function pixelOf(axis: TimeAxis, frame: number): number {
    return (frame - axis.from) / axis.framesPerPixel;
}

export function endOf(axis: TimeAxis): number {
    return frameAt(axis, axis.width);
}

/** All that there is, with a little air on both sides. */
export function fitted(width: number, limits: TimeLimits): TimeAxis {
    const span = Math.max(limits.last - limits.first, 1);
    const usable = Math.max(width, 1) * (1 - 2 * slack);
    const framesPerPixel = Math.max(span / usable, 1 / widestFrame);
    return { from: limits.first - Math.max(width, 1) * slack * framesPerPixel, framesPerPixel, width };
}

/** Never beyond what there is, neither in size nor in place. */
export function limited(axis: TimeAxis, limits: TimeLimits): TimeAxis {
    const whole = fitted(axis.width, limits);
    const framesPerPixel = Math.min(Math.max(axis.framesPerPixel, 1 / widestFrame), whole.framesPerPixel);
    const highest = endOf(whole) - axis.width * framesPerPixel;
    const from = Math.max(Math.min(axis.from, highest), whole.from);
    return { from, framesPerPixel, width: axis.width };
}

/** The frame under the pixel stays where it is. A factor above one shows more of time. */
export function zoomed(axis: TimeAxis, x: number, factor: number, limits: TimeLimits): TimeAxis {
    const whole = fitted(axis.width, limits);
    const framesPerPixel = Math.min(Math.max(axis.framesPerPixel * factor, 1 / widestFrame), whole.framesPerPixel);
    const held = frameAt(axis, x);
    return limited({ from: held - x * framesPerPixel, framesPerPixel, width: axis.width }, limits);
}

/** Time moves with the pointer: a positive number of pixels shows what is earlier. */
export function panned(axis: TimeAxis, pixels: number, limits: TimeLimits): TimeAxis {
    return limited({ ...axis, from: axis.from - pixels * axis.framesPerPixel }, limits);
}

/** Moved just so far that a frame is at least `margin` pixels inside. */
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
 * Where a whole view of time ends: at or a little behind `last`, in steps, so that a head that moves on does not change the
 * scale all the time.
 */
export function steadyEnd(first: number, last: number): number {
    const span = Math.max(last - first, 60);
    const step = 2 ** Math.max(Math.floor(Math.log2(span)) - 3, 0);
    return first + Math.ceil(span / step) * step;
}
