// Draws the timeline. Drawing has no state: everything it depends on is in a `Scene`.
import type { Bookmark, EventsAnswer, Happening, Standing } from '../protocol';
import type { TimeAxis } from '../time/axis';
import { pixelOf } from '../time/axis';
import { formatTime } from '../time/format';
import { ticks } from '../time/ticks';
import type { Palette } from './palette';
import { laneColor } from './palette';
import type { Rows } from './rows';
import { glow } from './rows';

export interface Scene {
    axis: TimeAxis; // its pixel 0 lies right of the gutter
    rows: Rows;
    standing: Standing;
    timeStep: number;
    shown: number;
    hover: number | null; // the frame under the pointer
    events: EventsAnswer | null;
    singles: ReadonlyMap<string, Happening[]>;
    difference: number | null; // the frame of the first difference from the compared branch
    palette: Palette;
    isCompact: boolean;
}

export type Pen = CanvasRenderingContext2D;

const font = '10.5px ui-sans-serif, system-ui, sans-serif';

export function paint(pen: Pen, scene: Scene, width: number, height: number): void {
    const { rows } = scene;
    pen.clearRect(0, 0, width, height);
    pen.font = font;
    pen.textBaseline = 'middle';
    paintLaneNames(pen, scene);
    pen.save();
    pen.beginPath();
    pen.rect(rows.gutter, 0, width - rows.gutter, height);
    pen.clip();
    pen.translate(rows.gutter, 0);
    paintRuler(pen, scene);
    paintTrack(pen, scene);
    paintLanes(pen, scene);
    paintBranches(pen, scene);
    paintBookmarks(pen, scene);
    paintHover(pen, scene);
    paintDifference(pen, scene);
    paintHandle(pen, scene);
    pen.restore();
}

function paintLaneNames(pen: Pen, { rows, palette }: Scene): void {
    if (rows.gutter === 0) {
        return;
    }
    pen.textAlign = 'right';
    pen.fillStyle = palette.dim;
    for (const row of rows.lanes) {
        pen.fillText(row.lane.title, rows.gutter - 10, row.top + row.height / 2 + 0.5);
    }
}

function paintRuler(pen: Pen, { axis, rows, timeStep, palette }: Scene): void {
    pen.textAlign = 'center';
    for (const tick of ticks(axis, timeStep)) {
        const x = Math.round(pixelOf(axis, tick.frame));
        pen.fillStyle = palette.line;
        const length = tick.label === null ? 4 : 7;
        pen.fillRect(x, rows.ruler.height - length, 1, length);
        if (tick.label !== null) {
            pen.fillStyle = palette.dim;
            pen.fillText(tick.label, x, rows.ruler.height / 2 - 3);
        }
    }
}

/** The past, the forecast, and the frames that are not computed yet. */
function paintTrack(pen: Pen, { axis, rows, standing, shown, palette }: Scene): void {
    const { top, height } = rows.track;
    const [tail, now, head, goal] = [standing.tail, shown, standing.head, standing.goal].map((frame) => pixelOf(axis, frame)) as [
        number,
        number,
        number,
        number,
    ];
    pen.fillStyle = palette.well;
    pen.fillRect(0, top, axis.width, height);
    pen.fillStyle = palette.past;
    pen.fillRect(tail, top, Math.max(now - tail, 0), height);
    pen.fillStyle = palette.forecast;
    pen.fillRect(now, top, Math.max(head - now, 0), height);

    // Not computed yet: hatched up to the goal.
    if (goal > head) {
        pen.save();
        pen.beginPath();
        pen.rect(head, top, goal - head, height);
        pen.clip();
        pen.strokeStyle = palette.line;
        pen.lineWidth = 1;
        pen.beginPath();
        const from = Math.floor(Math.max(head, 0) / 8) * 8 - height;
        for (let x = from; x < Math.min(goal, axis.width) + height; x += 8) {
            pen.moveTo(x, top + height);
            pen.lineTo(x + height, top);
        }
        pen.stroke();
        pen.restore();
        pen.fillStyle = palette.line;
        pen.fillRect(Math.round(goal), top, 1, height);
    }
    pen.fillStyle = standing.isForecasting || standing.isRewriting ? palette.accent : palette.text;
    pen.fillRect(Math.round(head) - 1, top - 3, 2, height + 6);
}

function paintLanes(pen: Pen, scene: Scene): void {
    const { axis, rows, events, singles, palette } = scene;
    for (const [index, row] of rows.lanes.entries()) {
        pen.globalAlpha = 1;
        pen.fillStyle = palette.well;
        pen.fillRect(0, row.top, axis.width, row.height);
        pen.fillStyle = laneColor(palette, row.lane.name, index);
        const single = singles.get(row.lane.name);
        if (single) {
            paintSingles(pen, axis, row, single);
        } else if (events) {
            paintHeat(pen, axis, row, events);
        }
    }
    pen.globalAlpha = 1;
}

function paintSingles(pen: Pen, axis: TimeAxis, row: { top: number; height: number }, happenings: Happening[]): void {
    for (const one of happenings) {
        const x = pixelOf(axis, one.frame);
        const wide = Math.max(pixelOf(axis, one.last) - x, 3);
        pen.globalAlpha = 0.9;
        pen.fillRect(Math.round(x - 1.5), row.top, 3, row.height);
        pen.globalAlpha = 0.3;
        pen.fillRect(x, row.top + 1, wide, row.height - 2);
    }
}

