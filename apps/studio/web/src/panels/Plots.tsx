// Plots of the selected body or of the whole world, over the visible range of the timeline. The forecast is shaded, a line marks the frame
// on show, and a click goes to a frame.
import { effect, untracked } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useStudio } from '../context';
import type { Quantity } from '../protocol';
import type { Studio } from '../studio';
import { endOf } from '../time/axis';
import { formatNumber, formatTime } from '../time/format';
import type { Palette } from '../timeline/palette';
import { paletteOf } from '../timeline/palette';
import { Section } from '../widgets/Section';

export function Plots() {
    const { state } = useStudio();
    const quantities = state.welcome.value?.quantities ?? [];
    const title = state.selection.value === null ? 'The whole world' : 'Over time';
    return (
        <Section name="plots" title={title}>
            {quantities.map((quantity) => (
                <Plot key={quantity.name} quantity={quantity} />
            ))}
        </Section>
    );
}

function valuesOf(studio: Studio, name: string): uPlot.AlignedData {
    const series = studio.state.series.value;
    const values = series?.series.find((entry) => entry.quantity === name)?.values ?? [];
    const frames = values.map((_, index) => (series?.from ?? 0) + index * (series?.step ?? 1));
    return [frames, values];
}

/** The value nearest to the frame on show. */
function valueNow(studio: Studio, name: string): number | null {
    const series = studio.state.series.value;
    const values = series?.series.find((entry) => entry.quantity === name)?.values;
    if (!series || !values) {
        return null;
    }
    return values[Math.round((studio.state.shown.value - series.from) / series.step)] ?? null;
}

function Plot({ quantity }: { quantity: Quantity }) {
    const studio = useStudio();
    const { state } = studio;
    const box = useRef<HTMLDivElement>(null);

    useEffect(() => {
        const element = box.current;
        if (!element) {
            return;
        }
        let plot: uPlot | null = null;
        const stopTheme = effect(() => {
            const palette = paletteOf(state.theme.value);
            plot?.destroy();
            plot = untracked(() => new uPlot(optionsFor(studio, element, palette), valuesOf(studio, quantity.name), element));
        });
        const stopData = effect(() => {
            void state.axis.value;
            plot?.setData(valuesOf(studio, quantity.name));
        });
        let request = 0;
        const stopShown = effect(() => {
            void state.shown.value;
            cancelAnimationFrame(request);
            request = requestAnimationFrame(() => plot?.redraw(false));
        });
        const resizing = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: 64 }));
        resizing.observe(element);
        return () => {
            cancelAnimationFrame(request);
            for (const stop of [stopTheme, stopData, stopShown]) {
                stop();
            }
            resizing.disconnect();
            plot?.destroy();
        };
    }, [quantity.name]);

    const now = valueNow(studio, quantity.name);
    return (
        <figure class="plot">
            <figcaption>
                <span>{quantity.title}</span>
                <span class="value">
                    {now === null ? '–' : formatNumber(now)} <small>{quantity.unit}</small>
                </span>
            </figcaption>
            <div class="plot-box" ref={box} role="img" aria-label={`${quantity.title} over time, in ${quantity.unit}`} />
        </figure>
    );
}

function optionsFor(studio: Studio, element: HTMLElement, palette: Palette): uPlot.Options {
    const { state } = studio;
    const range = (): [number, number] => [state.axis.peek().from, endOf(state.axis.peek())];
    const grid = { stroke: palette.well, width: 1 };
    return {
        width: Math.max(element.clientWidth, 60),
        height: 64,
        legend: { show: false },
        padding: [5, 2, 5, 0],
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
        scales: { x: { time: false, range }, y: { range: (_, lowest, highest) => readableRange(lowest, highest) } },
        axes: [
            { show: false },
            {
                size: 44,
                stroke: palette.dim,
                font: '10px ui-sans-serif, system-ui, sans-serif',
                grid,
                ticks: { show: false },
                gap: 4,
                space: 22,
                values: (_, splits) => splits.map((value) => shortNumber(value)),
            },
        ],
        series: [{}, { stroke: palette.accent, width: 1.25, points: { show: false }, spanGaps: false }],
        hooks: {
            drawClear: [(plot) => shadeForecast(plot, state.shown.peek(), state.standing.peek()?.head ?? 0, palette.forecast)],
            draw: [(plot) => lineAt(plot, state.shown.peek(), palette.text)],
            ready: [
                (plot) => {
                    plot.over.title = 'Click to go there';
                    plot.over.addEventListener('click', () => studio.seek(plot.posToVal(plot.cursor.left ?? 0, 'x')));
                },
            ],
            setCursor: [
                (plot) => {
                    const left = plot.cursor.left ?? -1;
                    if (left >= 0) {
                        plot.over.title = `${formatTime(plot.posToVal(left, 'x') * state.timeStep.peek())} – click to go there`;
                    }
                },
            ],
        },
    };
}

/** The range of the values with a margin, and wide enough that rounding errors of a constant value stay invisible. */
function readableRange(lowest: number | null, highest: number | null): [number, number] {
    const low = lowest ?? 0;
    const high = highest ?? 1;
    const minRange = 0.01 * Math.max(Math.abs(low), Math.abs(high), 1);
    const margin = Math.max(0.08 * (high - low), (minRange - (high - low)) / 2);
    return [low - margin, high + margin];
}

/** As short as possible, for axes. */
function shortNumber(value: number): string {
    const size = Math.abs(value);
    if (size >= 1000) {
        const power = Math.min(Math.floor(Math.log10(size) / 3), 4);
        return size >= 1e15 ? value.toExponential(0) : `${Number((value / 1000 ** power).toPrecision(3))}${' kMGT'.charAt(power)}`;
    }
    return String(Number(value.toPrecision(3)));
}

function shadeForecast(plot: uPlot, shown: number, head: number, color: string): void {
    const { left, top, width, height } = plot.bbox;
    const from = Math.max(plot.valToPos(shown, 'x', true), left);
    const to = Math.min(plot.valToPos(head, 'x', true), left + width);
    if (to > from) {
        plot.ctx.fillStyle = color;
        plot.ctx.globalAlpha = 0.5;
        plot.ctx.fillRect(from, top, to - from, height);
        plot.ctx.globalAlpha = 1;
    }
}

function lineAt(plot: uPlot, frame: number, color: string): void {
    const { left, top, width, height } = plot.bbox;
    const x = plot.valToPos(frame, 'x', true);
    if (x >= left && x <= left + width) {
        plot.ctx.fillStyle = color;
        plot.ctx.fillRect(Math.round(x), top, Math.max(1, Math.round(window.devicePixelRatio)), height);
    }
}
