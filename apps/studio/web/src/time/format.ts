// Times and frames as text.

/** 75.25 s is 1:15.250; from an hour on 1:01:15.250. */
export function formatTime(seconds: number, digits = 3): string {
    const unit = 10 ** digits;
    const whole = Math.round(Math.abs(seconds) * unit);
    const sign = seconds < 0 && whole > 0 ? '−' : '';
    const fraction = digits > 0 ? '.' + String(whole % unit).padStart(digits, '0') : '';
    const total = Math.floor(whole / unit);
    const hours = Math.floor(total / 3600);
    const minutes = Math.floor(total / 60) % 60;
    const rest = String(total % 60).padStart(2, '0');
    const front = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}` : String(minutes);
    return `${sign}${front}:${rest}${fraction}`;
}

/** For screen readers. */
export function spokenTime(frame: number, timeStep: number): string {
    return `${formatTime(frame * timeStep)}, frame ${Math.round(frame)}`;
}

/**
 * The frame for a text: a frame (`120`), an offset from the frame on show (`+10`, `-10`), or a time (`1:02.5`, `2.5 s`, `1:00:00`). Null
 * if the text is none of these.
 */
export function parseJump(text: string, shown: number, timeStep: number): number | null {
    const typed = text.trim().replace('−', '-');
    if (/^[+-]\d+$/.test(typed)) {
        return Math.round(shown) + Number(typed);
    }
    if (/^\d+$/.test(typed)) {
        return Number(typed);
    }
    const seconds = /^(\d+(?:\.\d*)?|\.\d+)\s*s?$/.exec(typed);
    if (seconds) {
        return Math.round(Number(seconds[1]) / timeStep);
    }
    const clock = /^(?:(\d+):)?(\d+):(\d{1,2}(?:\.\d*)?)$/.exec(typed);
    if (clock) {
        const [, hours, minutes, rest] = clock;
        return Math.round((Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(rest)) / timeStep);
    }
    return null;
}

/** Four significant digits, with an exponent for very large and very small numbers. */
export function formatNumber(value: number): string {
    if (value === 0) {
        return '0';
    }
    const size = Math.abs(value);
    if (!Number.isFinite(size)) {
        return String(value);
    }
    if (size >= 1e6 || size < 1e-3) {
        return value.toExponential(2).replace('e+', 'e').replace('-', '−');
    }
    const digits = Math.max(0, Math.min(4, 3 - Math.floor(Math.log10(size))));
    return value.toFixed(digits).replace('-', '−');
}

export function formatBytes(bytes: number): string {
    const units = ['B', 'KB', 'MB', 'GB'];
    let size = bytes;
    let unit = 0;
    while (size >= 1000 && unit < units.length - 1) {
        size /= 1000;
        ++unit;
    }
    return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}

export function plural(count: number, word: string): string {
    return `${count} ${word}${count === 1 ? '' : 's'}`;
}
