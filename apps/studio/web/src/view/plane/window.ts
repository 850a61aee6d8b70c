// The visible part of a flat world. Pure.
import type { Picture } from '../renderer';

export interface Window2D {
    x: number; // the middle
    y: number;
    halfWidth: number;
    halfHeight: number;
    pixel: number; // the size of a pixel of the page
    texel: number; // the size of a pixel of the picture, over which edges are smoothed
    isQuick: boolean; // drawn by a graphics device, or with time to spare
}

export function windowOf(picture: Picture): Window2D {
    const pixel = picture.viewpoint.pixel * picture.distance;
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

/** Whether a box is outside; x and y are relative to the middle of the window. */
export function isOutside(x: number, y: number, halfX: number, halfY: number, view: Window2D): boolean {
    return Math.abs(x) > view.halfWidth + halfX || Math.abs(y) > view.halfHeight + halfY;
}
