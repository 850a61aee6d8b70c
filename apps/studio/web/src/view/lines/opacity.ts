// The fading of paths. Pure.
import type { GhostPath } from '../view';

/** The opacity at a share of the length of a path. */
export function opacityAlong(style: GhostPath['style'], share: number): number {
    switch (style) {
        case 'future':
            return 0.95 - 0.75 * share;
        case 'past':
            return 0.08 + 0.47 * share; // it ends where the body is now
        case 'other':
            return 0.7 - 0.5 * share;
    }
}
