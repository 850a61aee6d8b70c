// Draws with the next refresh of the screen after a change, for as long as something moves, and once more in the best quality when
// everything has come to rest. Nothing runs at rest.

const restDelay = 250; // milliseconds

export interface DrawSteps {
    /** Advances by this time and draws. True while something moves. */
    draw(seconds: number, isStill: boolean): boolean;
    /** The time from a picture to the next refresh of the screen. */
    took(milliseconds: number): void;
    /** Whether a picture at rest would have a better quality than the last one. */
    wantsStill(): boolean;
}

export class DrawLoop {
    private handle = 0;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private isRequested = false;
    private isStill = false;
    private last = 0;
    private isMeasuring = false;

    constructor(private readonly steps: DrawSteps) {}

    request(): void {
        this.isRequested = true;
        this.isStill = false;
        this.schedule();
    }

    dispose(): void {
        cancelAnimationFrame(this.handle);
        clearTimeout(this.timer);
    }

    private schedule(): void {
        if (this.handle === 0) {
            this.handle = requestAnimationFrame((now) => this.tick(now));
        }
    }

    private tick(now: number): void {
        this.handle = 0;
        const elapsed = now - this.last;
        this.last = now;
        if (this.isMeasuring) {
            this.steps.took(elapsed);
        }
        const wasMoving = this.isMeasuring;
        this.isMeasuring = false;
        if (!this.isRequested) {
            return;
        }
        this.isRequested = false;
        const isStill = this.isStill;
        const moves = this.steps.draw(wasMoving ? elapsed / 1000 : 1 / 60, isStill);
        this.isMeasuring = !isStill;
        this.isRequested = this.isRequested || moves;
        this.schedule();
        clearTimeout(this.timer);
        if (!isStill) {
            this.timer = setTimeout(() => this.rest(), restDelay);
        }
    }

    private rest(): void {
        if (this.steps.wantsStill()) {
            this.isRequested = true;
            this.isStill = true;
            this.schedule();
        }
    }
}
