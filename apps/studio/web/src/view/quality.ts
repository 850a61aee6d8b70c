// The quality of pictures: on a slow machine, first shadows are left out while something moves, then the resolution falls. Steps down
// are quick and steps up slow, so that the quality does not oscillate. Pure: the times that pictures took are passed in.

/** `automatic`: as good as there is time for; `best`: however long it takes. */
export type QualitySetting = 'automatic' | 'best';

/** Whether the name of a graphics device is that of a software renderer. */
export function isSoftware(device: string): boolean {
    return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(device);
}

export interface Quality {
    hasShadows: boolean;
    pixelRatio: number; // pixels of the picture per pixel of the page, at most those of the screen
}

const levels: Quality[] = [
    { hasShadows: true, pixelRatio: 2 },
    { hasShadows: true, pixelRatio: 1 },
    { hasShadows: false, pixelRatio: 1 },
    { hasShadows: false, pixelRatio: 0.75 },
    { hasShadows: false, pixelRatio: 0.5 },
];
const firstWithoutShadows = 2; // the best level without a graphics device
const slowTime = 28; // milliseconds: fewer than 36 pictures a second
const quickTime = 18; // milliseconds
const worseAfter = 8; // pictures in a row
const betterAfter = 240;
const pauseTime = 1500; // milliseconds: no picture takes so long; the page was in the background

export class QualityKeeper {
    private level: number;
    private slowOnes = 0;
    private quickOnes = 0;
    private failures = 0; // how often a better level was too slow: it is retried less and less often

    constructor(
        private readonly setting: QualitySetting,
        private readonly hasDevice: boolean,
    ) {
        this.level = setting === 'automatic' && !hasDevice ? firstWithoutShadows : 0;
    }

    /** Of a picture in which nothing moves, which may take longer. */
    atRest(): Quality {
        return { hasShadows: this.hasDevice || this.setting === 'best', pixelRatio: Math.max(1, this.now().pixelRatio) };
    }

    now(): Quality {
        return levels[this.level] ?? { hasShadows: false, pixelRatio: 0.5 };
    }

    /** To be called after each picture. True when the quality changes. */
    took(milliseconds: number): boolean {
        if (milliseconds > pauseTime || this.setting === 'best') {
            return false;
        }
        this.slowOnes = milliseconds > slowTime ? this.slowOnes + 1 : 0;
        this.quickOnes = milliseconds < quickTime ? this.quickOnes + 1 : 0;
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
