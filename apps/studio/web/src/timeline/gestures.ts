// Gestures on the timeline: a drag scrubs, the wheel zooms around the pointer, Shift and wheel or the middle button pan, a click on an event
// goes there, and a double click sets a bookmark. A drag at an edge scrolls.
import type { TimeAxis, TimeLimits } from '../time/axis';
import { endOf, frameAt, panned, zoomed } from '../time/axis';

export interface GestureTarget {
    axis(): TimeAxis;
    setAxis(axis: TimeAxis): void;
    limits(): TimeLimits;
    gutter(): number;
    seek(frame: number): void;
    /** During a drag the scale stays as it is, however far the head moves. */
    hold(isHeld: boolean): void;
    /** Whether there is something to click, such as an event; it is clicked when the pointer is released in the same place. */
    isSomethingAt(x: number, y: number): boolean;
    click(x: number, y: number): void;
    doubleClick(frame: number): void;
    hover(x: number | null, y: number): void;
}

const edge = 28; // pixels
const clickSlack = 3; // pixels that the pointer may move during a click
const pinchStep = 0.0016;

export function attachGestures(element: HTMLElement, target: GestureTarget): () => void {
    let mode: 'none' | 'press' | 'scrub' | 'pan' = 'none';
    let pressed = { x: 0, y: 0 };
    let lastX = 0;
    let timer = 0;
    const pointers = new Map<number, number>();

    const place = (event: MouseEvent): { x: number; y: number } => {
        const box = element.getBoundingClientRect();
        return { x: event.clientX - box.left - target.gutter(), y: event.clientY - box.top };
    };

    /** The nearer the pointer is to an edge, the faster. */
    function scrollAtEdge(): void {
        timer = 0;
        const axis = target.axis();
        const over = lastX < edge ? lastX - edge : lastX > axis.width - edge ? lastX - axis.width + edge : 0;
        if (mode !== 'scrub' || over === 0) {
            return;
        }
        const moved = panned(axis, -over * 0.35, target.limits());
        if (moved.from !== axis.from) {
            target.setAxis(moved);
            target.seek(frameAt(moved, lastX));
            timer = requestAnimationFrame(scrollAtEdge);
        }
    }

    function down(event: PointerEvent): void {
        const { x, y } = place(event);
        pointers.set(event.pointerId, x);
        element.setPointerCapture(event.pointerId);
        lastX = x;
        if (event.button === 1 || pointers.size === 2) {
            event.preventDefault();
            mode = 'pan';
            return;
        }
        if (event.button !== 0) {
            return;
        }
        target.hover(null, 0);
        target.hold(true);
        if (target.isSomethingAt(x, y)) {
            mode = 'press';
            pressed = { x, y };
            return;
        }
        mode = 'scrub';
        target.seek(frameAt(target.axis(), x));
    }

    function move(event: PointerEvent): void {
        const { x, y } = place(event);
        if (pointers.size === 2 && pointers.has(event.pointerId)) {
            pinch(event.pointerId, x);
            return;
        }
        if (mode === 'press' && Math.abs(x - pressed.x) > clickSlack) {
            mode = 'scrub';
        }
        if (mode === 'pan') {
            target.setAxis(panned(target.axis(), x - lastX, target.limits()));
        } else if (mode === 'scrub') {
            target.seek(frameAt(target.axis(), x));
            timer ||= requestAnimationFrame(scrollAtEdge);
        } else if (mode === 'none') {
            target.hover(x, y);
        }
        lastX = x;
    }

    /** Two fingers: the frames under them stay under them. */
    function pinch(moved: number, x: number): void {
        const other = [...pointers.entries()].find(([id]) => id !== moved)?.[1] ?? x;
        const before = pointers.get(moved) ?? x;
        pointers.set(moved, x);
        const factor = Math.max(Math.abs(before - other), 8) / Math.max(Math.abs(x - other), 8);
        target.setAxis(zoomed(target.axis(), other, factor, target.limits()));
    }

    function up(event: PointerEvent): void {
        pointers.delete(event.pointerId);
        if (mode === 'press') {
            target.click(pressed.x, pressed.y);
        }
        if (pointers.size === 0) {
            mode = 'none';
            target.hold(false);
        }
    }

    function wheel(event: WheelEvent): void {
        event.preventDefault();
        const axis = target.axis();
        const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1;
        const sideways = event.shiftKey ? event.deltaY + event.deltaX : Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : 0;
        if (sideways !== 0) {
            target.setAxis(panned(axis, -sideways * unit, target.limits()));
        } else {
            target.setAxis(zoomed(axis, place(event).x, Math.exp(event.deltaY * unit * pinchStep), target.limits()));
        }
    }

    const leave = (): void => target.hover(null, 0);
    const twice = (event: MouseEvent): void => {
        const { x } = place(event);
        const axis = target.axis();
        target.doubleClick(Math.min(Math.max(frameAt(axis, x), axis.from), endOf(axis)));
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('dblclick', twice);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
        cancelAnimationFrame(timer);
        element.removeEventListener('pointerdown', down);
        element.removeEventListener('pointermove', move);
        element.removeEventListener('pointerup', up);
        element.removeEventListener('pointercancel', up);
        element.removeEventListener('pointerleave', leave);
        element.removeEventListener('dblclick', twice);
        element.removeEventListener('wheel', wheel);
    };
}