function paintHeat(pen: Pen, axis: TimeAxis, row: { top: number; height: number; lane: { name: string } }, events: EventsAnswer): void {
    const counts = events.lanes.find((lane) => lane.name === row.lane.name)?.counts ?? [];
    const most = counts.reduce((a, b) => Math.max(a, b), 0);
    const wide = Math.max(events.step / axis.framesPerPixel, 2);
    counts.forEach((count, index) => {
        const x = pixelOf(axis, events.from + index * events.step);
        if (count > 0 && x > -wide && x < axis.width) {
            pen.globalAlpha = glow(count, most);
            pen.fillRect(x, row.top, Math.max(wide - 0.5, 1.5), row.height);
        }
    });
}

function paintBranches(pen: Pen, { axis, rows, standing, palette }: Scene): void {
    for (const row of rows.branches) {
        const isCompared = row.branch.id === standing.compared;
        pen.strokeStyle = isCompared ? palette.accent : row.branch.isGhost ? palette.line : palette.dim;
        pen.lineWidth = isCompared ? 2 : 1.5;
        pen.setLineDash(row.branch.isGhost ? [4, 3] : []);
        const x = pixelOf(axis, row.parted);
        pen.beginPath();
        pen.moveTo(x, row.parentY);
        pen.bezierCurveTo(x + 4, row.parentY, x, row.y, x + 10, row.y);
        pen.lineTo(Math.max(pixelOf(axis, row.branch.head), x + 10), row.y);
        pen.stroke();
    }
    pen.setLineDash([]);
}

function paintBookmarks(pen: Pen, { axis, rows, standing, palette }: Scene): void {
    for (const bookmark of standing.bookmarks as Bookmark[]) {
        const x = Math.round(pixelOf(axis, bookmark.frame));
        const bottom = rows.track.top + rows.track.height;
        pen.fillStyle = palette.flag;
        pen.fillRect(x, rows.ruler.height - 12, 1, bottom - rows.ruler.height + 12);
        pen.beginPath();
        pen.moveTo(x, rows.ruler.height - 12);
        pen.lineTo(x + 9, rows.ruler.height - 8.5);
        pen.lineTo(x, rows.ruler.height - 5);
        pen.fill();
    }
}

/** A thin line under the pointer, with its time. */
function paintHover(pen: Pen, { axis, rows, hover, timeStep, palette, isCompact }: Scene): void {
    if (hover === null) {
        return;
    }
    const frame = Math.round(hover);
    pen.fillStyle = palette.line;
    pen.fillRect(Math.round(pixelOf(axis, hover)), rows.ruler.height - 4, 1, rows.height);
    paintPill(pen, axis, frame, frameText(frame, timeStep, isCompact), isCompact, palette.well, palette.text);
}

function paintDifference(pen: Pen, { axis, rows, difference, palette }: Scene): void {
    if (difference === null) {
        return;
    }
    const x = Math.round(pixelOf(axis, difference)) + 0.5;
    const y = rows.track.top + rows.track.height / 2;
    pen.fillStyle = palette.text;
    pen.strokeStyle = palette.ground;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(x, y - 6);
    pen.lineTo(x + 6, y);
    pen.lineTo(x, y + 6);
    pen.lineTo(x - 6, y);
    pen.closePath();
    pen.fill();
    pen.stroke();
}

function paintHandle(pen: Pen, { axis, rows, shown, timeStep, palette, isCompact }: Scene): void {
    const x = pixelOf(axis, shown);
    pen.globalAlpha = x < 0 || x > axis.width ? 0.55 : 1; // out of sight
    pen.fillStyle = palette.accent;
    pen.fillRect(Math.round(x) - 1, rows.ruler.height - 3, 2, rows.height - rows.ruler.height);

    const high = paintPill(pen, axis, shown, frameText(shown, timeStep, isCompact), isCompact, palette.accent, palette.onAccent);
    pen.fillStyle = palette.accent;
    pen.beginPath();
    pen.moveTo(x - 5, high - 0.5);
    pen.lineTo(x + 5, high - 0.5);
    pen.lineTo(x, high + 5);
    pen.fill();
    pen.globalAlpha = 1;
}

function frameText(frame: number, timeStep: number, isCompact: boolean): string {
    return `${formatTime(frame * timeStep, isCompact ? 2 : 3)}  ${Math.round(frame)}`;
}

/** A label within the ruler. Returns its lower edge. */
function paintPill(pen: Pen, axis: TimeAxis, frame: number, text: string, isCompact: boolean, color: string, textColor: string): number {
    const top = 2;
    const high = isCompact ? 15 : 18;
    pen.font = `600 ${font}`;
    const wide = pen.measureText(text).width + 14;
    const left = Math.min(Math.max(pixelOf(axis, frame) - wide / 2, 1), Math.max(axis.width - wide - 1, 1));
    pen.fillStyle = color;
    pen.beginPath();
    pen.roundRect(left, top, wide, high, 4);
    pen.fill();
    pen.fillStyle = textColor;
    pen.textAlign = 'center';
    pen.fillText(text, left + wide / 2, top + high / 2 + 0.5);
    pen.font = font;
    return top + high;
}
