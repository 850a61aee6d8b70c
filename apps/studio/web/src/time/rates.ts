// Playback speeds.

export const speeds = [0.25, 0.5, 1, 2, 4, 8, 16];
const maxSpeed = 16;
const minSpeed = 0.25;

/** J and L: the first press plays at speed 1 in that direction, each further one doubles the speed. */
export function shuttled(rate: number, direction: 1 | -1): number {
    const along = rate * direction;
    if (along <= 0) {
        return direction;
    }
    return direction * Math.min(along * 2, maxSpeed);
}

/** [ and ]: the next speed in the same direction. */
export function stepped(rate: number, by: 1 | -1): number {
    const sign = rate < 0 ? -1 : 1;
    const speed = Math.abs(rate);
    const next = by > 0 ? speeds.find((other) => other > speed) : [...speeds].reverse().find((other) => other < speed);
    return sign * (next ?? (by > 0 ? maxSpeed : minSpeed));
}

const fractions: Record<string, string> = { '0.25': '¼', '0.5': '½' };

export function formatRate(rate: number): string {
    const speed = Math.abs(rate);
    return `${rate < 0 ? '−' : ''}${fractions[String(speed)] ?? Math.round(speed * 100) / 100}×`;
}
