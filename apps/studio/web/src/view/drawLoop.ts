// When to draw: with the next refresh of the screen after something has changed, for as long as something moves, and once more, as well
// as possible, when all has come to rest. There is no loop at rest.

const stillAfter = 250; // milliseconds

export interface DrawSteps {
    /** Lets seconds pass and draws. True: it moves on by itself. */
    draw(seconds: number, isStill: boolean): boolean;
    /** How long the screen took to come round after a picture. */
    took(milliseconds: number): void;
    /** Whether a picture at rest would be better than the last one. */
    wantsStill(): boolean;
}

export class DrawLoop {
    private request = 0;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private isAsked = false;
    private isStill = false;
    private last = 0;
    private isMeasuring = false;

    constructor(private readonly steps: DrawSteps) {}

    ask(): void {
        this.isAsked = true;
        this.isStill = false;
        this.schedule();
    }

    dispose(): void {
        cancelAnimationFrame(this.request);
        clearTimeout(this.timer);
    }

    private schedule(): void {
        if (this.request === 0) {
            this.request = requestAnimationFrame((now) => this.tick(now));
        }
    }

    private tick(now: number): void {
        this.request = 0;
        const elapsed = now - this.last;
        this.last = now;
        if (this.isMeasuring) {
            this.steps.took(elapsed);
        }
        const wasMoving = this.isMeasuring;
        this.isMeasuring = false;
        if (!this.isAsked) {
            return;
        }
        this.isAsked = false;
        const isStill = this.isStill;
        const moves = this.steps.draw(wasMoving ? elapsed / 1000 : 1 / 60, isStill);
        this.isMeasuring = !isStill;
        this.isAsked = this.isAsked || moves;
        this.schedule();
        clearTimeout(this.timer);
        if (!isStill) {
            this.timer = setTimeout(() => this.rest(), stillAfter);
        }
    }

    private rest(): void {
        if (this.steps.wantsStill()) {
            this.isAsked = true;
            this.isStill = true;
            this.schedule();
        }
    }
}
