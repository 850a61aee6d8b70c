// How much is drawn: on a slow machine, first shadows go while something moves, then fine pixels. Steps down come quickly, steps up
// slowly, so that it does not swing. Pure: it is told how long pictures took.

/** How pictures are to be drawn: as well as there is time for, or as well as possible however long it takes. */
export type QualityWish = 'automatic' | 'best';

/** Whether the name of a graphics device is that of a program which only pretends to be one. */
export function isSoftware(device: string): boolean {
    return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(device);
}

export interface Quality {
    hasShadows: boolean;
    pixelRatio: number; // of the picture to the page, at most what the screen has
}

const levels: Quality[] = [
    { hasShadows: true, pixelRatio: 2 },
    { hasShadows: true, pixelRatio: 1 },
    { hasShadows: false, pixelRatio: 1 },
    { hasShadows: false, pixelRatio: 0.75 },
    { hasShadows: false, pixelRatio: 0.5 },
];
const firstWithoutShadows = 2; // a machine without a graphics device begins here
const slow = 28; // ms: fewer than 36 pictures a second
const quick = 18; // ms
const worseAfter = 8; // pictures in a row
const betterAfter = 240;
const pauses = 1500; // ms: no picture takes so long; someone has looked elsewhere

export class QualityKeeper {
    private level: number;
    private slowOnes = 0;
    private quickOnes = 0;
    private failures = 0; // how often a better level was too slow: it is tried ever more seldom

    constructor(
        private readonly wish: QualityWish,
        private readonly hasDevice: boolean,
    ) {
        this.level = wish === 'automatic' && !hasDevice ? firstWithoutShadows : 0;
    }

    /** Of a picture at rest, which may take longer. */
    atRest(): Quality {
        return { hasShadows: this.hasDevice || this.wish === 'best', pixelRatio: Math.max(1, this.now().pixelRatio) };
    }

    now(): Quality {
        return levels[this.level] ?? { hasShadows: false, pixelRatio: 0.5 };
    }

    /** After each picture. True when the quality is another one now. */
    took(milliseconds: number): boolean {
        if (milliseconds > pauses || this.wish === 'best') {
            return false;
        }
        this.slowOnes = milliseconds > slow ? this.slowOnes + 1 : 0;
        this.quickOnes = milliseconds < quick ? this.quickOnes + 1 : 0;
        if (this.slowOnes >= worseAfter && this.level + 1 < levels.length) {
            this.move(1);
            this.failures += 1;
            return true;
        }
        if (this.quickOnes >= betterAfter * 2 ** this.failures && this.level > (this.hasDevice ? 0 : firstWithoutShadows)) {
            this.move(-1);
            return true;
        }
        return false;
    }

    private move(by: number): void {
        this.level += by;
        this.slowOnes = 0;
        this.quickOnes = 0;
    }
}
