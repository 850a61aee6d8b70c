// The part of a flat world that is in a picture. Pure.
import type { Picture } from '../renderer';

export interface Window2D {
    x: number; // the middle
    y: number;
    halfWidth: number;
    halfHeight: number;
    pixel: number; // of the page: what things are large or small by
    texel: number; // of the picture itself: as wide as an edge is smooth
    isQuick: boolean; // there is a device to draw it, or time
}

export function windowOf(picture: Picture): Window2D {
    const pixel = picture.sight.pixel * picture.distance;
    const [x, y] = picture.target;
    return {
        x,
        y,
        halfWidth: (picture.width / 2) * pixel,
        halfHeight: (picture.height / 2) * pixel,
        pixel,
        texel: pixel / picture.pixelRatio,
        isQuick: picture.isQuick,
    };
}

/** Of something at x, y from the middle of the window that reaches so far. */
export function isOutside(x: number, y: number, reachX: number, reachY: number, view: Window2D): boolean {
    return Math.abs(x) > view.halfWidth + reachX || Math.abs(y) > view.halfHeight + reachY;
}
