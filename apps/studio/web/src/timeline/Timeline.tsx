// The timeline: a canvas with the handle, the lanes of events and the branches. Gestures, hovering, layout and drawing have their own files.
import { effect, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useStudio } from '../context';
import { isCompactLayout } from '../layout';
import type { TimeLimits } from '../time/axis';
import { fitted, limited, revealing, steadyEnd } from '../time/axis';
import { spokenTime } from '../time/format';
import { attachGestures } from './gestures';
import { createHover } from './hover';
import { paint } from './paint';
import { paletteOf } from './palette';
import { layOut } from './rows';

export function Timeline() {
    const studio = useStudio();
    const { state } = studio;
    const box = useRef<HTMLDivElement>(null);
    const canvas = useRef<HTMLCanvasElement>(null);
    const width = useMemo(() => signal(600), []);
    const isHeld = useMemo(() => signal(false), []);

    const rows = () => {
        const standing = state.standing.value;
        const lanes = state.welcome.value?.lanes ?? [];
        return layOut(lanes, standing?.branches ?? [], standing?.branch ?? 0, isCompactLayout.value, width.value);
    };
    const hover = useMemo(() => createHover(studio, rows), []);

    useEffect(() => {
        const element = box.current;
        const surface = canvas.current;
        const pen = surface?.getContext('2d');
        if (!element || !surface || !pen) {
            return;
        }
        const limits = (): TimeLimits => {
            const standing = state.standing.peek();
            const first = standing?.tail ?? 0;
            return { first, last: steadyEnd(first, Math.max(standing?.goal ?? 0, standing?.head ?? 0)) };
        };
        const resizing = new ResizeObserver(() => (width.value = element.clientWidth));
        resizing.observe(element);
        width.value = element.clientWidth;

        const stopFitting = effect(() => {
            void state.standing.value;
            if (isHeld.value) {
                return;
            }
            const usable = Math.max(width.value - rows().gutter, 50);
            const axis = state.axis.peek();
            const next = state.isFitted.value ? fitted(usable, limits()) : limited({ ...axis, width: usable }, limits());
            if (next.from !== axis.from || next.framesPerPixel !== axis.framesPerPixel || next.width !== axis.width) {
                state.axis.value = next;
            }
        });
        const stopRevealing = effect(() => {
            // While playing, and after going to a frame by other means than the handle, the frame on show has to be visible.
            const shown = state.shown.value;
            const isRequested = state.wanted.value !== null && !isHeld.peek();
            if ((state.rate.value !== 0 || isRequested) && !state.isFitted.peek()) {
                state.axis.value = revealing(state.axis.peek(), shown, 40, limits());
            }
        });
        const detach = attachGestures(element, {
            axis: () => state.axis.peek(),
            setAxis: (axis) => {
                state.isFitted.value = axis.framesPerPixel >= fitted(axis.width, limits()).framesPerPixel;
                state.axis.value = axis;
            },
            limits,
            gutter: () => rows().gutter,
            seek: (frame) => studio.seek(frame),
            hold: (is) => (isHeld.value = is),
            isSomethingAt: (x, y) => hover.isSomethingAt(x, y),
            click: (x, y) => hover.click(x, y),
            doubleClick: (frame) => studio.bookmark(frame),
            hover: (x, y) => hover.move(x, y),
        });

        let request = 0;
        const stopDrawing = effect(() => {
            const standing = state.standing.value;
            const layout = rows();
            const scene = {
                axis: state.axis.value,
                rows: layout,
                timeStep: state.timeStep.value,
                shown: state.shown.value,
                hover: hover.frame.value,
                events: state.events.value,
                singles: state.singles.value,
                difference: state.comparison.value?.frame ?? null,
                palette: paletteOf(state.theme.value),
                isCompact: isCompactLayout.value,
            };
            const wide = width.value;
            cancelAnimationFrame(request);
            request = requestAnimationFrame(() => {
                const ratio = window.devicePixelRatio;
                const [pixelsWide, pixelsHigh] = [Math.round(wide * ratio), Math.round(layout.height * ratio)];
                if (surface.width !== pixelsWide || surface.height !== pixelsHigh) {
                    surface.width = pixelsWide;
                    surface.height = pixelsHigh;
                    surface.style.height = `${layout.height}px`;
                }
                pen.setTransform(ratio, 0, 0, ratio, 0, 0);
                if (standing) {
                    paint(pen, { ...scene, standing }, wide, layout.height);
                }
            });
        });
        return () => {
            cancelAnimationFrame(request);
            for (const stop of [stopFitting, stopRevealing, stopDrawing, detach]) {
                stop();
            }
            resizing.disconnect();
        };
    }, []);

    const standing = state.standing.value;
    const shown = state.shown.value;
    const tip = hover.tip.value;
    const gutter = rows().gutter;
    return (
        <div class="timeline">
            <div
                ref={box}
                class="timeline-box"
                role="slider"
                tabIndex={0}
                aria-label="Time"
                aria-valuemin={standing?.tail ?? 0}
                aria-valuemax={standing?.head ?? 0}
                aria-valuenow={Math.round(shown)}
                aria-valuetext={spokenTime(shown, state.timeStep.value)}
            >
                <canvas ref={canvas} />
            </div>
            {tip && (
                <div
                    class="tip"
                    style={{ left: `${Math.min(Math.max(tip.x + gutter, 90), Math.max(width.value - 90, 90))}px` }}
                    role="presentation"
                >
                    <strong>{tip.title}</strong>
                    {tip.lines.map((line) => (
                        <span>{line}</span>
                    ))}
                </div>
            )}
        </div>
    );
}
