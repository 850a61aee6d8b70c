// Turns pointer events on the picture into gestures: turn, pan, zoom, click, drag. Positions are pixels from the upper left corner of the
// element.

export interface GestureHandlers {
    turn(x: number, y: number): void;
    pan(x: number, y: number): void;
    /** Towards or away from a point. */
    zoom(factor: number, x: number, y: number): void;
    click(x: number, y: number): void;
    doubleClick(x: number, y: number): void;
    hover(x: number, y: number): void;
    leave(): void;
    /** The main button is pressed. True: a drag from here does not move the camera. */
    grab(x: number, y: number): boolean;
    drag(x: number, y: number): void;
    release(x: number, y: number): void;
    cancel(): void;
}

const clickSlack = 4; // pixels that the pointer may move during a click

interface Finger {
    x: number;
    y: number;
}

export class Gestures {
    private readonly fingers = new Map<number, Finger>();
    private readonly disposal = new AbortController();
    private mode: 'turn' | 'pan' | 'drag' | 'pinch' | null = null;
    private start: Finger = { x: 0, y: 0 };
    private isClick = false;

    constructor(
        private readonly element: HTMLElement,
        private readonly handlers: GestureHandlers,
    ) {
        const { signal } = this.disposal;
        element.addEventListener('pointerdown', (event) => this.down(event), { signal });
        element.addEventListener('pointermove', (event) => this.move(event), { signal });
        element.addEventListener('pointerup', (event) => this.up(event), { signal });
        element.addEventListener('pointercancel', (event) => this.lose(event), { signal });
        element.addEventListener('pointerleave', () => handlers.leave(), { signal });
        element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
        element.addEventListener('dblclick', (event) => handlers.doubleClick(...this.positionOf(event)), { signal });
        element.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    }

    /** Ends a drag without an effect. */
    cancel(): void {
        if (this.mode === 'drag') {
            this.handlers.cancel();
        }
        this.mode = null;
        this.isClick = false;
    }

    dispose(): void {
        this.disposal.abort();
    }

    private positionOf(event: MouseEvent): [number, number] {
        const frame = this.element.getBoundingClientRect();
        return [event.clientX - frame.left, event.clientY - frame.top];
    }

    private down(event: PointerEvent): void {
        const [x, y] = this.positionOf(event);
        this.element.setPointerCapture(event.pointerId);
        this.fingers.set(event.pointerId, { x, y });
        if (this.fingers.size > 1) {
            this.cancel();
            this.mode = 'pinch';
            return;
        }
        this.start = { x, y };
        this.isClick = event.button === 0;
        if (event.button !== 0 || event.shiftKey) {
            this.mode = 'pan';
        } else {
            this.mode = this.handlers.grab(x, y) ? 'drag' : 'turn';
        }
    }

    private move(event: PointerEvent): void {
        const [x, y] = this.positionOf(event);
        const finger = this.fingers.get(event.pointerId);
        if (!finger) {
            this.handlers.hover(x, y);
            return;
        }
        const [dx, dy] = [x - finger.x, y - finger.y];
        if (this.mode === 'pinch') {
            this.pinch(finger, x, y);
        }
        finger.x = x;
        finger.y = y;
        if (this.isClick && Math.hypot(x - this.start.x, y - this.start.y) > clickSlack) {
            this.isClick = false;
        }
        if (this.mode === 'drag') {
            this.handlers.drag(x, y);
        } else if (this.mode === 'pan') {
            this.handlers.pan(dx, dy);
        } else if (this.mode === 'turn' && !this.isClick) {
            this.handlers.turn(dx, dy);
        }
    }

    // Two fingers: their distance zooms and their middle pans.
    private pinch(moved: Finger, x: number, y: number): void {
        const other = [...this.fingers.values()].find((finger) => finger !== moved);
        if (!other) {
            return;
        }
        const before = Math.hypot(moved.x - other.x, moved.y - other.y);
        const after = Math.hypot(x - other.x, y - other.y);
        if (before > 1 && after > 1) {
            this.handlers.zoom(before / after, (x + other.x) / 2, (y + other.y) / 2);
        }
        this.handlers.pan((x - moved.x) / 2, (y - moved.y) / 2);
    }

    private up(event: PointerEvent): void {
        const [x, y] = this.positionOf(event);
        this.fingers.delete(event.pointerId);
        if (this.mode === 'drag' && !this.isClick) {
            this.handlers.release(x, y);
        } else if (this.mode === 'drag') {
            this.handlers.cancel();
        }
        if (this.isClick && this.fingers.size === 0 && this.mode !== 'pinch') {
            this.handlers.click(x, y);
        }
        // The remaining one of two fingers goes on turning.
        this.mode = this.fingers.size === 1 ? 'turn' : null;
        this.isClick = false;
    }

    private lose(event: PointerEvent): void {
        this.fingers.delete(event.pointerId);
        this.cancel();
    }

    private wheel(event: WheelEvent): void {
        event.preventDefault();
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
        this.handlers.zoom(Math.exp(Math.min(400, Math.max(-400, lines)) * 0.0012), ...this.positionOf(event));
    }
}
